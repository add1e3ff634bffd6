import { AppError } from '@atelier/kernel';
import { expect, test } from 'vitest';
import { assistant, entries, openIndex, sessionFolder, user } from '../messages.fixture.ts';

const never = new AbortController().signal;

test('after any events and restarts the index equals one that is rebuilt from the files', async () => {
  using sessions = sessionFolder();
  using index = openIndex(sessions);
  let seed = 5;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    return Math.floor((seed / 0x7fffffff) * below);
  };
  const conversations = ['a', 'b', 'c'];
  for (const conversation of conversations) index.begin(conversation);
  await index.messages.check();
  const words = ['alpha', 'beta', 'gamma', 'delta'];
  const different: unknown[] = [];
  for (let step = 0; step < 400; step += 1) {
    const conversation = conversations[random(3)] ?? 'a';
    const entry = (random(2) === 0 ? user : assistant)(`s${step}`, `${words[random(4)]} ${step}`, step);
    const what = random(10);
    if (what < 7) {
      sessions.append(conversation, entry);
      // Killed between writing the file and the event, or the event comes twice.
      if (what !== 0) index.take({ conversation, kind: 'messageEnded', entry });
      if (what === 1) index.take({ conversation, kind: 'messageEnded', entry });
      if (what === 0) index.restart();
    } else if (what === 7) {
      const all = sessions.entriesOf(conversation);
      sessions.change(conversation, [...all.slice(0, random(all.length + 1)), entry]);
      index.take({ conversation, kind: 'rewound' });
    } else if (what === 8) {
      const all = sessions.entriesOf(conversation);
      const last = all.at(-1);
      if (last !== undefined)
        sessions.change(conversation, [...all.slice(0, -1), { ...last, parts: [{ kind: 'text', text: words[random(4)] ?? '' }] }]);
      index.take({ conversation, kind: 'turnEnded', ended: 'done' });
    } else {
      index.restart();
      await index.messages.check(conversation);
    }
    if (step % 20 !== 19) continue;
    await index.messages.check();
    // Searching adds the new entries to the full text.
    for (const one of conversations) await index.messages.calls.search({ text: one }, never);
    const incremental = index.dump();
    for (const one of conversations) await index.messages.calls.rebuildIndex({ conversation: one }, never);
    const rebuilt = index.dump();
    const inFiles = conversations.map(one => sessions.entriesOf(one).map(({ id }) => id));
    const inIndex = await Promise.all(
      conversations.map(async one =>
        (await index.messages.calls.page({ conversation: one, limit: 400 }, never)).entries.map(({ id }) => id),
      ),
    );
    if (JSON.stringify([incremental, inFiles]) !== JSON.stringify([rebuilt, inIndex]))
      different.push({ step, incremental, rebuilt, inFiles, inIndex });
  }
  expect(different).toEqual([]);
});

test('a session file without a record becomes a conversation named after its first words', async () => {
  using sessions = sessionFolder();
  using index = openIndex(sessions, () => 5);
  index.begin('known');
  sessions.write('known', entries(2));
  sessions.write('lost', [user('a', 'Bring the harvest in\nbefore it rains', 7), assistant('b', 'gamma', 9)]);
  sessions.write('silent', []);
  sessions.write('-not an id-', entries(1));
  await index.messages.check();
  const { hits } = await index.messages.calls.search({ text: 'harvest' }, never);
  const { id, title, titleSource, source, createdAt, updatedAt } = index.records.get('lost');
  expect({
    record: { id, title, titleSource, source, createdAt, updatedAt },
    hits: hits.map(({ conversation, kind }) => [conversation, kind]).toSorted(),
    all: index.records.all(),
    events: index.events,
    state: await index.messages.calls.indexState({}, never),
  }).toEqual({
    record: {
      id: 'lost',
      title: 'Bring the harvest in before it rains',
      titleSource: 'words',
      source: 'recovered',
      createdAt: 9,
      updatedAt: 9,
    },
    hits: [
      ['lost', 'title'],
      ['lost', 'user'],
    ],
    all: ['known', 'lost'],
    events: [['rowsChanged', 'lost']],
    state: {
      state: 'ready',
      done: 4,
      of: 4,
      problems: [
        {
          conversation: '',
          file: sessions.file('-not an id-'),
          problem: { code: 'conversations/session-unnamed', message: expect.stringContaining('-not an id-') },
        },
      ],
    },
  });
});

