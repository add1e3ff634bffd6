import { gramsOf, places, unit } from './grams.ts';

/** A memory as the ranker keeps it: no words of it. Times are in milliseconds. */
export interface Ranked {
  readonly number: number;
  readonly vector: Uint8Array;
  readonly project: string | undefined;
  readonly kind: string;
  readonly from: number;
  readonly until: number | undefined;
  readonly updatedAt: number;
  /** It took its end when it was last written: no clock that was set back makes it hold again. */
  readonly isEnded?: boolean;
  readonly confidence: number;
  readonly importance: number;
  readonly timesUsed: number;
  /** An extension stored it, and no model is told it yet. */
  readonly isHeld?: boolean;
}

export interface Asked {
  readonly text: string;
  readonly limit: number;
  /** The keys of the projects that may answer, beside what is of no project. Undefined: all. */
  readonly projects?: readonly string[];
  readonly scope?: 'global' | 'project';
  readonly kinds?: readonly string[];
  /** Only what models are told. */
  readonly told?: true;
  /** Left out, what holds now. */
  readonly at?: number;
  readonly now: number;
}

export interface RankedHit {
  readonly number: number;
  readonly score: number;
  readonly words: number;
}

const dayMs = 24 * 3600 * 1000;
/** How much recency, confidence, importance and use may add to the nearness of the words, together at most a quarter. */
const shares = { recency: 0.08, confidence: 0.07, importance: 0.05, use: 0.05 };
const most = 1 + shares.recency + shares.confidence + shares.importance + shares.use;
const beginsWith = 1024;
/** So many memories without any of the words are thought to be there: among a few, the words in all of them would count for nothing. */
const supposed = 1000;

/**
 * Finds the memories nearest to a text: for each place of a hashed trigram the list of memories that have it, with its weight. Exact:
 * every memory that shares a trigram is counted.
 */
export class Ranker {
  /** A posting is the row of a memory in the upper 24 bits, and its weight in the lower 8. */
  readonly #lists: (Uint32Array | undefined)[] = new Array(places);
  readonly #lengths = new Uint32Array(places);
  readonly #rows = new Map<number, number>();
  readonly #projects = new Map<string | undefined, number>([[undefined, 0]]);
  readonly #kinds = new Map<string, number>();
  #count = 0;
  #numbers = new Float64Array(beginsWith);
  #from = new Float64Array(beginsWith);
  #until = new Float64Array(beginsWith);
  /** The same for what holds now. */
  #fromNow = new Float64Array(beginsWith);
  #untilNow = new Float64Array(beginsWith);
  #updated = new Float64Array(beginsWith);
  /** What confidence, importance and use add. */
  #worth = new Float32Array(beginsWith);
  #project = new Int32Array(beginsWith);
  #kind = new Uint8Array(beginsWith);
  #held = new Uint8Array(beginsWith);
  #scores = new Float32Array(beginsWith);
  #touched = new Uint32Array(beginsWith);

