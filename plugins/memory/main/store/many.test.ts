import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { atOnce, type InPieces, inPieces } from '../pieces.ts';
import { openConflicts } from '../upkeep/conflicts.ts';
import { opened } from './store.fixture.ts';
import { openStore } from './store.ts';

const count = 2000;
/** So many other calls are answered at least: none waits for more than a few hundred memories. */
const least = count / 250 - 1;

async function filled() {
  const all = opened();
  const drafts = Array.from({ length: count }, (_, n) =>
    all.draft(`The boat number ${n} lies in the port.`, { title: `Boat ${n}`, kind: 'fact', source: { origin: 'import' } }),
  );
  const { change } = await all.store.importAll(drafts);
  /** How often other calls were answered while it was done, and what came of it. */
  const asked = async <T>(work: InPieces<T>, between: (nth: number) => unknown = () => all.store.stats()) => {
    let turns = 0;
    const result = await inPieces(work, async () => {
      turns += 1;
      await setImmediate();
      between(turns);
    });
    return { isFree: turns >= least, turns, result };
  };
  return { ...all, change, asked };
}

const cut = (work: InPieces<unknown>, pieces: number) => {
  for (let nth = 0; nth < pieces; nth += 1) work.next();
};

test('of two thousand memories what forgetting would take is counted, forgotten, brought back and exported while other calls are answered', async () => {
  using all = await filled();
  const shown = await all.asked(all.store.previewing({ text: 'the PORT' }));
  const forgotten = await all.asked(all.store.forgetting({ text: 'port' }));
  const left = all.store.stats().active;
  const undone = await all.asked(all.store.undoing(forgotten.result.change));
  const exported = await all.asked(all.store.reading());
  const withdrawn = await all.asked(all.store.undoing(all.change));
  expect({
    free: [shown, forgotten, undone, exported, withdrawn].map(({ isFree }) => isFree),
    total: [
      shown.result.total,
      shown.result.memories.length,
      forgotten.result.forgotten,
      undone.result.restored,
      exported.result.memories.length,
    ],
    left: [left, all.store.stats().active, withdrawn.result.restored],
    graves: all.store.stats().deleted,
  }).toEqual({ free: Array(5).fill(true), total: [count, 1000, count, count, count], left: [0, 0, count], graves: 0 });
});

test('what differs on one topic is looked for while other calls are answered, and all of it is found', async () => {
  using all = await filled();
  for (const n of [3, 1200, 1999])
    all.store.upsert(all.draft(`The boat ${n} was sold.`, { title: 'Sold', topic: `boat-${n}`, kind: 'decision' }));
  const found = await all.asked(openConflicts(all.db, all.now, all.store.keysOf)());
  const topics = found.result.map(({ topic, memories }) => [topic, memories.length]).toSorted();
  expect({ isFree: found.turns >= count / 500 - 1, topics }).toEqual({
    isFree: true,
    topics: [
      ['boat-1200', 2],
      ['boat-1999', 2],
      ['boat-3', 2],
    ],
  });
});

test('what is written while others are forgotten stays, and goes on as it is when they come back', async () => {
  using all = await filled();
  const write = (nth: number) => nth === 3 && all.store.upsert(all.draft('A new boat lies in the port.', { title: 'New', kind: 'fact' }));
  const { upTo } = all.store.preview({ text: 'port' });
  const { result } = await all.asked(all.store.forgetting({ text: 'port', upTo }), write);
  const words = all.words();
  const { result: undone } = await all.asked(all.store.undoing(result.change), nth => nth === 3 && all.store.stats());
  expect([result.forgotten, words, undone.restored, all.store.stats().active]).toEqual([
    count,
    ['A new boat lies in the port.'],
    count,
    count + 1,
  ]);
});

test('forgetting, undoing and an import that are cut in the middle leave whole pieces, and the change takes back what was done', async () => {
  using all = await filled();
  const forgetting = all.store.forgetting({ text: 'port' });
  cut(forgetting, 20);
  const { active, deleted } = all.store.stats();
  const undoing = all.store.undoing(undefined);
  cut(undoing, 17);
  const half = all.store.stats();
  all.store.undo(undefined);
  const whole = all.store.stats();
  expect({
    some: [active > 0, deleted > 0, active + deleted],
    half: [half.active > active, half.deleted > 0, half.active + half.deleted],
    whole: [whole.active, whole.deleted],
    imported: atOnce(all.store.undoing(all.change)).restored,
  }).toEqual({ some: [true, true, count], half: [true, true, count], whole: [count, 0], imported: count });
});

test('a change of many is not undone under what was done to one of them since, whichever piece it was in', async () => {
  using all = await filled();
  const [memory] = all.store.everything();
  all.store.edit({ id: memory?.id ?? '', content: 'The boat number 0 was sold.' });
  const code = await inPieces(all.store.undoing(all.change)).catch((error: { code?: string }) => error.code);
  expect([code, all.store.stats().active]).toEqual(['memory/nothing-to-undo', count]);
});

test('a kill while the words of what was forgotten go leaves whole pieces to the next start, and what is there stays', async () => {
  using all = await filled();
  all.store.forget({ text: 'port' });
  all.store.upsert(all.draft('What stays.'));
  all.pass(3600_001);
  const of = (table: string) => all.db.prepare<{ count: number }>(`SELECT count(*) AS count FROM ${table}`).get()?.count ?? 0;
  const left = () => [of('memories'), of('changes') + of('change_parts')];
  const before = left();
  cut(all.store.purging(), 1);
  const after = left();
  const again = openStore(all.db, all.now, () => undefined);
  const { isFree } = await all.asked(again.purging());
  const [memories = 0, changes = 0] = before;
  expect({
    after: [after[0] === memories - 200, (after[1] ?? 0) < changes, (after[1] ?? 0) > 0],
    isFree,
    end: left(),
    words: all.words(),
  }).toEqual({
    after: [true, true, true],
    isFree: true,
    end: [1, 0],
    words: ['What stays.'],
  });
});

test('the words of many that were forgotten go in pieces too', async () => {
  using all = await filled();
  all.store.forget({ text: 'port' });
  all.pass(3600_001);
  const { isFree } = await all.asked(all.store.purging());
  const left = all.db.prepare<{ count: number }>('SELECT count(*) AS count FROM memories').get()?.count;
  const parts = all.db.prepare<{ count: number }>('SELECT count(*) AS count FROM change_parts').get()?.count;
  expect([isFree, left, parts]).toEqual([true, 0, 0]);
});
