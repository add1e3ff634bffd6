import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from '../../kernel/main/storage/storage.ts';
import { openLists } from '../../plugins/conversations/main/records/lists.ts';
import type { Bench } from './bench.ts';
import { conversationIndex, never, wordSource } from './conversation-index.ts';
import { alternating, timed } from './measure.ts';

const many = 10_000;
const appends = 60;
const rounds = 15;
const pragmas = ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON', 'trusted_schema = OFF'];

const times = 20;
/** What one of many in a row takes: less than a millisecond by itself is mostly what the machine does beside it. */
const often = (work: () => unknown) => async () =>
  (await timed(async () => {
    for (let n = 0; n < times; n += 1) await work();
  })) / times;

/** 10,000 conversations, one of 10,000 messages: what an append, a page and opening the end cost, against the driver alone. */
export default {
  name: 'conversation-store',
  async run() {
    const index = conversationIndex();
    const { db, messages } = index;
    const source = wordSource(3);
    const long = db.transaction(() => {
      for (let n = 0; n < many; n += 1) index.fill(`c${n}`, source.text(5), n * 1000, []);
      index.fill(
        'short',
        'Short',
        5,
        Array.from({ length: 100 }, () => source.text(60)),
      );
      index.fill('appended', 'Appended', 5, []);
      return index.fill(
        'long',
        'Long',
        5,
        Array.from({ length: many }, () => source.text(60)),
      );
    });
    const lists = openLists(db);
    const list = (after?: string) => lists.page({ limit: 100, live: [], now: 1, ...(after !== undefined && { after }) });
    let middle: string | undefined;
    for (let n = 0; n < many / 200; n += 1) middle = list(middle).next;
    const hundred = db.prepare(
      'SELECT * FROM conversations WHERE removed_at IS NULL AND hidden = 0 AND archived_at IS NULL ORDER BY pinned DESC, created_at DESC, id DESC LIMIT 101',
    );
    const all = db.prepare<{ json: string }>('SELECT json FROM entries WHERE number >= ? AND number < ? ORDER BY number');
    const page = async (conversation: string) => void (await messages.calls.page({ conversation }, never));

    const bareFile = join(index.folder, 'bare.sqlite');
    writeFileSync(bareFile, '');
    const bare = connect(bareFile, 'write');
    for (const pragma of pragmas) bare.pragma(pragma);
    bare.exec(
      'CREATE TABLE messages (number INTEGER PRIMARY KEY, id TEXT NOT NULL, at INTEGER NOT NULL, kind TEXT NOT NULL, json TEXT NOT NULL) STRICT',
    );
    const insert = bare.prepare('INSERT INTO messages VALUES (?, ?, ?, ?, ?)');
    const text = source.text(60);
    const json = JSON.stringify({ id: 'x', kind: 'user', at: 1, parts: [{ kind: 'text', text }] });
    let count = 0;
    const append = (conversation: string) => async () =>
      (await timed(() => {
        for (let n = 0; n < appends; n += 1) {
          count += 1;
          const entry = { id: `n${count}`, kind: 'user' as const, at: count, parts: [{ kind: 'text' as const, text }] };
          messages.take({ conversation, kind: 'messageEnded', seq: count, at: count, entry });
        }
      })) / appends;
    const huge = {
      id: 'huge',
      kind: 'user' as const,
      at: 1,
      parts: [{ kind: 'text' as const, text: source.text(8).repeat(400_000).slice(0, 20_000_000) }],
    };
    try {
      for (const conversation of ['long', 'short', 'appended']) await page(conversation);
      const reading = await alternating(rounds, {
        all: () => timed(() => all.all(long * 2 ** 26, (long + 1) * 2 ** 26 - 1).map(row => JSON.parse(row.json))),
        tail: often(() => page('long')),
        short: often(() => page('short')),
      });
      const listing = await alternating(rounds, {
        driver: often(() => hundred.all()),
        first: often(() => list()),
        middle: often(() => list(middle)),
      });
      const appending = await alternating(rounds, {
        bare: async () =>
          (await timed(() => {
            for (let n = 0; n < appends; n += 1) {
              count += 1;
              insert.run(count, `n${count}`, 1, 'user', json);
            }
          })) / appends,
        new: append('appended'),
        long: append('long'),
      });
      const large = await alternating(5, {
        parse: () => timed(() => JSON.parse(JSON.stringify(huge))),
        take: () => timed(() => messages.take({ conversation: 'short', kind: 'messageEnded', seq: 1, at: 1, entry: huge })),
        page: () => timed(() => page('short')),
      });
      return [
        { what: '100 of 10,000 conversations, the rows alone', value: listing.time('driver'), unit: 'ms', ratio: 1 },
        { what: 'page of the list, the first', value: listing.time('first'), unit: 'ms', ratio: listing.ratio('first', 'driver') },
        { what: '— in the middle', value: listing.time('middle'), unit: 'ms', ratio: listing.ratio('middle', 'driver') },
        { what: 'read and parse 10,000 messages', value: reading.time('all'), unit: 'ms', ratio: 1 },
        { what: 'open it: its newest 60', value: reading.time('tail'), unit: 'ms', ratio: reading.ratio('tail', 'all'), limit: 1 / 100 },
        { what: '— of a conversation of 100', value: reading.time('short'), unit: 'ms', ratio: reading.ratio('short', 'all') },
        { what: 'append, a bare insert', value: appending.time('bare') * 1000, unit: 'us', ratio: 1 },
        {
          what: 'append to a new conversation',
          value: appending.time('new') * 1000,
          unit: 'us',
          ratio: appending.ratio('new', 'bare'),
          limit: 1.2,
        },
        {
          what: 'append to 10,000 messages',
          value: appending.time('long') * 1000,
          unit: 'us',
          ratio: appending.ratio('long', 'bare'),
          limit: 1.2,
        },
        { what: 'a message of 20 MB as JSON and back', value: large.time('parse'), unit: 'ms', ratio: 1 },
        { what: '— into the index', value: large.time('take'), unit: 'ms', ratio: large.ratio('take', 'parse'), limit: 1 },
        { what: '— on a page', value: large.time('page'), unit: 'ms', ratio: large.ratio('page', 'parse'), limit: 1 },
      ];
    } finally {
      bare.close();
      index.close();
    }
  },
} satisfies Bench;
