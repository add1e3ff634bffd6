import { expect, test } from 'vitest';
import type { Selection } from '../../contract/index.ts';
import { hour, opened as openedStore } from '../store/store.fixture.ts';
import { openForgetFor } from './forget-for.ts';

const by = '@acme/notes';

function opened() {
  const all = openedStore();
  const { store, proposals, now } = all;
  const disk = { isFull: false };
  const forget = async (selection: Selection, shown: Parameters<typeof store.forgetting>[1]) => {
    if (disk.isFull) throw Object.assign(new Error('full'), { code: 'full' });
    const { forgotten } = store.forget(selection, shown);
    return { forgotten };
  };
  const forgetFor = openForgetFor({ store, proposals, forget, now, asked: () => undefined });
  const ask = (selection: Selection): Promise<unknown> =>
    forgetFor(by, selection).then(
      ({ forgotten }) => forgotten,
      (error: { code?: string }) => error.code,
    );
  const stored = (content: string) =>
    store.upsert(all.draft(content, { topic: content, source: { origin: 'tool' } }), undefined, by).memory.id;
  return { ...all, ask, stored, disk, [Symbol.dispose]: () => all[Symbol.dispose]() };
}

test('what the person mended or kept of what was captured is theirs: it is counted as such, and listed before the others', async () => {
  using at = opened();
  const [mended, kept] = ['Likes tea.', 'Likes cake.'].map(
    content => at.store.upsert(at.captured(content, at.now(), { topic: content })).memory.id,
  ) as [string, string];
  at.store.edit({ id: mended, content: 'Likes green tea.' });
  at.store.keep([kept]);
  const said = at.store.upsert(at.captured('Likes rain.', at.now(), { topic: 'rain' })).memory.id;
  at.store.upsert(at.draft('Likes rain.', { topic: 'rain' }));
  const newest = at.store.upsert(at.captured('Likes snow.', at.now(), { topic: 'snow' })).memory.id;
  const answer = await at.ask({ ids: [mended, kept, said, newest] });
  const [proposal] = at.proposals.list({}).proposals;
  expect([answer, proposal?.own, proposal?.memories?.map(({ id }) => id)]).toEqual([
    'memory/forget-asked',
    3,
    [said, kept, mended, newest],
  ]);
});

test('what could not be forgotten is not counted, and an hour later an extension may forget ten more', async () => {
  using at = opened();
  const ids = Array.from({ length: 21 }, (_, n) => at.stored(`The berth number ${n} is free.`));
  at.disk.isFull = true;
  const answers = [await at.ask({ ids: ids.slice(0, 10) })];
  at.disk.isFull = false;
  answers.push(await at.ask({ ids: ids.slice(0, 10) }));
  at.pass(hour + 1);
  answers.push(await at.ask({ ids: ids.slice(10, 20) }), await at.ask({ ids: ids.slice(20) }));
  expect(answers).toEqual(['full', 10, 10, 'memory/forget-asked']);
});

test('what the person writes while an extension’s wish waits for its turn is not forgotten with it', async () => {
  using at = opened();
  const id = at.stored('Likes tea.');
  const shown = at.store.shownOf([1], 10);
  at.store.upsert(at.draft('Likes tea.', { kind: 'fact', topic: 'own' }));
  const { forgotten } = at.store.forget({ ids: [id] }, shown);
  expect([forgotten, at.store.list({}).memories.map(({ kind }) => kind)]).toEqual([1, ['fact']]);
});
