import { appendFileSync, closeSync, openSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openModelServer, type Turn } from '../../../tests/e2e/model-server.ts';
import { startEngine } from '../../../tests/support/agent-engine.ts';

/** A long round takes 500. */
const megabytes = Number(process.env.ATELIER_LARGE_MEGABYTES ?? 60);
const at = '2026-01-01T00:00:00.000Z';
const words = 'abcdefgh '.repeat(2400);
const none = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
const usage = { ...none, totalTokens: 0, cost: { ...none, total: 0 } };
const header = JSON.stringify({ type: 'session', version: 3, id: 'c1', timestamp: at, cwd: '/' });

const lineOf = (index: number) =>
  JSON.stringify({
    type: 'message',
    id: `e${index}`,
    parentId: index === 0 ? null : `e${index - 1}`,
    timestamp: at,
    message:
      index % 2 === 0
        ? { role: 'user', content: [{ type: 'text', text: `${index} ${words}` }], timestamp: 0 }
        : {
            role: 'assistant',
            provider: 'p',
            model: 'm',
            content: [{ type: 'text', text: `${index} ${words}` }],
            stopReason: 'stop',
            usage,
            timestamp: 0,
          },
  });

function writeLarge(file: string): number {
  const descriptor = openSync(file, 'w');
  const count = Math.ceil((megabytes * 1024 * 1024) / lineOf(1).length / 2) * 2;
  try {
    writeSync(descriptor, `${header}\n`);
    for (let index = 0; index < count; index += 1) writeSync(descriptor, `${lineOf(index)}\n`);
  } finally {
    closeSync(descriptor);
  }
  return count;
}

test(`a session file of ${megabytes} MB is read by pages, rewound and forked in a process that could never hold it`, async () => {
  await using engine = await startEngine({ env: { NODE_OPTIONS: '--max-old-space-size=48' } });
  const sessionFile = join(engine.folder, 'large.jsonl');
  const count = writeLarge(sessionFile);
  const page = async (before?: string) => {
    const { entries, total } = await engine.call('transcript', { conversation: 'c1', sessionFile, before, limit: 3 });
    return { total, texts: entries.map(({ parts }) => parts?.[0]?.text?.split(' ')[0]) };
  };
  const last = await page();
  const middle = await page(`e${count / 2}`);
  const before = statSync(sessionFile).size;
  const rewound = await engine.call('rewind', { conversation: 'c1', sessionFile, entry: `e${count - 2}` });
  const after = await page();
  const { sessionFile: fork } = await engine.call('fork', { sessionFile, entry: `e${count - 3}`, conversation: 'c2', cwd: '/' });
  expect({
    last,
    middle,
    rewound,
    grown: statSync(sessionFile).size - before < 1000,
    after,
    forked: Math.round(statSync(fork).size / before),
  }).toEqual({
    last: { total: count, texts: [count - 3, count - 2, count - 1].map(String) },
    middle: { total: count, texts: [count / 2 - 3, count / 2 - 2, count / 2 - 1].map(String) },
    rewound: { leaf: `e${count - 1}`, tools: [], cut: false },
    grown: true,
    after: { total: count - 2, texts: [count - 5, count - 4, count - 3].map(String) },
    forked: 1,
  });
}, 600_000);

/** The id of the last entry of a file. */
function lastIn(file: string): string {
  const [last = ''] = readFileSync(file, 'utf8').trimEnd().split('\n').slice(-1);
  return (JSON.parse(last) as { id: string }).id;
}

/** The last words that a compaction keeps are those of the last ten messages. */
function compact(file: string, count: number): void {
  const summary = 'What was said before, in short.';
  const entry = { type: 'compaction', id: 'sum', parentId: `e${count - 1}`, timestamp: at, summary, firstKeptEntryId: `e${count - 10}` };
  appendFileSync(file, `${JSON.stringify({ ...entry, tokensBefore: 1000 })}\n`);
}

