import { expect, test } from 'vitest';
import { assistant, openIndex, sessionFolder, user } from '../messages.fixture.ts';

const never = new AbortController().signal;
const day = 24 * 3600 * 1000;

async function filled() {
  const sessions = sessionFolder();
  const index = openIndex(sessions, () => 1000 * day);
  index.begin('first', { title: 'Marées et horaires', project: 'sea', updatedAt: 990 * day });
  index.begin('second', { title: 'Cooking', updatedAt: 999 * day });
  index.begin('third', { title: 'Old things', archivedAt: 1, updatedAt: 10 * day });
  index.begin('hidden', { title: 'Hidden lighthouse' });
  index.records.change('hidden', { hidden: true });
  const bash = {
    kind: 'tool' as const,
    tool: 't',
    name: 'bash',
    args: { command: 'cat lighthouse.txt' },
    outcome: { ok: true, text: 'granite' },
  };
  sessions.write('first', [
    user('f1', 'Où est le phare ? The lighthouse at Kéréon', 990 * day),
    assistant('f2', 'À quelques milles, avec une marée de 6 m.', 990 * day, [bash]),
  ]);
  sessions.write('second', [user('s1', 'a lighthouse cake', 999 * day), assistant('s2', '灯台のケーキ and foo_bar(baz)', 999 * day)]);
  sessions.write('third', [user('t1', 'the lighthouse keeper', 10 * day)]);
  sessions.write('hidden', [user('h1', 'lighthouse', 10 * day)]);
  await index.messages.check();
  return {
    sessions,
    index,
    ids: async (text: string, more: object = {}) =>
      (await index.messages.calls.search({ text, ...more }, never)).hits.map(
        ({ conversation, entry, kind }) => entry ?? `${conversation}:${kind}`,
      ),
    [Symbol.dispose]() {
      index[Symbol.dispose]();
      sessions[Symbol.dispose]();
    },
  };
}

test('words are found by prefix, ignoring case and accents, in every script, the best and newest hits first', async () => {
  using all = await filled();
  const { ids } = all;
  const rename = () => all.index.records.change('second', { title: 'Baking' });
  expect({
    newestFirst: await ids('lighthouse'),
    prefix: await ids('LIGHTH'),
    accents: await ids('maree'),
    two: await ids('kereon phare'),
    none: await ids('lighthouse nothing'),
    tool: await ids('granite'),
    unspaced: await ids('台'),
    joined: await ids('foo_bar(ba'),
    renamed: [await ids('cooking'), rename(), await ids('baking'), await ids('cooking')],
  }).toEqual({
    newestFirst: ['s1', 'f1', 't1', 'f2'],
    prefix: ['s1', 'f1', 't1', 'f2'],
    accents: ['first:title', 'f2'],
    two: ['f1'],
    none: [],
    tool: ['f2'],
    unspaced: ['s2'],
    joined: ['s2'],
    renamed: [['second:title'], undefined, ['second:title'], []],
  });
});

test('hits are filtered by project, by author, by time and by whether they are archived', async () => {
  using all = await filled();
  const { ids } = all;
  expect({
    project: await ids('lighthouse', { project: 'sea' }),
    without: await ids('lighthouse', { project: '' }),
    user: await ids('lighthouse', { who: 'user' }),
    tool: await ids('lighthouse', { who: 'tool' }),
    title: await ids('marees', { who: 'title' }),
    from: await ids('lighthouse', { from: 995 * day }),
    to: await ids('lighthouse', { to: 20 * day }),
    archived: await ids('lighthouse', { archived: true }),
    present: await ids('lighthouse', { archived: false, who: 'user' }),
  }).toEqual({
    project: ['f1', 'f2'],
    without: ['s1', 't1'],
    user: ['s1', 'f1', 't1'],
    tool: ['f2'],
    title: ['first:title'],
    from: ['s1'],
    to: ['t1'],
    archived: ['t1'],
    present: ['s1', 'f1'],
  });
});

