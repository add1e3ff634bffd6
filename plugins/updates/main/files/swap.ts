import { chmodSync, closeSync, copyFileSync, fsyncSync, linkSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { updateErrors } from '../errors.ts';
import { sha512Of } from './hash.ts';

/**
 * Replaces a program that is a single file with a verified installer. The old one is kept as `.previous`. The replacement is atomic:
 * at any time the program's path is the complete old or the complete new file.
 */
export async function swapProgram(program: string, installer: string, sha512: string): Promise<void> {
  const draft = `${program}.new`;
  try {
    rmSync(draft, { force: true });
    copyFileSync(installer, draft);
    chmodSync(draft, 0o755);
    sync(draft);
    // Verified again at the path from which it will be run.
    if ((await sha512Of(draft)) !== sha512) throw updateErrors['updates/tampered']({ name: installer });
    keepPrevious(program);
    renameSync(draft, program);
    sync(dirname(program));
  } catch (error) {
    rmSync(draft, { force: true });
    const { code, message } = error as NodeJS.ErrnoException;
    if (code?.startsWith('updates/') === true) throw error;
    throw updateErrors['updates/not-replaced']({ file: program, installer, reason: code ?? message }, error);
  }
}

function keepPrevious(program: string): void {
  const [previous, draft] = [`${program}.previous`, `${program}.previous.new`];
  rmSync(draft, { force: true });
  try {
    linkSync(program, draft);
  } catch {
    // The file system has no hard links, for example on a USB stick.
    copyFileSync(program, draft);
    sync(draft);
  }
  renameSync(draft, previous);
}

function sync(path: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
