import { readdirSync } from 'node:fs';

const entry = /(?:^|\0)160000 [^\t]*\t([^\0]*)/g;

/** The first submodule, of a list of an index or a tree, whose folder has something in it. One that was never fetched is empty. */
export function filledSubmodule(top: string, listed: Buffer): string | undefined {
  for (const [, name = ''] of listed.toString('latin1').matchAll(entry)) {
    const bytes = Buffer.from(name, 'latin1');
    if (!isEmpty(Buffer.concat([Buffer.from(`${top}/`), bytes]))) return bytes.toString('utf8');
  }
  return undefined;
}

/** Whether a folder is empty, or not there. */
export function isEmpty(folder: string | Buffer): boolean {
  try {
    return readdirSync(folder).length === 0;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}
