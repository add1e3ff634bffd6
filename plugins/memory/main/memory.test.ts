import { testKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { type Draft, MemoryChannel } from '../contract/index.ts';
import { addressKey } from './service.ts';
import { read } from './taking-along.ts';

const plugins = ['@atelier/memory'];

async function opened(profile?: string) {
  const kernel = await testKernel({ plugins, ...(profile !== undefined && { profile }) });
  const client = kernel.client(MemoryChannel);
  const store = async (content: string, more: Partial<Draft> = {}) =>
    (await client.call('upsert', { kind: 'fact', title: content.slice(0, 40), content, source: { origin: 'manual' }, ...more })).memory;
  const found = async (text: string, more: object = {}) => (await client.call('search', { text, ...more })).map(hit => hit.memory.content);
  return { kernel, client, store, found, [Symbol.asyncDispose]: () => kernel.close() };
}

const code = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );

test('a memory is found by its words, by parts of them, with typing errors, without accents, and by parts of identifiers', async () => {
  await using all = await opened();
  await all.store('Les marées sont calculées par computeTideTable dans Kéréon.');
  await all.store('The invoices are sent weekly by the billing worker.');
  await all.store('Prefers dark roast coffee in the morning.');
  const tide = 'Les marées sont calculées par computeTideTable dans Kéréon.';
  expect({
    accent: (await all.found('MAREES kereon'))[0],
    typo: (await all.found('mraées clculées'))[0],
    identifier: (await all.found('compute_tide_table'))[0],
    infix: (await all.found('deTab'))[0],
    other: (await all.found('when do we send an invoice?'))[0],
    nothing: await all.found('zzz'),
    empty: [await all.found(''), await all.found('  ?!')],
  }).toEqual({
    accent: tide,
    typo: tide,
    identifier: tide,
    infix: tide,
    other: 'The invoices are sent weekly by the billing worker.',
    nothing: [],
    empty: [[], []],
  });
});

test('the search keeps up with what is stored, corrected, forgotten and restored, after a restart too', async () => {
  await using all = await opened();
  const memory = await all.store('Lives in Brest.', { from: 1000 });
  const first = await all.found('where does the person live: Brest');
  const { memory: now } = await all.client.call('correct', { id: memory.id, content: 'Lives in Nantes.', source: { origin: 'manual' } });
  const corrected = [await all.found('lives in brest'), await all.found('lives in brest', { at: 2000 })];
  await all.client.call('forget', { ids: [now.id] });
  const forgotten = [await all.found('lives in'), await all.found('lives in', { at: 2000 })];
  await all.client.call('undo', {});
  const restored = await all.found('lives in');
  await all.kernel.close();
  await using again = await opened(all.kernel.profile);
  expect({ first, corrected, forgotten, restored, again: await again.found('lives in') }).toEqual({
    first: ['Lives in Brest.'],
    corrected: [['Lives in Nantes.'], ['Lives in Brest.']],
    forgotten: [[], []],
    restored: ['Lives in Nantes.'],
    again: ['Lives in Nantes.'],
  });
});

test('what is of another repository is not found, and what holds everywhere is', async () => {
  await using all = await opened();
  await all.store('Tests run by make check.', { project: 'r1' });
  await all.store('Tests run by npm test.', { project: 'r2' });
  await all.store('Tests are always run before a commit.', { kind: 'preference' });
  expect({
    one: (await all.found('how are tests run', { project: 'r1' })).toSorted(),
    global: await all.found('tests run', { scope: 'global' }),
    kinds: await all.found('tests run', { kinds: ['preference'] }),
    unknown: await all.found('tests run', { project: 'r3' }),
  }).toEqual({
    one: ['Tests are always run before a commit.', 'Tests run by make check.'],
    global: ['Tests are always run before a commit.'],
    kinds: ['Tests are always run before a commit.'],
    unknown: ['Tests are always run before a commit.'],
  });
});

test('any text is a valid question', async () => {
  await using all = await opened();
  await all.store('A memory about light and "quotes".');
  const pieces = [
    '"',
    "'",
    '*',
    '(',
    ':',
    '^',
    '-',
    ' AND ',
    ' NEAR(',
    '?1',
    '\0',
    '\ud800',
    '\u202e',
    '灯',
    'é',
    '\u0301',
    '%',
    '\\',
    '👍',
    'light',
    ' ',
  ];
  const texts = [
    ...pieces,
    'x'.repeat(10_000),
    '('.repeat(10_000),
    ...pieces.flatMap(one => pieces.map(other => `${one}${other}${one}light`)),
  ];
  const failed: unknown[] = [];
  for (const text of texts) await all.found(text).catch(error => failed.push([text, String(error)]));
  expect(failed).toEqual([]);
});

