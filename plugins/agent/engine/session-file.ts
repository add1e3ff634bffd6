import { statSync, unlinkSync } from 'node:fs';
import { readRegularSync } from '@atelier/kernel/children';
import { branchOf, placeOf, resultsOf } from './history/branch.ts';
import { fieldsOf } from './history/entry-summary.ts';
import { readHistory } from './history/history.ts';
import { beginSession, copied } from './history/write.ts';

const maxUnusedBytes = 64 * 1024;

/** Deletes a session file without messages; returns whether it did. */
export function dropIfUnused(file: string): boolean {
  try {
    // A file of this size has messages, and reading it would take long.
    if (statSync(file).size > maxUnusedBytes) return false;
    if (/"role":"(?:user|assistant)"|"type":"custom_message"/.test(readRegularSync(file))) return false;
    unlinkSync(file);
    return true;
  } catch {
    // It does not exist any more, or cannot be read.
    return false;
  }
}

/** Copies a session up to an entry, and the results of the tools that this entry called, into the file of another conversation. */
export async function forkSession(
  directory: string,
  { sessionFile, entry, conversation, cwd }: { sessionFile: string; entry: string; conversation: string; cwd: string },
): Promise<string> {
  const history = await readHistory(sessionFile);
  const { entries, afterHole } = branchOf(history);
  const place = placeOf(entries, entry, sessionFile);
  const kept = [...entries.slice(0, place + 1), ...(entries[place]?.role === 'assistant' ? resultsOf(entries, place) : [])];
  const { folder } = fieldsOf(fieldsOf(history.header).atelier);
  const beginning = { directory, conversation, cwd, parentSession: sessionFile, ...(typeof folder === 'string' && { folder }) };
  return await beginSession(beginning, copied(history, { entries: kept, afterHole }));
}
