import { migrateTo } from '@atelier/kernel/testing';
import { expect, onTestFinished, test } from 'vitest';
import { migrations } from '../migrations/index.ts';
import { draftOf, opened } from '../store/store.fixture.ts';
import { openStore } from '../store/store.ts';
import { daysOf } from './days.ts';
import { formerMemories, formerSalt, formerStone } from './former-profile.fixture.ts';
import { gramsOf, vectorOf } from './grams.ts';
import { type RankedHit, Ranker } from './ranker.ts';
import { openSearcher } from './searcher.ts';

const said = [
  'Ma sœur habite à Besançon.',
  'Le nœud du problème est le cœur du réacteur.',
  'ŒUVRES of Ævar are on the Straße to Łódź.',
  '私は京都に住んでいます。',
  '会議は毎週火曜日です。',
  'Préférée : la crème brûlée.'.normalize('NFD'),
  'The word is שָׁלוֹם in the letter.',
  'Likes 🍵 in the morning.',
  'The family 👨‍👩‍👧 lives in Nantes.',
  'The sign says 𝕳𝖊𝖑𝖑𝖔 𝖜𝖔𝖗𝖑𝖉 in gold.',
  'The ﬁle of ﬂowers is blue.',
  'The meeting is on 3 February.',
  'Le rendez-vous est le 12/01/2027 à 14h.',
  'The sum of 03 and 02 is written in the sort of notebook that a meeting has.',
  'Sort les poubelles, sous la pluie, pour les neuds et les coureurs du soir.',
];

function found(text: string): string | undefined {
  const ranker = new Ranker();
  for (const [number, content] of said.entries())
    ranker.put({
      ...{ number, vector: vectorOf([content]), project: undefined, kind: 'fact', from: 0, until: undefined, updatedAt: 0 },
      ...{ confidence: 0.5, importance: 0.5, timesUsed: 0 },
    });
  const [best]: readonly (RankedHit | undefined)[] = ranker.search({ text, limit: 3, now: 0 });
  return best === undefined || best.words < 0.2 ? undefined : said[best.number];
}

test.each([
  ['soeur', 0],
  ['noeud', 1],
  ['COEUR', 1],
  ['oeuvres aevar', 2],
  ['strasse', 2],
  ['lodz', 2],
  ['京都', 3],
  ['住', 3],
  ['火曜', 4],
  ['火曜日', 4],
  ['préférée', 5],
  ['creme brulee', 5],
  ['שלום', 6],
  ['🍵', 7],
  ['👨‍👩‍👧', 8],
  ['hello', 9],
  ['𝕨𝕠𝕣𝕝𝕕', 9],
  ['file', 10],
  ['03/02', 11],
  ['3 feb', 11],
  ['2 March, or 3 février?', 11],
  ['12 janvier 2027', 12],
  ['2027-01-12', 12],
])('a memory is found by "%s", however its letters are written', (text, right) => {
  expect(found(text)).toBe(said[right]);
});

test('a day is read as a day in each of its forms, and a version, a path or half a number as none', () => {
  const of = (text: string) => daysOf(text).map(day => `${day % 32}.${day >> 5}`);
  expect({
    both: of('03/02'),
    one: [of('31/12/2027'), of('24.12.27'), of('2027-12-24'), of('1er janvier'), of('Dec. 24'), of('the 2nd of may')],
    none: ['v1.2.3', '10.0.0.1', '2.5', 'src/12/a', '12/2027/01', 'may', '45/99', 'March 2027', '1-2'].map(of),
  }).toEqual({
    both: ['3.2', '2.3'],
    one: [['31.12'], ['24.12'], ['24.12'], ['1.1'], ['24.12'], ['2.5']],
    none: [[], [], [], [], [], [], [], [], []],
  });
});

test('the search renews the vectors of a profile of before, once, and finds by all of its words; new rows stay as they are', async () => {
  const migrated = migrateTo(migrations, 70);
  onTestFinished(() => migrated[Symbol.dispose]());
  const { database: db } = migrated;
  const written = new Date(2026, 1, 1).getTime();
  for (const { grams, ...words } of formerMemories) {
    const row = {
      ...{ ...words, project: null, kind: 'fact', status: 'active', confidence: 0.9, importance: 0.5, origin: 'manual' },
      ...{ valid_from: written, created_at: written, updated_at: written, times_used: 0, grams: Buffer.from(grams, 'hex') },
    };
    const names = Object.keys(row);
    db.prepare(`INSERT INTO memories (${names.join(', ')}) VALUES (${names.map(name => `:${name}`).join(', ')})`).run(row);
  }
  for (const migration of migrations) if (migration.id > 70) migration.up(db);
  const store = openStore(db, Date.now, () => undefined);
  store.upsert(draftOf('Ma sœur aime le 🍵.', { title: 'Thé' }));
  const left = () => db.prepare<{ after: number; until: number }>('SELECT * FROM former_vectors').all();
  const before = left();
  const asked = async (isReadOnly: boolean) => {
    const searcher = openSearcher(db, isReadOnly);
    const ask = async (text: string) => {
      const [best] = await searcher.ask({ text, limit: 1, now: Date.now() });
      return [best?.number, (best?.words ?? 0) > 0.2];
    };
    const numbers = [await ask('soeur besancon'), await ask('京都'), await ask('brûlée'), await ask('12 janvier'), await ask('plain tea')];
    await searcher.end();
    return numbers;
  };
  const first = { found: await asked(true), left: left() };
  const second = { found: await asked(false), left: left() };
  const vectors = db.prepare<{ number: number; grams: Uint8Array }>('SELECT number, grams FROM memories ORDER BY number').all();
  const renewed = formerMemories.map(
    ({ grams }, at) =>
      Buffer.from(vectors[at]?.grams ?? [])
        .toString('hex')
        .toUpperCase() !== grams,
  );
  const all = [1, 2, 3, 4, 5].map(number => [number, true]);
  expect({ before, first, second, renewed }).toEqual({
    before: [{ after: 0, until: 5 }],
    first: { found: all, left: [{ after: 0, until: 5 }] },
    second: { found: all, left: [] },
    renewed: [true, true, true, true, false],
  });
});

