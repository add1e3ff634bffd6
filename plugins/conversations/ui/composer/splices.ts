import type { Save } from './synced-text.ts';

type Splice = NonNullable<Save['splices']>[number];

/** The kernel accepts at most this many. */
const maxSplices = 500;

/** The one stretch in which two texts differ. What was typed ends at the caret, where that is known: which of two same letters is new. */
export function spliceOf(before: string, after: string, caret = after.length): Splice {
  const isThere = before.endsWith(after.slice(caret));
  // What was put before the whole text is no part of its first word, wherever the caret stands.
  let end = isThere ? after.length - caret : after.endsWith(before) ? before.length : 0;
  const shorter = Math.min(before.length, after.length);
  end = Math.min(end, shorter);
  let start = 0;
  while (start < shorter - end && before[start] === after[start]) start += 1;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  // No half of a sign.
  if (isLater(before, start) || isLater(after, start)) start -= 1;
  if (isLater(before, before.length - end) || isLater(after, after.length - end)) end -= 1;
  return { from: start, to: before.length - end, text: after.slice(start, after.length - end) };
}

/** The splices and one more, which may go on where the last one ended; undefined once they are too many. */
export function withSplice(splices: readonly Splice[] | undefined, next: Splice): readonly Splice[] | undefined {
  const { from, to, text } = next;
  if (splices === undefined || (from === to && text === '')) return splices;
  const last = splices.at(-1);
  const end = last === undefined ? -1 : last.from + last.text.length;
  if (last === undefined || from < last.from || to > end) return splices.length === maxSplices ? undefined : [...splices, next];
  const grown = `${last.text.slice(0, from - last.from)}${text}${last.text.slice(to - last.from)}`;
  return [...splices.slice(0, -1), { ...last, text: grown }];
}

function isLater(text: string, at: number): boolean {
  return /[\uDC00-\uDFFF]/.test(text[at] ?? '') && /[\uD800-\uDBFF]/.test(text[at - 1] ?? '');
}