  put(memory: Ranked): void {
    this.remove(memory.number);
    const row = this.#count;
    this.#count += 1;
    if (row === this.#numbers.length) this.#grow();
    this.#rows.set(memory.number, row);
    this.#numbers[row] = memory.number;
    this.#from[row] = memory.from;
    this.#until[row] = memory.until ?? Number.POSITIVE_INFINITY;
    this.#fromNow[row] = memory.from <= memory.updatedAt ? Number.NEGATIVE_INFINITY : memory.from;
    this.#untilNow[row] = memory.isEnded === true ? Number.NEGATIVE_INFINITY : (memory.until ?? Number.POSITIVE_INFINITY);
    this.#updated[row] = memory.updatedAt;
    this.#project[row] = idOf(this.#projects, memory.project);
    this.#kind[row] = idOf(this.#kinds, memory.kind);
    this.#held[row] = memory.isHeld === true ? 1 : 0;
    this.#worth[row] =
      shares.confidence * memory.confidence + shares.importance * memory.importance + shares.use * (1 - 1 / (1 + memory.timesUsed / 5));
    const { vector } = memory;
    const size = vector.length / 3;
    for (let at = 0; at < size; at += 1)
      this.#add((vector[at * 2] ?? 0) | ((vector[at * 2 + 1] ?? 0) << 8), row, vector[size * 2 + at] ?? 0);
  }

  remove(number: number): void {
    const row = this.#rows.get(number);
    if (row === undefined) return;
    this.#rows.delete(number);
    this.#numbers[row] = -1;
  }

  search(asked: Asked): RankedHit[] {
    const terms = this.#terms(asked.text);
    const ideal = terms.reduce((sum, { weight }) => sum + weight, 0);
    if (ideal === 0) return [];
    const touched = this.#count === 0 ? 0 : this.#accumulate(terms);
    const best = this.#best(asked, touched, ideal);
    for (let at = 0; at < touched; at += 1) this.#scores[this.#touched[at] ?? 0] = 0;
    return best;
  }

  #terms(text: string): { place: number; weight: number }[] {
    const terms: { place: number; weight: number }[] = [];
    for (const [place, count] of gramsOf(text)) {
      const length = this.#lengths[place] ?? 0;
      const rarity = Math.log(1 + (supposed + this.#count - length + 0.5) / (length + 0.5));
      terms.push({ place, weight: rarity * Math.min(2, count) });
    }
    return terms;
  }

  #accumulate(terms: readonly { place: number; weight: number }[]): number {
    const scores = this.#scores;
    const touched = this.#touched;
    let found = 0;
    for (const { place, weight } of terms) {
      const list = this.#lists[place];
      if (list === undefined) continue;
      const length = this.#lengths[place] ?? 0;
      const scaled = weight / unit;
      for (let at = 0; at < length; at += 1) {
        const posting = list[at] as number;
        const row = posting >>> 8;
        const before = scores[row] as number;
        if (before === 0) {
          touched[found] = row;
          found += 1;
        }
        scores[row] = before + scaled * (posting & 0xff);
      }
    }
    return found;
  }

  #best({ limit, at, now, projects, scope, kinds, told }: Asked, touched: number, ideal: number): RankedHit[] {
    const wanted = projects && new Set(projects.map(project => this.#projects.get(project)));
    const allowed = kinds && new Set(kinds.map(kind => this.#kinds.get(kind)));
    const [froms, untils, moment] = at === undefined ? [this.#fromNow, this.#untilNow, now] : [this.#from, this.#until, at];
    const best: RankedHit[] = [];
    let least = 0;
    for (let nth = 0; nth < touched; nth += 1) {
      const row = this.#touched[nth] as number;
      const words = (this.#scores[row] as number) / ideal;
      if (words * most <= least || this.#numbers[row] === -1) continue;
      if ((froms[row] as number) > moment || (untils[row] as number) <= moment) continue;
      const of = this.#project[row] as number;
      if (wanted !== undefined && of !== 0 && !wanted.has(of)) continue;
      if (scope !== undefined && (of === 0) !== (scope === 'global')) continue;
      if (allowed !== undefined && !allowed.has(this.#kind[row] as number)) continue;
      if (told === true && this.#held[row] === 1) continue;
      const age = Math.max(0, now - (this.#updated[row] as number)) / dayMs;
      const score = words * (1 + (this.#worth[row] as number) + shares.recency / (1 + age / 30));
      if (score <= least) continue;
      insert(best, { number: this.#numbers[row] as number, score, words }, limit);
      if (best.length === limit) least = best.at(-1)?.score ?? 0;
    }
    return best.map(hit => ({ ...hit, score: Math.min(1, hit.score / most), words: Math.min(1, hit.words) }));
  }

  #add(place: number, row: number, weight: number): void {
    const length = this.#lengths[place] as number;
    let list = this.#lists[place];
    if (list === undefined || length === list.length) {
      const longer = new Uint32Array(Math.max(4, Math.ceil(length * 1.5)));
      if (list !== undefined) longer.set(list);
      this.#lists[place] = longer;
      list = longer;
    }
    list[length] = (row << 8) | weight;
    this.#lengths[place] = length + 1;
  }

  #grow(): void {
    const size = this.#numbers.length * 2;
    const longer = <T extends Float64Array | Float32Array | Int32Array | Uint32Array | Uint8Array>(old: T): T => {
      const made = new (old.constructor as new (length: number) => T)(size);
      made.set(old as never);
      return made;
    };
    this.#numbers = longer(this.#numbers);
    this.#from = longer(this.#from);
    this.#until = longer(this.#until);
    this.#fromNow = longer(this.#fromNow);
    this.#untilNow = longer(this.#untilNow);
    this.#updated = longer(this.#updated);
    this.#worth = longer(this.#worth);
    this.#project = longer(this.#project);
    this.#kind = longer(this.#kind);
    this.#held = longer(this.#held);
    this.#scores = longer(this.#scores);
    this.#touched = longer(this.#touched);
  }
}

function idOf<T>(ids: Map<T, number>, value: T): number {
  const id = ids.get(value) ?? ids.size;
  ids.set(value, id);
  return id;
}

function insert(best: RankedHit[], hit: RankedHit, limit: number): void {
  let at = best.length;
  while (at > 0 && (best[at - 1]?.score ?? 0) < hit.score) at -= 1;
  best.splice(at, 0, hit);
  if (best.length > limit) best.pop();
}
