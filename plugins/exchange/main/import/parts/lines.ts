import { createReadStream } from 'node:fs';
import type { Reading } from '../found.ts';
import type { Tally } from '../losses.ts';
import { type Json, parsed, recordOf } from './values.ts';

/** A line may hold a picture of a conversation, or several. */
const longestLine = 128 * 1024 * 1024;
const newline = 0x0a;

/** The lines of a file, one in memory at a time; one that is too long is counted and left out. */
export async function* linesOf(path: string, reading: Pick<Reading, 'signal' | 'progress'>, tally: Tally): AsyncGenerator<string> {
  let held: Buffer[] = [];
  let length = 0;
  let number = 1;
  let isTooLong = false;
  const take = (): string | undefined => {
    const line = isTooLong ? undefined : Buffer.concat(held).toString('utf8').trim();
    if (isTooLong) tally.add('too-long', `${number}`);
    held = [];
    length = 0;
    isTooLong = false;
    number++;
    return line === '' ? undefined : line;
  };
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024, signal: reading.signal }) as AsyncIterable<Buffer>) {
    reading.progress(chunk.length);
    let from = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, from)) {
      if (!isTooLong) held.push(chunk.subarray(from, end));
      from = end + 1;
      const line = take();
      if (line !== undefined) yield line;
    }
    length += chunk.length - from;
    if (length > longestLine) {
      isTooLong = true;
      held = [];
    } else if (from < chunk.length) held.push(chunk.subarray(from));
  }
  const last = take();
  if (last !== undefined) yield last;
}

/** The records of a file of JSON lines. A line that is none is counted, and the others are read. */
export async function* recordsIn(path: string, reading: Pick<Reading, 'signal' | 'progress'>, tally: Tally): AsyncGenerator<Json> {
  for await (const line of linesOf(path, reading, tally)) {
    const record = recordOf(parsed(line.startsWith('\ufeff') ? line.slice(1) : line));
    if (record === undefined) tally.add('torn', line);
    else yield record;
  }
}
