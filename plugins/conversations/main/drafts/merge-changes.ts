import { type Change, joined } from './changes.ts';

/** Two changes of one text, made without knowing of each other, as changes of what they lead to. */
export interface Merged {
  /** From the text that the first change led to. */
  readonly afterOne: Change;
  /** From the text that the other change led to. */
  readonly afterOther: Change;
}

/** What is at one place of the base, and which texts have it. */
interface Run {
  readonly text: string;
  readonly inOne: boolean;
  readonly inOther: boolean;
  readonly isKept: boolean;
}

const endsWithWord = /[\p{L}\p{N}\p{M}_]$/u;
const startsWithWord = /^[\p{L}\p{N}_]/u;
/** Signs that belong to the one before them: accents, joined pictures, halves of one sign. */
const startsInside = /^[\p{M}\p{EMod}\u200d]/u;

/**
 * Merges two changes of `base`. What either side wrote is there, in its order; what either side deleted is not. Where both wrote at the
 * same place, what goes on there comes first, then the first side's words.
 */
export function mergeChanges(base: string, one: Change, other: Change): Merged {
  const runs = new Runs();
  const [ones, others] = [insertionsOf(one, base.length), insertionsOf(other, base.length)];
  const places = [...new Set([0, base.length, ...ones.cuts, ...others.cuts])].toSorted((a, b) => a - b);
  places.forEach((place, at) => {
    const [mine, theirs] = [ones.texts.get(place) ?? '', others.texts.get(place) ?? ''];
    const isFirst = goesFirst(theirs, mine, runs.end);
    if (isFirst) runs.push({ text: theirs, inOne: false, inOther: true, isKept: true });
    // Two texts that began from nothing are two lines.
    const isApart = base === '' && mine !== '' && theirs !== '' && !mine.endsWith('\n') && !theirs.startsWith('\n');
    runs.push({ text: mine, inOne: true, inOther: false, isKept: true });
    if (isApart) runs.push({ text: '\n', inOne: false, inOther: false, isKept: true });
    if (!isFirst) runs.push({ text: theirs, inOne: false, inOther: true, isKept: true });
    const [inOne, inOther] = [ones.keeps(place), others.keeps(place)];
    runs.push({ text: base.slice(place, places[at + 1] ?? place), inOne, inOther, isKept: inOne && inOther });
  });
  return { afterOne: runs.changeOf('inOne'), afterOther: runs.changeOf('inOther') };
}

/** Whether what the other side wrote at a place comes before what the first side wrote there. `before` is what stands before both. */
function goesFirst(other: string, one: string, before: string): boolean {
  if (other === '' || one === '') return false;
  if (goesOn(one, before)) return false;
  if (goesOn(other, before)) return true;
  // Lines that the first side has below or above stay apart from the words that go on here.
  return one.startsWith('\n') && before !== '';
}

function goesOn(text: string, before: string): boolean {
  return startsInside.test(text) || (startsWithWord.test(text) && endsWithWord.test(before));
}

class Runs {
  readonly #all: Run[] = [];
  #kept: Run | undefined;
  #one: Run | undefined;
  #other: Run | undefined;

  get end(): string {
    return this.#kept?.text.slice(-2) ?? '';
  }

  push(run: Run): void {
    if (run.text === '') return;
    if (run.isKept) {
      if (this.#isGrownTogether(run)) this.#add({ text: ' ', inOne: false, inOther: false, isKept: true });
      this.#kept = run;
    }
    this.#add(run);
  }

  changeOf(side: 'inOne' | 'inOther'): Change {
    let at = 0;
    const pieces = this.#all.flatMap(run => {
      const from = at;
      if (run[side]) at += run.text.length;
      if (!run.isKept) return [];
      return [run[side] ? { from, to: at } : run.text];
    });
    return joined(pieces);
  }

  /** In neither text these two words are next to each other. */
  #isGrownTogether({ text, inOne, inOther }: Run): boolean {
    const last = this.#kept;
    if (last === undefined || !startsWithWord.test(text) || !endsWithWord.test(last.text.slice(-2))) return false;
    return !(inOne && this.#one === last) && !(inOther && this.#other === last);
  }

  #add(run: Run): void {
    this.#all.push(run);
    if (run.inOne) this.#one = run;
    if (run.inOther) this.#other = run;
    if (run.isKept) this.#kept = run;
  }
}

/** What a change inserts at which places of the old text, and which of its stretches it keeps. */
function insertionsOf(change: Change, length: number) {
  const texts = new Map<number, string>();
  const kept: { readonly from: number; readonly to: number }[] = [];
  let at = 0;
  for (const piece of change) {
    if (typeof piece === 'string') texts.set(at, (texts.get(at) ?? '') + piece);
    else {
      kept.push(piece);
      at = piece.to;
    }
  }
  let index = 0;
  return {
    texts,
    cuts: [...texts.keys(), ...kept.flatMap(({ from, to }) => [from, to])].filter(cut => cut <= length),
    /** Asked of ascending places. */
    keeps(place: number): boolean {
      while (index < kept.length && kept[index]!.to <= place) index += 1;
      return index < kept.length && kept[index]!.from <= place;
    },
  };
}
