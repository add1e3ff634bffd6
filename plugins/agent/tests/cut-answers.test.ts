import { existsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { tempFolder } from '../../../kernel/testing/temp-folder.ts';
import { openModelServer } from '../../../tests/e2e/model-server.ts';
import { startEngine } from '../../../tests/support/agent-engine.ts';
import { readHistory } from '../engine/history/history.ts';
import { lookUpLeftBehind } from '../engine/history/left-behind.ts';
import { agentOf, conversation, held, inTheMiddle, messagesIn, signalEngines, startedIn } from './running-turn.fixture.ts';

test('D22: kill -9 of the engine in the middle of an answer leaves what had streamed, and the answer goes on after it', async () => {
  const { kernel, heard, server } = await inTheMiddle({ ...held().turn, thinking: 'Let me see.' });
  signalEngines('SIGKILL');
  const cut = await heard.ended();
  const left = await messagesIn(kernel);
  const live = heard.events.filter(({ kind }) => kind === 'messageEnded' || kind === 'turnEnded');
  const started = heard.events.findLast(({ kind }) => kind === 'messageStarted');
  const { cut: offered } = await agentOf(kernel).call('state', { conversation });
  server.script({ text: 'and the rest.' });
  heard.again();
  await agentOf(kernel).call('resume', { conversation });
  await heard.ended();
  const told = JSON.stringify(server.requests.at(-1)?.body);
  expect({
    cut: cut.ended,
    left,
    // The message on the screen becomes the entry, before the turn ends.
    live: live.map(({ kind, entry, message }) => [kind, entry?.stopped, message !== undefined && message === started?.message]),
    offered,
    told: told.split('Some words,').length - 1,
    after: await messagesIn(kernel),
  }).toEqual({
    cut: 'cut',
    left: [
      ['user', 'begin', undefined],
      ['assistant', 'Let me see. Some words,', 'cut'],
    ],
    live: [
      ['messageEnded', undefined, false],
      ['messageEnded', 'cut', true],
      ['turnEnded', undefined, false],
    ],
    offered: true,
    told: 1,
    after: [
      ['user', 'begin', undefined],
      ['assistant', 'Let me see. Some words,', 'cut'],
      ['assistant', 'and the rest.', 'done'],
    ],
  });
});

test('D22: a second kill in the answer that goes on leaves both halves, once each', async () => {
  const { kernel, heard, server } = await inTheMiddle(held().turn);
  signalEngines('SIGKILL');
  await heard.ended();
  heard.again();
  server.script({ ...held().turn, text: ['and more,', held().turn.text?.[1] as Promise<void>] });
  await agentOf(kernel).call('resume', { conversation });
  await expect.poll(() => heard.events.some(({ kind, delta = '' }) => kind === 'text' && delta.includes('more'))).toBe(true);
  signalEngines('SIGKILL');
  await heard.ended();
  expect(await messagesIn(kernel)).toEqual([
    ['user', 'begin', undefined],
    ['assistant', 'Some words,', 'cut'],
    ['assistant', 'and more,', 'cut'],
  ]);
});

test.each([
  ['an engine that can still write it', false, 'stopped'],
  ['an engine that is frozen and killed', true, 'cut'],
])('D22: a quit in the middle of an answer, with %s, leaves what had streamed, once', async (_name, isFrozen, stopped) => {
  const { kernel, profile, server } = await inTheMiddle(held().turn);
  if (isFrozen) signalEngines('SIGSTOP');
  await kernel.close();
  const again = await startedIn(profile);
  await expect
    .poll(() => messagesIn(again.kernel))
    .toEqual([
      ['user', 'begin', undefined],
      ['assistant', 'Some words,', stopped],
    ]);
  const { cut } = await agentOf(again.kernel).call('state', { conversation });
  // The next start finds nothing to add.
  await again.kernel.close();
  const third = await startedIn(profile);
  server.script({ text: 'and the rest.' });
  await agentOf(third.kernel).call('resume', { conversation });
  await third.heard.ended();
  const told = JSON.stringify(server.requests.at(-1)?.body).split('Some words,').length - 1;
  expect([cut, told, (await messagesIn(third.kernel)).slice(1)]).toEqual([
    true,
    1,
    [
      ['assistant', 'Some words,', stopped],
      ['assistant', 'and the rest.', 'done'],
    ],
  ]);
});

test('Stop that comes while the message is on its way stops the turn that it begins', async () => {
  const { promise: never } = Promise.withResolvers<void>();
  await using server = await openModelServer({ text: ['Some words', never] });
  await using engine = await startEngine({ providers: { local: server.url } });
  await engine.open('c1');
  const sent = engine.call('prompt', { conversation: 'c1', text: 'begin', images: [] });
  await engine.call('stop', { conversation: 'c1' });
  await sent;
  const settled = engine.events.filter(({ kind }) => kind === 'settled');
  expect(settled).toEqual([expect.objectContaining({ ended: 'stopped' })]);
});

test('Stop ends an answer that has been silent for long, also after its request was collected as garbage', async () => {
  const { promise: never } = Promise.withResolvers<void>();
  await using server = await openModelServer({ text: ['Some words', never] });
  await using engine = await startEngine({
    entry: join(import.meta.dirname, 'collecting-engine.fixture.ts'),
    providers: { local: server.url },
  });
  await engine.open('c1');
  await engine.call('prompt', { conversation: 'c1', text: 'begin', images: [] });
  await engine.come(({ kind }) => kind === 'text');
  for (let times = 0; times < 5; times += 1) await engine.call('models', null);
  await engine.call('stop', { conversation: 'c1' });
  expect(engine.events.findLast(({ kind }) => kind === 'settled')).toMatchObject({ ended: 'stopped' });
});

test('D37: of a call whose arguments were still being written when the engine was killed nothing is run; the conversation says that it is left out, and goes on', async () => {
  const planted = join(tmpdir(), `atelier-half-${process.pid}`);
  const tools = [{ name: 'bash', arguments: { command: `touch ${planted}` }, half: Promise.withResolvers<void>().promise }];
  const { kernel, heard, server, profile } = await inTheMiddle({ text: 'Let me look.', tools });
  await expect.poll(() => keptKinds(profile)).toContain('call');
  signalEngines('SIGKILL');
  const { ended } = await heard.ended();
  const { entries: left } = await agentOf(kernel).call('transcript', { conversation });
  server.script({ text: 'Here it is.' });
  heard.again();
  await agentOf(kernel).call('resume', { conversation });
  await heard.ended();
  const asked = JSON.stringify(server.requests.at(-1)?.body);
  expect({
    ended,
    left: left.map(({ kind, stopped, problem }) => [kind, stopped, problem?.code]),
    said: left.at(-1)?.text,
    tools: left.flatMap(({ parts = [] }) => parts.filter(({ kind }) => kind === 'tool')),
    asked: [asked.includes('tool_calls'), asked.includes(planted), asked.includes('was not run')],
    after: (await messagesIn(kernel)).at(-1),
    ran: existsSync(planted),
  }).toEqual({
    ended: 'cut',
    left: [
      ['user', undefined, undefined],
      ['assistant', 'cut', undefined],
      ['notice', undefined, 'agent/call-cut'],
    ],
    said: expect.stringContaining('bash'),
    tools: [],
    asked: [false, false, true],
    after: ['assistant', 'Here it is.', 'done'],
    ran: false,
  });
});

test('D37: a call that was cut before any word is said to be left out, once', async () => {
  using folder = tempFolder();
  const file = folder.file('session.jsonl');
  const lines = [
    { type: 'session', version: 3, id: 'c1', timestamp: '2026-01-01T00:00:00.000Z', cwd: '/' },
    { type: 'message', id: 'aaaaaaa1', parentId: null, timestamp: '2026-01-01T00:00:01.000Z', message: { role: 'user', content: 'x' } },
  ];
  writeFileSync(file, lines.map(line => `${JSON.stringify(line)}\n`).join(''));
  const answer = { model: 'a/b', api: 'c', after: 'aaaaaaa1', at: 1, parts: [{ kind: 'call', text: 'write' }] } as const;
  const found = [await lookUpLeftBehind(file, answer), await lookUpLeftBehind(file, answer)];
  const { entries } = await readHistory(file);
  expect([found.map(({ isCallCut, entry }) => [isCallCut, entry]), entries.map(({ type }) => type)]).toEqual([
    [
      [true, undefined],
      [false, undefined],
    ],
    ['message', 'custom_message'],
  ]);
});

function keptKinds(profile: string): readonly string[] {
  const db = new Database(join(profile, 'user-data/data/atelier--agent.sqlite'), { readonly: true });
  try {
    return db
      .prepare<[], { kind: string }>('SELECT kind FROM answers')
      .all()
      .map(({ kind }) => kind);
  } finally {
    db.close();
  }
}
