import type { Readable } from 'node:stream';
import type { Log } from '@atelier/kernel';
import { rate } from './rate.ts';

/** Bounds on what an extension's console may put into its log. */
export interface OutputLimits {
  readonly logLinesPerSecond: number;
  readonly logBytesPerSecond: number;
}

/** More than a log looks at. The log cuts after it has redacted; a cut before that could leave half of a secret. */
const longestLine = 128 * 1024;
const pauseMs = 100;
const keptBytes = 4000;

/** Counts what is written to a log, and leaves out what is too much. */
export function measuredLog(write: (text: string, fields?: object) => void, perSecond: number): (text: string, fields?: object) => void {
  const allowed = rate(perSecond, perSecond);
  let left = 0;
  return (text, fields) => {
    if (!allowed.take(1, performance.now())) {
      left += 1;
      return;
    }
    if (left > 0) write(`${left} lines were left out, because they came too fast`);
    left = 0;
    write(text, fields);
  };
}

/** What is known of what a child printed; the last of it names the cause when the child dies of one. */
export interface Captured {
  last(): string;
  /** Resolves when nothing more can come. */
  readonly over: Promise<void>;
}

/**
 * Puts what a child prints into its extension's log, line by line. A child that prints too much is made to wait by not
 * reading on.
 */
export function captureOutput(stream: Readable, level: keyof Log, log: Log, limits: OutputLimits): Captured {
  const write = measuredLog(text => log[level](text), limits.logLinesPerSecond);
  const allowed = rate(limits.logBytesPerSecond, limits.logBytesPerSecond);
  let rest = '';
  let last = '';
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => {
    last = (last + text).slice(-keptBytes);
    const lines = (rest + text).split('\n');
    rest = (lines.pop() ?? '').slice(0, longestLine);
    for (const line of lines) if (line !== '') write(line);
    if (allowed.take(text.length, performance.now())) return;
    stream.pause();
    setTimeout(() => stream.resume(), pauseMs).unref();
  });
  stream.on('end', () => {
    if (rest !== '') write(rest);
  });
  return { last: () => last, over: new Promise(resolve => stream.once('close', resolve)) };
}
