import { visibleText } from '@atelier/kernel';

const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;
const longestBytes = 120;

/** A name that every system takes for a file, which begins with the day so that a folder is in order. */
export function fileName(title: string, createdAt: number): string {
  const shown = visibleText(title, 'prose')
    .replaceAll(/[<>:"/\\|?*]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  let name = '';
  // Whole characters, as a person sees them: half of one is none.
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(shown)) {
    if (Buffer.byteLength(name + segment) > longestBytes) break;
    name += segment;
  }
  name = name.replace(/[. ]+$/, '').replace(/^[. ]+/, '');
  const day = new Date(createdAt).toISOString().slice(0, 10);
  return name === '' || reserved.test(name) ? day : `${day} ${name}`;
}

/** The name, or the first of its kind that is free: `a.md`, `a (2).md`. Systems that tell no case apart are thought of. */
export function freeName(taken: Set<string>, name: string, extension = ''): string {
  for (let count = 1; ; count++) {
    const tried = `${name}${count === 1 ? '' : ` (${count})`}${extension}`;
    const key = tried.toLowerCase().normalize('NFC');
    if (taken.has(key)) continue;
    taken.add(key);
    return tried;
  }
}
