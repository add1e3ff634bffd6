import type { Readable } from 'node:stream';
import { rate } from './rate.ts';

/** Limits on the lines that one side may send. */
export interface LineLimits {
  readonly lineBytes: number;
  readonly perSecond: number;
  readonly burst: number;
  readonly bytesPerSecond: number;
  readonly byteBurst: number;
  readonly floodMs: number;
}

/** Callbacks of a reader of lines; none is called after `stop`. */
export interface LineReader {
  onLine(line: string): void;
  onBytes(bytes: number): void;
  onTooLong(): void;
  onFlood(): void;
}

/** A running reader of lines. */
export interface Lines {
  /** Sets the limit of lines per second; undefined restores the initial limit. */
  slow(perSecond: number | undefined): void;
  stop(): void;
}

const lineFeed = 10;
const linesATurn = 500;
const bytesATurn = 262_144;
const pauseMs = 25;

/**
 * Reads lines from an untrusted sender. Above the rate it stops reading, so that the sender's own pipe fills up; if that lasts
 * too long it gives up. It never handles more than a few hundred lines, or a few hundred kilobytes and one line, without yielding to
 * the event loop.
 */
export function readLines(stream: Readable, limits: LineLimits, reader: LineReader): Lines {
  const initial = rate(limits.perSecond, limits.burst);
  const bytesAllowed = rate(limits.bytesPerSecond, limits.byteBurst);
  let allowed = initial;
  let rest: Buffer = Buffer.alloc(0);
  let parts: Buffer[] = [];
  let partBytes = 0;
  let resting: NodeJS.Timeout | NodeJS.Immediate | undefined;
  let stopped = false;

  function work(): void {
    resting = undefined;
    let read = 0;
    for (let lines = 0; !stopped && !resting; lines++) {
      const end = rest.indexOf(lineFeed);
      if ((end < 0 ? rest.length : end) + partBytes > limits.lineBytes) give(reader.onTooLong);
      else if (end < 0) keepPart();
      else if (lines === linesATurn || read > bytesATurn) rests(setImmediate(work));
      else if (mayRead(partBytes + end)) {
        read += partBytes + end;
        takeLine(end);
      }
      if (end < 0) break;
    }
  }
  function mayRead(bytes: number): boolean {
    const now = performance.now();
    if (allowed.take(1, now)) {
      if (bytesAllowed.take(bytes, now)) return true;
      rests(setTimeout(work, pauseMs));
      return false;
    }
    // A slowed extension may stay at the limit; its budget decides when it is stopped.
    if (allowed === initial && allowed.heldFor(now) > limits.floodMs) give(reader.onFlood);
    else rests(setTimeout(work, pauseMs));
    return false;
  }
  function takeLine(end: number): void {
    const line = partBytes === 0 ? rest.subarray(0, end) : Buffer.concat([...parts, rest.subarray(0, end)]);
    rest = rest.subarray(end + 1);
    parts = [];
    partBytes = 0;
    reader.onLine(line.toString('utf8'));
  }
  function keepPart(): void {
    if (rest.length > 0) parts.push(rest);
    partBytes += rest.length;
    rest = Buffer.alloc(0);
    if (stream.isPaused()) stream.resume();
  }
  function rests(timer: NodeJS.Timeout | NodeJS.Immediate): void {
    stream.pause();
    resting = timer;
  }
  function give(tell: () => void): void {
    stop();
    tell();
  }
  function stop(): void {
    stopped = true;
    if (resting) clearAny(resting);
    stream.pause();
  }

  stream.on('data', (chunk: Buffer) => {
    if (stopped) return;
    reader.onBytes(chunk.length);
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    if (!resting) work();
  });
  return {
    stop,
    slow(perSecond) {
      allowed = perSecond === undefined ? initial : rate(perSecond, perSecond);
    },
  };
}

function clearAny(timer: NodeJS.Timeout | NodeJS.Immediate): void {
  if ('refresh' in timer) clearTimeout(timer);
  else clearImmediate(timer);
}
