import { createReadStream } from 'node:fs';
import type { Reading } from '../found.ts';
import type { Tally } from '../losses.ts';
import { type Json, parsed, recordOf } from './values.ts';

/** Large, because a line may contain several images. */
const maxLineBytes = 128 * 1024 * 1024;
const newline = 0x0a;

/** Streams the lines of a file; a line that is too long is counted and skipped. */
export async function* linesOf(path: string, reading: Pick<Reading, 'signal' | 'progress'>, tally: Tally): AsyncGenerator<string> {
  let buffered: Buffer[] = [];
  let length = 0;
  let number = 1;
  let isTooLong = false;
  const finishLine = (): string | undefined => {
    const line = isTooLong ? undefined : Buffer.concat(buffered).toString('utf8').trim();
    if (isTooLong) tally.add('too-long', `${number}`);
    buffered = [];
    length = 0;
    isTooLong = false;
    number++;
    return line === '' ? undefined : line;
  };
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024, signal: reading.signal }) as AsyncIterable<Buffer>) {
    reading.progress(chunk.length);
    let from = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, from)) {
      if (!isTooLong) buffered.push(chunk.subarray(from, end));
      from = end + 1;
      const line = finishLine();
      if (line !== undefined) yield line;
    }
    length += chunk.length - from;
    if (length > maxLineBytes) {
      isTooLong = true;
      buffered = [];
    } else if (from < chunk.length) buffered.push(chunk.subarray(from));
  }
  const last = finishLine();
  if (last !== undefined) yield last;
}

/** The records of a JSON Lines file; an invalid line is counted and skipped. */
export async function* recordsIn(path: string, reading: Pick<Reading, 'signal' | 'progress'>, tally: Tally): AsyncGenerator<Json> {
  for await (const line of linesOf(path, reading, tally)) {
    const record = recordOf(parsed(line.startsWith('\ufeff') ? line.slice(1) : line));
    if (record === undefined) tally.add('torn', line);
    else yield record;
  }
}