test('what was forgotten before is known again by its sketch', () => {
  using all = opened();
  all.db.prepare('UPDATE salt SET value = unhex(?)').run(formerSalt);
  all.db
    .prepare(
      'INSERT INTO tombstones (memory, said, telling, told, moment, topic, sketch, at) VALUES (:memory, :said, :telling, :told, :moment, :topic, unhex(:sketch), :at)',
    )
    .run({ ...formerStone, topic: null });
  const store = openStore(
    all.db,
    () => formerStone.at,
    () => undefined,
  );
  const alike = (content: string) => store.isAlike(draftOf(content, { title: 'Other', from: 0 }));
  expect([alike('彼は毎週火曜日に京都の会議へ行きます'), alike('彼は毎週火曜日に京都の会議へ行きますか'), alike('猫が好きです。')]).toEqual(
    [false, true, false],
  );
});

test('words of a script without spaces weigh by their signs and pairs, never by where they begin', () => {
  const sizes = ['京都', 'は京都に'].map(text => [...gramsOf(text).keys()]);
  expect(sizes[0]?.every(place => sizes[1]?.includes(place))).toBe(true);
});

test('a write makes no vector, and what was just written is found: before the search starts, while it runs, and by the next one, which keeps the vectors', async () => {
  using all = opened();
  let told: (numbers: readonly number[]) => void = () => undefined;
  const store = openStore(all.db, Date.now, numbers => told(numbers));
  const lengths = () =>
    all.db
      .prepare<{ length: number }>('SELECT length(grams) AS length FROM memories ORDER BY number')
      .all()
      .map(({ length }) => length > 0);
  const add = (content: string) => store.upsert(draftOf(content, { title: content })).memory.id;
  const add100 = (content: string) => Array.from({ length: 100 }, (_, n) => add(`${content} ${n}`));
  add100('The boat is red');
  const before = lengths().some(Boolean);
  const searcher = openSearcher(all.db);
  told = numbers => searcher.changed(numbers);
  const best = async (by: typeof searcher, text: string) => {
    const [hit] = await by.ask({ text, limit: 1, now: Date.now() });
    return store.numbered(hit?.number ?? 0)?.content;
  };
  const found = [await best(searcher, 'boat 42')];
  const kept = lengths().every(Boolean);
  const id = add('The lighthouse is white');
  found.push(await best(searcher, 'lighthouse'));
  store.correct({ id, content: 'The lighthouse is green', source: { origin: 'manual' } });
  found.push(await best(searcher, 'white lighthouse'));
  store.forget({ text: 'lighthouse' });
  const gone = (await best(searcher, 'lighthouse green white'))?.includes('lighthouse') === true;
  add('The harbour is old');
  await searcher.end();
  const left = lengths().filter(has => !has).length;
  const next = openSearcher(all.db);
  found.push(await best(next, 'harbour'));
  await next.end();
  expect({ before, kept, found, gone, left: left > 0, end: lengths().filter(has => !has).length }).toEqual({
    before: false,
    kept: true,
    found: ['The boat is red 42', 'The lighthouse is white', 'The lighthouse is green', 'The harbour is old'],
    gone: false,
    left: true,
    // What was forgotten is not read.
    end: 2,
  });
});

test('a disk on which no vector can be kept ends no search, nor does one that cannot be read for a while', async () => {
  using all = opened();
  const { db, store } = all;
  store.upsert(all.draft('The lighthouse is white.'));
  db.exec("CREATE TRIGGER full BEFORE UPDATE OF grams ON memories BEGIN SELECT RAISE(ABORT, 'the disk is full'); END");
  const searcher = openSearcher(db);
  const ask = async () => (await searcher.ask({ text: 'lighthouse', limit: 5, now: all.now() })).length;
  const found = [await ask(), await ask()];
  await searcher.end();
  db.exec('DROP TRIGGER full; ALTER TABLE memories RENAME TO memories_away');
  const other = await ask().catch(() => 'failed');
  db.exec('ALTER TABLE memories_away RENAME TO memories');
  const after = await ask();
  await searcher.end();
  expect({ found, other, after }).toEqual({ found: [1, 1], other: 'failed', after: 1 });
});
