import { openRegular } from '@atelier/kernel/children';

const chunkBytes = 1024 * 1024;
/** An answer is shorter; what is longer holds pictures. */
const maxLineBytes = 16 * 1024 * 1024;
const newline = 0x0a;

/** A piece of a file that ends with a line, and how many bytes of the file were read then. */
export interface Piece {
  readonly lines: readonly string[];
  readonly bytes: number;
}

/**
 * The complete lines of a file from `from` on, if they contain `word`; the first line of the file always. A file that has become shorter,
 * or whose `from` is not the beginning of a line, is another one by now: it is read from its beginning.
 */
export async function* newLines(file: string, from: number, word: string): AsyncGenerator<Piece> {
  const handle = await openRegular(file);
  try {
    const { size } = await handle.stat();
    if (size === from) return;
    const before = Buffer.alloc(1, newline);
    if (from > 0 && from < size) await handle.read(before, 0, 1, from - 1);
    let at = size < from || before[0] !== newline ? 0 : from;
    let rest: Buffer[] = [];
    let held = 0;
    let isTooLong = false;
    let done = at;
    while (at < size) {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.min(chunkBytes, size - at)), 0, undefined, at);
      if (bytesRead === 0) break;
      at += bytesRead;
      const chunk = buffer.subarray(0, bytesRead);
      const last = chunk.lastIndexOf(newline);
      if (last === -1) {
        if (isTooLong || held + chunk.length > maxLineBytes) [rest, held, isTooLong] = [[], 0, true];
        else {
          rest.push(chunk);
          held += chunk.length;
        }
        continue;
      }
      const whole = Buffer.concat([...rest, chunk.subarray(0, last)]);
      // The end of a line that was too long to be kept is no line.
      const text = isTooLong ? whole.subarray(whole.indexOf(newline) + 1) : whole;
      rest = [chunk.subarray(last + 1)];
      [held, isTooLong] = [rest[0]?.length ?? 0, false];
      const lines = linesIn(text, word, done === 0);
      done = at - chunk.length + last + 1;
      yield { lines, bytes: done };
    }
  } finally {
    await handle.close();
  }
}

/** Most lines hold what a tool has answered; only those with the word are made into texts. */
function linesIn(bytes: Buffer, word: string, withFirst: boolean): readonly string[] {
  const lines: string[] = [];
  for (let start = 0; start <= bytes.length; ) {
    const found = bytes.indexOf(newline, start);
    const end = found === -1 ? bytes.length : found;
    const line = bytes.subarray(start, end);
    if ((withFirst && start === 0) || line.includes(word)) lines.push(line.toString('utf8'));
    start = end + 1;
  }
  return lines;
}