test('pages of hits have no gap and no duplicate', async () => {
  using all = await filled();
  const { search } = all.index.messages.calls;
  const pages: string[][] = [];
  let after: string | undefined;
  do {
    const { hits, next } = await search({ text: 'lighthouse', limit: 2, ...(after !== undefined && { after }) }, never);
    pages.push(hits.map(({ entry = '' }) => entry));
    after = next;
  } while (after !== undefined);
  const odd = await search({ text: 'lighthouse', after: "'; DROP TABLE entries" }, never);
  expect({ pages, odd: odd.hits.length }).toEqual({
    pages: [
      ['s1', 'f1'],
      ['t1', 'f2'],
    ],
    odd: 4,
  });
});

test('a snippet is a piece of the text, whatever the text is, and its marks are the positions of the words in it', async () => {
  using sessions = sessionFolder();
  using index = openIndex(sessions);
  index.begin('one');
  const texts = [
    `${'before '.repeat(100)}<b>Kéréon</b> & Phare\n\t👩‍🚀 phare${' after'.repeat(100)}`,
    'E\u0301cluse kere\u0301on',
    `${'🌊'.repeat(300)} kereon`,
    'İstanbul KEREON ﬁn',
    'kereon\u0000kereon \u202eekreon',
  ];
  sessions.write(
    'one',
    texts.map((text, at) => user(`u${at}`, text)),
  );
  await index.messages.check();
  const { hits } = await index.messages.calls.search({ text: 'kereon phare' }, never);
  const { hits: each } = await index.messages.calls.search({ text: 'kereon' }, never);
  expect({
    best: hits.map(({ snippet, marks }) => [snippet.slice(0, 70), marks.map(([from, to]) => snippet.slice(from, to))]),
    marked: each
      .toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0))
      .map(({ snippet, marks }) => [marks.map(([from, to]) => snippet.slice(from, to)), snippet.length <= 202, snippet.isWellFormed()]),
  }).toEqual({
    best: [['…before before before before before <b>Kéréon</b> & Phare  👩‍🚀 phare a'.slice(0, 70), ['Kéréon', 'Phare', 'phare']]],
    marked: [
      [['Kéréon'], true, true],
      [['keréon'], true, true],
      [['kereon'], true, true],
      [['KEREON'], true, true],
      [['kereon', 'kereon'], true, true],
    ],
  });
});

test('any text is a safe query', async () => {
  using all = await filled();
  let seed = 11;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    return Math.floor((seed / 0x7fffffff) * below);
  };
  const pieces = [
    '"',
    "'",
    '*',
    '(',
    ')',
    '{title}',
    ':',
    '^',
    '+',
    '-',
    ' AND ',
    ' OR ',
    ' NOT ',
    'NEAR(',
    ',2)',
    '?',
    '?1',
    ':match',
    '--',
    '/*',
    ';',
    '\0',
    '\n',
    '%',
    '_',
    '\\',
    '👍',
    '\ud800',
    '\u202e',
    'é',
    '灯',
    'light',
    'a',
    ' ',
    '\u0301',
    'texts',
    '#',
    '$x',
    '@y',
    '[',
    ']',
    '`',
  ];
  const odd: unknown[] = [];
  const questions = [
    ...pieces,
    '',
    'x'.repeat(1000),
    'a '.repeat(500),
    '"'.repeat(1000),
    '('.repeat(1000),
    ...Array.from({ length: 1500 }, () => Array.from({ length: 1 + random(12) }, () => pieces[random(pieces.length)]).join('')),
  ];
  for (const [at, text] of questions.entries()) {
    const who = ([undefined, 'title', 'user', 'assistant', 'tool'] as const)[at % 5];
    try {
      const { hits } = await all.index.messages.calls.search({ text, ...(who !== undefined && { who }) }, never);
      const wrong = hits.filter(
        ({ conversation, snippet, marks }) =>
          conversation === 'hidden' ||
          snippet.length > 1000 ||
          marks.some(([from = -1, to = -1]) => from < 0 || to <= from || to > snippet.length),
      );
      if (wrong.length > 0) odd.push({ text, wrong });
      await all.index.messages.calls.find({ conversation: 'first', text }, never);
    } catch (error) {
      odd.push({ text, error: String(error) });
    }
  }
  expect(odd).toEqual([]);
});
