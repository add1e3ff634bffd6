import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PackedFile } from './tarball.ts';

/** Never unpacked: what a package says to npm and to git is not ours to follow, and what it depends on comes with a checksum of its own. */
const left =
  /^node_modules\/|(?:^|\/)(?:\.npmrc|\.gitmodules|\.env|npm-shrinkwrap\.json|package-lock\.json)$|(?:^|\/)(?:\.git|\.bin)(?:\/|$)/;
const writers = 8;

/** Writes a package's files, without any right to be run, and durable when this resolves. Answers those that it wrote. */
export async function unpack(files: readonly PackedFile[], folder: string): Promise<readonly PackedFile[]> {
  const wanted = files.filter(({ path }) => !left.test(path));
  const folders = new Set(wanted.map(({ path }) => dirname(path)));
  for (const one of folders) await mkdir(join(folder, one), { recursive: true, mode: 0o755 });
  const waiting = [...wanted];
  const write = async (): Promise<void> => {
    for (let file = waiting.pop(); file; file = waiting.pop()) await writeOne(join(folder, file.path), file.bytes);
  };
  await Promise.all(Array.from({ length: writers }, write));
  return wanted;
}

async function writeOne(path: string, bytes: Buffer): Promise<void> {
  const handle = await open(path, 'wx', 0o644);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
