import { closeSync, fstatSync, ftruncateSync, writeSync } from 'node:fs';
import { openRegularSync, readRegularSync, toAppend } from '../../children/regular-file.ts';

/** A line of the ring; `n` counts through both files. */
export type Line = Readonly<Record<string, unknown>> & { readonly n: number; readonly is: string };

const fileBytes = 256 * 1024;
/** Lines that found no room on the disk, kept until there is some. */
const mostWaiting = 50;

/**
 * The newest lines, in two files that take turns: the one that is full stays as it is while the other one is emptied and filled. A line
 * is in its file when `add` returns, so that a kill of the process leaves it there. Nothing here throws: a program that cannot keep its
 * lines still works.
 */
export class Ring {
  readonly #files: readonly string[];
  readonly #most: number;
  #current: number;
  #count: number;
  #handle: number | undefined;
  #size = 0;
  #waiting: string[] = [];

  constructor(files: readonly [string, string], most = fileBytes) {
    this.#files = files;
    this.#most = most;
    const [first, second] = files.map(file => lastOf(textOf(file))?.n ?? -1) as [number, number];
    this.#current = second > first ? 1 : 0;
    this.#count = Math.max(first, second) + 1;
  }

  add(line: { readonly is: string; readonly [field: string]: unknown }): void {
    // The line break comes first: what a kill or a full disk has left of the line before can then spoil that one only.
    this.#waiting.push(`\n${JSON.stringify({ n: this.#count, ...line })}`);
    this.#count += 1;
    try {
      for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
        this.#write(Buffer.from(next));
        this.#waiting.shift();
      }
    } catch {
      this.#waiting = this.#waiting.slice(-mostWaiting);
    }
  }

  /** The newest line that says this. */
  last(is: string): Line | undefined {
    return lastOf(textOf(this.#files[this.#current]!), is) ?? lastOf(textOf(this.#files[1 - this.#current]!), is);
  }

  /** Every whole line, oldest first. */
  read(): readonly Line[] {
    return this.#files.flatMap(file => textOf(file).split('\n').flatMap(lineOf)).sort((a, b) => a.n - b.n);
  }

  close(): void {
    if (this.#handle !== undefined) closeSync(this.#handle);
    this.#handle = undefined;
  }

  #write(bytes: Buffer): void {
    this.#open();
    if (this.#size + bytes.length > this.#most) {
      this.close();
      this.#current = 1 - this.#current;
      this.#open();
      ftruncateSync(this.#handle!);
      this.#size = 0;
    }
    const written = writeSync(this.#handle!, bytes);
    this.#size += written;
    if (written < bytes.length) throw new Error('the disk took no more bytes');
  }

  #open(): void {
    if (this.#handle !== undefined) return;
    this.#handle = openRegularSync(this.#files[this.#current]!, toAppend);
    this.#size = fstatSync(this.#handle).size;
  }
}

/** The newest line of a file, or the newest that says this. */
function lastOf(text: string, is?: string): Line | undefined {
  const mark = is === undefined ? '\n' : `"is":${JSON.stringify(is)}`;
  for (let at = text.lastIndexOf(mark); at >= 0; at = at === 0 ? -1 : text.lastIndexOf(mark, at - 1)) {
    const begin = is === undefined ? at + 1 : text.lastIndexOf('\n', at) + 1;
    const end = text.indexOf('\n', begin);
    const [line] = lineOf(text.slice(begin, end < 0 ? undefined : end));
    if (line !== undefined && (is === undefined || line.is === is)) return line;
  }
  return undefined;
}

function lineOf(text: string): readonly Line[] {
  try {
    const line = JSON.parse(text) as Partial<Line> | null;
    return Number.isSafeInteger(line?.n) && typeof line?.is === 'string' ? [line as Line] : [];
  } catch {
    // Cut off by a kill.
    return [];
  }
}

function textOf(file: string): string {
  try {
    return readRegularSync(file);
  } catch {
    return '';
  }
}
