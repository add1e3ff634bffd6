import { appendFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { AgentEvent, AgentService, Entry, Part } from '@atelier/agent/contract';
import type { Database } from '@atelier/kernel';
import { migrateTo } from '@atelier/kernel/testing';
import { keptLog } from '../../../../kernel/testing/kept-log.ts';
import { tempFolder } from '../../../../kernel/testing/temp-folder.ts';
import type { Core } from '../core.ts';
import { Activity } from '../live/activity.ts';
import { Presence } from '../live/presence.ts';
import { migrations } from '../migrations/index.ts';
import { beginConversation, type NewConversation, openConversations } from '../records/conversations.ts';
import { type Messages, openMessages } from './messages.ts';

const newest = Number.POSITIVE_INFINITY;

/** Session files with one entry per line, and an agent service that reads them; a conversation in `failing` cannot be read. */
export function sessionFolder() {
  const folder = tempFolder();
  const files = new Map<string, string>();
  const extra: { file: string; conversation: string }[] = [];
  let reads = 0;
  const pathOf = (conversation: string) => {
    const file = files.get(conversation) ?? folder.file(`${conversation}.jsonl`);
    files.set(conversation, file);
    return file;
  };
  const entriesOf = (conversation: string): Entry[] => {
    const file = files.get(conversation);
    if (file === undefined || !existsSync(file)) return [];
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter(line => line !== '')
      .map(line => JSON.parse(line) as Entry);
  };
  const failing = new Map<string, Error>();
  const agent = {
    sessionFile: async (conversation: string) => files.get(conversation),
    sessionFiles: async () => [...[...files].map(([conversation, file]) => ({ file, conversation })), ...extra],
    state: async () => ({ seq: 1000 }),
    async transcript(conversation: string, { before, limit = newest }: { before?: string; limit?: number } = {}) {
      reads += 1;
      const failure = failing.get(conversation);
      if (failure) throw failure;
      const all = entriesOf(conversation);
      const found = before === undefined ? -1 : all.findIndex(({ id }) => id === before);
      const end = found === -1 ? all.length : found;
      return { entries: all.slice(Math.max(0, end - limit), end), total: all.length, seq: 1000 };
    },
  } as unknown as AgentService;
  return {
    agent,
    folder: folder.path,
    extra,
    failing,
    entriesOf,
    get reads() {
      return reads;
    },
    file: pathOf,
    append: (conversation: string, ...entries: Entry[]) =>
      appendFileSync(pathOf(conversation), entries.map(entry => `${JSON.stringify(entry)}\n`).join('')),
    write: (conversation: string, entries: readonly Entry[]) =>
      writeFileSync(pathOf(conversation), entries.map(entry => `${JSON.stringify(entry)}\n`).join('')),
    /** Other entries from now on. As the real files, it only gets longer: here by empty lines. */
    change(conversation: string, entries: readonly Entry[]) {
      const text = entries.map(entry => `${JSON.stringify(entry)}\n`).join('');
      const size = statSync(pathOf(conversation), { throwIfNoEntry: false })?.size ?? 0;
      writeFileSync(pathOf(conversation), text + '\n'.repeat(Math.max(0, size + 1 - Buffer.byteLength(text))));
    },
    remove: (conversation: string) => rmSync(pathOf(conversation)),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}

export type SessionFolder = ReturnType<typeof sessionFolder>;

/** An index over such files, with its own database; `restart` opens the index again on the same database. */
export function openIndex(sessions: SessionFolder, now: () => number = () => 1_000_000) {
  const migrated = migrateTo(migrations, migrations.at(-1)?.id ?? 0);
  const db: Database = migrated.database;
  const records = openConversations(db);
  const events: (readonly [string, unknown])[] = [];
  const begin = (id: string, fields: NewConversation = {}) => beginConversation(records, now(), { title: 'New', id, ...fields });
  let stop = new AbortController();
  const open = (): Messages => {
    stop.abort();
    stop = new AbortController();
    const windows = {
      emit: (name: string, event: unknown) => {
        if (name !== 'indexChanged') events.push([name, event]);
      },
      changed: (conversation: string) => events.push(['rowsChanged', conversation]),
    };
    const core = {
      profile: sessions.folder,
      records,
      agent: sessions.agent,
      activity: new Activity(),
      presence: new Presence(),
      windows,
      now,
      log: keptLog(),
      locale: async () => 'en',
      isWritable: true,
      kept: { read: () => ({ conversations: new Map(), projects: [], settings: new Map() }) },
    } as unknown as Core;
    return openMessages(core, db, stop.signal);
  };
  let messages = open();
  let seq = 1000;
  return {
    db,
    records,
    events,
    begin,
    get messages() {
      return messages;
    },
    restart: () => {
      messages = open();
    },
    take(event: Omit<AgentEvent, 'seq' | 'at'>) {
      seq += 1;
      messages.take({ at: seq, ...event, seq } as AgentEvent);
      return seq;
    },
    /** The whole content of the index, as rows and as words. */
    dump: () => ({
      entries: db.prepare<{ number: number }>('SELECT number, id, at, kind, json FROM entries ORDER BY number').all(),
      words: ['alpha', 'beta', 'gamma', 'delta'].map(word =>
        db
          .prepare<{ rowid: number }>('SELECT rowid FROM texts WHERE texts MATCH ? ORDER BY rowid')
          .all(word)
          .map(({ rowid }) => rowid),
      ),
    }),
    [Symbol.dispose]() {
      stop.abort();
      migrated[Symbol.dispose]();
    },
  };
}

export const user = (id: string, text: string, at = 1): Entry => ({ id, kind: 'user', at, parts: [{ kind: 'text', text }] });
export const assistant = (id: string, text: string, at = 1, more: readonly Part[] = []): Entry => ({
  id,
  kind: 'assistant',
  at,
  model: 'demo/demo',
  stopped: 'done',
  parts: [{ kind: 'text', text }, ...more],
});
/** `count` entries, alternating between user and assistant. */
export const entries = (count: number, word = 'alpha'): Entry[] =>
  Array.from({ length: count }, (_, index) => (index % 2 === 0 ? user : assistant)(`e${index}`, `${word} number ${index}`, index));
