import { open } from 'node:fs/promises';

const pieceBytes = 256 * 1024;
const newline = 10;

/** The lines of a file, the last first, a piece of the file at a time: what is not asked for is not read. */
export async function* linesBackwards(file: string): AsyncGenerator<readonly string[]> {
  await using handle = await open(file, 'r');
  let end = (await handle.stat()).size;
  // What stands before the first newline of a piece ends in the piece before it.
  let rest: Buffer = Buffer.alloc(0);
  while (end > 0) {
    const start = Math.max(0, end - pieceBytes);
    const piece = Buffer.alloc(end - start);
    const { bytesRead } = await handle.read(piece, 0, piece.length, start);
    const bytes = Buffer.concat([piece.subarray(0, bytesRead), rest]);
    const first = start === 0 ? -1 : bytes.indexOf(newline);
    // A line that is longer than a piece waits for its beginning.
    if (start > 0 && first < 0) rest = bytes;
    else {
      rest = start === 0 ? Buffer.alloc(0) : bytes.subarray(0, first + 1);
      yield bytes
        .subarray(first + 1)
        .toString('utf8')
        .split('\n')
        .filter(line => line !== '')
        .reverse();
    }
    end = start;
  }
}
