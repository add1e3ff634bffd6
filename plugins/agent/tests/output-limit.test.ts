import { appendFileSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openModelServer } from '../../../tests/e2e/model-server.ts';
import { type RunningEngine, startEngine } from '../../../tests/support/agent-engine.ts';

const apis = ['openai-completions', 'openai-responses', 'anthropic-messages', 'google-generative-ai'] as const;

async function entriesOf(engine: RunningEngine, sessionFile: string) {
  const { entries } = await engine.call('transcript', { conversation: 'c1', sessionFile, before: undefined, limit: 99 });
  return entries.map(({ kind, parts = [], stopped }) => [kind, parts.map(({ text, name }) => text ?? name).join(' | '), stopped]);
}

async function ended(engine: RunningEngine): Promise<unknown> {
  const event = await engine.next(({ kind }) => kind === 'settled');
  return event.kind === 'settled' ? event.ended : undefined;
}

test.each(apis)('D22: an answer that reaches the output limit stays, says so, and goes on where it was cut (%s)', async api => {
  await using server = await openModelServer(
    { thinking: 'Long.', text: 'The first half', isAtLimit: true },
    { text: ' and the second.' },
    { text: 'Next.' },
  );
  const baseUrl = api === 'anthropic-messages' ? server.url.replace(/\/v1$/, '') : server.url;
  const providers = { local: { baseUrl, api } };
  await using engine = await startEngine({ providers, settings: { retry: { enabled: false } } });
  const { sessionFile = '' } = await engine.open('c1');
  const { ended: first } = await engine.turn('c1', 'write');
  const cut = await entriesOf(engine, sessionFile);
  const live = engine.events.flatMap(event => (event.kind === 'messageEnded' ? [event.entry.stopped] : []));
  // Another process knows from the file alone what to offer.
  await engine.call('close', { conversation: 'c1' });
  const opened = await engine.open('c1', { sessionFile });
  await engine.next(({ kind }) => kind === 'settled');
  await engine.call('resume', { conversation: 'c1' });
  const second = await ended(engine);
  await engine.turn('c1', 'next');
  const asked = JSON.stringify(server.requests[1]?.body);
  expect({
    first,
    cut,
    live,
    offered: opened.cut,
    second,
    after: await entriesOf(engine, sessionFile),
    // The model is told what it had said, and that it was cut there.
    told: [asked.includes('The first half'), asked.includes('output limit')],
    edits: readFileSync(sessionFile, 'utf8').includes('context_edit'),
    asked: server.requests.length,
  }).toEqual({
    first: 'done',
    cut: [
      ['user', 'write', undefined],
      ['assistant', 'Long. | The first half', 'length'],
    ],
    live: [undefined, 'length'],
    offered: true,
    second: 'done',
    after: [
      ['user', 'write', undefined],
      ['assistant', 'Long. | The first half', 'length'],
      ['assistant', 'and the second.', 'done'],
      ['user', 'next', undefined],
      ['assistant', 'Next.', 'done'],
    ],
    told: [true, true],
    edits: false,
    asked: 3,
  });
});

test.each(apis)('thinking alone that reaches the output limit stays, too (%s)', async api => {
  await using server = await openModelServer({ thinking: 'Very long.', isAtLimit: true }, { text: 'Short.' });
  const baseUrl = api === 'anthropic-messages' ? server.url.replace(/\/v1$/, '') : server.url;
  await using engine = await startEngine({ providers: { local: { baseUrl, api } }, settings: { retry: { enabled: false } } });
  const { sessionFile = '' } = await engine.open('c1');
  await engine.turn('c1', 'think');
  const { ended } = await engine.turn('c1', 'again');
  expect([await entriesOf(engine, sessionFile), ended]).toEqual([
    [
      ['user', 'think', undefined],
      ['assistant', 'Very long.', 'length'],
      ['user', 'again', undefined],
      ['assistant', 'Short.', 'done'],
    ],
    'done',
  ]);
});

test('a call whose arguments were cut at the output limit does not run', async () => {
  await using server = await openModelServer(
    { text: 'I run it.', tools: [{ name: 'bash', arguments: { command: 'echo ran' } }], isAtLimit: true },
    { text: 'It was cut.' },
  );
  await using engine = await startEngine({ providers: { local: server.url } });
  const { sessionFile = '' } = await engine.open('c1');
  await engine.turn('c1', 'go');
  const outcome = engine.events.find(event => event.kind === 'toolEnded');
  expect([await entriesOf(engine, sessionFile), outcome?.kind === 'toolEnded' && outcome.outcome.ok]).toEqual([
    [
      ['user', 'go', undefined],
      ['assistant', 'I run it. | bash', 'length'],
      ['assistant', 'It was cut.', 'done'],
    ],
    false,
  ]);
});

test('an answer at the limit from another program, or from before, is not edited out by the next message', async () => {
  await using server = await openModelServer({ text: 'Begun.' }, { text: 'Next.' });
  await using engine = await startEngine({ providers: { local: server.url } });
  const { sessionFile = '' } = await engine.open('c1');
  await engine.turn('c1', 'one');
  await engine.call('close', { conversation: 'c1' });
  const lines = readFileSync(sessionFile, 'utf8').trimEnd().split('\n');
  const last = JSON.parse(lines.at(-1) ?? '') as { id: string; message: object };
  const message = { ...last.message, content: [{ type: 'text', text: 'Cut here' }], stopReason: 'length' };
  appendFileSync(sessionFile, `${JSON.stringify({ ...last, id: 'limited', parentId: last.id, message })}\n`);
  const { cut } = await engine.open('c1', { sessionFile });
  await engine.turn('c1', 'two');
  const asked = JSON.stringify(server.requests[1]?.body);
  expect([cut, await entriesOf(engine, sessionFile), asked.includes('Cut here')]).toEqual([
    true,
    [
      ['user', 'one', undefined],
      ['assistant', 'Begun.', 'done'],
      ['assistant', 'Cut here', 'length'],
      ['user', 'two', undefined],
      ['assistant', 'Next.', 'done'],
    ],
    true,
  ]);
});
