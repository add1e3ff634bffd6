import { visibleText } from '@atelier/kernel';

const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;
const maxBytes = 120;

/** A file name that is valid on every system. It begins with the date, so that a folder is sorted by it. */
export function fileName(title: string, createdAt: number): string {
  const shown = visibleText(title, 'prose')
    .replaceAll(/[<>:"/\\|?*]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  let name = '';
  // Cut between grapheme clusters.
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(shown)) {
    if (Buffer.byteLength(name + segment) > maxBytes) break;
    name += segment;
  }
  name = name.replace(/(?<![. ])[. ]+$/, '').replace(/^[. ]+/, '');
  const day = new Date(createdAt).toISOString().slice(0, 10);
  return name === '' || reserved.test(name) ? day : `${day} ${name}`;
}

/** The first free name: `a.md`, `a (2).md`. Compared without case, for case-insensitive systems. */
export function freeName(taken: Set<string>, name: string, extension = ''): string {
  for (let count = 1; ; count++) {
    const tried = `${name}${count === 1 ? '' : ` (${count})`}${extension}`;
    const key = tried.toLowerCase().normalize('NFC');
    if (taken.has(key)) continue;
    taken.add(key);
    return tried;
  }
}
