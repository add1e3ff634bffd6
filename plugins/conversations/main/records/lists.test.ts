import { describe, expect, test } from 'vitest';
import { openSeeded, type SeedConversation } from '../../../../tests/support/conversation-seed.ts';
import { openConversations } from './conversations.ts';
import { type ListQuestion, openLists } from './lists.ts';

const day = 24 * 3600 * 1000;
const now = 1000 * day;
const rest = { live: [], now } as const;

/** `count` conversations, the newest first, changed in the opposite order. */
function many(count: number): readonly SeedConversation[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `c${String(count - index).padStart(4, '0')}`,
    title: `Number ${index}`,
    createdAt: now - index * 1000,
    updatedAt: now - (count - index) * 1000,
    ...(index % 3 === 0 && { project: 'p1' }),
  }));
}

/** The ids of all pages, in order; `between` is called after each page. */
function allPages(lists: ReturnType<typeof openLists>, question: Partial<ListQuestion>, between: (page: number) => void = () => undefined) {
  const ids: string[] = [];
  let after: string | undefined;
  for (let page = 0; page < 100; page += 1) {
    const { records, next } = lists.page({ ...rest, limit: 7, ...question, ...(after !== undefined && { after }) });
    ids.push(...records.map(record => record.id));
    if (next === undefined) return ids;
    between(page);
    after = next;
  }
  throw new Error('The pages do not end.');
}

const ids = (lists: ReturnType<typeof openLists>, question: Partial<ListQuestion>) =>
  lists.page({ ...rest, limit: 100, ...question }).records.map(record => record.id);

describe('the pages of a list', () => {
  test('contain everything once, in order, for every query', () => {
    using db = openSeeded(many(100));
    const lists = openLists(db);
    const created = many(100).map(one => one.id);
    const inProject = many(100).flatMap(one => (one.project === 'p1' ? [one.id] : []));

    expect({
      created: allPages(lists, {}),
      updated: allPages(lists, { sort: 'updated' }),
      project: allPages(lists, { project: 'p1' }),
      without: allPages(lists, { project: '' }),
      text: allPages(lists, { text: 'number 1', sort: 'updated' }),
      relevant: allPages(lists, { show: 'relevant' }),
    }).toEqual({
      created,
      updated: created.toReversed(),
      project: inProject,
      without: created.filter(id => !inProject.includes(id)),
      text: many(100)
        .filter(one => one.title.startsWith('Number 1'))
        .map(one => one.id)
        .toReversed(),
      relevant: created,
    });
  });

  test('neither skip nor repeat unchanged rows while other rows are pinned, changed, added and removed', () => {
    using db = openSeeded(many(60));
    const [lists, records] = [openLists(db), openConversations(db)];
    const touched = ['c0060', 'c0055', 'c0030', 'c0010'];
    const found = allPages(lists, { sort: 'updated' }, page => {
      const id = touched[page];
      if (id === undefined) return;
      if (page % 2 === 0) records.change(id, { updatedAt: now + page });
      else records.change(id, { pinned: true });
      records.remove([`c000${page + 1}`], now);
    });
    const isSteady = (id: string) => !touched.includes(id) && !['c0001', 'c0002', 'c0003', 'c0004'].includes(id);

    expect(found.filter(isSteady)).toEqual(
      many(60)
        .map(one => one.id)
        .toReversed()
        .filter(isSteady),
    );
  });

  test('distinguish conversations that were created at the same time', () => {
    using db = openSeeded(Array.from({ length: 30 }, (_, index) => ({ id: `c${index + 10}`, title: 'Same', createdAt: now })));
    expect(allPages(openLists(db), {})).toEqual(Array.from({ length: 30 }, (_, index) => `c${39 - index}`));
  });

  test('start from the beginning after an invalid cursor', () => {
    using db = openSeeded(many(3));
    const lists = openLists(db);
    const odd = ['', 'x', '2:1:c', '1:-1:c', "0:1:'; DROP TABLE conversations", `0:${'9'.repeat(40)}:c`];
    expect(odd.map(after => ids(lists, { after }).length)).toEqual(odd.map(() => 3));
  });
});

