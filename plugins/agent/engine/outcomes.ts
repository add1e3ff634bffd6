import { changedFiles } from './changed-files.ts';
import { decisionOf } from './decisions.ts';
import { failureOf } from './failures.ts';
import type { ChangedFile, Decision, ToolOutcome } from './protocol.ts';

/** The most text of a result that is sent to the main side; the model has read all of it. */
const maxTextLength = 64 * 1024;

/** What Atelier adds to a result's details, because the engine's own result has no field for it. */
export interface Remembered {
  readonly rule?: string | undefined;
  readonly outside?: string | undefined;
  readonly note?: string | undefined;
  readonly exitCode?: number | undefined;
  readonly milliseconds?: number | undefined;
  readonly patch?: string | undefined;
  readonly truncated?: boolean | undefined;
  readonly files?: readonly ChangedFile[] | undefined;
  readonly created?: boolean | undefined;
  readonly stopped?: boolean | undefined;
  readonly decided?: Decision | undefined;
}

interface Result {
  readonly toolName?: string;
  readonly content?: readonly { readonly type: string; readonly text?: string }[];
  readonly details?: unknown;
}

interface Details {
  readonly patch?: string;
  readonly truncation?: { readonly truncated?: boolean };
  readonly atelier?: Remembered;
}

/** A tool's result as the person sees it. */
export function outcomeOf(
  result: Result,
  isError: boolean,
  args: Readonly<Record<string, unknown>> = {},
  remembered: Remembered = {},
): ToolOutcome {
  const details = (typeof result.details === 'object' && result.details !== null ? result.details : {}) as Details;
  const known = { ...details.atelier, ...defined(remembered) };
  const text = (result.content ?? []).flatMap(part => (part.type === 'text' && part.text ? [part.text] : [])).join('\n');
  const patch = details.patch ?? known.patch;
  const files = changedFiles(known.files);
  const isLong = text.length > maxTextLength;
  const failure = isError ? failureOf(result.toolName ?? '', text) : undefined;
  return {
    ok: !isError,
    ...(text !== '' && { text: isLong ? `${text.slice(0, maxTextLength)}…` : text }),
    ...(patch !== undefined && { diff: patch, ...linesOf(patch) }),
    ...(typeof args.path === 'string' && { path: args.path }),
    ...defined({ exitCode: known.exitCode, milliseconds: known.milliseconds, rule: known.rule, outside: known.outside, note: known.note }),
    ...(files.length > 0 && { files }),
    ...(known.created === true && { created: true }),
    ...(isError && known.stopped === true && { stopped: true }),
    ...defined({ decided: decisionOf(known.decided), failure }),
    ...((isLong || known.truncated || details.truncation?.truncated) && { truncated: true }),
  };
}

function linesOf(patch: string): { added: number; removed: number } {
  let added = 0;
  let removed = 0;
  for (const line of patch.split('\n')) {
    if (line.startsWith('+') && !line.startsWith('+++')) added += 1;
    else if (line.startsWith('-') && !line.startsWith('---')) removed += 1;
  }
  return { added, removed };
}

/** The object without its undefined fields, which would otherwise be sent as fields. */
export function defined<T extends object>(fields: T): { [Key in keyof T]?: NonNullable<T[Key]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
