import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errors } from '../errors.ts';

const deepest = 8;
const mostFiles = 100_000;

export async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    found => found.isDirectory(),
    () => false,
  );
}

/** The `.jsonl` files of a folder and of those in it, links left alone, in the order of their paths. */
export async function sessionFilesIn(
  folder: string,
  signal: AbortSignal,
): Promise<readonly { readonly file: string; readonly size: number }[]> {
  const files: { file: string; size: number }[] = [];
  let seen = 0;
  const walk = async (at: string, depth: number): Promise<void> => {
    signal.throwIfAborted();
    const entries = await readdir(at, { withFileTypes: true }).catch(() => []);
    seen += entries.length;
    if (seen > mostFiles) throw errors['exchange/too-many-files']({ file: folder, limit: mostFiles });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(at, entry.name);
      if (entry.isDirectory() && depth < deepest) await walk(path, depth + 1);
      else if (entry.isFile() && entry.name.endsWith('.jsonl')) files.push({ file: path, size: (await stat(path)).size });
    }
  };
  await walk(folder, 0);
  return files;
}
