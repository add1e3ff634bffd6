import { entriesOf, type Reader } from './entries.ts';
import type { EngineCalls } from './protocol.ts';
import { branchOf, readTree } from './session-tree.ts';

/** A page of a transcript, from its end or from before one of its entries; opens no runtime and writes nothing. */
export async function transcriptPage(
  { sessionFile, before, limit }: EngineCalls['transcript']['params'],
  reader: Reader,
  isRunning: boolean,
): Promise<EngineCalls['transcript']['result']> {
  const entries = entriesOf(branchOf(await readTree(sessionFile)), reader, isRunning);
  const found = before === undefined ? entries.length : entries.findIndex(({ id }) => id === before);
  const end = found === -1 ? entries.length : found;
  return { entries: entries.slice(Math.max(0, end - limit), end), total: entries.length };
}
