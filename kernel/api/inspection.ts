import { defineToken } from './token.ts';

/** How much a line of the log matters. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** One line of the app's log, without secrets. `at` is in milliseconds; `number` counts the lines of this run, and older lines have none. */
export interface LogEntry {
  readonly number?: number;
  readonly at: number;
  readonly level: LogLevel;
  /** An extension's id; the kernel's is `@atelier/kernel`. */
  readonly source: string;
  readonly text: string;
  readonly fields?: unknown;
}

/** Which lines of the log are asked for; what is left out limits nothing. */
export interface LogQuery {
  readonly levels?: readonly LogLevel[];
  readonly sources?: readonly string[];
  /** Letters that the text, the source or the fields hold, in any case. */
  readonly text?: string;
  readonly from?: number;
  readonly to?: number;
  /** The newest so many; 1,000 if left out, at most 10,000. */
  readonly limit?: number;
  /** Only lines of this run with a higher number. */
  readonly after?: number;
  /** Where none fits, waits so long for one; at most 30 s. */
  readonly waitMs?: number;
}

/** Lines that fit, oldest first. */
export interface LogPage {
  readonly lines: readonly LogEntry[];
  /** The number of the newest line there is, whether it fits or not. */
  readonly newest: number;
  /** Older lines fit too. */
  readonly more: boolean;
  /** Everybody who has written in this run. */
  readonly sources: readonly string[];
}

/** What the kernel runs as. */
export interface About {
  readonly kernel: string;
  readonly sqlite: string;
  readonly host: 'electron' | 'browser' | 'memory';
  /** What holds the processes of installed extensions. */
  readonly isolation: 'sandbox' | 'permissions';
  /** Where secrets are kept: a key store of the system, or a file of this user's. */
  readonly secrets: 'os' | 'file';
  /** The person's profile. */
  readonly profile: string;
}

/** The kernel as whoever looks for a fault sees it. Only bundled plugins may. */
export interface InspectionService {
  about(): Promise<About>;
  readLog(query: LogQuery): Promise<LogPage>;
  /** Reads every page of each open database; `ok`, or what is wrong with it. */
  checkDatabases(): Promise<readonly { readonly owner: string; readonly found: string }[]>;
  /**
   * The texts without the secrets that the kernel knows, and without what looks like one; `anonymous` without what names the person or
   * the machine as well: home folders, accounts, machines, mail and network addresses.
   */
  redact(texts: readonly string[], how?: 'anonymous'): Promise<readonly string[]>;
}

export const Inspection = defineToken<InspectionService>('@atelier/kernel:Inspection@1');
