import { countsOf, linesOf, type Region, regionsBetween } from './lines.ts';
import { isBinary } from './look.ts';

/** Two texts beside each other, byte by byte, so that what is put together from them is what it was in any encoding. */
export interface Compared {
  readonly old: readonly string[];
  readonly now: readonly string[];
  readonly regions: readonly Region[];
}

/** Undefined where one of them is no text. */
export function compared(old: Buffer, now: Buffer): Compared | undefined {
  if (isBinary(old) || isBinary(now)) return undefined;
  const [before, after] = [linesOf(old.toString('latin1')), linesOf(now.toString('latin1'))];
  return { old: before, now: after, regions: regionsBetween(before, after) };
}

/** Lines of a comparison as a file's content. */
export function bytesOf(lines: readonly string[]): Buffer {
  return Buffer.from(lines.join(''), 'latin1');
}

/** A line as one reads it. */
export function readable(line: string): string {
  return Buffer.from(line, 'latin1')
    .toString('utf8')
    .replace(/\r?\n$/, '');
}

/** Lines that came and went from one content to another; neither where one is binary or not known. */
export function countBetween(old: Buffer | undefined, now: Buffer | undefined): { added: number; removed: number; isBinary: boolean } {
  if (old === undefined || now === undefined) return { added: 0, removed: 0, isBinary: false };
  const both = compared(old, now);
  return both === undefined ? { added: 0, removed: 0, isBinary: true } : { ...countsOf(both.regions), isBinary: false };
}
