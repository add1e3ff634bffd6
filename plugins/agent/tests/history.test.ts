import { appendFileSync, copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SessionManager } from '@earendil-works/pi-coding-agent';
import { expect, test } from 'vitest';
import { openModelServer } from '../../../tests/e2e/model-server.ts';
import { type RunningEngine, startEngine } from '../../../tests/support/agent-engine.ts';
import type { ImportedMessage } from '../engine/protocol.ts';

const page = async (engine: RunningEngine, sessionFile: string) =>
  (await engine.call('transcript', { conversation: 'c1', sessionFile, before: undefined, limit: undefined })).entries;
const said = async (engine: RunningEngine, sessionFile: string) =>
  (await page(engine, sessionFile)).map(({ kind, parts, text }) => `${kind} ${parts?.map(part => part.text ?? part.name).join() ?? text}`);
const sent = (body: { readonly messages?: readonly { readonly role: string; readonly content: unknown }[] } | undefined) =>
  (body?.messages ?? [])
    .filter(({ role }) => role !== 'system' && role !== 'developer')
    .map(({ role, content }) => [role, textIn(content)]);
const textIn = (content: unknown): string =>
  Array.isArray(content) ? content.map(part => (part as { text?: string }).text ?? '').join('') : String(content ?? '');

test.each(['with an open runtime', 'without one'])(
  'a conversation goes back to before a message and forward again, %s, and the model sees the same as the person',
  async how => {
    await using server = await openModelServer(
      { text: 'One.' },
      { tools: [{ name: 'write', arguments: { path: 'a.txt', content: 'a\n' } }] },
      { tools: [{ name: 'read', arguments: { path: 'nowhere.txt' } }] },
      { text: 'Two.' },
      { text: 'Instead.' },
      { text: 'Three.' },
    );
    await using engine = await startEngine({ providers: { local: server.url } });
    const { sessionFile = '' } = await engine.open('c1');
    const again = async () => {
      if (how !== 'without one') return;
      await engine.call('close', { conversation: 'c1' });
    };
    const goOn = async (text: string) => {
      if (how === 'without one') await engine.open('c1', { sessionFile });
      return await engine.turn('c1', text);
    };
    await engine.turn('c1', 'first');
    await engine.turn('c1', 'second');
    await engine.call('setThinkingLevel', { conversation: 'c1', level: 'high' });
    const entries = await page(engine, sessionFile);
    const [, , second, , , answer] = entries;
    await again();
    const length = readFileSync(sessionFile).length;
    const before = await engine.call('callsAfter', { conversation: 'c1', sessionFile, entry: second?.id ?? '' });
    const untouched = readFileSync(sessionFile).length === length;
    const rewound = await engine.call('rewind', { conversation: 'c1', sessionFile, entry: second?.id ?? '' });
    const back = await said(engine, sessionFile);
    await again();
    const { usage } = await goOn('other');
    const other = await said(engine, sessionFile);
    await again();
    await engine.call('redo', { conversation: 'c1', sessionFile, leaf: rewound.leaf });
    const forward = await said(engine, sessionFile);
    // Of the answer: what was asked stays, and has no answer.
    const unanswered = await engine.call('rewind', { conversation: 'c1', sessionFile, entry: answer?.id ?? '' });
    const asked = await said(engine, sessionFile);
    const gone = await engine.call('rewind', { conversation: 'c1', sessionFile, entry: answer?.id ?? '' }).catch(({ code }) => code);
    if (how === 'without one') await engine.open('c1', { sessionFile });
    const from = engine.events.length;
    await engine.call('resume', { conversation: 'c1' });
    await engine.come(event => event.kind === 'settled' && engine.events.indexOf(event) >= from);
    const stored = SessionManager.open(sessionFile).buildSessionContext();

    const calls = [
      { tool: expect.any(String), name: 'write', args: { path: 'a.txt', content: 'a\n' }, ok: true },
      { tool: expect.any(String), name: 'read', args: { path: 'nowhere.txt' }, ok: false },
    ];
    expect({ before, untouched, tools: rewound.tools, cut: [rewound.cut, unanswered.cut], left: unanswered.tools, gone }).toEqual({
      before: calls,
      untouched: true,
      tools: calls,
      cut: [false, true],
      left: calls,
      gone: 'agent/entry-missing',
    });
    expect({ back, other, forward, asked, answered: await said(engine, sessionFile) }).toEqual({
      back: ['user first', 'assistant One.'],
      other: ['user first', 'assistant One.', 'user other', 'assistant Instead.'],
      forward: ['user first', 'assistant One.', 'user second', 'assistant write', 'assistant read', 'assistant Two.'],
      asked: ['user first', 'assistant One.', 'user second'],
      answered: ['user first', 'assistant One.', 'user second', 'assistant Three.'],
    });
    expect({
      other: sent(server.requests[4]?.body),
      again: sent(server.requests[5]?.body),
      charged: usage.input,
      stored: stored.thinkingLevel,
    }).toEqual({
      other: [
        ['user', 'first'],
        ['assistant', 'One.'],
        ['user', 'other'],
      ],
      again: [
        ['user', 'first'],
        ['assistant', 'One.'],
        ['user', 'second'],
        ['user', 'Answer the message above.'],
      ],
      charged: expect.any(Number),
      stored: 'high',
    });
  },
);

