import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Reading, Step } from '../found.ts';
import { openTally, type Tally } from '../losses.ts';
import { aside, broken } from '../parts/draft.ts';
import { type Json, nonEmptyTextOf, parsed, recordOf, textOf, timeOf } from '../parts/values.ts';
import { type OpencodeMessage, opencodeConversation } from './opencode.ts';

const maxFileBytes = 64 * 1024 * 1024;

/** The sessions of opencode before 1.2, which stored each session, message and part in its own file. */
export async function* readOpencodeFiles(storage: string, reading: Reading): AsyncGenerator<Step> {
  const losses = openTally();
  for (const project of await namesIn(join(storage, 'session'))) {
    for (const name of await namesIn(join(storage, 'session', project))) {
      reading.signal.throwIfAborted();
      if (!name.endsWith('.json')) continue;
      const file = join(storage, 'session', project, name);
      const session = await jsonIn(file, reading, losses);
      const id = nonEmptyTextOf(session?.id);
      if (session === undefined || id === undefined) continue;
      if (nonEmptyTextOf(session.parentID) !== undefined) losses.add('sidechain', textOf(session.title));
      else if (reading.wanted(id)) yield await conversationOf(session, id, file);
    }
  }
  yield aside(losses.list());

  async function conversationOf(session: Json, id: string, file: string): Promise<Step> {
    try {
      const found = opencodeConversation(session, await messagesOf(storage, id, reading, losses), reading);
      return found ?? aside([{ kind: 'empty-conversation', count: 1, example: id }]);
    } catch (error) {
      if (reading.signal.aborted) throw error;
      return broken('opencode', id, textOf(session.title), file, error);
    }
  }
}

async function messagesOf(storage: string, session: string, reading: Reading, losses: Tally): Promise<readonly OpencodeMessage[]> {
  const messages: OpencodeMessage[] = [];
  for (const name of await namesIn(join(storage, 'message', session))) {
    const message = await jsonIn(join(storage, 'message', session, name), reading, losses);
    if (message === undefined) continue;
    const id = nonEmptyTextOf(message.id) ?? name.replace(/\.json$/, '');
    const parts: Json[] = [];
    for (const part of await namesIn(join(storage, 'part', id))) {
      const record = await jsonIn(join(storage, 'part', id, part), reading, losses);
      if (record !== undefined) parts.push(record);
    }
    messages.push({ id, message, parts });
  }
  const timeIn = ({ message }: OpencodeMessage): number => timeOf(recordOf(message.time)?.created) ?? 0;
  return messages.sort((a, b) => timeIn(a) - timeIn(b) || (a.id < b.id ? -1 : 1));
}

/** Ids increase with time, so names are sorted by time. Names that could lead out of the folder are skipped. */
async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).filter(name => /^[\w.-]+$/.test(name) && !name.startsWith('.')).sort();
  } catch {
    return [];
  }
}

async function jsonIn(file: string, reading: Reading, losses: Tally): Promise<Json | undefined> {
  reading.signal.throwIfAborted();
  const { size } = await stat(file);
  if (size > maxFileBytes) {
    losses.add('too-long', file);
    return undefined;
  }
  const record = recordOf(parsed(await readFile(file, 'utf8')));
  reading.progress(size);
  if (record === undefined) losses.add('torn', file);
  return record;
}
