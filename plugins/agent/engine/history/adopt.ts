import { openRegular } from '@atelier/kernel/children';
import type * as Pi from '@earendil-works/pi-coding-agent';
import { errors } from '../errors.ts';
import { branchOf } from './branch.ts';
import { newestVersion, readHistory } from './history.ts';
import { linesFrom } from './lines.ts';
import { beginSession, copied } from './write.ts';

/** The size limit for files from before entries had ids, which are read as a whole. */
const maxOldBytes = 256 * 1024 * 1024;

/** Copies the branch of another session file's last entry into the file of a new conversation. */
export async function adopt(
  pi: () => Promise<typeof Pi>,
  { directory, conversation, file }: { readonly directory: string; readonly conversation: string; readonly file: string },
): Promise<string> {
  const history = await readHistory(file);
  const { header } = history;
  if (history.isNewer) throw errors['agent/session-newer']({ file });
  const cwd = typeof header.cwd === 'string' ? header.cwd : '/';
  // Of whoever wrote it, and no project of ours.
  const folder = '';
  const beginning = { directory, conversation, cwd, folder, parentSession: file };
  if ((header.version ?? 1) >= newestVersion) return await beginSession(beginning, copied(history, branchOf(history)));
  const entries = await readOldVersion(file);
  (await pi()).migrateSessionEntries(entries);
  return await beginSession(
    beginning,
    entries.filter(({ type }) => type !== 'session'),
  );
}

async function readOldVersion(file: string): Promise<Pi.FileEntry[]> {
  const handle = await openRegular(file);
  try {
    if ((await handle.stat()).size > maxOldBytes) throw errors['agent/session-too-large']({ file, megabytes: maxOldBytes / 1024 / 1024 });
    const entries: Pi.FileEntry[] = [];
    for await (const { text = '' } of linesFrom(handle, 0)) {
      try {
        const value = JSON.parse(text) as Pi.FileEntry | null;
        if (typeof value === 'object' && value !== null && typeof value.type === 'string') entries.push(value);
      } catch {
        // The engine skips such a line, too.
      }
    }
    return entries;
  } finally {
    await handle.close();
  }
}
