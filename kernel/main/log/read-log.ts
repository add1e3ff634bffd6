import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { LogEntry, LogPage, LogQuery } from '@atelier/kernel';
import { linesBackwards } from './lines-backwards.ts';
import type { AppLog, LogLine } from './log.ts';
import { logNames } from './log-files.ts';

const usualLimit = 1000;
const maxLines = 10_000;
const maxWaitMs = 30_000;

interface Reading {
  readonly log: AppLog;
  /** The folder of the files. */
  readonly folder: string;
  /** Aborts every wait. */
  readonly closing: AbortSignal;
}

/** Finds lines of the log, newest first: in memory, then in the files. */
export async function readLog({ log, folder, closing }: Reading, query: LogQuery): Promise<LogPage> {
  const fits = filterOf(query);
  const limit = Math.min(Math.max(1, query.limit ?? usualLimit), maxLines);
  if (query.waitMs !== undefined && !inMemory(log, query.after ?? 0).some(fits)) await lineThatFits(log, fits, query.waitMs, closing);

  // Read at the same moment: a line that is logged while files are read is newer, and found by the next query.
  const newest = log.count;
  const held = inMemory(log, query.after ?? 0).filter(fits);
  const isEnough = query.after !== undefined || held.length > limit;
  const older = isEnough ? [] : await inFiles(folder, oldestTime(log), fits, query.from, limit + 1 - held.length);
  const all = [...older.reverse(), ...held];
  return { lines: all.slice(-limit), newest, more: all.length > limit, sources: log.sources };
}

function inMemory(log: AppLog, after: number): LogEntry[] {
  const first = log.count - log.lines.length + 1;
  return log.lines.slice(Math.max(0, after - first + 1)).map((line, at) => {
    const number = Math.max(first, after + 1) + at;
    const { time, ...rest } = line;
    return { number, at: time, ...rest };
  });
}

/** The least time of the lines in memory: not that of the first, because the clock may have been set back; now, if there are none. */
function oldestTime({ lines }: AppLog): number {
  return Math.min(Date.now(), ...lines.map(({ time }) => time));
}

/** The newest first. */
async function inFiles(
  folder: string,
  before: number,
  fits: (line: LogEntry) => boolean,
  from: number | undefined,
  limit: number,
): Promise<LogEntry[]> {
  const found: LogEntry[] = [];
  const names = await readdir(folder).then(logNames, () => []);
  for (const name of names.reverse()) {
    // A file that was deleted meanwhile has no lines.
    try {
      for await (const lines of linesBackwards(join(folder, name))) {
        for (const text of lines) {
          const line = parsed(text);
          // Newer lines are in memory and found there; lines of earlier runs with the same times may be left out.
          if (line === undefined || line.at >= before) continue;
          if (from !== undefined && line.at < from) return found;
          if (fits(line) && found.push(line) === limit) return found;
        }
      }
    } catch {}
  }
  return found;
}

function parsed(text: string): LogEntry | undefined {
  try {
    const { time, ...rest } = JSON.parse(text) as Omit<LogLine, 'time'> & { readonly time: string };
    const at = Date.parse(time);
    return Number.isNaN(at) || typeof rest.text !== 'string' || typeof rest.source !== 'string' ? undefined : { at, ...rest };
  } catch {
    // Truncated by a crash.
    return undefined;
  }
}

function filterOf({ levels, sources, text = '', from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY }: LogQuery) {
  const wanted = text.toLowerCase();
  return (line: LogEntry): boolean =>
    line.at >= from &&
    line.at <= to &&
    (levels === undefined || levels.includes(line.level)) &&
    (sources === undefined || sources.includes(line.source)) &&
    (wanted === '' || isIn(line.text, wanted) || isIn(line.source, wanted) || isIn(fieldsText(line.fields), wanted));
}

function isIn(text: string, wanted: string): boolean {
  return text.toLowerCase().includes(wanted);
}

function fieldsText(fields: unknown): string {
  return fields === undefined ? '' : JSON.stringify(fields);
}

function lineThatFits(log: AppLog, fits: (line: LogEntry) => boolean, waitMs: number, closing: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const done = () => resolve();
  const tail = log.tail(({ time, ...rest }) => {
    if (fits({ at: time, ...rest })) done();
  });
  const clock = setTimeout(done, Math.min(waitMs, maxWaitMs));
  closing.addEventListener('abort', done, { once: true });
  if (closing.aborted) done();
  return promise.finally(() => {
    clearTimeout(clock);
    closing.removeEventListener('abort', done);
    void tail.dispose();
  });
}