test('a deleted conversation is not recovered by the check', async () => {
  using sessions = sessionFolder();
  using index = openIndex(sessions);
  index.begin('removed');
  index.begin('purged');
  for (const one of ['removed', 'purged']) sessions.write(one, entries(2));
  await index.messages.check();
  index.records.remove(['removed'], 1);
  index.records.forget('purged');
  index.messages.forget('purged');
  await index.messages.check();
  const { hits } = await index.messages.calls.search({ text: 'alpha' }, never);
  expect({ all: index.records.all(), hits, rows: index.dump().entries.length, words: index.dump().words[0]?.length }).toEqual({
    all: [],
    hits: [],
    rows: 2,
    words: 2,
  });
});

test('when a session file is missing, its indexed messages and a problem are shown, and it is read again when it is back', async () => {
  using sessions = sessionFolder();
  using index = openIndex(sessions);
  index.begin('one');
  sessions.write('one', entries(3));
  await index.messages.check();
  sessions.remove('one');
  index.restart();
  await index.messages.check();
  const { page, indexState } = index.messages.calls;
  const gone = await page({ conversation: 'one' }, never);
  const { problems } = await indexState({}, never);
  sessions.write('one', entries(4));
  index.restart();
  await index.messages.check();
  const back = await index.messages.calls.page({ conversation: 'one' }, never);
  const problem = { code: 'conversations/session-gone', message: expect.stringContaining(' one.jsonl ') };
  expect({ gone: [gone.entries.length, gone.problem], problems, back: [back.entries.length, back.problem] }).toEqual({
    gone: [3, { ...problem, texts: expect.anything() }],
    problems: [{ conversation: 'one', file: sessions.file('one'), problem }],
    back: [4, undefined],
  });
});

test('when a session file was cut in half, what is stored of it is shown with a problem until the file is complete or the person wants what is left', async () => {
  using sessions = sessionFolder();
  using index = openIndex(sessions);
  for (const id of ['back', 'left']) index.begin(id);
  for (const id of ['back', 'left']) sessions.write(id, entries(10));
  await index.messages.check();
  for (const id of ['back', 'left']) sessions.write(id, entries(4));
  index.restart();
  await index.messages.check();
  const shown = async (id: string) => {
    const { entries: page, problem } = await index.messages.calls.page({ conversation: id }, never);
    return [page.length, problem?.code];
  };
  const cut = [await shown('back'), await shown('left')];
  sessions.write('back', entries(10));
  await index.messages.calls.rebuildIndex({ conversation: 'left' }, never);
  index.restart();
  await index.messages.check();
  expect({ cut, after: [await shown('back'), await shown('left')] }).toEqual({
    cut: Array(2).fill([10, 'conversations/session-shorter']),
    after: [
      [10, undefined],
      [4, undefined],
    ],
  });
});

test('a session file that cannot be read is reported as a problem, and the other files are indexed', async () => {
  using sessions = sessionFolder();
  using index = openIndex(sessions);
  for (const one of ['torn', 'fine', 'damaged']) index.begin(one);
  sessions.write('torn', entries(1));
  sessions.write('fine', entries(1, 'beta'));
  const said = { code: 'agent/session-damaged', message: 'A part cannot be read.' };
  sessions.write('damaged', [
    user('a', 'gamma'),
    { id: 'damaged-b', kind: 'notice', at: 1, text: said.message, problem: said },
    assistant('b', 'delta'),
  ]);
  sessions.failing.set('torn', new AppError('agent/session-unreadable', { en: 'It cannot be read.', fr: 'Illisible.' }));
  await index.messages.check();
  const { page, indexState, search } = index.messages.calls;
  const torn = await page({ conversation: 'torn' }, never);
  const damaged = await page({ conversation: 'damaged' }, never);
  const { reads } = sessions;
  index.restart();
  await index.messages.check();
  const { problems } = await indexState({}, never);
  expect({
    torn: [torn.entries, torn.problem],
    damaged: [damaged.entries.map(({ id }) => id), damaged.problem],
    found: (await search({ text: 'delta' }, never)).hits.length + (await search({ text: 'beta' }, never)).hits.length,
    problems: problems.map(({ conversation, problem }) => [conversation, problem.code]),
    readAgain: sessions.reads - reads,
  }).toEqual({
    torn: [[], { code: 'agent/session-unreadable', message: 'It cannot be read.', texts: { en: 'It cannot be read.', fr: 'Illisible.' } }],
    damaged: [['a', 'damaged-b', 'b'], { ...said, texts: { en: said.message, fr: said.message } }],
    found: 2,
    problems: [
      ['torn', 'agent/session-unreadable'],
      ['damaged', 'agent/session-damaged'],
    ],
    readAgain: 0,
  });
});

