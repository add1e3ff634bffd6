import { type Change, joined } from './changes.ts';

/** Above this the words that differ count as replaced as a whole, which is bounded work and loses nothing. */
const maxCompared = 250_000;

/** How one text may have become the other: the words that both have in one order count as kept. */
export function compareWords(before: string, after: string): Change {
  return compared(wordsOf(before), wordsOf(after));
}

/**
 * The same for a text of which nobody knows how it came about: only whole lines count as kept, and lines that were written on. A word
 * that happens to be in both is not the same word.
 */
export function compareLines(before: string, after: string): Change {
  return compared(linesOf(before), linesOf(after));
}

/** Words with their accents, single signs and single spaces. */
function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}_][\p{L}\p{N}\p{M}_]*|[^\p{L}\p{N}_](?:[\p{M}\p{EMod}]|\u200d\P{M})*/gu) ?? [];
}

function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]+|\n/g) ?? [];
}

function compared(before: readonly string[], after: readonly string[]): Change {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  const left = Math.min(before.length, after.length) - start;
  while (end < left && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  const [old, now] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  const [head, body, tail] = [before.slice(0, start), old, before.slice(before.length - end)].map(words => words.join('').length) as [
    number,
    number,
    number,
  ];
  const between = old.length * now.length > maxCompared ? grown(old.join(''), now.join(''), head) : common(old, now, head);
  return joined([{ from: 0, to: head }, ...between, { from: head + body, to: head + body + tail }]);
}

/** What became of a stretch that is not the same: what was only written on is kept. */
function grown(old: string, now: string, at: number): Change {
  if (old === '') return [now];
  const found = now.startsWith(old) ? 0 : now.endsWith(old) ? now.length - old.length : -1;
  return found === -1 ? [now] : [now.slice(0, found), { from: at, to: at + old.length }, now.slice(found + old.length)];
}

function common(old: readonly string[], now: readonly string[], start: number): Change {
  const width = now.length + 1;
  // lengths[i * width + j]: how many words old.slice(i) and now.slice(j) have in common.
  const lengths = new Uint32Array((old.length + 1) * width);
  const length = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] = old[i] === now[j] ? length(i + 1, j + 1) + 1 : Math.max(length(i + 1, j), length(i, j + 1));
    }
  }
  const pieces: Change[number][] = [];
  let [i, j, at] = [0, 0, start];
  while (i < old.length || j < now.length) {
    const [from, first] = [i, j];
    while ((i < old.length || j < now.length) && (old[i] !== now[j] || i >= old.length || j >= now.length)) {
      if (j >= now.length || (i < old.length && length(i + 1, j) >= length(i, j + 1))) i += 1;
      else j += 1;
    }
    const [gone, written] = [old.slice(from, i).join(''), now.slice(first, j).join('')];
    pieces.push(...grown(gone, written, at));
    at += gone.length;
    for (; i < old.length && j < now.length && old[i] === now[j]; [i, j] = [i + 1, j + 1]) {
      pieces.push({ from: at, to: at + old[i]!.length });
      at += old[i]!.length;
    }
  }
  return pieces;
}
