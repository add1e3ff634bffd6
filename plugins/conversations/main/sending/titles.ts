import { visibleText } from '@atelier/kernel';

const longest = 60;

/** The first words of a text, cut at the end of a word. */
export function titleFromWords(text: string): string | undefined {
  const line = text
    .replaceAll(/```[\s\S]*?(?:```|$)/g, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
    .replaceAll(/[#*_`>[\]]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (line === '') return undefined;
  if (line.length <= longest) return line;
  const cut = line.slice(0, longest);
  const space = cut.lastIndexOf(' ');
  return `${(space > longest / 2 ? cut.slice(0, space) : cut).trimEnd()}…`;
}

/** A title that the person wrote, without control characters, on one line. */
export function cleanTitle(text: string): string {
  const line = text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return visibleText(line, 'name').slice(0, 200);
}

/** A title with the next number that no conversation has. */
export function numberedTitle(title: string, isTaken: (title: string) => boolean): string {
  const base = title.slice(0, 54).replace(/ \(\d{1,4}\)$/, '');
  for (let number = 2; ; number += 1) {
    const numbered = `${base} (${number})`;
    if (!isTaken(numbered)) return numbered;
  }
}
