import { open } from 'node:fs/promises';

const pieceBytes = 256 * 1024;
const newline = 10;

/** The lines of a file, last first, read in chunks on demand. */
export async function* linesBackwards(file: string): AsyncGenerator<readonly string[]> {
  await using handle = await open(file, 'r');
  let end = (await handle.stat()).size;
  // The text before the first newline of a chunk belongs to a line that begins in an earlier chunk.
  let rest: Buffer = Buffer.alloc(0);
  while (end > 0) {
    const start = Math.max(0, end - pieceBytes);
    const piece = Buffer.alloc(end - start);
    const { bytesRead } = await handle.read(piece, 0, piece.length, start);
    const bytes = Buffer.concat([piece.subarray(0, bytesRead), rest]);
    const first = start === 0 ? -1 : bytes.indexOf(newline);
    // A line that is longer than a chunk needs the chunk before it.
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