test.each([
  ['a key', 'The key is sk-abcdefghijklmnop1234567890.'],
  ['a password', 'password: hunter2hunter2'],
  ['a token', 'Uses ghp_abcdefghijklmnopqrstuvwx1234 for the API.'],
  ['a card number', 'Pays with 4111 1111 1111 1111.'],
])('%s is refused with a word, and nothing of it is kept', async (_, content) => {
  await using all = await opened();
  const memory = await all.store('Pays the invoices.');
  const source = { origin: 'manual' } as const;
  const answers = [
    await code(all.store(content)),
    await code(all.client.call('correct', { id: memory.id, content, source })),
    await code(all.client.call('edit', { id: memory.id, content })),
    await code(all.store('Pays.', { title: content })),
    await code(all.store('Pays.', { source: { origin: 'captured', quote: content } })),
  ];
  const { secret, added } = await all.client.call('importAll', { text: `- ${content}\n- Likes tea.` });
  const { memories } = await all.client.call('list', {});
  expect({ answers, secret, added, kept: memories.map(one => one.content) }).toEqual({
    answers: Array(5).fill('memory/secret'),
    secret: 1,
    added: 1,
    kept: ['Likes tea.', 'Pays the invoices.'],
  });
});

test('a document in JSON brings everything to another profile, one in Markdown what holds; importing twice adds nothing', async () => {
  await using all = await opened();
  const { id } = await all.store('Uses npm.', {
    kind: 'decision',
    tags: ['tools'],
    project: 'example.com/app',
    from: Date.UTC(2026, 0, 2),
  });
  await all.client.call('correct', { id, content: 'Uses pnpm.', at: Date.UTC(2026, 1, 2), source: { origin: 'manual' } });
  await all.store('Aime le thé.\nVert.', { kind: 'preference' });
  const texts = [
    (await all.client.call('exportAll', { format: 'json' })).text,
    (await all.client.call('exportAll', { format: 'markdown' })).text,
  ];
  const again = await all.client.call('importAll', { text: texts[0] ?? '' });
  const taken = await Promise.all(
    texts.map(async text => {
      await using other = await opened();
      const { added } = await other.client.call('importAll', { text });
      const { memories } = await other.client.call('list', {});
      const before = await other.client.call('list', { at: Date.UTC(2026, 0, 3) });
      const rows = memories.map(({ kind, content, tags, project }) => [kind, content, tags, project]);
      return { added, rows: rows.toSorted(), before: before.memories.map(memory => memory.content) };
    }),
  );
  const rows = (tea: string) => [
    ['decision', 'Uses pnpm.', ['tools'], 'example.com/app'],
    ['preference', tea, [], undefined],
  ];
  expect({ again, json: taken[0], markdown: taken[1] }).toEqual({
    again: { added: 0, there: 3, secret: 0, forgotten: 0, proposed: 0, unreadable: 0, cut: 0, beside: 0 },
    json: { added: 3, rows: rows('Aime le thé.\nVert.'), before: ['Uses npm.'] },
    markdown: { added: 2, rows: rows('Aime le thé. Vert.'), before: [] },
  });
});

test('words that ended and hold again come whole into an empty profile, and an old export brings nothing back that was ended since', async () => {
  await using all = await opened();
  const lyon = await all.store('Lives in Lyon.', { from: Date.UTC(2026, 0, 1) });
  const old = (await all.client.call('exportAll', { format: 'json' })).text;
  const source = { origin: 'manual' } as const;
  const brest = await all.client.call('correct', { id: lyon.id, content: 'Lives in Brest.', at: Date.UTC(2026, 1, 1), source });
  const stale = await all.client.call('importAll', { text: old });
  await all.client.call('correct', { id: brest.memory.id, content: 'Lives in Lyon.', at: Date.UTC(2026, 2, 1), source });
  const { text } = await all.client.call('exportAll', { format: 'json' });
  await using other = await opened();
  const { added } = await other.client.call('importAll', { text });
  const at = async (moment: number) => (await other.client.call('list', { at: moment })).memories.map(({ content }) => content);
  expect({
    stale: stale.added,
    added,
    now: (await other.client.call('list', {})).memories.map(({ content }) => content),
    days: [await at(Date.UTC(2026, 0, 2)), await at(Date.UTC(2026, 1, 2))],
  }).toEqual({ stale: 0, added: 3, now: ['Lives in Lyon.'], days: [['Lives in Lyon.'], ['Lives in Brest.']] });
});