test('before the first message nothing is left, while a turn runs it is refused, and what is no message is none to go back to', async () => {
  let release: () => void = () => undefined;
  const held = new Promise<void>(resolve => {
    release = resolve;
  });
  await using server = await openModelServer({ text: 'One.' }, { text: ['a', held, 'b'] }, { text: 'Anew.' });
  await using engine = await startEngine({ providers: { local: server.url } });
  const { sessionFile = '' } = await engine.open('c1');
  await engine.turn('c1', 'first');
  const [first] = await page(engine, sessionFile);
  await engine.call('prompt', { conversation: 'c1', text: 'second', images: [] });
  await engine.come(event => event.kind === 'text' && event.delta.includes('a'));
  const params = { conversation: 'c1', sessionFile, entry: first?.id ?? '' };
  const busy = await engine.call('rewind', params).catch(({ code }) => code);
  const busyAgain = await engine.call('redo', { ...params, leaf: params.entry }).catch(({ code }) => code);
  release();
  await engine.come(event => event.kind === 'settled' && engine.events.filter(({ kind }) => kind === 'settled').length === 2);
  const settings = readFileSync(sessionFile, 'utf8')
    .split('\n')
    .find(line => line.includes('"model_change"'));
  const notHere = { ...params, entry: JSON.parse(settings ?? '{}').id };
  const nothing = await engine.call('rewind', notHere).catch(({ code }) => code);
  const rewound = await engine.call('rewind', params);
  const empty = await page(engine, sessionFile);
  await engine.turn('c1', 'anew');
  const context = engine.events.findLast(event => event.kind === 'context');
  await engine.call('close', { conversation: 'c1' });
  const { cut } = await engine.open('c1', { sessionFile });
  expect({ busy, busyAgain, nothing, tools: rewound.tools, empty, asked: sent(server.requests[2]?.body), cut, context }).toEqual({
    busy: 'agent/busy',
    busyAgain: 'agent/busy',
    nothing: 'agent/no-rewind-here',
    tools: [],
    empty: [],
    asked: [['user', 'anew']],
    cut: false,
    context: expect.objectContaining({ tokens: expect.any(Number) }),
  });
});

test('a rewind to before a compaction takes it back, and a later one sums up what is left', async () => {
  const long = 'word '.repeat(12_000);
  const isSummary = ({ body }: { readonly body: object }) => JSON.stringify(body).includes('summar');
  await using server = await openModelServer(
    { text: 'One.' },
    { text: 'Two.' },
    { when: isSummary, text: 'A summary.' },
    { when: isSummary, text: 'Of its beginning too.' },
    { text: 'Three.' },
    { text: 'Four.' },
    { when: isSummary, text: 'Another summary.' },
    { when: isSummary, text: 'And its beginning.' },
  );
  await using engine = await startEngine({ providers: { local: server.url }, settings: { compaction: { keepRecentTokens: 1 } } });
  const { sessionFile = '' } = await engine.open('c1');
  await engine.turn('c1', long);
  await engine.turn('c1', 'second');
  const entries = await page(engine, sessionFile);
  await engine.call('compact', { conversation: 'c1', focus: undefined });
  await engine.turn('c1', 'third');
  const compacted = (await page(engine, sessionFile)).map(({ kind }) => kind);
  await engine.call('rewind', { conversation: 'c1', sessionFile, entry: entries[2]?.id ?? '' });
  const back = (await page(engine, sessionFile)).map(({ kind }) => kind);
  const context = engine.events.findLast(event => event.kind === 'context');
  await engine.turn('c1', 'fourth');
  await engine.call('compact', { conversation: 'c1', focus: undefined });
  const again = await page(engine, sessionFile);
  expect({
    compacted,
    back,
    tokens: context?.kind === 'context' && (context.tokens ?? 0) > 10_000,
    again: again.map(({ kind }) => kind),
  }).toEqual({
    compacted: ['user', 'assistant', 'user', 'assistant', 'compaction', 'user', 'assistant'],
    back: ['user', 'assistant'],
    tokens: false,
    again: ['user', 'assistant', 'user', 'assistant', 'compaction'],
  });
});

