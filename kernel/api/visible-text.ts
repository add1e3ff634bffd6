/** Invisible characters: controls, direction marks, zero-width and filler characters, variation selectors, tags. */
const unseen =
  '0-8 b-1f 7f-9f ad 34f 61c 115f-1160 17b4-17b5 180b-180f 200b-200f 2028-202e 2060-206f 3164 d800-dfff fe00-fe0f feff ffa0 fff0-fffb 1d173-1d17a e0000-e0fff';
const hidden = new RegExp(`[${unseen.replace(/[0-9a-f]+/g, point => `\\u{${point}}`).replaceAll(' ', '')}]`, 'gu');
const mayHide = /[^\t\n\x20-\x7e\u00a0-\u00ac\u00ae-\u024f\u2010-\u2027\u2030-\u205e\u20a0-\u2bff]/;

const joins = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)$/u;
const writes = /[\p{M}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}]$/u;

/**
 * Replaces each invisible character with its code point, so that a reader sees and copies all that the text contains. Emoji keep
 * their joiners; names and prose also keep letter joiners, prose direction marks and word-break hints; code keeps nothing else.
 */
export function visibleText(text: string, kind: TextKind): string {
  if (!mayHide.test(text)) return text;
  return text.replace(hidden, (character, at: number) => (mayStay(character, text, at, kind) ? character : named(character)));
}

/** A name stands among words of others, for which an invisible character in it could be taken. */
export type TextKind = 'prose' | 'name' | 'code';

function mayStay(character: string, text: string, at: number, kind: TextKind): boolean {
  const before = text.slice(Math.max(0, at - 2), at);
  const after = text.slice(at + 1, at + 3);
  switch (character) {
    case '\u200d':
      return (joins.test(before) && /^\p{Extended_Pictographic}/u.test(after)) || (kind !== 'code' && writes.test(before));
    case '\u200c':
      return kind !== 'code' && writes.test(before);
    case '\ufe0e':
    case '\ufe0f':
      return /\p{Extended_Pictographic}$/u.test(before) || (/[0-9#*]$/.test(before) && after.startsWith('\u20e3'));
    case '\u200e':
    case '\u200f':
    case '\u061c':
    case '\u00ad':
      return kind === 'prose';
    default:
      return false;
  }
}

function named(character: string): string {
  return `⟦U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟧`;
}
