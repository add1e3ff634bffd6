import { applied, type Change, composed, keptOf, type Splice, spliced, unchanged, without } from './changes.ts';
import { compareLines, compareWords } from './compare-texts.ts';
import { mergeChanges } from './merge-changes.ts';

/** A text that a page has, and what became of it in the draft. */
interface View {
  /** The page whose text it is; undefined: it was the draft's own, which any page may have taken. */
  readonly by: string | undefined;
  readonly text: string;
  change: Change;
}

/** Where a message stands in a draft, also while others go on writing. */
export interface Held {
  readonly view: View;
  readonly from: number;
  readonly to: number;
}

/** So many texts, and so many characters of them, are remembered. */
const maxViews = 32;
const maxRemembered = 4_000_000;

/**
 * The text of one draft, and how it came out of the texts that pages have: what a page changes, and what it sends, is found where it
 * is, and never by its words.
 */
export class DraftText {
  #text: string;
  #views: readonly View[] = [];
  #held: readonly Held[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  get text(): string {
    return this.#text;
  }

  /** A message of it is being sent. */
  get isHeld(): boolean {
    return this.#held.length > 0;
  }

  /** The newest text that a page has saved, as long as it is remembered. */
  newestOf(by: string | undefined): string | undefined {
    return this.#views.findLast(view => view.by === by)?.text;
  }

  /** Others may have this text from now on. */
  shown(): void {
    this.#remember({ by: undefined, text: this.#text, change: unchanged(this.#text.length) });
  }

  /** A page has made `after` of `before`, by these steps if they are known. */
  write(by: string | undefined, before: string, after: string, steps: readonly Splice[] | undefined): void {
    const became = this.#viewOf(by, before)?.change ?? compareLines(before, this.#text);
    const exact = steps === undefined ? undefined : spliced(before.length, steps);
    const isExact = exact !== undefined && applied(before, exact) === after;
    const { afterOne, afterOther } = mergeChanges(before, became, isExact ? exact : compareWords(before, after));
    const saved = this.#text;
    this.#change(afterOne);
    this.#remember({ by, text: after, change: afterOther });
    this.#trim([saved, after]);
  }

  /** What a page has is all that is known to be left of its text; what is here stays too. */
  regain(by: string | undefined, text: string): void {
    if (text.includes(this.#text)) {
      this.replace(text);
      this.#remember({ by, text, change: unchanged(text.length) });
    } else this.write(by, '', text, undefined);
  }

  /** Whoever changed it did not say how. */
  replace(text: string): void {
    if (text !== this.#text) this.#change(compareWords(this.#text, text));
  }

  append(text: string): Held {
    this.#change([...unchanged(this.#text.length), this.#text === '' ? text : `\n${text}`]);
    const { length } = this.#text;
    return this.#hold({ by: undefined, text: this.#text, change: unchanged(length) }, length - text.length, text.length);
  }

  /** Finds the message that a page sends: at this place of the text that it saved last, otherwise a text of whole lines. */
  hold(message: string, by: string | undefined, at: number | undefined): Held | undefined {
    const view = at === undefined || by === undefined ? undefined : this.#views.findLast(one => one.by === by);
    const isThere = view !== undefined && at !== undefined && view.text.startsWith(message, at);
    const from = isThere ? at : lineWith(this.#text, message);
    if (from === -1 || message === '') return undefined;
    const own = isThere ? view : { by: undefined, text: this.#text, change: unchanged(this.#text.length) };
    return this.#hold(own, from, message.length);
  }

  /** Takes out what stands there as it was, in lines of its own; returns whether it did. */
  takeUnchanged(held: Held): boolean {
    const [stretch, more] = keptOf(held.view.change, held.from, held.to);
    const isWhole = stretch !== undefined && more === undefined && stretch.to - stretch.from === held.to - held.from;
    const ends = isWhole ? [this.#text[stretch.from - 1], this.#text[stretch.to]] : [];
    const isApart = isWhole && ends.every(end => end === undefined || end === '\n');
    if (isApart) this.take(held);
    else this.release(held);
    return isApart;
  }

  release(held: Held | undefined): void {
    this.#held = this.#held.filter(one => one !== held);
  }

  /** Takes a message out. What others wrote between its words stays. */
  take(held: Held | undefined): void {
    if (held === undefined) return;
    this.release(held);
    const stretches = keptOf(held.view.change, held.from, held.to).map(stretch => wholeLines(this.#text, stretch));
    this.#change(without(this.#text.length, stretches));
  }

  /** Takes empty lines from the ends that none of these texts had: between them stood what is gone now. */
  #trim(texts: readonly string[]): void {
    const { length } = this.#text;
    let [from, to] = [0, length];
    if (!texts.some(text => text.startsWith('\n'))) while (this.#text[from] === '\n') from += 1;
    if (!texts.some(text => text.endsWith('\n'))) while (to > from && this.#text[to - 1] === '\n') to -= 1;
    if (to - from < length) this.#change([{ from, to }]);
  }

  #hold(view: View, from: number, length: number): Held {
    const held = { view: { ...view }, from, to: from + length };
    this.#held = [...this.#held, held];
    return held;
  }

  #change(change: Change): void {
    this.#text = applied(this.#text, change);
    for (const view of new Set([...this.#views, ...this.#held.map(held => held.view)])) view.change = composed(view.change, change);
  }

  #viewOf(by: string | undefined, text: string): View | undefined {
    const of = (page: string | undefined) => this.#views.findLast(view => view.by === page && view.text === text);
    return of(by) ?? of(undefined);
  }

  #remember(view: View): void {
    // Of a page only its newest text is needed, and a text that nobody has changed since once.
    const isOld = ({ by, text }: View) => (view.by === undefined ? by === undefined && text === view.text : by === view.by);
    const views = [...this.#views.filter(one => !isOld(one)), view].slice(-maxViews);
    while (views.length > 1 && views.reduce((length, { text }) => length + text.length, 0) > maxRemembered) views.shift();
    this.#views = views;
  }
}

/** Where a text stands as whole lines; -1 if it does not. */
function lineWith(text: string, message: string): number {
  for (let at = text.indexOf(message); at !== -1; at = text.indexOf(message, at + 1)) {
    const end = at + message.length;
    if ((at === 0 || text[at - 1] === '\n') && (end === text.length || text[end] === '\n')) return at;
  }
  return -1;
}

/** With the ends of lines that would be left empty. */
function wholeLines(text: string, { from, to }: { readonly from: number; readonly to: number }) {
  if (from > 0 && text[from - 1] !== '\n') return { from, to };
  let end = to;
  while (text[end] === '\n') end += 1;
  let start = from;
  if (end === text.length) while (start > 0 && text[start - 1] === '\n') start -= 1;
  return { from: start, to: end };
}