test('words that a killed process did not add to the full text are found after the check', async () => {
  using sessions = sessionFolder();
  using index = openIndex(sessions);
  index.begin('one');
  sessions.write('one', entries(700));
  await index.messages.check();
  index.db.exec("INSERT INTO texts (texts) VALUES ('delete-all'); UPDATE indexed SET texted = 0");
  index.restart();
  await index.messages.check();
  expect(index.dump().words[0]?.length).toBe(700);
});

test('a second session file of a conversation is reported as a problem', async () => {
  using sessions = sessionFolder();
  using index = openIndex(sessions);
  index.begin('one');
  sessions.write('one', entries(2));
  sessions.extra.push({ file: '/elsewhere/copy.jsonl', conversation: 'one' });
  await index.messages.check();
  const { problems } = await index.messages.calls.indexState({}, never);
  expect(problems).toEqual([
    {
      conversation: 'one',
      file: '/elsewhere/copy.jsonl',
      problem: { code: 'conversations/session-doubled', message: expect.stringContaining(sessions.file('one')) },
    },
  ]);
});

test.each(['new', 'known'])('an interrupted reading of a long %s conversation does not count as complete', async kind => {
  using sessions = sessionFolder();
  using index = openIndex(sessions);
  index.begin('one');
  if (kind === 'known') {
    sessions.write(
      'one',
      entries(900).map(entry => ({ ...entry, id: `old-${entry.id}` })),
    );
    await index.messages.check();
    index.restart();
  }
  sessions.write('one', entries(900));
  const { transcript } = sessions.agent;
  let pages = 0;
  Object.assign(sessions.agent, {
    transcript: async (...args: Parameters<typeof transcript>) => {
      pages += 1;
      if (pages === 3) index.restart();
      return await transcript(...args);
    },
  });
  await index.messages.check();
  const newEntries = () => (index.dump().entries as readonly { id?: string }[]).filter(({ id }) => id?.startsWith('e')).length;
  const cut = newEntries();
  await index.messages.check();
  const { first, total } = await index.messages.calls.page({ conversation: 'one', before: 500, limit: 400 }, never);
  expect({ isCut: cut < 900, rows: [index.dump().entries.length, newEntries()], first, total }).toEqual({
    isCut: true,
    rows: [900, 900],
    first: 100,
    total: 900,
  });
});

test('a message that arrives while the file is read is never missing from the index', async () => {
  using sessions = sessionFolder();
  using index = openIndex(sessions);
  index.begin('one');
  sessions.write('one', entries(10));
  await index.messages.check();
  const { transcript } = sessions.agent;
  const seen: number[] = [];
  Object.assign(sessions.agent, {
    transcript: async (...args: Parameters<typeof transcript>) => {
      seen.push(index.dump().entries.length);
      const read = await transcript(...args);
      if (seen.length === 1) {
        const entry = user('late', 'delta');
        sessions.append('one', entry);
        index.take({ conversation: 'one', kind: 'messageEnded', entry });
      }
      return read;
    },
  });
  index.take({ conversation: 'one', kind: 'turnEnded', ended: 'done' });
  await index.messages.calls.rebuildIndex({ conversation: 'one' }, never);
  expect({ seen, events: index.events }).toEqual({ seen: [10, 11, 11], events: [['entriesChanged', { conversation: 'one' }]] });
});

test('messages that arrive while a long conversation is read are in the index afterwards', async () => {
  using sessions = sessionFolder();
  using index = openIndex(sessions);
  index.begin('one');
  sessions.write('one', entries(900));
  const { transcript } = sessions.agent;
  let pages = 0;
  Object.assign(sessions.agent, {
    transcript: async (...args: Parameters<typeof transcript>) => {
      const read = await transcript(...args);
      pages += 1;
      if (pages < 4) {
        const entry = user(`late${pages}`, 'delta');
        sessions.append('one', entry);
        index.take({ conversation: 'one', kind: 'messageEnded', entry });
      }
      return read;
    },
  });
  await index.messages.check();
  await index.messages.check('one');
  const { entries: found, total } = await index.messages.calls.page({ conversation: 'one', limit: 4 }, never);
  const incremental = index.dump();
  await index.messages.calls.rebuildIndex({ conversation: 'one' }, never);
  expect({ ids: found.map(({ id }) => id), total, rebuilt: index.dump() }).toEqual({
    ids: ['e899', 'late1', 'late2', 'late3'],
    total: 903,
    rebuilt: incremental,
  });
});
