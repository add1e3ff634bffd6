import { errors } from '../errors.ts';
import { branchOf, isSound } from './branch.ts';
import { readHistory } from './history.ts';
import { type Beginning, beginSession, copied } from './write.ts';

/** The engine keeps the whole of a file in memory, several times its size, and with it every other conversation. */
const largestMegabytes = 256;

/**
 * The file that the engine may open for a conversation: a new one, the one it has, or, where the engine would lose its way in that one,
 * a copy that is in order. No file that is there is written over.
 */
export async function fileToOpen(beginning: Beginning, sessionFile: string | undefined): Promise<string> {
  if (sessionFile === undefined) return await beginSession(beginning);
  const history = await readHistory(sessionFile);
  const { header, isNewer, isOdd, bytes } = history;
  if (isNewer) throw errors['agent/session-newer']({ file: sessionFile });
  if (bytes > largestMegabytes * 1024 * 1024) throw errors['agent/session-too-large']({ file: sessionFile, megabytes: largestMegabytes });
  const branch = branchOf(history);
  if ((header.version ?? 1) < 3) return sessionFile;
  return !isOdd && isSound(history, branch)
    ? sessionFile
    : await beginSession({ ...beginning, parentSession: sessionFile }, copied(history, branch));
}
