import { createHash } from 'node:crypto';
import { open, readFile, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isAppError } from '@atelier/kernel';
import { errors } from '../errors.ts';

/** How many results of one rule have a name of the same minute. */
const mostAlike = 100;

/** A folder as it really is; undefined if it is gone. */
export const realFolder = async (folder: string): Promise<string | undefined> => await realpath(folder).catch(() => undefined);

/**
 * Writes a result into a new file of a folder and reads it back. Nothing that is there is replaced or followed, and a folder that has
 * become a link to another place is refused.
 */
export async function writeResult(
  folder: string,
  { title, at, text }: { readonly title: string; readonly at: number; readonly text: string },
): Promise<{ readonly path: string; readonly digest: string }> {
  if ((await realFolder(folder)) !== folder) throw errors['automation/no-folder']({ folder });
  const path = await created(folder, nameOf(title, at), text);
  const there = await readFile(path);
  const digest = digestOf(there);
  if (dirname(await realpath(path)) !== folder || digest !== digestOf(Buffer.from(text))) throw errors['automation/not-written']({ path });
  return { path, digest };
}

async function created(folder: string, name: string, text: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const path = join(folder, `${name}${number === 1 ? '' : ` (${number})`}.md`);
    try {
      const file = await open(path, 'wx', 0o600);
      try {
        await file.writeFile(text);
        await file.sync();
      } finally {
        await file.close();
      }
      return path;
    } catch (error) {
      if (isAppError(error) || (error as NodeJS.ErrnoException).code !== 'EEXIST' || number >= mostAlike) throw error;
    }
  }
}

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The title in letters that every file system has, and the minute. */
function nameOf(title: string, at: number): string {
  const bare = title
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, 60)
    .trim();
  const time = new Date(at);
  const two = (number: number) => String(number).padStart(2, '0');
  const minute = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())} ${two(time.getHours())}.${two(time.getMinutes())}`;
  return bare === '' ? minute : `${bare} ${minute}`;
}
