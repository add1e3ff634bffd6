import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { withLock } from '../../shell/cli/setup-lock.mjs';

const root = join(import.meta.dirname, '..', '..');

/** The Chromium that npm brings for Linux, unpacked once into .build; undefined where npm has none for this machine. */
export async function chromiumFromNpm(): Promise<string | undefined> {
  const manifest = join(root, 'node_modules/@sparticuz/chromium/package.json');
  if (!existsSync(manifest)) return undefined;
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  const folder = join(root, '.build/cache/chromium', version);
  const program = join(folder, 'chromium');
  if (existsSync(program)) return program;
  // Test files run side by side, and half a browser is none.
  await withLock(
    folder,
    () => undefined,
    async () => {
      if (!existsSync(program)) await unpack(folder);
    },
  );
  return program;
}

/** The package unpacks into the folder for temporary files, and takes a file that is there for a whole one. */
async function unpack(folder: string): Promise<void> {
  const part = `${folder}.part`;
  rmSync(part, { recursive: true, force: true });
  rmSync(dirname(folder), { recursive: true, force: true });
  mkdirSync(part, { recursive: true });
  const before = process.env.TMPDIR;
  process.env.TMPDIR = part;
  try {
    // Optional: its name is kept from the type checker.
    const name: string = '@sparticuz/chromium';
    const { default: packed } = (await import(name)) as { default: { executablePath(): Promise<string> } };
    await packed.executablePath();
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
  renameSync(part, folder);
}
