import { expect, test } from 'vitest';
import type { Draft } from '../../contract/index.ts';
import { failure, opened } from './store.fixture.ts';

const other = { origin: 'captured', conversation: 'c9', message: 'm9' } as const;

/** Forgets words, and gives what becomes of others that a model finds in another conversation: said after it, unless a moment is given. */
function forgetting(all: ReturnType<typeof opened>, content: string, topic = 'first') {
  const { memory } = all.store.upsert(all.draft(content, { topic }));
  all.store.forget({ ids: [memory.id] });
  const again = (words: string, more: Partial<Draft> = {}) => {
    const draft = all.captured(words, all.now() + 5, { topic: words, title: 'Another', source: { ...other, quote: words }, ...more });
    return failure(() => all.store.upsert(draft).was);
  };
  return { memory, again };
}

test('forgotten words stay out in whatever signs they are written: invisible ones between them, wide or bold ones, letters of another script, ligatures', () => {
  using all = opened();
  const { again } = forgetting(all, 'The sister of Zoe has an office in Brest');
  const french = forgetting(all, 'Ma sœur habite la Große Straße à Évian');
  const words = 'The sister of Zoe has an office in Brest';
  const said = {
    zeroWidth: again([...words].join('\u200b')),
    softHyphens: again(words.replaceAll('s', 's\u00ad')),
    joiner: again(words.replaceAll('i', 'i\u034f')),
    fillers: again(words.replaceAll('e', 'e\u3164')),
    variations: again(words.replaceAll('o', 'o\ufe0f')),
    wide: again([...words].map(one => (one === ' ' ? one : String.fromCharCode(one.charCodeAt(0) + 0xfee0))).join('')),
    bold: again(words.replaceAll(/[a-z]/g, one => String.fromCodePoint(0x1d41a + one.charCodeAt(0) - 97))),
    ligature: again(words.replace('ffi', 'ﬃ')),
    cyrillic: again(words.replaceAll('o', 'о').replaceAll('e', 'е').replaceAll('a', 'а')),
    spaces: again(words.replaceAll(' ', '\u00a0\u2003')),
    decomposed: french.again('Ma sœur habite la Große Straße à Évian'.normalize('NFD')),
    twoLetters: french.again('MA SOEUR HABITE LA GROSSE STRASSE À ÉVIAN'),
  };
  expect(new Set(Object.values(said)), JSON.stringify(said)).toEqual(new Set(['memory/forgotten']));
});

test('a memory in another script keeps its letters: what was forgotten in Cyrillic stops the same words and no others', () => {
  using all = opened();
  const { again } = forgetting(all, 'Сестра живёт в Бресте');
  expect([again('СЕСТРА живёт в Бресте'), again('Собака бежит по пляжу')]).toEqual(['memory/forgotten', 'added']);
});

test('forgotten words are for the person to decide as a sentence among others, in a list, or as the title of something else', () => {
  using all = opened();
  const { again } = forgetting(all, 'Likes green tea.');
  expect({
    sentence: again(
      'The boat is painted each spring by two people of the village. Likes green tea. The harbour opens at six in the morning.',
    ),
    list: again('- The boat is painted each spring by two people of the village\n- likes GREEN tea\n- The harbour opens at six'),
    clause: again('The boat is painted each spring by two people of the village, likes green tea, and the harbour opens at six'),
    title: again('As was said at length on that evening in the harbour.', { title: 'Likes green tea' }),
    none: again('The green boat of the village is painted each spring; tea is sold in the harbour.'),
  }).toEqual({
    sentence: 'memory/alike-forgotten',
    list: 'memory/alike-forgotten',
    clause: 'memory/alike-forgotten',
    title: 'memory/alike-forgotten',
    none: 'added',
  });
});

test('one sentence of several that were forgotten stays out too, and forgotten words that stand as a tag or a topic wait for the person', () => {
  using all = opened();
  const { again } = forgetting(all, 'Likes green tea. The doctor in Quimper said so; it is drunk at five!');
  const words = 'As was said at length on that evening in the harbour.';
  expect({
    first: again('likes GREEN tea'),
    second: again('The doctor in Quimper said so.'),
    tag: again(words, { tags: ['evening', 'it is drunk at five'] }),
    topic: again(words, { topic: 'Likes green tea' }),
    none: again(words, { tags: ['evening'] }),
  }).toEqual({
    first: 'memory/forgotten',
    second: 'memory/forgotten',
    tag: 'memory/alike-forgotten',
    topic: 'memory/alike-forgotten',
    none: 'added',
  });
});

