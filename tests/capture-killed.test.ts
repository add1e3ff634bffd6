import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { tempFolder } from '../kernel/testing/temp-folder.ts';
import { type ModelRequest, openModelServer } from './e2e/model-server.ts';
import { writeLocalModel } from './support/local-model.ts';

vi.setConfig({ testTimeout: 240_000 });

const program = join(import.meta.dirname, 'support', 'capture-killed.ts');
const longer =
  'That is how it has been for years, on all of the machines that I work with, and none of my colleagues ever found a reason to do it in another way, so it will stay like this for a long time to come.';
const item = (content: string, quote: string, message: string) => ({
  ...{ kind: 'fact', title: content.slice(0, 40), topic: content, content, where: 'everywhere', quote, message, confidence: 0.8 },
});
const answer = JSON.stringify({
  memories: [
    item('The boat of the person is called Kereon.', 'My boat is called Kereon.', 'm1'),
    item('The person lives in Paris.', 'I live in Paris', 'm1'),
    item('The harbour of the person is Brest.', 'My harbour is Brest.', 'm2'),
  ],
});
const isTurn = ({ body }: ModelRequest) => (body.tools?.length ?? 0) > 0;
const isCapture = ({ body }: ModelRequest) => JSON.stringify(body.messages).includes('Answer with JSON only');

const asked = "^UPDATE captures SET step = 'running' & INTO settings";
const begun = `${asked} & ^BEGIN`;
/** Each step of a capture, by the statement that it ends with, and how often the model is asked in all. */
const steps: readonly (readonly [string, 'before' | 'after', string, number])[] = [
  ['a turn has ended, and it is not in the queue yet', 'before', '^INSERT INTO captures', 1],
  ['it is in the queue', 'after', '^INSERT INTO captures', 1],
  ['it was taken from the queue', 'after', "^UPDATE captures SET step = 'running'", 1],
  ['the question is counted, and not asked yet', 'after', asked, 1],
  ['the answer was read', 'before', begun, 2],
  ['a memory is written', 'after', `${begun} & ^INSERT INTO memories`, 2],
  ['a proposal is written', 'after', `${begun} & INTO proposals`, 2],
  ['what was left out is counted', 'after', `${begun} & INTO settings`, 2],
  ['the checkpoint is written', 'after', `${begun} & INTO checkpoints`, 2],
  ['it is out of the queue', 'after', `${begun} & ^DELETE FROM captures`, 2],
  ['all of it is to be committed', 'before', `${begun} & ^COMMIT`, 2],
  ['all of it is committed', 'after', `${begun} & ^COMMIT`, 1],
];

async function run(profile: string, step = '', when = 'before') {
  const env = {
    ...process.env,
    SAYS: [`My boat is called Kereon. My card is 4111 1111 1111 1111. ${longer}`, `My harbour is Brest. ${longer}`].join('\n'),
  };
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, profile, step, when], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env,
  });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', text => {
    stdout += text;
  });
  const closed = once(child, 'close') as Promise<[number | null, string | null]>;
  return { kill: () => child.kill('SIGKILL'), ended: closed.then(([, signal]) => ({ signal, found: stdout })) };
}

async function opened() {
  const server = await openModelServer();
  const folder = tempFolder();
  writeLocalModel(folder.path, server.url);
  const workspace = join(folder.path, 'user-data', 'workspace', 'global');
  mkdirSync(workspace, { recursive: true });
  writeFileSync(join(workspace, 'page.md'), 'A page.');
  // The first message reads a page, so that the second one is said after text from outside.
  server.script({ when: isTurn, tools: [{ name: 'read', arguments: { path: 'page.md' } }] });
  for (let turn = 0; turn < 3; turn += 1) server.script({ when: isTurn, text: 'Done.' });
  return { server, folder };
}

const whole = {
  memories: ['The boat of the person is called Kereon. 0.8'],
  proposals: ['The harbour of the person is Brest.'],
  leftOut: [
    { reason: 'secret-said', count: 1 },
    { reason: 'not-said', count: 1 },
  ],
  queue: [0, 0, 0],
};

test.for(steps)('a kill -9 when %s: the next start captures everything once', async ([, when, step, questions]) => {
  const { server, folder } = await opened();
  await using _server = server;
  using _folder = folder;
  for (let time = 0; time < 3; time += 1) server.script({ when: isCapture, text: answer });
  const cut = await (await run(folder.path, step, when)).ended;
  const { found } = await (await run(folder.path)).ended;
  expect({ cut, found: JSON.parse(found), questions: server.requests.filter(isCapture).length }).toEqual({
    cut: { signal: 'SIGKILL', found: '' },
    found: whole,
    questions,
  });
});

test('a kill -9 when the model answers: the next start captures everything once', async () => {
  const { server, folder } = await opened();
  await using _server = server;
  using _folder = folder;
  const isAsked = Promise.withResolvers<void>();
  const when = (request: ModelRequest) => {
    if (isCapture(request)) isAsked.resolve();
    return isCapture(request);
  };
  server.script({ when, text: [answer.slice(0, 40), new Promise(() => undefined)] });
  server.script({ when: isCapture, text: answer });
  const first = await run(folder.path);
  await isAsked.promise;
  first.kill();
  await first.ended;
  const { found } = await (await run(folder.path)).ended;
  expect([JSON.parse(found), server.requests.filter(isCapture).length]).toEqual([whole, 2]);
});
