import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openRegular } from '@atelier/kernel/children';

/** What a file of the archive may hold at most; a longer one was not written here. */
const mostBytes = 4_000_000;

/** The folder `meta-harness` of the profile: JSON files and texts, each written whole or not at all. */
export interface Archive {
  /** The content of a JSON file; undefined if there is none. Throws if it cannot be read. */
  readJson(...path: string[]): Promise<unknown>;
  writeJson(value: unknown, ...path: string[]): Promise<void>;
  writeText(text: string, ...path: string[]): Promise<void>;
  /** The names of the folders in a folder, in order. */
  folders(...path: string[]): Promise<readonly string[]>;
  remove(...path: string[]): Promise<void>;
}

export function openArchive(root: string): Archive {
  const writeText = async (text: string, ...path: string[]): Promise<void> => {
    const file = join(root, ...path);
    const draft = join(dirname(file), `.${randomUUID()}.new`);
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    try {
      const handle = await open(draft, 'wx', 0o600);
      try {
        await handle.writeFile(text);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(draft, file);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  };
  return {
    async readJson(...path) {
      try {
        const handle = await openRegular(join(root, ...path));
        try {
          if ((await handle.stat()).size > mostBytes) throw new Error('it is too large');
          return JSON.parse(await handle.readFile('utf8')) as unknown;
        } finally {
          await handle.close();
        }
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    writeJson: (value, ...path) => writeText(`${JSON.stringify(value, undefined, 2)}\n`, ...path),
    writeText,
    async folders(...path) {
      try {
        const found = await readdir(join(root, ...path), { withFileTypes: true });
        return found
          .filter(entry => entry.isDirectory())
          .map(({ name }) => name)
          .toSorted();
      } catch (error) {
        if (isMissing(error)) return [];
        throw error;
      }
    },
    remove: (...path) => rm(join(root, ...path), { recursive: true, force: true }),
  };
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
