import type { Handle, Log, LogLevel } from '@atelier/kernel';
import { pathIn } from '@atelier/schemas/profile/paths.mjs';
import { type LineLimit, lineLimit } from './line-limit.ts';
import { cleanFields, cleanText } from './log-fields.ts';
import { openLogFiles } from './log-files.ts';
import { createRedactor } from './redact.ts';

/** One line of the log, redacted. `time` is in milliseconds, `source` an extension's id or a part of the app. */
export interface LogLine {
  readonly time: number;
  readonly level: LogLevel;
  readonly source: string;
  readonly text: string;
  readonly fields?: unknown;
}

/** The app's own log. No method throws: an app that cannot log still works. */
export interface AppLog {
  /** The log of one source; may be called again for the same source. */
  for(source: string): Log;
  /** The last lines, oldest first. */
  readonly lines: readonly LogLine[];
  /** How many lines this run has logged; the last of `lines` has this number. */
  readonly count: number;
  /** Every source that has a log in this run. */
  readonly sources: readonly string[];
  /** Calls the listener with each line from now on. Lines that a listener itself logs are kept, but not passed to listeners. */
  tail(listener: (line: LogLine) => void): Handle;
  /** Never writes this value from now on, until the handle is disposed of. */
  redact(value: string): Handle;
  /** The text as it would be written. */
  clean(text: string): string;
  /** Reports how many lines were dropped last, and closes the file. */
  close(): void;
}

/** Options of a log. */
export interface LogOptions {
  /** The folder of the files; undefined keeps lines in memory only. */
  readonly folder: string | undefined;
  readonly now: () => number;
}

/** The folder of a profile's log. */
export function logFolderOf(userData: string): string {
  return pathIn(userData, 'logs');
}

/** Limits that keep one source from filling the disk and the panels. */
export const logLimits = {
  fileBytes: 8 * 1024 * 1024,
  files: 10,
  memoryLines: 2000,
  lineBytes: 64 * 1024,
  linesPerSecond: 200,
  bytesPerSecond: 1024 * 1024,
} as const;

/** Starts the log: JSON lines in a file per day, the newest in memory, with secrets redacted. */
export function createLog({ folder, now }: LogOptions): AppLog {
  const files = folder === undefined ? undefined : openLogFiles(folder, logLimits);
  const redactor = createRedactor();
  const lines: LogLine[] = [];
  const listeners = new Set<(line: LogLine) => void>();
  const sources = new Map<string, { log: Log; gate: LineLimit }>();
  let telling = false;
  let unwritten = 0;
  let count = 0;

  const tell = (line: LogLine): void => {
    if (telling) return;
    telling = true;
    for (const listener of listeners) {
      try {
        listener(line);
      } catch {
        // A listener that throws must not stop the log.
      }
    }
    telling = false;
  };

  const write = (line: LogLine, json: string): void => {
    lines.push(line);
    count += 1;
    if (lines.length > logLimits.memoryLines) lines.shift();
    if (files) {
      if (!files.write(json, line.time)) unwritten += 1;
      else if (
        unwritten > 0 &&
        files.write(toJson(notice(line.time, 'kernel', `${unwritten} lines could not be written to the disk.`)), line.time)
      )
        unwritten = 0;
    }
    tell(line);
  };

  const open = (source: string): { log: Log; gate: LineLimit } => {
    const report = (count: number) => {
      const line = notice(now(), source, `${count} lines dropped: more than ${logLimits.linesPerSecond} a second.`);
      write(line, toJson(line));
    };
    const gate = lineLimit({ ...logLimits, now, report });
    const at = (level: LogLevel) => (text: string, fields?: object) => {
      try {
        // Checked before the fields are cleaned: a flood must not cost that time either.
        if (!gate.opens()) return;
        const safe = fields === undefined ? {} : { fields: cleanFields(fields, redactor) };
        const whole: LogLine = { time: now(), level, source, text: cleanText(String(text), redactor), ...safe };
        const line = toJson(whole).length <= logLimits.lineBytes ? whole : { ...whole, fields: '[left out: too large]' };
        const json = toJson(line);
        gate.took(json.length);
        write(line, json);
      } catch {
        // Logging must not throw, whatever the caller passed.
      }
    };
    return { gate, log: { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') } };
  };

  return {
    lines,
    get count() {
      return count;
    },
    get sources() {
      return [...sources.keys()];
    },
    for(source) {
      const known = sources.get(source) ?? open(source);
      sources.set(source, known);
      return known.log;
    },
    tail(listener) {
      listeners.add(listener);
      return { dispose: () => void listeners.delete(listener) };
    },
    redact(value) {
      return { dispose: redactor.add(value) };
    },
    clean: text => redactor.text(text),
    close() {
      for (const { gate } of sources.values()) gate.close();
      try {
        files?.close();
      } catch {
        // Its lines are in the file already.
      }
    },
  };
}

function notice(time: number, source: string, text: string): LogLine {
  return { time, level: 'warn', source, text };
}

function toJson({ time, ...rest }: LogLine): string {
  return JSON.stringify({ time: new Date(time).toISOString(), ...rest });
}
