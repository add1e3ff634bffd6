import type { SessionEntry } from '@earendil-works/pi-coding-agent';
import { compactionEntry, entryOf, noticeEntry, type Reader, type ToolResult } from './entries.ts';
import { errors } from './errors.ts';
import { type Branch, branchOf, omittedIn, ownIds, resultsOf } from './history/branch.ts';
import { shownAs } from './history/entry-summary.ts';
import { type History, type IndexedEntry, readEntries, readHistory } from './history/history.ts';
import type { EngineCalls, EngineEntry } from './protocol.ts';

/** An entry of the file, or a notice about the file. */
type Row = { readonly place: number } | { readonly notice: EngineEntry };

/** A page of a transcript, up to its end or to before one of its entries; opens no runtime and writes nothing. */
export async function transcriptPage(
  { sessionFile, before, limit }: EngineCalls['transcript']['params'],
  reader: Reader,
  isRunning: boolean,
): Promise<EngineCalls['transcript']['result']> {
  const history = await readHistory(sessionFile);
  const branch = branchOf(history);
  const rows = rowsOf(history, branch, reader);
  const ids = ownIds(branch.entries);
  const idOf = (row: Row) => ('notice' in row ? row.notice.id : ids.get(branch.entries[row.place]!)?.id);
  const found = before === undefined ? -1 : rows.findIndex(row => idOf(row) === before);
  const end = found === -1 ? rows.length : found;
  const page = rows.slice(limit === undefined ? 0 : Math.max(0, end - limit), end);
  return { entries: await entriesOf(history, branch, { page, ids, reader, isRunning }), total: rows.length };
}

/** The rows of a branch that the person sees: no system message, no hidden message, no attempt that was retried, unless it was cut at the limit. */
function rowsOf(history: History, { entries, afterHole }: Branch, reader: Reader): readonly Row[] {
  const omitted = omittedIn(entries);
  const rows: Row[] = [];
  for (const [place, entry] of entries.entries()) {
    if (afterHole.has(entry))
      rows.push({ notice: noticeEntry(`damaged-${entry.id}`, entry.at, errors['agent/session-damaged']({ file: history.file }), reader) });
    if (shownAs(entry) !== undefined && (!omitted.has(entry.id) || entry.hasWords)) rows.push({ place });
  }
  if (history.isNewer)
    rows.push({ notice: noticeEntry('newer', entries.at(-1)?.at ?? 0, errors['agent/session-newer']({ file: history.file }), reader) });
  return rows;
}

async function entriesOf(
  { file }: History,
  { entries }: Branch,
  { page, ids, reader, isRunning }: { page: readonly Row[]; ids: ReturnType<typeof ownIds>; reader: Reader; isRunning: boolean },
): Promise<readonly EngineEntry[]> {
  const lastCompaction = entries.findLast(({ type }) => type === 'compaction');
  const made: EngineEntry[] = [];
  for (const row of page) {
    if ('notice' in row) made.push(row.notice);
    else {
      const place = entries[row.place] as IndexedEntry;
      const own = ids.get(place);
      const [read, ...answers] = await readEntries<SessionEntry>(file, [place, ...(place.calls ? resultsOf(entries, row.place) : [])]);
      const entry = read && { ...read, id: own?.id ?? read.id };
      if (entry?.type === 'compaction') made.push(compactionEntry(entry, place.at, place === lastCompaction));
      else if (entry !== undefined)
        made.push(...entryOf(entry, reader, { at: place.at, calls: own?.calls, results: byCall(answers), isRunning }));
    }
  }
  return made;
}

/** The results of each call, in order, as a file may repeat the id of a call. */
function byCall(answers: readonly (SessionEntry | undefined)[]): ReadonlyMap<string, readonly ToolResult[]> {
  const messages = answers.flatMap(entry => (entry?.type === 'message' && entry.message.role === 'toolResult' ? [entry.message] : []));
  return Map.groupBy(messages, message => message.toolCallId);
}
