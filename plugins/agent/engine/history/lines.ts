import type { FileHandle } from 'node:fs/promises';

const chunkBytes = 1024 * 1024;
/** More than any message with its pictures needs; a longer line is skipped. */
const maxLineBytes = 128 * 1024 * 1024;
const newline = 0x0a;

/** A line and its position in bytes. `text` is undefined if the line is too long to be read. */
export interface Line {
  readonly text: string | undefined;
  readonly offset: number;
  readonly length: number;
  /** It ends with a line break, and was therefore written completely. */
  readonly isWhole: boolean;
}

/** The lines of a file from an offset on. The memory does not grow with the file. */
export async function* linesFrom(file: FileHandle, from: number): AsyncGenerator<Line> {
  const buffer = Buffer.allocUnsafe(chunkBytes);
  let pending: Buffer[] = [];
  let held = 0;
  let length = 0;
  let offset = from;
  let at = from;
  const take = (piece: Buffer): void => {
    length += piece.length;
    if (held + piece.length > maxLineBytes) [pending, held] = [[], Number.POSITIVE_INFINITY];
    else if (piece.length > 0) {
      // The buffer is used again for the next chunk.
      pending.push(Buffer.from(piece));
      held += piece.length;
    }
  };
  const line = (isWhole: boolean): Line => {
    const text = held === Number.POSITIVE_INFINITY ? undefined : Buffer.concat(pending).toString('utf8');
    const made = { text, offset, length, isWhole };
    [pending, held] = [[], 0];
    offset += length + (isWhole ? 1 : 0);
    length = 0;
    return made;
  };
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, chunkBytes, at);
    if (bytesRead === 0) break;
    at += bytesRead;
    const chunk = buffer.subarray(0, bytesRead);
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      take(chunk.subarray(start, end));
      start = end + 1;
      yield line(true);
    }
    take(chunk.subarray(start));
  }
  if (length > 0) yield line(false);
}
