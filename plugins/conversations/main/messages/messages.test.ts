import { expect, test } from 'vitest';
import { assistant, entries, openIndex, sessionFolder, user } from './messages.fixture.ts';

const idsOf = (page: { readonly entries: readonly Record<string, unknown>[] }) => page.entries.map(({ id }) => id);

test('a page holds the newest messages, those before or after a position, or those around an entry', async () => {
  using sessions = sessionFolder();
  using index = openIndex(sessions);
  index.begin('one');
  sessions.write('one', entries(500));
  await index.messages.check();
  const { page } = index.messages.calls;
  const shape = async (params: object) => {
    const { entries: found, first, total } = await page({ conversation: 'one', ...params }, AbortSignal.abort());
    return [found[0]?.id, found.at(-1)?.id, found.length, first, total, found[0]?.position];
  };
  expect({
    tail: await shape({}),
    few: await shape({ limit: 2 }),
    before: await shape({ before: 440, limit: 10 }),
    beginning: await shape({ before: 3 }),
    nothingBefore: await shape({ before: 0 }),
    after: await shape({ after: 9, limit: 5 }),
    nothingAfter: await shape({ after: 499 }),
    around: await shape({ around: 'e250', limit: 11 }),
    aroundFirst: await shape({ around: 'e0', limit: 10 }),
    aroundLast: await shape({ around: 'e499', limit: 10 }),
    farBeyond: await shape({ before: 2 ** 40, limit: 1 }),
  }).toEqual({
    tail: ['e440', 'e499', 60, 440, 500, 440],
    few: ['e498', 'e499', 2, 498, 500, 498],
    before: ['e430', 'e439', 10, 430, 500, 430],
    beginning: ['e0', 'e2', 3, 0, 500, 0],
    nothingBefore: [undefined, undefined, 0, 500, 500, undefined],
    after: ['e10', 'e14', 5, 10, 500, 10],
    nothingAfter: [undefined, undefined, 0, 500, 500, undefined],
    around: ['e245', 'e255', 11, 245, 500, 245],
    aroundFirst: ['e0', 'e9', 10, 0, 500, 0],
    aroundLast: ['e490', 'e499', 10, 490, 500, 490],
    farBeyond: ['e499', 'e499', 1, 499, 500, 499],
  });
});

test('a conversation that is not indexed yet is read from its file at first, and from the index afterwards', async () => {
  using sessions = sessionFolder();
  using index = openIndex(sessions);
  index.begin('one');
  sessions.write('one', entries(700));
  const { page } = index.messages.calls;
  const straight = await page({ conversation: 'one', limit: 3 }, AbortSignal.abort());
  const older = await page({ conversation: 'one', before: 10, limit: 2 }, AbortSignal.abort());
  const { reads } = sessions;
  const again = await page({ conversation: 'one', limit: 3 }, AbortSignal.abort());
  expect({ straight: idsOf(straight), older: idsOf(older), again, moreReads: sessions.reads - reads }).toEqual({
    straight: ['e697', 'e698', 'e699'],
    older: ['e8', 'e9'],
    again: straight,
    moreReads: 0,
  });
});

test('an event is in the index at once, and a page reports up to which event it is complete', async () => {
  using sessions = sessionFolder();
  using index = openIndex(sessions);
  index.begin('one');
  const { page, search } = index.messages.calls;
  await index.messages.check();
  const seqs: unknown[] = [];
  const look = async () => {
    const { entries: found, seq } = await page({ conversation: 'one' }, AbortSignal.abort());
    seqs.push([found.length, seq]);
  };
  index.take({ conversation: 'one', kind: 'turnStarted' });
  const asked = user('a', 'alpha question');
  index.take({ conversation: 'one', kind: 'messageStarted', message: 'm1', role: 'user' });
  sessions.append('one', asked);
  index.take({ conversation: 'one', kind: 'messageEnded', message: 'm1', entry: asked });
  await look();
  index.take({ conversation: 'one', kind: 'messageStarted', message: 'm2', role: 'assistant' });
  await look();
  const call = { kind: 'tool' as const, tool: 't1', name: 'bash', args: { command: 'make gamma' } };
  index.take({ conversation: 'one', kind: 'messageEnded', message: 'm2', entry: assistant('b', 'beta answer', 2, [call]) });
  index.take({ conversation: 'one', kind: 'toolStarted', tool: 't1' });
  await look();
  const outcome = { ok: true, text: 'made delta' };
  index.take({ conversation: 'one', kind: 'toolEnded', tool: 't1', outcome });
  await look();
  const { hits } = await search({ text: 'del' }, AbortSignal.abort());
  const live = (await page({ conversation: 'one' }, AbortSignal.abort())).entries;

  expect({ seqs, hits: hits.map(({ entry, kind }) => [entry, kind]), parts: live[1]?.parts, events: index.events }).toEqual({
    seqs: [
      [1, 1003],
      [1, 1003],
      [2, 1005],
      [2, 1007],
    ],
    hits: [['b', 'tool']],
    parts: [
      { kind: 'text', text: 'beta answer' },
      { ...call, outcome },
    ],
    events: [],
  });
});

