import { expect, test } from 'vitest';
import { openSearcher } from '../search/searcher.ts';
import { freshness } from '../upkeep/fading.ts';
import { hour, opened } from './store.fixture.ts';
import { openUses } from './uses.ts';

const dayMs = 24 * hour;

test('what a model is told counts once for an answer, however many messages the answer has, and does not fade', () => {
  using all = opened();
  const uses = openUses(all.db);
  const { id } = all.store.upsert(all.draft('Likes tea.')).memory;
  all.pass(400 * dayMs);
  const use = () => ({ id, score: 0.5, at: all.now(), said: null });
  const first = use();
  uses.add('c1', 'a1', [first]);
  uses.add('c1', 'a2', [first]);
  const once = all.store.get(id);
  all.pass(hour);
  uses.add('c1', 'a3', [use()]);
  const twice = all.store.get(id);
  expect([once.timesUsed, once.lastUsedAt, twice.timesUsed, twice.lastUsedAt, freshness(twice, all.now())]).toEqual([
    1,
    first.at,
    2,
    first.at + hour,
    1,
  ]);
});

test('being told makes no memory rank higher, being of use does', async () => {
  using all = opened();
  const uses = openUses(all.db);
  const { id } = all.store.upsert(all.draft('Likes tea.')).memory;
  const score = async () => {
    const searcher = openSearcher(all.db);
    const [hit] = await searcher.ask({ text: 'iced teas', limit: 5, at: all.now(), now: all.now() });
    await searcher.end();
    return hit?.score ?? 0;
  };
  const before = await score();
  for (const n of [1, 2, 3]) uses.add('c1', `a${n}`, [{ id, score: 0.5, at: all.now() + n, said: null }]);
  const told = await score();
  all.store.markUsed([id]);
  const used = await score();
  expect([before > 0, told === before, used > told]).toEqual([true, true, true]);
});

test('what was told of a memory goes with it', () => {
  using all = opened();
  const uses = openUses(all.db);
  const { id } = all.store.upsert(all.draft('Likes tea.')).memory;
  uses.add('c1', 'a1', [{ id, score: 0.5, at: all.now(), said: null }]);
  all.store.forget({ ids: [id] });
  all.pass(2 * hour);
  all.store.purge();
  expect(all.db.prepare<{ n: number }>('SELECT count(*) AS n FROM told').get()?.n).toBe(0);
});

test('what had no room is listed for its answer until it was looked up, also where nothing had room', () => {
  using all = opened();
  const uses = openUses(all.db);
  const [tea, cake] = ['tea', 'cake'].map(of => ({
    ...{ id: all.store.upsert(all.draft(`Likes ${of}.`, { topic: of })).memory.id, score: 0.5, at: all.now(), said: null },
  })) as [never, never];
  uses.addRoom('c1', 'a1', [tea, cake], 0);
  uses.addRoom('c1', 'a2', [tea, cake], 0);
  uses.add('c1', 'a2', [cake]);
  expect({ counts: uses.counts('c1'), untold: ['a1', 'a2'].map(message => uses.roomOf('c1', message).untold) }).toEqual({
    counts: [
      { message: 'a1', count: 0 },
      { message: 'a2', count: 1 },
    ],
    untold: [expect.arrayContaining([tea, cake]), [tea]],
  });
});