const imported: readonly ImportedMessage[] = [
  {
    role: 'user',
    at: 1_700_000_000_000,
    parts: [
      { kind: 'text', text: 'What is in it?' },
      { kind: 'image', mimeType: 'text/html', data: 'x' },
    ],
  },
  {
    role: 'assistant',
    at: 1_700_000_001_000,
    model: 'local/m1',
    parts: [
      { kind: 'thinking', text: 'Secret thoughts.' },
      { kind: 'text', text: 'I look.' },
      { kind: 'tool', name: 'mcp:read file', args: { path: 'a' }, result: { ok: true, text: 'words' } },
      { kind: 'tool', name: 'read' },
      { kind: 'text', text: 'Words.' },
    ],
  },
  { role: 'user', at: 1_700_000_002_000, parts: [{ kind: 'text', text: ' ' }] },
  { role: 'user', at: 1_700_000_003_000, parts: [{ kind: 'text', text: 'Unanswered' }] },
];

test.each(['openai-completions', 'anthropic-messages'])(
  'messages from elsewhere are shown, and go on with a model over %s, which is sent no thoughts of another',
  async api => {
    await using server = await openModelServer({ text: 'Goes on.' });
    await using engine = await startEngine({ providers: { local: { baseUrl: server.url, api } } });
    const { sessionFile } = await engine.call('importSession', { conversation: 'c1', cwd: engine.project, messages: imported });
    const entries = await page(engine, sessionFile);
    const { cut } = await engine.open('c1', { sessionFile });
    const settled = await engine.turn('c1', 'and now?');
    const request = JSON.stringify(server.requests[0]?.body.messages);
    expect({
      cut,
      ended: [settled.ended, settled.problem],
      known: SessionManager.open(sessionFile).buildSessionContext().messages.length > 6,
      shown: entries.map(({ kind, at, model, parts }) => [kind, at, model, parts?.map(part => part.outcome?.text ?? part.text)]),
      sent: ['What is in it?', 'I look.', 'mcp_read_file', 'words', 'Words.', 'Unanswered', 'and now?'].filter(
        text => !request.includes(text),
      ),
      kept: request.includes('Secret thoughts'),
    }).toEqual({
      cut: false,
      ended: ['done', undefined],
      known: true,
      shown: [
        ['user', 1_700_000_000_000, undefined, ['What is in it?']],
        ['assistant', 1_700_000_001_000, 'local/m1', ['Secret thoughts.', 'I look.', 'words', expect.stringContaining('not kept')]],
        ['assistant', 1_700_000_001_000, 'local/m1', ['Words.']],
        ['user', 1_700_000_003_000, undefined, ['Unanswered']],
      ],
      sent: [],
      kept: false,
    });
  },
);

test('a session file from elsewhere is copied, old ones in the form of today, and the original stays as it is', async () => {
  await using server = await openModelServer({ text: 'One.' }, { text: 'Two.' });
  await using engine = await startEngine({ providers: { local: server.url } });
  const at = '2025-01-01T00:00:00.000Z';
  const old = join(engine.folder, 'old.jsonl');
  const lines = [
    { type: 'session', id: 'theirs', timestamp: at, cwd: '/nowhere' },
    { type: 'message', timestamp: at, message: { role: 'user', content: 'asked', timestamp: 1 } },
    { type: 'message', timestamp: at, message: { role: 'assistant', content: [{ type: 'text', text: 'Answered.' }], stopReason: 'stop' } },
  ];
  writeFileSync(old, lines.map(line => JSON.stringify(line)).join('\n'));
  const newer = join(engine.folder, 'newer.jsonl');
  writeFileSync(newer, `${JSON.stringify({ ...lines[0], version: 99 })}\n`);
  const none = join(engine.folder, 'none.txt');
  writeFileSync(none, 'Dear diary');
  const before = readFileSync(old, 'utf8');
  const { sessionFile } = await engine.call('adoptSession', { conversation: 'c1', file: old });
  const code = (file: string) =>
    engine.call('adoptSession', { conversation: 'c2', file }).then(
      () => '',
      (error: { code: string }) => error.code,
    );
  const refused = [await code(newer), await code(none), await code(join(engine.folder, 'missing'))];
  const shown = await said(engine, sessionFile);
  await engine.open('c1', { sessionFile });
  const { ended } = await engine.turn('c1', 'go on');
  const header = JSON.parse(readFileSync(sessionFile, 'utf8').split('\n')[0] ?? '');
  expect({ shown, refused, ended, id: [header.id, header.version], same: readFileSync(old, 'utf8') === before }).toEqual({
    shown: ['user asked', 'assistant Answered.'],
    refused: ['agent/session-newer', 'agent/session-unreadable', 'agent/session-missing'],
    ended: 'done',
    id: ['c1', 3],
    same: true,
  });
});

