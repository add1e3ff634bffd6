import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const shortest = 6;
/** What stands in such a file beside keys, and says nothing about them. */
const plain = /^(?:type|api|name|id|baseUrl|url|provider|models?)$/i;

/** Every value of the files that hold keys, so that none of them can be in a report, wherever else it turns up. */
export async function storedSecrets(directory: string): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const [file, isAll] of [
    ['auth.json', true],
    ['models.json', false],
  ] as const) {
    try {
      collect(JSON.parse(await readFile(join(directory, file), 'utf8')), '', isAll, found);
    } catch {
      // What cannot be read cannot be told either.
    }
  }
  // The longest first: one key may begin with another.
  return [...found].sort((a, b) => b.length - a.length);
}

const secretName = /key|token|secret|password|authorization|access|refresh|cookie|credential/i;

function collect(value: unknown, name: string, isAll: boolean, found: Set<string>): void {
  if (typeof value === 'string') {
    if (value.length >= shortest && (isAll ? !plain.test(name) : secretName.test(name))) found.add(value);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) collect(inner, key, isAll || /^headers$/i.test(key), found);
  }
}
