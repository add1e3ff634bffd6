/** A run of words that is in both texts, only in the new one, or only in the old one. */
export interface WordRun {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** The maximum size of the comparison table. Larger texts are shown as completely replaced. */
const maxSteps = 4_000_000;

/** Compares two texts word by word. */
export function wordDiff(before: string, after: string): readonly WordRun[] {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const runs: { kind: WordRun['kind']; text: string }[] = [];
  const add = (kind: WordRun['kind'], text: string) => {
    const last = runs.at(-1);
    if (last?.kind === kind) last.text += text;
    else if (text !== '') runs.push({ kind, text });
  };
  add('same', now.slice(0, start).join(''));
  for (const { kind, text } of middle(old.slice(start, old.length - end), now.slice(start, now.length - end))) add(kind, text);
  add('same', now.slice(now.length - end).join(''));
  return runs;
}

/** The longest common subsequence, by dynamic programming. */
function middle(old: readonly string[], now: readonly string[]): readonly WordRun[] {
  if (old.length * now.length > maxSteps) {
    return [
      { kind: 'removed', text: old.join('') },
      { kind: 'added', text: now.join('') },
    ];
  }
  const width = now.length + 1;
  const lengths = new Uint16Array((old.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const runs: WordRun[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      runs.push({ kind: 'same', text: now[j] ?? '' });
      i += 1;
      j += 1;
    } else if (i < old.length && (j === now.length || at(i + 1, j) >= at(i, j + 1))) {
      runs.push({ kind: 'removed', text: old[i] ?? '' });
      i += 1;
    } else {
      runs.push({ kind: 'added', text: now[j] ?? '' });
      j += 1;
    }
  }
  return runs;
}

function wordsOf(text: string): readonly string[] {
  return text.match(/\s+|[^\s\p{P}\p{S}]+|[\p{P}\p{S}]/gu) ?? [];
}
