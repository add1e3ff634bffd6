import { expect, test } from 'vitest';
import type { Draft } from '../contract/index.ts';
import { memoryCalls, memoryService } from './service.ts';
import { opened } from './store/store.fixture.ts';

function served() {
  const all = opened();
  const unused = {} as never;
  const calls = memoryCalls({
    ...{ store: all.store, proposals: all.proposals, now: all.now, isReadOnly: false, git: unused, searcher: unused, uses: unused },
    inspection: { redact: async (texts: readonly string[]) => texts } as never,
  });
  return { ...all, calls, service: memoryService(calls, all.store), [Symbol.dispose]: () => all[Symbol.dispose]() };
}

const code = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );

test('an extension writes nothing in the person’s name: it brings back nothing that was forgotten, and its corrections end nothing for good', async () => {
  using all = served();
  const gone = (await all.calls.upsert(all.draft('Likes green tea.', { topic: 'tea' }))).memory;
  await all.calls.forget({ ids: [gone.id] });
  const draft: Draft = all.draft('Plays the piano.', { topic: 'piano' });
  const { memory } = await all.service.upsert(draft);
  const corrected = await all.service.correct({ id: memory.id, content: 'Plays the organ.', source: { origin: 'manual' } });
  expect({
    again: await code(all.service.upsert(all.draft('likes GREEN tea', { topic: 'tea' }))),
    origins: [memory.source.origin, corrected.memory.source.origin],
    words: all.words(),
  }).toEqual({ again: 'memory/forgotten', origins: ['tool', 'tool'], words: ['Plays the organ.'] });
});

test('no correction by a model or an extension says what was forgotten; what says it among other words waits for the person', async () => {
  using all = served();
  const gone = (await all.calls.upsert(all.draft('Likes green tea.', { topic: 'tea' }))).memory;
  await all.calls.forget({ ids: [gone.id] });
  const { memory } = await all.calls.upsert(all.draft('Plays the piano.', { topic: 'piano' }));
  const correct = (content: string) =>
    code(all.calls.correct({ id: memory.id, content, source: { origin: 'tool', conversation: 'c1', message: 'm1' } }));
  const codes = [await correct('Likes GREEN tea'), await correct('Plays the organ of the church. Likes green tea.')];
  const waiting = (await all.proposals.list({})).proposals.map(({ content, forgotten }) => [content, forgotten]);
  const own = await code(all.calls.correct({ id: memory.id, content: 'Likes green tea.', source: { origin: 'manual' } }));
  expect({ codes, waiting, own, words: all.words() }).toEqual({
    codes: ['memory/forgotten', 'memory/alike-forgotten'],
    waiting: [['Plays the organ of the church. Likes green tea.', true]],
    own: 'done',
    words: ['Likes green tea.'],
  });
});

test('what was forgotten is listed for the person alone while it can be put back', async () => {
  using all = served();
  const { memory } = await all.calls.upsert(all.draft('Likes green tea.'));
  await all.calls.forget({ ids: [memory.id] });
  const statuses = ['active', 'superseded', 'deleted'] as const;
  const [page, service] = [await all.calls.list({ statuses: [...statuses] }), await all.service.list({ statuses: [...statuses] })];
  expect([page.memories.length, service.memories, await code(all.service.get(memory.id))]).toEqual([1, [], 'memory/unknown']);
});
