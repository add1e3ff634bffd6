import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Reading, Step } from '../found.ts';
import { openTally, type Tally } from '../losses.ts';
import { aside, broken } from '../parts/subject.ts';
import { type Json, parsed, recordOf, textOf, timeOf, wordOf } from '../parts/values.ts';
import { type OpencodeMessage, opencodeConversation } from './opencode.ts';

const largestFile = 64 * 1024 * 1024;

/** The sessions of opencode before 1.2, which kept each session, message and part in a file of its own. */
export async function* readOpencodeFiles(storage: string, reading: Reading): AsyncGenerator<Step> {
  const lost = openTally();
  for (const project of await namesIn(join(storage, 'session'))) {
    for (const name of await namesIn(join(storage, 'session', project))) {
      reading.signal.throwIfAborted();
      if (!name.endsWith('.json')) continue;
      const file = join(storage, 'session', project, name);
      const session = await jsonIn(file, reading, lost);
      const id = wordOf(session?.id);
      if (session === undefined || id === undefined) continue;
      if (wordOf(session.parentID) !== undefined) lost.add('sidechain', textOf(session.title));
      else if (reading.wanted(id)) yield await conversationOf(session, id, file);
    }
  }
  yield aside(lost.list());

  async function conversationOf(session: Json, id: string, file: string): Promise<Step> {
    try {
      const found = opencodeConversation(session, await messagesOf(storage, id, reading, lost), reading);
      return found ?? aside([{ kind: 'empty-conversation', count: 1, example: id }]);
    } catch (error) {
      if (reading.signal.aborted) throw error;
      return broken('opencode', id, textOf(session.title), file, error);
    }
  }
}

async function messagesOf(storage: string, session: string, reading: Reading, lost: Tally): Promise<readonly OpencodeMessage[]> {
  const messages: OpencodeMessage[] = [];
  for (const name of await namesIn(join(storage, 'message', session))) {
    const message = await jsonIn(join(storage, 'message', session, name), reading, lost);
    if (message === undefined) continue;
    const id = wordOf(message.id) ?? name.replace(/\.json$/, '');
    const parts: Json[] = [];
    for (const part of await namesIn(join(storage, 'part', id))) {
      const record = await jsonIn(join(storage, 'part', id, part), reading, lost);
      if (record !== undefined) parts.push(record);
    }
    messages.push({ id, message, parts });
  }
  const timeIn = ({ message }: OpencodeMessage): number => timeOf(recordOf(message.time)?.created) ?? 0;
  return messages.sort((a, b) => timeIn(a) - timeIn(b) || (a.id < b.id ? -1 : 1));
}

/** Ids grow with time, so the order of names is the order of events. A name is never a way out of its folder. */
async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).filter(name => /^[\w.-]+$/.test(name) && !name.startsWith('.')).sort();
  } catch {
    return [];
  }
}

async function jsonIn(file: string, reading: Reading, lost: Tally): Promise<Json | undefined> {
  reading.signal.throwIfAborted();
  const { size } = await stat(file);
  if (size > largestFile) {
    lost.add('too-long', file);
    return undefined;
  }
  const record = recordOf(parsed(await readFile(file, 'utf8')));
  reading.progress(size);
  if (record === undefined) lost.add('torn', file);
  return record;
}