test('an event that comes twice, or names an unknown conversation, changes nothing', async () => {
  using sessions = sessionFolder();
  using index = openIndex(sessions);
  index.begin('one');
  sessions.write('one', entries(3));
  await index.messages.check();
  const next = assistant('x', 'beta');
  sessions.append('one', next);
  index.take({ conversation: 'one', kind: 'messageEnded', entry: next });
  const once = index.dump();
  index.take({ conversation: 'one', kind: 'messageEnded', entry: next });
  index.take({ conversation: 'nobody', kind: 'messageEnded', entry: next });
  index.take({ conversation: 'nobody', kind: 'turnEnded', ended: 'done' });
  expect(index.dump()).toEqual(once);
});

test('a rewound conversation shows the remaining messages, and windows are notified', async () => {
  using sessions = sessionFolder();
  using index = openIndex(sessions);
  index.begin('one');
  sessions.write('one', entries(1000));
  await index.messages.check();
  sessions.change('one', [...entries(400), user('new', 'gamma')]);
  index.take({ conversation: 'one', kind: 'rewound' });
  const straight = idsOf(await index.messages.calls.page({ conversation: 'one', limit: 2 }, AbortSignal.abort()));
  await index.messages.check('one');
  const { hits } = await index.messages.calls.search({ text: 'number 700' }, AbortSignal.abort());
  const stored = index.dump();
  await index.messages.calls.rebuildIndex({ conversation: 'one' }, AbortSignal.abort());
  expect({ straight, rows: stored.entries.length, hits, rebuilt: index.dump(), events: index.events }).toEqual({
    straight: ['e399', 'new'],
    rows: 401,
    hits: [],
    rebuilt: stored,
    events: [
      ['entriesChanged', { conversation: 'one' }],
      ['entriesChanged', { conversation: 'one' }],
    ],
  });
});

test('an entry with the message it answers is read completely, with its pictures, and so is a single picture', async () => {
  using sessions = sessionFolder();
  using index = openIndex(sessions);
  index.begin('one');
  const large = { kind: 'image' as const, mimeType: 'image/png', data: 'A'.repeat(100_000) };
  const small = { ...large, data: 'B'.repeat(100) };
  const text = 'x'.repeat(300_000);
  const asked = { id: 'a', kind: 'user' as const, at: 1, parts: [{ kind: 'text' as const, text }, large, small] };
  sessions.write('one', [asked, assistant('b', 'seen'), assistant('c', 'seen again')]);
  await index.messages.check();
  const { page, image } = index.messages.calls;
  const shown = (await page({ conversation: 'one' }, AbortSignal.abort())).entries[0]?.parts as Record<string, unknown>[];
  expect({
    text: [String(shown[0]?.text).length, shown[0]?.cut],
    pictures: shown.slice(1),
    image: await image({ conversation: 'one', entry: 'a', part: 1 }, AbortSignal.abort()),
    entryOf: await index.messages.entryOf('one', 'c'),
    none: await index.messages.entryOf('one', 'zzz'),
    noPicture: await image({ conversation: 'one', entry: 'b', part: 0 }, AbortSignal.abort()).catch(({ code }) => code),
  }).toEqual({
    text: [256 * 1024, 300_000],
    pictures: [{ kind: 'image', mimeType: 'image/png', size: 75_000 }, small],
    image: { mimeType: 'image/png', data: large.data },
    entryOf: { entry: assistant('c', 'seen again'), asked },
    none: undefined,
    noPicture: 'conversations/entry-missing',
  });
});

test('only the newest compaction is marked as undoable in a page', async () => {
  using sessions = sessionFolder();
  using index = openIndex(sessions);
  index.begin('one');
  const compaction = (id: string) => ({ id, kind: 'compaction' as const, at: 1, text: 'summary', undoable: true });
  sessions.write('one', [compaction('a'), user('b', 'alpha'), compaction('c')]);
  await index.messages.check();
  const { entries: found } = await index.messages.calls.page({ conversation: 'one' }, AbortSignal.abort());
  expect(found.map(({ id, undoable }) => [id, undoable])).toEqual([
    ['a', false],
    ['b', undefined],
    ['c', true],
  ]);
});

test('a text is found in one conversation in order, in the middle of words, whatever its case and accents', async () => {
  using sessions = sessionFolder();
  using index = openIndex(sessions);
  index.begin('one');
  sessions.write('one', [
    user('a', 'Un ÉTÉ à la mer'),
    assistant('b', 'rien'),
    assistant('c', 'été, étés, complété 👍'),
    user('d', 'E\u0301te\u0301'),
  ]);
  const find = async (text: string) => await index.messages.calls.find({ conversation: 'one', text }, new AbortController().signal);
  expect({
    words: await find('ete'),
    emoji: (await find('👍')).total,
    operators: await find('" OR *'),
    empty: (await find(' ')).total,
  }).toEqual({
    words: {
      places: [
        { entry: 'a', position: 0, count: 1 },
        { entry: 'c', position: 2, count: 3 },
        { entry: 'd', position: 3, count: 1 },
      ],
      total: 5,
    },
    emoji: 1,
    operators: { places: [], total: 0 },
    empty: 0,
  });
});
