import type { Readable } from 'node:stream';
import type { Log } from '@atelier/kernel';
import { rate } from './rate.ts';

/** Limits on what an extension's console may write to its log. */
export interface OutputLimits {
  readonly logLinesPerSecond: number;
  readonly logBytesPerSecond: number;
}

/** More than the log keeps of a line. The log cuts after redaction; a shorter cut here could leave half of a secret. */
const maxLineLength = 128 * 1024;
const pauseMs = 100;
const keptBytes = 4000;

/** A log that is written to at a limited rate. */
export interface MeasuredLog {
  /** Writes a line, or counts it as left out. */
  write(text: string, fields?: object): void;
  /** Says how many lines were left out since the last one that was written. */
  sayLeftOut(): void;
}

/** Counts what is written to a log, and drops what exceeds the limits. */
export function measuredLog(write: (text: string, fields?: object) => void, perSecond: number): MeasuredLog {
  const allowed = rate(perSecond, perSecond);
  let left = 0;
  const sayLeftOut = () => {
    if (left > 0) write(`${left} lines were left out, because they came too fast`);
    left = 0;
  };
  return {
    sayLeftOut,
    write(text, fields) {
      if (!allowed.take(1, performance.now())) {
        left += 1;
        return;
      }
      sayLeftOut();
      write(text, fields);
    },
  };
}

/** What a child printed; its last lines name the cause if the child dies. */
export interface Captured {
  last(): string;
  /** Resolves when all output has been read. */
  readonly over: Promise<void>;
}

/**
 * Writes what a child prints to its extension's log, line by line. A child that prints too much is blocked, because its output
 * is not read further.
 */
export function captureOutput(stream: Readable, level: keyof Log, log: Log, limits: OutputLimits): Captured {
  const measured = measuredLog(text => log[level](text), limits.logLinesPerSecond);
  const allowed = rate(limits.logBytesPerSecond, limits.logBytesPerSecond);
  let rest = '';
  let last = '';
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => {
    last = (last + text).slice(-keptBytes);
    const lines = (rest + text).split('\n');
    rest = (lines.pop() ?? '').slice(0, maxLineLength);
    for (const line of lines) if (line !== '') measured.write(line);
    if (allowed.take(text.length, performance.now())) return;
    stream.pause();
    setTimeout(() => stream.resume(), pauseMs).unref();
  });
  stream.on('end', () => {
    if (rest !== '') measured.write(rest);
    measured.sayLeftOut();
  });
  return { last: () => last, over: new Promise(resolve => stream.once('close', resolve)) };
}