test('an imported date that no calendar has is left out, and a quote with a secret is refused with its memory', async () => {
  await using all = await opened();
  const memories = [
    { content: 'Old odd thing.', from: -8_900_000_000_000_000 },
    { content: 'Uses the office router.', source: { quote: 'the password is hunter2hunter and card 4111 1111 1111 1111' } },
  ];
  const { added, secret } = await all.client.call('importAll', { text: JSON.stringify(memories) });
  const markdown = (await all.client.call('exportAll', { format: 'markdown' })).text;
  expect({ added, secret, isWritten: markdown.includes('Old odd thing.') }).toEqual({ added: 1, secret: 1, isWritten: true });
});

test('two ways to one repository have one key, and the home folders of two users are two places', () => {
  const keys = (addresses: readonly string[]) => new Set(addresses.map(addressKey)).size;
  expect({
    ways: keys(['https://example.org/me/p.git', 'ssh://git@example.org/me/p', 'git@example.org:me/p.git', 'https://ada@example.org/me/p/']),
    users: keys(['alice@example.org:p.git', 'bob@example.org:p.git']),
    absolute: keys(['alice@example.org:/srv/p.git', 'bob@example.org:/srv/p.git']),
  }).toEqual({ ways: 1, users: 2, absolute: 1 });
});

test('lists of other assistants are imported, what was forgotten is not, and what is no list is refused', async () => {
  await using all = await opened();
  const memory = await all.store('Has two cats.');
  await all.client.call('forget', { ids: [memory.id] });
  const bare = await all.client.call('importAll', { text: '["Plays the piano.", {"memory": "Rides a bicycle."}, 7, "has two cats"]' });
  const list = await all.client.call('importAll', { text: '## About you\n\n* Speaks French\n1. Works at night\n\nGoodbye' });
  expect({
    bare,
    list: list.added,
    none: await code(all.client.call('importAll', { text: 'Just a sentence.' })),
    broken: await code(all.client.call('importAll', { text: '{"memories": [' })),
  }).toEqual({
    bare: { added: 2, there: 0, secret: 0, forgotten: 1, proposed: 0, unreadable: 1, cut: 0, beside: 0, change: expect.any(String) },
    list: 2,
    none: 'memory/unreadable-import',
    broken: 'memory/unreadable-import',
  });
});

test('five thousand entries of another assistant are imported, and of more than fit none goes without a word', async () => {
  await using all = await opened();
  const entries = (count: number, name: string) => Array.from({ length: count }, (_, n) => `The ${name} number ${n} lies in the port.`);
  const many = await all.client.call('importAll', {
    text: JSON.stringify({
      results: entries(5000, 'boat').map((memory, n) => ({ id: `m${n}`, memory, user_id: 'u', created_at: '2026-01-02' })),
    }),
  });
  const json = read(JSON.stringify(entries(200_003, 'car')), 0);
  const list = read(
    `# Cars\n\n${entries(200_002, 'car')
      .map(one => `- ${one}`)
      .join('\n')}`,
    0,
  );
  expect([many.added, many.unreadable, ...[json, list].map(({ drafts, unreadable }) => [drafts.length, unreadable])]).toEqual([
    5000,
    0,
    [200_000, 3],
    [200_000, 2],
  ]);
});

test('an export of a newer Atelier is refused with a word, and nothing of it is imported', async () => {
  await using all = await opened();
  const memories = [{ content: 'Plays the piano.' }];
  const importing = async (more: object) => await code(all.client.call('importAll', { text: JSON.stringify({ memories, ...more }) }));
  const format = 'atelier-memories';
  const answers = [await importing({ format, version: 99 }), await importing({ format }), await importing({ format, version: '1' })];
  const { memories: kept } = await all.client.call('list', {});
  expect({ answers, kept, other: await importing({ version: 99 }) }).toEqual({
    answers: Array(3).fill('memory/newer-import'),
    kept: [],
    other: 'done',
  });
});

test('each change is told to windows', async () => {
  await using all = await opened();
  const seen: string[] = [];
  all.client.on('memoriesChanged', ({ change }) => seen.push(change));
  const memory = await all.store('Uses npm.');
  await all.client.call('forget', { ids: [memory.id] });
  await expect.poll(() => seen.at(-1)).toBe('forgotten');
});
