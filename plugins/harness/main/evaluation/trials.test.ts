import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineChannel } from '@atelier/kernel';
import { expect, test, vi } from 'vitest';
import type { ModelRequest } from '../../../../tests/e2e/model-server.ts';
import { candidate, opened } from '../harness.fixture.ts';

vi.setConfig({ testTimeout: 120_000 });

interface MemoryShape {
  readonly calls: {
    readonly setPrivate: { readonly params: { readonly conversation: string; readonly private: boolean }; readonly result: null };
  };
  readonly events: Record<string, never>;
}
type Opened = Awaited<ReturnType<typeof opened>>;
const limits = { minutes: 10, money: 1 };
const said = (request: ModelRequest) => JSON.stringify(request.body.messages);
const isReplay = (request: ModelRequest) => said(request).includes('Nobody can be asked');
const isTold = (request: ModelRequest) => isReplay(request) && said(request).includes('Write it down.');
const isNotTold = (request: ModelRequest) => isReplay(request) && !isTold(request);
const left = () => readdirSync(tmpdir()).filter(name => name.startsWith('atelier-harness-') && name.includes(`.${process.pid}-`));

/** A project with one commit, in which a conversation has changed a file, and one more that is private. */
async function worked(at: Opened) {
  mkdirSync(join(at.project, 'src'), { recursive: true });
  writeFileSync(join(at.project, 'src/tide.txt'), 'low\n');
  const plain = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: at.project, stdio: 'pipe' });
  plain('init', '-q');
  plain('add', '-A');
  plain('-c', 'core.hooksPath=/dev/null', 'commit', '-qm', 'first', '--date=@1000 +0000');
  // Of the second in which it is made.
  await expect.poll(() => Math.floor(Date.now() / 1000)).toBeGreaterThan(Math.floor(Date.now() / 1000));
  const project = await at.addProject();
  const write = (content: string) => [{ name: 'write', arguments: { path: 'src/tide.txt', content } }];
  await at.turn('Set the tide to high.', write('high\n'), undefined, project);
  await at.turn('Only talk.', [], undefined, project);
  const secret = await at.turn('Set the secret tide.', write('secret\n'), undefined, project);
  // The plugin that the person does it by is none that this one knows.
  await at.kernel.client(defineChannel<MemoryShape>('memory')).call('setPrivate', { conversation: secret, private: true });
  await at.harness.call('save', candidate('good', { prompt: { before: [], after: [{ title: 'I', text: 'Write it down.' }] } }));
}

test('a prompt does the last tasks again beside the active one, in copies of the commit of then, and is told apart by the files', async () => {
  await using at = await opened({}, ['@atelier/memory']);
  await worked(at);
  at.server.script(
    { when: isTold, tools: [{ name: 'read', arguments: { path: 'src/tide.txt' } }] },
    { when: isTold, tools: [{ name: 'write', arguments: { path: 'src/tide.txt', content: 'high\n' } }] },
    { when: isTold, text: 'Done.' },
    { when: isNotTold, text: 'It is high.' },
  );
  await at.harness.call('tryOwn', { candidate: 'good', ...limits });
  await expect.poll(async () => (await at.harness.call('trial', {})).why, { timeout: 60_000 }).toBe('tasks');
  const { variants, ...trial } = await at.harness.call('trial', {});
  const replays = at.server.requests.filter(isReplay).map(said).join('');
  expect({
    trial,
    variants: variants.map(({ candidate: id, model, runs, score, isOnFrontier }) => [id, model, runs, score.quality.mean, isOnFrontier]),
    read: replays.includes('low'),
    secret: replays.includes('secret'),
    project: readFileSync(join(at.project, 'src/tide.txt'), 'utf8'),
    left: left(),
    active: (await at.harness.call('list', {})).active,
  }).toEqual({
    trial: { phase: 'done', why: 'tasks', done: 2, of: 2, cost: expect.any(Number), tasks: 1 },
    variants: [
      ['good', 'local/m1', 1, 1, expect.any(Boolean)],
      ['default', 'local/m1', 1, 0, expect.any(Boolean)],
    ],
    ...{ read: true, secret: false, project: 'secret\n', left: [], active: 'default' },
  });
});

test('a trial that never ends is ended by its limit, and one that the person stops at once; no request follows', async () => {
  await using at = await opened({}, ['@atelier/memory']);
  await worked(at);
  const endless = { when: isReplay, tools: [{ name: 'bash', arguments: { command: 'sleep 3600' } }] };
  at.server.script(endless);
  await at.harness.call('tryOwn', { candidate: 'good', money: 1, minutes: 0.02 });
  await expect.poll(async () => (await at.harness.call('trial', {})).why, { timeout: 30_000 }).toBe('minutes');
  at.server.script(endless);
  await at.harness.call('tryOwn', { candidate: 'default', models: ['local/m1'], ...limits });
  const again = await at.harness.call('tryOwn', { candidate: 'good', ...limits }).catch(({ code }) => code);
  await expect.poll(() => at.server.left, { timeout: 30_000 }).toBe(0);
  await at.harness.call('stopTrial', {});
  await expect.poll(async () => (await at.harness.call('trial', {})).why).toBe('person');
  // The title of an ordinary conversation may still be asked for.
  const sent = at.server.requests.filter(isReplay).length;
  await expect.poll(left, { timeout: 30_000 }).toEqual([]);
  expect([again, at.server.requests.filter(isReplay).length - sent, existsSync(at.project)]).toEqual(['harness/trial-runs', 0, true]);
});

test('without a task that can be done again, and of a candidate that is gone, nothing begins', async () => {
  await using at = await opened({}, ['@atelier/memory']);
  await at.turn('Only talk.');
  const none = await at.harness.call('tryOwn', { candidate: 'default', ...limits }).catch(({ code }) => code);
  await worked(at);
  const gone = await at.harness.call('tryOwn', { candidate: 'gone', ...limits }).catch(({ code }) => code);
  expect([none, gone, (await at.harness.call('trial', {})).phase]).toEqual(['harness/no-own-tasks', 'harness/unknown-candidate', 'idle']);
});