/** A large session, open in a process that could not hold it. */
async function openLarge(...turns: readonly Turn[]) {
  const server = await openModelServer(...turns);
  onTestFinished(() => server[Symbol.asyncDispose]());
  const env = { NODE_OPTIONS: '--max-old-space-size=160' };
  const engine = await startEngine({ env, providers: { p: { baseUrl: server.url, contextWindow: 1_000_000 } } });
  onTestFinished(() => engine[Symbol.asyncDispose]());
  const sessionFile = join(engine.folder, 'large.jsonl');
  const count = writeLarge(sessionFile);
  compact(sessionFile, count);
  await engine.open('c1', { sessionFile, model: 'p/m1' });
  /** The numbers of the messages that the model was sent with the last request. */
  const sent = () => [...JSON.stringify(server.requests.at(-1)?.body).matchAll(/(\d+) abcdefgh/g)].map(([, number]) => Number(number));
  const said = async () => {
    const file = engine.events.findLast(event => event.kind === 'fileMoved' || event.kind === 'fileChanged')?.sessionFile ?? sessionFile;
    const { entries, total } = await engine.call('transcript', { conversation: 'c1', sessionFile: file, before: undefined, limit: 3 });
    return { total, texts: entries.map(({ kind, parts, text }) => `${kind} ${(parts?.[0]?.text ?? text ?? '').slice(0, 20)}`) };
  };
  const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return { engine, server, sessionFile, count, sent, said, numbers };
}

test(`a session of ${megabytes} MB is opened by its end, goes on, goes back to its beginning, and to before its compaction`, async () => {
  const { engine, sessionFile, count, sent, said, numbers } = await openLarge({ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' });
  await engine.turn('c1', 'and now?');
  const first = { sent: sent(), said: await said() };
  const { leaf } = await engine.call('rewind', { conversation: 'c1', sessionFile, entry: 'e4' });
  await engine.turn('c1', 'other words');
  const early = { sent: sent(), said: await said() };
  await engine.call('redo', { conversation: 'c1', sessionFile, leaf });
  await engine.turn('c1', 'as before');
  const back = { sent: sent(), said: await said() };
  const kept = numbers(count - 10, count - 1);
  expect({ first, early, back }).toEqual({
    first: { sent: kept, said: { total: count + 3, texts: ['compaction What was said before', 'user and now?', 'assistant One.'] } },
    early: {
      sent: numbers(0, 3),
      said: { total: 6, texts: [expect.stringMatching(/^assistant 3 /), 'user other words', 'assistant Two.'] },
    },
    back: { sent: kept, said: { total: count + 5, texts: ['assistant One.', 'user as before', 'assistant Three.'] } },
  });
}, 600_000);

test('what another program adds to a session that is open by its end is taken in; deleted, it goes on with the end of it', async () => {
  const { engine, sessionFile, count, sent, said, numbers } = await openLarge({ text: 'One.' }, { text: 'Two.' });
  const other = { role: 'user', content: [{ type: 'text', text: '77777 abcdefgh' }], timestamp: 0 };
  appendFileSync(
    sessionFile,
    `${JSON.stringify({ type: 'message', id: 'x1', parentId: lastIn(sessionFile), timestamp: at, message: other })}\n`,
  );
  await engine.turn('c1', 'and now?');
  const added = { sent: sent(), said: await said() };
  rmSync(sessionFile);
  await engine.turn('c1', 'still there?');
  const kept = [...numbers(count - 10, count - 1), 77777];
  expect({ added, deleted: { sent: sent(), said: await said() } }).toEqual({
    added: { sent: kept, said: { total: count + 4, texts: ['user 77777 abcdefgh', 'user and now?', 'assistant One.'] } },
    deleted: { sent: kept, said: { total: 17, texts: ['assistant One.', 'user still there?', 'assistant Two.'] } },
  });
}, 600_000);

test('an endless line at the end of a file keeps nobody from what is before it, and from going on', async () => {
  await using server = await openModelServer({ text: 'One.' });
  const providers = { p: { baseUrl: server.url } };
  await using engine = await startEngine({ env: { NODE_OPTIONS: '--max-old-space-size=256' }, providers });
  const sessionFile = join(engine.folder, 'endless.jsonl');
  writeFileSync(sessionFile, `${header}\n${lineOf(0)}\n${lineOf(1)}\n`);
  truncateSync(sessionFile, statSync(sessionFile).size + 300 * 1024 * 1024);
  await engine.open('c1', { sessionFile, model: 'p/m1' });
  await engine.turn('c1', 'and now?');
  const { entries } = await engine.call('transcript', { conversation: 'c1', sessionFile, before: undefined, limit: 10 });
  expect(entries.map(({ kind, parts }) => `${kind} ${parts?.[0]?.text?.slice(0, 8)}`)).toEqual([
    'user 0 abcdef',
    'assistant 1 abcdef',
    'user and now?',
    'assistant One.',
  ]);
}, 600_000);
