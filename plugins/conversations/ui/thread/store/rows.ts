import type { AskedRequest, Entry, ToolOutcome, Usage } from '@atelier/agent/contract';
import type { AttachedText } from '../../../contract/index.ts';

/** A tool call and its progress. */
export interface ToolCall {
  readonly tool: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly state: 'waiting' | 'running' | 'done' | 'failed' | 'refused' | 'stopped' | 'cut';
  readonly outcome: ToolOutcome | undefined;
  /** Its output so far. */
  readonly output: string;
  readonly startedAt: number | undefined;
}

export interface Problem {
  readonly code: string;
  readonly message: string;
  readonly texts?: { readonly fr: string; readonly en: string };
}

/** A picture of a message; `data` where the page has it. */
export interface Picture {
  readonly part: number;
  readonly mimeType: string | undefined;
  readonly data: string | undefined;
}

/** Every row has a stable key, and the entry that it belongs to, if any. */
interface Common {
  readonly key: string;
  readonly entry: string | undefined;
}

/** The versions of a message of the person; `at` is this one. */
export interface Versions {
  readonly at: number;
  readonly leaves: readonly string[];
}

export interface UserRow extends Common {
  readonly kind: 'user';
  /** The extension that sent it; undefined for the person. */
  readonly sentBy: string | undefined;
  readonly text: string;
  readonly attached: readonly AttachedText[];
  readonly pictures: readonly Picture[];
  readonly at: number;
  readonly isEditing: boolean;
  readonly isMarked: boolean;
  /** Shows all of a long text, not only its beginning. */
  readonly isWhole: boolean;
  /** It is on its way, and not in the conversation yet. */
  readonly isSending?: boolean;
  /** Set if the message was edited or asked again: which version this is, and the entries that lead to all of them. */
  readonly versions?: Versions | undefined;
}

export interface SayRow extends Common {
  readonly kind: 'say';
  readonly text: string;
  readonly at: number;
  readonly isLive: boolean;
  readonly isMarked: boolean;
  readonly model: string | undefined;
  readonly usage: Usage | undefined;
  /** The last text of an answer; its toolbar is below it. */
  readonly isEnd: boolean;
}

export interface ThoughtRow extends Common {
  readonly kind: 'thought';
  readonly text: string;
  readonly isLive: boolean;
  readonly isOpen: boolean;
  readonly milliseconds: number | undefined;
}

export interface ToolRow extends Common {
  readonly kind: 'tool';
  readonly call: ToolCall;
  readonly isOpen: boolean;
  readonly isMarked: boolean;
  /** Shows the whole output, not only its first lines. */
  readonly isWhole: boolean;
  /** Seconds since it began, while it runs. */
  readonly seconds: number | undefined;
}

/** A file that a call changed, apart from the one that the call itself is about. */
export interface FileRow extends Common {
  readonly kind: 'file';
  readonly file: NonNullable<ToolOutcome['files']>[number];
}

/** Several successful calls on one line. */
export interface GroupRow extends Common {
  readonly kind: 'group';
  readonly members: readonly (ToolRow | ThoughtRow)[];
  readonly isOpen: boolean;
}

export interface ProblemRow extends Common {
  readonly kind: 'problem';
  readonly problem: Problem;
  readonly isCut: boolean;
  /** The newest problem; only it has actions. */
  readonly isLast: boolean;
}

export interface RetryRow extends Common {
  readonly kind: 'retry';
  readonly problem: Problem | undefined;
  readonly attempt: number;
  readonly of: number;
  readonly seconds: number;
}

export interface RequestRow extends Common {
  readonly kind: 'request';
  readonly request: AskedRequest;
  /** Its place among the open requests. */
  readonly place: number;
  /** The keys of the answers outside of its conversation. */
  readonly keys?: { readonly yes?: string | undefined; readonly no?: string | undefined };
}

export interface FoldRow extends Common {
  readonly kind: 'fold';
  readonly text: string;
  readonly undoable: boolean;
  readonly isOpen: boolean;
  readonly isRunning: boolean;
}

/** The place of another conversation that this one was forked from. */
export interface Origin {
  readonly conversation: string;
  readonly entry: string;
  readonly title: string;
}

export interface NoticeRow extends Common {
  readonly kind: 'notice';
  /** A sentence, or one of the reasons for which an answer ended early. */
  readonly text: string | undefined;
  readonly problem?: Problem | undefined;
  /** Of a message that another plugin left: who that is. */
  readonly from?: Entry['from'];
  readonly reason: 'stopped' | 'length' | 'cut' | 'wentBack' | 'forked' | undefined;
  /** Of a fork, where it comes from. */
  readonly origin?: Origin | undefined;
  /** The model that was not sent images, and how many. */
  readonly model?: string | undefined;
  readonly count?: number | undefined;
  /** The entry that leads forward again, after the conversation went back. */
  readonly leaf?: string;
  /** The answer can go on: it was cut at its limit, and nothing came after it. */
  readonly canGoOn: boolean;
}

export interface DayRow extends Common {
  readonly kind: 'day';
  readonly at: number;
}

export interface ModelRow extends Common {
  readonly kind: 'model';
  readonly model: string;
}

export interface WorkingRow extends Common {
  readonly kind: 'working';
  readonly status: 'starting' | 'running' | 'again' | 'stopping';
}

/** Messages that are not loaded. */
export interface GapRow extends Common {
  readonly kind: 'gap';
  readonly first: number;
  readonly count: number;
}

/** The model was asked and has said nothing for a while; open once the person chose to wait. */
export interface SilentRow extends Common {
  readonly kind: 'silent';
  readonly seconds: number;
  readonly isOpen: boolean;
}

/** The agent's process does not answer; open once the person chose to wait. */
export interface HungRow extends Common {
  readonly kind: 'hung';
  readonly seconds: number;
  readonly isOpen: boolean;
}

/** The space below all rows. */
export interface EndRow extends Common {
  readonly kind: 'end';
}

/** A row of the transcript; a changed row is a new object. */
export type Row =
  | UserRow
  | SayRow
  | ThoughtRow
  | ToolRow
  | FileRow
  | GroupRow
  | ProblemRow
  | RetryRow
  | SilentRow
  | HungRow
  | RequestRow
  | FoldRow
  | NoticeRow
  | DayRow
  | ModelRow
  | WorkingRow
  | GapRow
  | EndRow;

/** Returns the previous row if it is equal, so that it is not rendered again. */
export function stable(row: Row, before: Row | undefined): Row {
  return before !== undefined && isSame(row, before) ? before : row;
}

function isSame(one: object, other: object): boolean {
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length) return false;
  return keys.every(key => isSameValue(one[key as never], other[key as never]));
}

function isSameValue(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((each, at) => isSameValue(each, other[at]));
  // Calls and pictures are created for each build of the rows; deeper objects are the ones that were received, compared by identity.
  return isRow(one) && isRow(other) && isSame(one, other);
}

function isRow(value: unknown): value is object {
  return typeof value === 'object' && value !== null && ('key' in value || 'startedAt' in value || 'part' in value);
}
