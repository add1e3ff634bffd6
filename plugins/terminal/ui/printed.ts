/** A part of a line that looks the same; `style` is names of classes. */
export interface Span {
  readonly text: string;
  readonly style: string;
}

export type Line = readonly Span[];

const colours = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];
const escapeChar = '\u001b';
/** What moves or rings, and is not drawn. */
const isMoving = (char: string | undefined) => char === '\n' || char === '\r' || char === '\b' || char === '\u0007';

/** What a sequence of a terminal may be long at most; a longer one is text. */
const maxSequence = 200;

export const plainOf = (line: Line): string => line.map(({ text }) => text).join('');

/** What a program prints, as lines with colours. Sequences that move the cursor are left out. */
export class Printed {
  readonly #most: number;
  #lines: Span[][] = [[]];
  #pending = '';
  #colour = '';
  #dropped = 0;
  /** How many characters before the end of the last line the next one is written. */
  #behind = 0;
  readonly #marks = new Set<string>();

  constructor(most = 10_000) {
    this.#most = most;
  }

  get lines(): readonly Line[] {
    return this.#lines;
  }

  /** The number of lines before them that are not kept. */
  get dropped(): number {
    return this.#dropped;
  }

  add(added: string): void {
    const text = this.#pending + added;
    this.#pending = '';
    let from = 0;
    for (let at = 0; at < text.length; ) {
      const char = text[at];
      if (char !== escapeChar && !isMoving(char)) {
        at += 1;
        continue;
      }
      this.#write(text.slice(from, at));
      const end = char === escapeChar ? endOfSequence(text, at) : char === '\r' && at + 1 === text.length ? undefined : at + 1;
      if (end === undefined) {
        this.#pending = text.slice(at);
        return;
      }
      if (char === '\b') this.#behind += 1;
      else if (char === '\n') this.#newLine();
      else if (char === '\r') {
        if (text[at + 1] !== '\n') this.#lines[this.#lines.length - 1] = [];
        this.#behind = 0;
      } else if (text[at + 1] === '[' && text[end - 1] === 'm') this.#dress(text.slice(at + 2, end - 1));
      at = end;
      from = end;
    }
    this.#write(text.slice(from));
  }

  #newLine(): void {
    this.#behind = 0;
    this.#lines.push([]);
    const over = this.#lines.length - this.#most;
    if (over <= 0) return;
    this.#dropped += over;
    this.#lines = this.#lines.slice(over);
  }

  #write(text: string): void {
    if (text === '') return;
    const under = this.#behind === 0 ? [] : this.#takeBack();
    this.#append(text);
    const left = under.slice([...text].length);
    this.#behind = left.length;
    if (left.length > 0) this.#append(left.join(''));
  }

  /** Takes the characters away that are written over. */
  #takeBack(): readonly string[] {
    const line = this.#lines.at(-1) ?? [];
    const taken: string[] = [];
    for (let last = line.pop(); last !== undefined; last = line.pop()) {
      const characters = [...last.text];
      taken.unshift(...characters.splice(-Math.min(characters.length, this.#behind - taken.length)));
      if (characters.length > 0) line.push({ text: characters.join(''), style: last.style });
      if (taken.length === this.#behind) break;
    }
    return taken;
  }

  #append(text: string): void {
    const style = [...this.#marks, this.#colour].filter(name => name !== '').join(' ');
    const line = this.#lines.at(-1) ?? [];
    const last = line.at(-1);
    if (last?.style === style) line[line.length - 1] = { text: last.text + text, style };
    else line.push({ text, style });
  }

  #dress(codes: string): void {
    const numbers = codes.split(';').map(Number);
    for (let at = 0; at < numbers.length; at += 1) {
      const code = numbers[at] ?? 0;
      if (code === 0) {
        this.#marks.clear();
        this.#colour = '';
      } else if (code === 1) this.#marks.add('bold');
      else if (code === 2) this.#marks.add('dim');
      else if (code === 22) this.#marks.clear();
      else if (code === 39) this.#colour = '';
      else if (code >= 30 && code <= 37) this.#colour = colours[code - 30] ?? '';
      else if (code >= 90 && code <= 97) this.#colour = code === 90 ? 'dim' : (colours[code - 90] ?? '');
      // Colours outside the first sixteen are not those of a theme.
      else if (code === 38 || code === 48) at += numbers[at + 1] === 5 ? 2 : 4;
    }
  }
}

/** The index after a sequence; undefined if more of it may come. */
function endOfSequence(text: string, at: number): number | undefined {
  const kind = text[at + 1];
  if (kind === undefined) return undefined;
  if (kind !== '[' && kind !== ']') return at + 2;
  for (let end = at + 2; end < text.length && end < at + maxSequence; end += 1) {
    const char = text[end] ?? '';
    if (kind === '[' && char >= '@' && char <= '~') return end + 1;
    if (kind === ']' && char === '\u0007') return end + 1;
    if (kind === ']' && char === '\\' && text[end - 1] === escapeChar) return end + 1;
  }
  return text.length - at < maxSequence ? undefined : at + 1;
}