test('pinned rows are first, archived rows are in their own list in the order of archiving, removed and hidden rows in none', () => {
  using db = openSeeded([
    { id: 'old', title: 'Old', createdAt: 1, pinned: true },
    { id: 'new', title: 'New', createdAt: 9 },
    { id: 'first', title: 'First away', createdAt: 8, archivedAt: 100, pinned: true },
    { id: 'second', title: 'Second away', createdAt: 2, archivedAt: 200, project: 'p1' },
    { id: 'gone', title: 'Gone', createdAt: 5 },
    { id: 'hidden', title: 'Hidden', createdAt: 5 },
    { id: 'hidden-away', title: 'Hidden', createdAt: 5, archivedAt: 300 },
  ]);
  const [lists, records] = [openLists(db), openConversations(db)];
  records.remove(['gone'], now);
  records.change('hidden', { hidden: true });
  records.change('hidden-away', { hidden: true });

  expect({
    all: ids(lists, {}),
    archived: ids(lists, { show: 'archived' }),
    archivedPages: allPages(lists, { show: 'archived', limit: 1 }),
    counts: [...lists.counts('all', [], now)],
    archivedCounts: [...lists.counts('archived', [], now)],
  }).toEqual({
    all: ['old', 'new'],
    archived: ['second', 'first'],
    archivedPages: ['second', 'first'],
    counts: [['', 2]],
    archivedCounts: [
      ['', 1],
      ['p1', 1],
    ],
  });
});

test('relevant conversations were changed in the last two weeks, or are unread, pinned, queued, failed, running or waiting for an answer', () => {
  const old = { createdAt: 1, updatedAt: now - 15 * day };
  using db = openSeeded([
    { id: 'recent', title: 'Recent', createdAt: 2, updatedAt: now - 13 * day },
    { id: 'unread', title: 'Unread', ...old, unread: true },
    { id: 'pinned', title: 'Pinned', ...old, pinned: true },
    { id: 'queued', title: 'Queued', ...old, state: 'queued' },
    { id: 'failed', title: 'Failed', ...old, state: 'failed' },
    { id: 'live', title: 'Live', ...old },
    { id: 'done', title: 'Done', ...old, state: 'done' },
    { id: 'plain', title: 'Plain', ...old },
    { id: 'away', title: 'Away', ...old, unread: true, archivedAt: now },
  ]);
  const lists = openLists(db);
  const question = { show: 'relevant', live: ['live'] } as const;
  expect({ ids: ids(lists, question), counts: [...lists.counts('relevant', ['live'], now)] }).toEqual({
    ids: ['pinned', 'recent', 'unread', 'queued', 'live', 'failed'],
    counts: [['', 6]],
  });
});

describe('a title search', () => {
  const titles = ['Élan vital', 'E\u0301lan decomposed', '100 % sure_thing', 'مرحبا بالعالم', '👩‍💻 at work', 'a"b', 'C:\\temp', 'plain'];

  test.each([
    ['élan', ['Élan vital', 'E\u0301lan decomposed']],
    ['ELAN', ['Élan vital', 'E\u0301lan decomposed']],
    ['é', ['Élan vital']],
    ['él', ['Élan vital']],
    ['0 %', ['100 % sure_thing']],
    ['e_t', ['100 % sure_thing']],
    ['_', ['100 % sure_thing']],
    ['بالع', ['مرحبا بالعالم']],
    ['👩‍💻', ['👩‍💻 at work']],
    ['"', ['a"b']],
    ['a"b', ['a"b']],
    ['\\', ['C:\\temp']],
    ['C:\\t', ['C:\\temp']],
    ['a b OR plain', []],
    ['NEAR(plain)', []],
    ['pl*', []],
    ['\u0000', titles],
    ['plain\u0000', ['plain']],
    ['pla\u0000in', []],
    ['   ', titles],
  ])('for %j finds the titles that contain it, and nothing else', (text, found) => {
    using db = openSeeded(titles.map((title, index) => ({ id: `c${index}`, title, createdAt: 100 - index })));
    expect(
      openLists(db)
        .page({ ...rest, text })
        .records.map(record => record.title),
    ).toEqual(found);
  });

  test('follows a title that changes', () => {
    using db = openSeeded([{ id: 'c1', title: 'Before', createdAt: 1 }]);
    const [lists, records] = [openLists(db), openConversations(db)];
    records.change('c1', { title: 'Afterwards' });
    expect([ids(lists, { text: 'before' }), ids(lists, { text: 'afterwards' })]).toEqual([[], ['c1']]);
  });
});