test('what was said before on a topic that was forgotten comes back in no other words without the person; what is said on it later does', () => {
  using all = opened();
  const { again } = forgetting(all, 'Takes no milk, the doctor said so.', 'diet');
  const words = 'Lactose is a problem since the summer.';
  expect([
    again(words, { topic: 'diet', from: all.now() - 50 }),
    // Without words of the person nothing tells when it was said.
    again(words, { topic: 'diet', source: other }),
    again(words, { topic: 'diet' }),
  ]).toEqual(['memory/alike-forgotten', 'memory/alike-forgotten', 'added']);
});

test('an import of a file brings forgotten words back in no form: as an item, a title, a sentence, or with signs between its letters', async () => {
  using all = opened();
  forgetting(all, 'Likes green tea.', 'tea');
  const item = (content: string, title: string) => all.draft(content, { title, topic: title, source: { origin: 'import' } });
  const taken = await all.store.importAll([
    item('likes green TEA', 'one'),
    item([...'Likes green tea.'].join('\u2060'), 'two'),
    item('As was said at length on that evening in the harbour.', 'Likes green tea'),
    item('The boat is painted each spring by two people of the village. Likes green tea.', 'four'),
    item('Plays the piano.', 'five'),
  ]);
  expect({ ...taken, alike: taken.alike.map(({ title }) => title), words: all.words() }).toMatchObject({
    ...{ added: 1, there: 1, forgotten: 1 },
    alike: ['Likes green tea', 'four'],
    words: ['Plays the piano.'],
  });
});

test('taking back that a memory was put back forgets it again', () => {
  using all = opened();
  const { memory, again } = forgetting(all, 'Likes tea.');
  all.store.putBack(memory.id);
  all.store.undo(undefined);
  expect([all.words(), again('Likes tea.')]).toEqual([[], 'memory/forgotten']);
});

test('taking back what the person wrote down again, or agreed to, leaves it forgotten as before', () => {
  using all = opened();
  const { memory: edited } = all.store.upsert(all.captured('Likes cocoa.', all.now(), { topic: 'cocoa' }));
  all.store.edit({ id: edited.id, content: 'Likes coffee.' });
  all.store.forget({ ids: [edited.id] });
  const { again } = forgetting(all, 'Likes tea.');
  const codes: unknown[] = [];
  for (const content of ['Likes tea.', 'Likes cocoa.']) {
    all.store.undo(all.store.upsert(all.draft(content, { topic: 'written' })).change);
    codes.push(again(content));
    all.store.undo(all.store.agree(all.captured(content, all.now(), { topic: 'agreed' })).change);
    codes.push(again(content));
  }
  expect([codes, all.words()]).toEqual([Array(4).fill('memory/forgotten'), []]);
});

test('forgetting takes along what says the same words where it is told too, as the preview counts it, and not what holds in another project', () => {
  using all = opened();
  const { memory } = all.store.upsert(all.draft('Likes tea.', { topic: 'tea' }));
  all.store.upsert(all.draft('likes TEA', { topic: 'tea', project: 'github.com/a/b' }));
  all.store.upsert(all.draft('Likes tea!', { topic: 'drinks', kind: 'fact' }));
  all.store.upsert(all.draft('Plays the piano.', { topic: 'piano' }));
  const here = all.store.upsert(all.draft('Uses pnpm.', { topic: 'npm', project: 'github.com/a/b' })).memory;
  all.store.upsert(all.draft('Uses pnpm.', { topic: 'npm', project: 'github.com/c/d' }));
  all.store.forget({ ids: [here.id] });
  const { total } = all.store.preview({ ids: [memory.id] });
  const { forgotten, change } = all.store.forget({ ids: [memory.id] });
  const left = all.words();
  all.store.undo(change);
  expect({ total, forgotten, left, back: all.words().length }).toEqual({
    total: 3,
    forgotten: 3,
    left: ['Uses pnpm.', 'Plays the piano.'],
    back: 5,
  });
});
