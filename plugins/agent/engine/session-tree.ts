import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import type { SessionEntry, SessionHeader } from '@earendil-works/pi-coding-agent';
import { errors } from './errors.ts';

/** The version of session files that the engine writes; a newer one is left alone. */
const newest = 3;

/** A session file as it stands: its head, and its entries in the order in which they were written. */
export interface SessionTree {
  readonly header: SessionHeader;
  readonly entries: readonly SessionEntry[];
  readonly byId: ReadonlyMap<string, SessionEntry>;
}

/** Reads a session file without changing it; what a killed process has half written at its end is left out. */
export async function readTree(file: string): Promise<SessionTree> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw errors['agent/session-unreadable']({ file, reason: error.message }, error);
  });
  const entries: SessionEntry[] = [];
  let header: SessionHeader | undefined;
  let count = 0;
  for (const line of linesOf(text)) {
    const entry = parsed(line);
    if (entry?.type === 'session') header ??= entry;
    else if (entry) entries.push(entry);
    count += 1;
    // A long history must not hold up what other conversations are saying.
    if (count % 500 === 0) await setImmediate();
  }
  if (header === undefined) throw errors['agent/session-unreadable']({ file, reason: 'no session header' });
  if ((header.version ?? 1) > newest) throw errors['agent/session-newer']({ file });
  return { header, entries, byId: new Map(entries.map(entry => [entry.id, entry])) };
}

/** From the first entry to `leaf`, or to the entry that was written last: the order of the conversation, never that of the file. */
export function branchOf({ entries, byId }: SessionTree, leaf = entries.at(-1)?.id): readonly SessionEntry[] {
  const branch: SessionEntry[] = [];
  const seen = new Set<string>();
  let at = leaf === undefined ? undefined : byId.get(leaf);
  while (at !== undefined && !seen.has(at.id)) {
    seen.add(at.id);
    branch.push(at);
    at = at.parentId === null ? undefined : byId.get(at.parentId);
  }
  return branch.reverse();
}

/** Whether the last turn has no end: its process was gone before the model had finished. */
export function isCut(branch: readonly SessionEntry[]): boolean {
  const omitted = omittedIn(branch);
  const last = branch.findLast(
    entry => entry.type === 'message' && ['user', 'assistant', 'toolResult'].includes(entry.message.role) && !omitted.has(entry.id),
  );
  if (last?.type !== 'message') return false;
  const { message } = last;
  return message.role !== 'assistant' || message.stopReason === 'toolUse' || message.stopReason === 'pending';
}

/** Attempts that were retried: the model does not see them any more, and no more does the person. */
export function omittedIn(branch: readonly SessionEntry[]): ReadonlySet<string> {
  const edits = branch.flatMap(entry => (entry.type === 'context_edit' && entry.replacement === null ? [entry.targetId] : []));
  return new Set(edits);
}

function* linesOf(text: string): Iterable<string> {
  let from = 0;
  while (from < text.length) {
    const end = text.indexOf('\n', from);
    yield end === -1 ? text.slice(from) : text.slice(from, end);
    if (end === -1) return;
    from = end + 1;
  }
}

function parsed(line: string): SessionEntry | SessionHeader | undefined {
  if (line.trim() === '') return undefined;
  try {
    const value = JSON.parse(line) as Partial<SessionEntry | SessionHeader> | null;
    return typeof value === 'object' && typeof value?.type === 'string' && typeof value.id === 'string'
      ? (value as SessionEntry | SessionHeader)
      : undefined;
  } catch {
    return undefined;
  }
}
