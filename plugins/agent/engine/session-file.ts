import { readFileSync, statSync, unlinkSync } from 'node:fs';
import { branchOf, placeOf, resultsOf } from './history/branch.ts';
import { readHistory } from './history/history.ts';
import { beginSession, copied } from './history/write.ts';

const largestUnused = 64 * 1024;

/** Removes a file in which nobody has said anything; says whether it did. */
export function dropIfUnused(file: string): boolean {
  try {
    // More than its head and its settings: somebody has spoken, and reading it all would take its time.
    if (statSync(file).size > largestUnused) return false;
    if (/"role":"(?:user|assistant)"|"type":"custom_message"/.test(readFileSync(file, 'utf8'))) return false;
    unlinkSync(file);
    return true;
  } catch {
    // Gone already, or not ours to judge.
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
  return await beginSession({ directory, conversation, cwd, parentSession: sessionFile }, copied(history, { entries: kept, afterHole }));
}