test('a fork of a rewound conversation has its present branch, and ends with the message it was asked for', async () => {
  await using server = await openModelServer({ text: 'One.' }, { text: 'Two.' }, { text: 'Instead.' });
  await using engine = await startEngine({ providers: { local: server.url } });
  const { sessionFile = '' } = await engine.open('c1');
  await engine.turn('c1', 'first');
  await engine.turn('c1', 'second');
  const [, , second, two] = await page(engine, sessionFile);
  await engine.call('rewind', { conversation: 'c1', sessionFile, entry: second?.id ?? '' });
  await engine.turn('c1', 'other');
  const other = (await page(engine, sessionFile)).find(({ parts }) => parts?.[0]?.text === 'other');
  const fork = async (entry: string, conversation: string) => {
    const made = await engine.call('fork', { sessionFile, entry, conversation, cwd: engine.project });
    return await said(engine, made.sessionFile);
  };
  expect([await fork(other?.id ?? '', 'f1'), await fork(two?.id ?? '', 'f2').catch(({ code }) => code)]).toEqual([
    ['user first', 'assistant One.', 'user other'],
    'agent/entry-missing',
  ]);
});

test('a damaged file is read as far as it goes and goes on in a copy; a newer, a missing one and one too large are not written', async () => {
  await using server = await openModelServer({ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' }, { text: 'Four.' });
  await using engine = await startEngine({ providers: { local: server.url } });
  const { sessionFile = '' } = await engine.open('c1');
  await engine.turn('c1', 'first');
  await engine.turn('c1', 'second');
  await engine.call('close', { conversation: 'c1' });
  const lines = readFileSync(sessionFile, 'utf8').trimEnd().split('\n');
  const hurt = lines.map(line => (line.includes('"One."') ? line.slice(0, 60) : line)).join('\n');
  const file = (name: string, text: string) => {
    const path = join(engine.folder, name);
    writeFileSync(path, text);
    return path;
  };
  const damaged = file('damaged.jsonl', `${hurt}\n`);
  const { sessionFile: mended = '' } = await engine.open('c1', { sessionFile: damaged });
  await engine.turn('c1', 'third');
  await engine.call('close', { conversation: 'c1' });
  const torn = file('torn.jsonl', `${lines.join('\n')}\n${lines.at(-1)?.slice(0, 50)}`);
  await engine.open('c2', { sessionFile: torn });
  await engine.turn('c2', 'fourth');
  const copy = join(engine.folder, 'copy.jsonl');
  copyFileSync(sessionFile, copy);
  appendFileSync(copy, readFileSync(copy));
  const newer = file(
    'newer.jsonl',
    `${[{ ...JSON.parse(lines[0] ?? ''), version: 99 }, ...lines.slice(1).map(line => JSON.parse(line))].map(line => JSON.stringify(line)).join('\n')}\n`,
  );
  const codeOf = (path: string) =>
    engine.open('c3', { sessionFile: path }).then(
      () => 'opened',
      (error: { code: string }) => error.code,
    );
  const refused = [await codeOf(newer), await codeOf(join(engine.folder, 'missing.jsonl'))];
  const rewindNewer = await engine.call('rewind', { conversation: 'c3', sessionFile: newer, entry: 'x' }).catch(({ code }) => code);

  expect({
    damaged: [readFileSync(damaged, 'utf8') === `${hurt}\n`, mended !== damaged],
    mended: await said(engine, mended),
    torn: await said(engine, torn),
    doubled: await said(engine, copy),
    newer: [(await page(engine, newer)).length, readFileSync(newer, 'utf8').includes('"version":99')],
    refused,
    rewindNewer,
  }).toEqual({
    damaged: [true, true],
    mended: [
      'user first',
      expect.stringContaining('notice A part of the session file'),
      'user second',
      'assistant Two.',
      'user third',
      'assistant Three.',
    ],
    torn: ['user first', 'assistant One.', 'user second', 'assistant Two.', 'user fourth', 'assistant Four.'],
    doubled: ['user first', 'assistant One.', 'user second', 'assistant Two.'],
    newer: [5, true],
    refused: ['agent/session-newer', 'agent/session-missing'],
    rewindNewer: 'agent/session-newer',
  });
});
