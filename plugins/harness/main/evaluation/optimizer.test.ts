import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { ModelRequest } from '../../../../tests/e2e/model-server.ts';
import type { Order, Task } from '../../contract/index.ts';
import { candidate, opened } from '../harness.fixture.ts';

vi.setConfig({ testTimeout: 120_000 });

const repeats = 6;
const writes: Task = {
  id: 'write',
  text: 'Say that the tide is high.',
  files: [{ path: 'notes/old.txt', text: 'low' }],
  checks: [
    { of: 'file', path: 'notes/tide.txt', has: 'high' },
    { of: 'command', has: '42' },
  ],
  seconds: 60,
};
const order: Order = { model: 'local/m1', tasks: [writes], repeats, rounds: 1, minutes: 10, money: 1 };
const said = (request: ModelRequest) => JSON.stringify(request.body.messages);
const isProposal = (request: ModelRequest) => said(request).includes('Propose better instructions');
const isTold = (request: ModelRequest) => !isProposal(request) && said(request).includes('Write it down.');
const isNotTold = (request: ModelRequest) => !isProposal(request) && !isTold(request);
type Opened = Awaited<ReturnType<typeof opened>>;

/** A model that does the task only where the prompt tells it to write things down. */
function diligent({ server }: Opened, proposed: string, title = 'Written') {
  server.script({ when: isProposal, text: `Here: ${JSON.stringify({ title, text: proposed })}` });
  for (let run = 0; run < repeats; run += 1) {
    server.script({ when: isNotTold, text: 'It is high.' });
    server.script({ when: isTold, tools: [{ name: 'write', arguments: { path: 'notes/tide.txt', content: 'high' } }] });
    server.script({ when: isTold, tools: [{ name: 'bash', arguments: { command: 'echo $((20 + 22))' } }] });
    server.script({ when: isTold, text: 'Written.' });
  }
}

const ended = async ({ harness }: Opened) => {
  await expect.poll(async () => (await harness.call('optimizer', {})).why, { timeout: 90_000 }).toBeDefined();
  return await harness.call('optimizer', {});
};

test('a better candidate is promoted with evidence, everything of it is archived, and undone the former one holds', async () => {
  await using at = await opened();
  diligent(at, 'Write it down.');
  await at.harness.call('optimize', order);
  const { phase, why, attempts, before } = await ended(at);
  const { active, candidates } = await at.harness.call('list', {});
  const promoted = candidates.find(one => one.candidate.id === active)?.candidate;
  const [run = ''] = readdirSync(join(at.archive, 'runs'));
  const folder = join(at.archive, 'runs', run, 'candidates', active);
  await at.harness.call('undoPromotion', {});
  expect({
    ...{ phase, why, before },
    attempts: attempts.map(({ verdict, pairs, own, base }) => [verdict, pairs, own.quality.mean, base.quality.mean]),
    promoted: [promoted?.title, promoted?.parents, promoted?.prompt.after[0]?.text],
    files: readdirSync(folder).toSorted(),
    prompt: readFileSync(join(folder, 'prompt.txt'), 'utf8').includes('Write it down.'),
    trace: readFileSync(join(folder, 'trace.jsonl'), 'utf8').includes('notes/tide.txt'),
    run: existsSync(join(at.archive, 'runs', run, 'run.json')),
    undone: (await at.harness.call('list', {})).active,
    again: await at.harness.call('undoPromotion', {}).catch((error: { code: string }) => error.code),
  }).toEqual({
    ...{ phase: 'done', why: 'rounds', before: 'default' },
    attempts: [['promoted', repeats, 1, 0]],
    promoted: ['Written', ['default'], 'Write it down.'],
    files: ['candidate.json', 'prompt.txt', 'score.json', 'trace.jsonl'],
    ...{ prompt: true, trace: true, run: true, undone: 'default', again: 'harness/nothing-promoted' },
  });
});

test('a worse candidate is refused, and so is a better one with too few runs', async () => {
  await using at = await opened();
  await at.harness.call('save', candidate('good', { prompt: { before: [], after: [{ title: 'I', text: 'Write it down.' }] } }));
  await at.harness.call('activate', { id: 'good' });
  diligent(at, 'Only say it.', 'Said');
  await at.harness.call('optimize', order);
  const worse = await ended(at);
  await at.harness.call('activate', { id: 'default' });
  diligent(at, 'Write it down.');
  await at.harness.call('optimize', { ...order, repeats: 2 });
  await expect.poll(async () => (await at.harness.call('optimizer', {})).attempts[0]?.verdict, { timeout: 90_000 }).toBe('too-few');
  expect({
    worse: worse.attempts.map(({ title, verdict }) => [title, verdict]),
    active: (await at.harness.call('list', {})).active,
  }).toEqual({ worse: [['Said', 'worse']], active: 'default' });
});

test('a task that never ends is stopped at its limit and counts as not done; the person stops the optimizer at once', async () => {
  await using at = await opened();
  const { server, harness } = at;
  const endless = { when: isNotTold, tools: [{ name: 'bash', arguments: { command: 'sleep 3600' } }] };
  server.script({ when: isProposal, text: JSON.stringify({ title: 'T', text: 'Be calm.' }) });
  for (let run = 0; run < 2; run += 1) server.script(endless);
  await harness.call('optimize', { ...order, tasks: [{ ...writes, seconds: 1 }], repeats: 1 });
  const over = await ended(at);
  server.script({ when: isProposal, text: JSON.stringify({ title: 'T', text: 'Be calm.' }) });
  server.script(endless);
  await harness.call('optimize', { ...order, tasks: [{ ...writes, seconds: 600 }] });
  const refused = await harness.call('optimize', order).catch((error: { code: string }) => error.code);
  await expect.poll(async () => (await harness.call('optimizer', {})).phase).toBe('evaluating');
  await expect.poll(() => server.requests.filter(isNotTold).length, { timeout: 30_000 }).toBe(3);
  await harness.call('stopOptimizer', {});
  await expect.poll(async () => (await harness.call('optimizer', {})).why).toBe('person');
  const sent = server.requests.length;
  // What was running is stopped in the middle, long before its own limit, and leaves no folder.
  const left = () => readdirSync(tmpdir()).filter(name => name.startsWith('atelier-harness-') && name.includes(`.${process.pid}-`));
  await expect.poll(left, { timeout: 30_000 }).toEqual([]);
  expect({
    over: over.attempts.map(({ verdict, own }) => [verdict, own.quality.mean]),
    refused,
    after: server.requests.length - sent,
  }).toEqual({
    ...{ over: [['too-few', 0]], refused: 'harness/optimizer-runs' },
    // Not even the other half of the pair begins after the end.
    after: 0,
  });
});

test('it ends when its time is used up, and when the model proposes nothing', async () => {
  await using at = await opened();
  const { server, harness } = at;
  server.script({ when: isProposal, text: 'I would rather not.' });
  await harness.call('optimize', order);
  const failed = await ended(at);
  const never = new Promise<string>(() => undefined);
  server.script({ when: isProposal, text: ['{', never] });
  await harness.call('optimize', { ...order, minutes: 0.01 });
  await expect.poll(async () => (await harness.call('optimizer', {})).why).toBe('minutes');
  expect({ phase: failed.phase, failure: failed.failure }).toEqual({
    phase: 'failed',
    failure: expect.stringContaining('I would rather not.'),
  });
});
