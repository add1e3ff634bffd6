import { countsOf, linesOf, type Region, regionsBetween } from './lines.ts';
import { isBinary } from './snapshot.ts';

/** Two texts and their differences, as bytes (latin1), so that text of any encoding is preserved. */
export interface Compared {
  readonly old: readonly string[];
  readonly now: readonly string[];
  readonly regions: readonly Region[];
}

/** Undefined if one of them is binary. */
export function compared(old: Buffer, now: Buffer): Compared | undefined {
  if (isBinary(old) || isBinary(now)) return undefined;
  const [before, after] = [linesOf(old.toString('latin1')), linesOf(now.toString('latin1'))];
  return { old: before, now: after, regions: regionsBetween(before, after) };
}

/** Lines of a comparison as a file's content. */
export function bytesOf(lines: readonly string[]): Buffer {
  return Buffer.from(lines.join(''), 'latin1');
}

/** A line as UTF-8, without its line end. */
export function readable(line: string): string {
  return Buffer.from(line, 'latin1')
    .toString('utf8')
    .replace(/\r?\n$/, '');
}

/** The numbers of added and removed lines; 0 if a content is binary or unknown. */
export function countBetween(old: Buffer | undefined, now: Buffer | undefined): { added: number; removed: number; isBinary: boolean } {
  if (old === undefined || now === undefined) return { added: 0, removed: 0, isBinary: false };
  const both = compared(old, now);
  return both === undefined ? { added: 0, removed: 0, isBinary: true } : { ...countsOf(both.regions), isBinary: false };
}
