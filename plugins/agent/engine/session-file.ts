import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionEntry, SessionHeader } from '@earendil-works/pi-coding-agent';
import { errors } from './errors.ts';
import { branchOf, readTree, type SessionTree } from './session-tree.ts';

const largestUnused = 64 * 1024;

/** Where the session files lie. */
export const sessionsIn = (directory: string): string => join(directory, 'sessions');

/**
 * Begins a session file. The engine by itself writes nothing before the model's first answer, so that a message could be lost
 * which was already taken; to a file that is there it appends each entry at once.
 */
export function beginSession(
  directory: string,
  conversation: string,
  cwd: string,
  entries: readonly SessionEntry[] = [],
  parentSession?: string,
): string {
  const folder = sessionsIn(directory);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const timestamp = new Date().toISOString();
  const file = join(folder, `${timestamp.replace(/[:.]/g, '-')}_${conversation}.jsonl`);
  const header: SessionHeader = {
    type: 'session',
    version: 3,
    id: conversation,
    timestamp,
    cwd,
    ...(parentSession !== undefined && { parentSession }),
  };
  const descriptor = openSync(file, 'wx', 0o600);
  try {
    writeFileSync(descriptor, `${[header, ...entries].map(line => JSON.stringify(line)).join('\n')}\n`);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  return file;
}

/** Removes a file in which nobody has said anything. */
export function dropIfUnused(file: string): void {
  try {
    // More than its head and its settings: somebody has spoken, and reading it all would take its time.
    if (statSync(file).size > largestUnused) return;
    if (!/"role":"(?:user|assistant)"|"type":"custom_message"/.test(readFileSync(file, 'utf8'))) unlinkSync(file);
  } catch {
    // Gone already, or not ours to judge.
  }
}

/** Copies a session up to an entry, and the results of the tools that this entry called, into the file of another conversation. */
export async function forkSession(
  directory: string,
  { sessionFile, entry, conversation, cwd }: { sessionFile: string; entry: string; conversation: string; cwd: string },
): Promise<string> {
  const tree = await readTree(sessionFile);
  if (!tree.byId.has(entry)) throw errors['agent/entry-missing']({ file: sessionFile, entry });
  return beginSession(directory, conversation, cwd, [...branchOf(tree, entry), ...resultsAfter(tree, entry)], sessionFile);
}

function resultsAfter(tree: SessionTree, entry: string): readonly SessionEntry[] {
  const results: SessionEntry[] = [];
  let at = entry;
  for (;;) {
    const next = tree.entries.find(
      ({ parentId, ...rest }) => parentId === at && rest.type === 'message' && rest.message.role === 'toolResult',
    );
    if (next === undefined) return results;
    results.push(next);
    at = next.id;
  }
}
