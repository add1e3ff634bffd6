import { defineToken } from './token.ts';

/** The severity of a log line. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** One line of the app's log, without secrets. `at` is in milliseconds; `number` counts the lines of this run; lines of earlier runs have none. */
export interface LogEntry {
  readonly number?: number;
  readonly at: number;
  readonly level: LogLevel;
  /** An extension's id; `@atelier/kernel` for the kernel. */
  readonly source: string;
  readonly text: string;
  readonly fields?: unknown;
}

/** Selects lines of the log; a field that is left out does not filter. */
export interface LogQuery {
  readonly levels?: readonly LogLevel[];
  readonly sources?: readonly string[];
  /** Text to find in the message, the source or the fields, ignoring case. */
  readonly text?: string;
  readonly from?: number;
  readonly to?: number;
  /** How many of the newest lines; 1,000 if left out, at most 10,000. */
  readonly limit?: number;
  /** Only lines of this run with a higher number. */
  readonly after?: number;
  /** If no line matches, how long to wait for one; at most 30 s. */
  readonly waitMs?: number;
}

/** Matching lines, oldest first. */
export interface LogPage {
  readonly lines: readonly LogEntry[];
  /** The number of the newest line, whether it matches or not. */
  readonly newest: number;
  /** True if older lines match too. */
  readonly more: boolean;
  /** All sources that have logged in this run. */
  readonly sources: readonly string[];
}

/** The program, system and profile that the kernel runs with. */
export interface About {
  readonly kernel: string;
  readonly sqlite: string;
  readonly host: 'electron' | 'browser' | 'memory';
  /** What isolates the processes of installed extensions. */
  readonly isolation: 'sandbox' | 'permissions';
  /** Where the key of secrets is kept: in the system's key store, or in a file of this user. */
  readonly secrets: 'os' | 'file';
  /** The person's profile. */
  readonly profile: string;
}

/** The use of one row of the profile's layout; one per extension where each has its own. */
export interface ProfileUse {
  /** The row's name. */
  readonly row: string;
  /** An extension's id, or the part of the program that the row belongs to. */
  readonly owner: string;
  readonly ownedBy: 'program' | 'extension';
  readonly secret: boolean;
  /** What limits its size, in words. */
  readonly bound: string;
  readonly files: number;
  readonly bytes: number;
}

/** A file or folder of the profile that no row describes, a link where a row has something else, or a file in place of a folder or the reverse. */
export interface Undescribed {
  /** Relative to the profile's folder, with forward slashes. */
  readonly path: string;
  readonly why: 'unknown' | 'link' | 'kind';
}

/** The log, the databases and the environment of the kernel, for fault finding. */
export interface InspectionService {
  /** The program, the system and the folder of the profile. */
  about(): Promise<About>;
  /** Matching lines of the log, oldest first. */
  readLog(query: LogQuery): Promise<LogPage>;
  /** All files of the profile by the rows of its layout, and those that no row describes. */
  profile(): Promise<{ readonly uses: readonly ProfileUse[]; readonly undescribed: readonly Undescribed[] }>;
  /** Reads every page of each open database; returns `ok` or the damage found, for each. */
  checkDatabases(): Promise<readonly { readonly owner: string; readonly found: string }[]>;
  /**
   * Redacts in the texts the secrets that the kernel knows and what looks like one; with `anonymous` also what identifies the person
   * or the machine: home folders, accounts, machine names, mail and network addresses.
   */
  redact(texts: readonly string[], how?: 'anonymous'): Promise<readonly string[]>;
}

export const Inspection = defineToken<InspectionService>('@atelier/kernel:Inspection@1', {
  about: 'bundled',
  readLog: 'bundled',
  profile: 'bundled',
  checkDatabases: 'bundled',
  redact: 'bundled-for-others',
});
