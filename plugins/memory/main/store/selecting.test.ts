import { expect, test } from 'vitest';
import type { Selection } from '../../contract/index.ts';
import { draftOf, failure, opened } from './store.fixture.ts';

/** Four memories, an hour after each other: of two conversations, three topics, two kinds, and one of a project. */
function filled() {
  const all = opened();
  const add = (content: string, conversation: string, more: object) => {
    all.pass(3_600_000);
    const source = { origin: 'captured', conversation, message: 'm', quote: content } as const;
    return all.store.upsert(draftOf(content, { kind: 'fact', title: content, from: all.now(), source, ...more })).memory;
  };
  const boat = add('The boat is called Mouette.', 'c1', { topic: 'boat' });
  const harbour = add('The harbour is Brest.', 'c1', { topic: 'harbour' });
  const coffee = add('Coffee is taken black.', 'c2', { topic: 'coffee', kind: 'preference' });
  const tests = add('The tests are run by make.', 'c2', { topic: 'tests', project: 'example.org/me/p' });
  return { ...all, boat, harbour, coffee, tests };
}

test('what is to be forgotten is chosen by record, conversation, topic, time and words, and by all of them together, and the preview shows exactly what goes', () => {
  using all = filled();
  const { boat, harbour, coffee, tests } = all;
  const selections: readonly Selection[] = [
    { ids: [boat.id] },
    { conversation: 'c1' },
    { topic: 'Coffee' },
    { after: coffee.createdAt },
    { before: harbour.createdAt },
    { after: harbour.createdAt, before: tests.createdAt },
    { text: 'HARBOUR' },
    { conversation: 'c1', text: 'brest' },
    { conversation: 'c1', topic: 'coffee' },
    { text: '  ' },
    { text: "%' OR 1=1 --" },
    {},
  ];
  const shown = selections.map(selection => {
    const { memories, total } = all.store.preview(selection);
    const { forgotten, change } = all.store.forget(selection);
    const left = all.store.everything().length;
    if (change !== undefined) all.store.undo(change);
    return [memories.map(({ id }) => id), total, forgotten, left];
  });
  const goes = (...some: readonly { readonly id: string }[]) => [some.map(({ id }) => id), some.length, some.length, 4 - some.length];
  expect([shown, all.store.everything().length]).toEqual([
    [
      goes(boat),
      goes(harbour, boat),
      goes(coffee),
      goes(tests, coffee),
      goes(boat),
      goes(coffee, harbour),
      goes(harbour),
      goes(harbour),
      goes(),
      goes(),
      goes(),
      goes(),
    ],
    4,
  ]);
});

test('what came after the look at the preview is not forgotten with it', () => {
  using all = filled();
  const { upTo } = all.store.preview({ text: 'the' });
  all.store.upsert(draftOf('The mast is of wood.', { title: 'Mast' }));
  all.store.forget({ text: 'the', upTo });
  expect(all.words()).toEqual(['The mast is of wood.', 'Coffee is taken black.']);
});

test('the list is narrowed by kind, place, conversation, origin and moment, and read in pages that miss and repeat nothing', () => {
  using all = filled();
  const { boat, harbour, coffee, tests } = all;
  const ids = (query: Parameters<typeof all.store.list>[0]) => all.store.list(query).memories.map(({ id }) => id);
  const pages: string[] = [];
  for (let after: string | undefined; ; ) {
    const page = all.store.list({ limit: 3, ...(after !== undefined && { after }) });
    pages.push(...page.memories.map(({ id }) => id));
    after = page.next;
    if (after === undefined) break;
  }
  expect({
    kind: ids({ kinds: ['preference'] }),
    global: ids({ scope: 'global' }),
    project: ids({ project: 'example.org/me/p', scope: 'project' }),
    conversation: ids({ conversation: 'c1' }),
    origin: ids({ origin: 'manual' }),
    moment: ids({ at: harbour.from }),
    pages,
  }).toEqual({
    kind: [coffee.id],
    global: [coffee.id, harbour.id, boat.id],
    project: [tests.id],
    conversation: [harbour.id, boat.id],
    origin: [],
    moment: [harbour.id, boat.id],
    pages: [tests.id, coffee.id, harbour.id, boat.id],
  });
});

test('memories that the person merges by hand become one in their words, which ends them, and one undo brings all back', () => {
  using all = filled();
  const { boat, harbour } = all;
  const { memory, ended, change } = all.store.merge({
    ids: [boat.id, harbour.id, boat.id],
    title: 'Boat',
    content: 'Mouette lies in Brest.',
  });
  const merged = [memory.source.origin, ended.toSorted(), [boat, harbour].map(({ id }) => all.store.get(id).supersededBy === memory.id)];
  const again = failure(() => all.store.merge({ ids: [boat.id, memory.id], title: 'x', content: 'y' }));
  all.store.undo(change);
  expect([merged, again, all.words().length, failure(() => all.store.get(memory.id))]).toEqual([
    ['manual', [boat.id, harbour.id].toSorted(), [true, true]],
    'memory/not-active',
    4,
    'memory/unknown',
  ]);
});
