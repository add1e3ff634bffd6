/** A change of a text: the words from `from` to `to` are replaced by others. */
interface Edit {
  readonly from: number;
  readonly to: number;
  readonly words: readonly string[];
}

/** Above this the words that differ count as replaced as a whole, which is bounded work and loses nothing. */
const maxCompared = 250_000;

const wordStart = /^[\p{L}\p{N}_]/u;

/**
 * Merges two texts that both began as `base`. What either side wrote is in the result, in its order; what one side deleted and the
 * other left alone is not. Where both wrote at the same place, the first side's words come first.
 */
export function mergeTexts(base: string, one: string, other: string): string {
  if (one === other || base === other) return one;
  if (base === one) return other;
  const words = wordsOf(base);
  const [first, second] = [editsOf(words, wordsOf(one)), editsOf(words, wordsOf(other))];
  const merged: (readonly string[])[] = [];
  let at = 0;
  for (const { from, to, ones, others } of regionsOf(first, second)) {
    merged.push(words.slice(at, from), mergeRegion(words, { from, to }, ones, others));
    at = to;
  }
  return joined([...merged, words.slice(at)].flat());
}

/** In a text no two words are next to each other; where the merge put them there, they get a space. */
function joined(words: readonly string[]): string {
  const isWord = (text: string | undefined) => text !== undefined && wordStart.test(text);
  return words.map((word, at) => (isWord(words[at - 1]) && isWord(word) ? ` ${word}` : word)).join('');
}

/** Words, single signs and single spaces, so that a word that grew does not touch its neighbours. */
function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}_]+|[^\p{L}\p{N}_]/gu) ?? [];
}

interface Region {
  readonly from: number;
  readonly to: number;
  readonly ones: readonly Edit[];
  readonly others: readonly Edit[];
}

/** Groups the edits of both sides that touch the same words. */
function regionsOf(ones: readonly Edit[], others: readonly Edit[]): readonly Region[] {
  const all = [...ones.map(edit => ({ edit, isOne: true })), ...others.map(edit => ({ edit, isOne: false }))];
  const regions: { from: number; to: number; ones: Edit[]; others: Edit[] }[] = [];
  for (const { edit, isOne } of all.toSorted((a, b) => a.edit.from - b.edit.from || a.edit.to - b.edit.to)) {
    const last = regions.at(-1);
    const joins = last !== undefined && (edit.from < last.to || (edit.from === edit.to && last.from === last.to && edit.from === last.to));
    const region = joins ? last : { from: edit.from, to: edit.to, ones: [], others: [] };
    if (!joins) regions.push(region);
    region.to = Math.max(region.to, edit.to);
    (isOne ? region.ones : region.others).push(edit);
  }
  return regions;
}

function mergeRegion(
  base: readonly string[],
  { from, to }: Pick<Region, 'from' | 'to'>,
  ones: readonly Edit[],
  others: readonly Edit[],
): readonly string[] {
  if (ones.length === 0) return applied(base, { from, to }, others);
  const one = applied(base, { from, to }, ones, others);
  if (others.length === 0) return one;
  const added = others.flatMap(({ words }) => words);
  if (one.join('') === added.join('')) return one;
  // A new line there does not come between the words that go on here.
  if (from === to && one[0] === '\n' && added[0] !== '\n') return [...added, ...one];
  // Two texts that began from nothing are two lines.
  const space = base.length === 0 ? '\n' : ' ';
  const isApart = [one.at(-1), added[0]].some(word => word === undefined || word === '\n' || word === space);
  return one.concat(isApart ? [] : [space], added);
}

function applied(
  base: readonly string[],
  { from, to }: Pick<Region, 'from' | 'to'>,
  edits: readonly Edit[],
  others: readonly Edit[] = [],
): readonly string[] {
  const kept = (start: number, end: number) =>
    base.slice(start, end).filter((_, at) => others.every(other => start + at < other.from || start + at >= other.to));
  const result: (readonly string[])[] = [];
  let at = from;
  for (const edit of edits) {
    result.push(kept(at, edit.from), edit.words);
    at = edit.to;
  }
  return [...result, kept(at, to)].flat();
}

/** The edits that make `after` of `before`: a longest common subsequence of what is between the common ends. */
function editsOf(before: readonly string[], after: readonly string[]): readonly Edit[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  const left = Math.min(before.length, after.length) - start;
  while (end < left && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  const [old, now] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  if (old.length === 0 && now.length === 0) return [];
  if (old.length * now.length > maxCompared) return [{ from: start, to: start + old.length, words: now }];
  return gaps(old, now).map(({ from, to, words }) => ({ from: from + start, to: to + start, words }));
}

function gaps(old: readonly string[], now: readonly string[]): readonly Edit[] {
  const width = now.length + 1;
  // lengths[i * width + j]: how many words old.slice(i) and now.slice(j) have in common.
  const lengths = new Uint32Array((old.length + 1) * width);
  const common = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] = old[i] === now[j] ? common(i + 1, j + 1) + 1 : Math.max(common(i + 1, j), common(i, j + 1));
    }
  }
  const edits: Edit[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    const [from, first] = [i, j];
    while ((i < old.length || j < now.length) && (old[i] !== now[j] || i >= old.length || j >= now.length)) {
      if (j >= now.length || (i < old.length && common(i + 1, j) >= common(i, j + 1))) i += 1;
      else j += 1;
    }
    if (i > from || j > first) edits.push({ from, to: i, words: now.slice(first, j) });
    while (i < old.length && j < now.length && old[i] === now[j]) [i, j] = [i + 1, j + 1];
  }
  return edits;
}
