import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../../kernel/main/storage/storage.ts';
import { type ListQuestion, openLists } from '../../plugins/conversations/main/records/lists.ts';
import { openSeededIn, type SeedConversation } from '../support/conversation-seed.ts';
import type { Bench, Row } from './bench.ts';
import { openListRows, scrollListRows } from './conversation-list-page.ts';
import { alternating } from './measure.ts';

const count = 10_000;
const rounds = 25;
const times = 20;
const page = 100;
const day = 24 * 3600 * 1000;
const columns = 'id, title, project, unread, pinned, archived_at, created_at, updated_at, last_message_at, channel, location, state, tasks';
const words = ['harbour', 'tide', 'paint', 'nightly', 'locale', 'legend', 'release', 'packing', 'worker', 'offset', 'queue', 'zone'];

/** Ten thousand conversations in fifty projects over two years, one in three hundred of them with a rare word. */
function conversations(now: number): readonly SeedConversation[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `0190${String(index).padStart(28, '0')}`,
    title: `${words[index % 12]} ${words[(index * 7) % 12]} ${index}${index % 300 === 0 ? ' zephyr' : ''}`,
    createdAt: now - ((index * 7919) % count) * (730 / count) * day,
    updatedAt: now - ((index * 6271) % count) * (730 / count) * day,
    unread: index % 200 === 0,
    pinned: index % 1000 === 0,
    ...(index % 5 !== 0 && { project: `p${index % 50}` }),
  }));
}

/** A page of the list in the store, against the driver alone that reads the same columns in the same order; and how the sidebar opens. */
export default {
  name: 'conversation-list',
  async run() {
    return [...(await storeRows()), ...(await openListRows()), ...(await scrollListRows())];
  },
} satisfies Bench;

async function storeRows(): Promise<readonly Row[]> {
  const now = Date.now();
  const folder = mkdtempSync(join(tmpdir(), 'atelier-bench-'));
  const db = openSeededIn(folder, conversations(now));
  const bare = connect(join(folder, 'conversations.sqlite'), 'read');
  try {
    const lists = openLists(db);
    const rest = { live: [], now, limit: page };
    const middle = middleOf(lists, rest);
    const ask = (question: Partial<ListQuestion>) => each(() => void lists.page({ ...rest, ...question }));
    const sorted = bare.prepare(
      `SELECT ${columns} FROM conversations WHERE removed_at IS NULL AND archived_at IS NULL AND hidden = 0 ORDER BY pinned DESC, created_at DESC, id DESC LIMIT ${page}`,
    );
    const like = bare.prepare(
      `SELECT ${columns} FROM conversations WHERE removed_at IS NULL AND hidden = 0 AND archived_at IS NULL AND title LIKE '%zephyr%' ORDER BY pinned DESC, created_at DESC, id DESC LIMIT ${page + 1}`,
    );
    const took = await alternating(rounds, {
      bare: each(() => void sorted.all()),
      created: ask({}),
      updated: ask({ sort: 'updated' }),
      deep: ask(middle),
      project: ask({ project: 'p7' }),
      without: ask({ project: '', sort: 'updated' }),
      relevant: ask({ show: 'relevant' }),
      relevantUpdated: ask({ show: 'relevant', sort: 'updated' }),
      like: each(() => void like.all()),
      rare: ask({ text: 'zephyr' }),
      common: ask({ text: 'harbour' }),
      short: ask({ text: 'ze' }),
      counts: each(() => void lists.counts('all', [], now)),
    });
    const row = (what: string, name: Parameters<typeof took.time>[0], base: 'bare' | 'like' = 'bare', limit?: number): Row => ({
      what,
      value: took.time(name) * 1000,
      unit: 'us',
      ratio: took.ratio(name, base),
      ...(limit !== undefined && { limit }),
    });
    // A page may take twice as long as the driver alone.
    return [
      row(`page of ${page} by creation, the driver alone`, 'bare'),
      row('page by creation', 'created', 'bare', 2),
      row('page by change', 'updated', 'bare', 2),
      row('page from the middle', 'deep', 'bare', 2),
      row('page of a project', 'project', 'bare', 2),
      row('page of those without one', 'without', 'bare', 2),
      row('page of relevant ones, by creation', 'relevant', 'bare', 2),
      row('page of relevant ones, by change', 'relevantUpdated', 'bare', 2),
      row('title by LIKE, a rare word', 'like', 'like'),
      row('title search, a rare word', 'rare', 'like', 0.125),
      row('title search, a word of every sixth', 'common', 'like'),
      row('title search, two letters', 'short', 'like'),
      row('counts by project', 'counts'),
    ];
  } finally {
    bare.close();
    db.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const each = (work: () => void) => () => {
  const began = performance.now();
  for (let n = 0; n < times; n += 1) work();
  return (performance.now() - began) / times;
};

function middleOf(lists: ReturnType<typeof openLists>, rest: ListQuestion): Partial<ListQuestion> {
  let after: string | undefined;
  for (let at = 0; at < count / 2; at += page) after = lists.page({ ...rest, ...(after !== undefined && { after }) }).next ?? after;
  return after === undefined ? {} : { after };
}
