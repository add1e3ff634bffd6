import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { Agent, AgentChannel, type AgentEvent } from '@atelier/agent/contract';
import { FileChangesChannel } from '@atelier/file-changes/contract';
import type { Kernel } from '@atelier/kernel/start';
import { extension, problemOf, testKernel } from '@atelier/kernel/testing';
import { ProvidersChannel } from '@atelier/providers/contract';
import { expect, test } from 'vitest';

const plugins = ['@atelier/workbench', '@atelier/providers', '@atelier/agent', '@atelier/demo', '@atelier/file-changes'];

async function demoReady(kernel: Pick<Kernel, 'client' | 'wake'>): Promise<void> {
  await kernel.wake('@atelier/demo');
  const models = () => kernel.client(ProvidersChannel).call('listModels', {});
  await expect.poll(async () => (await models()).some(model => model.demo)).toBe(true);
}

/** Sends a message, waits for the end of its turn, and returns the events of the turn. */
async function turn(kernel: Pick<Kernel, 'client'>, conversation: string, text: string): Promise<AgentEvent[]> {
  const agent = kernel.client(AgentChannel);
  const events: AgentEvent[] = [];
  const ended = Promise.withResolvers<void>();
  const handle = agent.on('event', event => {
    if (event.conversation !== conversation) return;
    events.push(event);
    if (event.kind === 'turnEnded' || event.kind === 'failed') ended.resolve();
  });
  await agent.call('prompt', { conversation, text });
  await ended.promise;
  await handle.dispose();
  return events;
}

test('a turn of the real engine reports changed files in events, transcript and summary; a rewind reverts files and conversation, and a redo restores both, also after a restart', async () => {
  let profile = '';
  const seen: Record<string, unknown> = {};
  {
    const kernel = await testKernel({ plugins });
    profile = kernel.profile;
    await demoReady(kernel);
    const [agent, changes] = [kernel.client(AgentChannel), kernel.client(FileChangesChannel)];
    const told: unknown[] = [];
    changes.on('changed', event => told.push(event));
    const events = await turn(kernel, 'tour', 'tour');
    const live = events.filter(({ kind }) => kind === 'toolEnded').flatMap(({ outcome }) => outcome?.files ?? []);
    const { entries } = await agent.call('transcript', { conversation: 'tour' });
    const read = entries.flatMap(entry => entry.parts ?? []).flatMap(part => part.outcome?.files ?? []);
    const summary = await changes.call('summary', { conversation: 'tour' });
    const folder = summary.folder ?? '';
    const files = () => summary.files.map(({ path }) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined));
    const before = files();
    const entry = entries.find(({ kind }) => kind === 'user')?.id ?? '';
    const preview = await changes.call('previewRewind', { conversation: 'tour', entry });
    const rewound = await changes.call('rewind', { conversation: 'tour', entry });
    const after = await agent.call('transcript', { conversation: 'tour' });
    Object.assign(seen, {
      live: live.length > 0,
      same: JSON.stringify(live) === JSON.stringify(read),
      names: summary.files.every(({ name }) => !name.startsWith('/')),
      told: told.length > 0,
      ready: preview.files.every(({ state }) => state === 'ready') && preview.files.length === summary.files.length,
      commands: preview.commands.length > 0,
      rewound: rewound.files === summary.files.length,
      gone: files().every((content, at) => content !== before[at]),
      entries: after.entries.filter(({ kind }) => kind === 'user').length,
      changes: (await changes.call('summary', { conversation: 'tour' })).files.length,
      left: readdirSync(folder).filter(name => name.startsWith('.atelier')),
    });
    await kernel.close();
    seen.before = before;
    seen.paths = summary.files.map(({ path }) => path);
  }
  await using kernel = await testKernel({ plugins, profile });
  await demoReady(kernel);
  const [agent, changes] = [kernel.client(AgentChannel), kernel.client(FileChangesChannel)];
  const { redo } = await changes.call('summary', { conversation: 'tour' });
  await changes.call('redo', { conversation: 'tour' });
  const { before, paths, ...rest } = seen;
  const { entries } = await agent.call('transcript', { conversation: 'tour' });
  expect({
    ...rest,
    redo: redo?.conversation,
    back: (paths as string[]).map(path => (existsSync(path) ? readFileSync(path, 'utf8') : undefined)),
    users: entries.filter(({ kind }) => kind === 'user').length,
    again: await problemOf(changes.call('redo', { conversation: 'tour' })),
  }).toEqual({
    live: true,
    same: true,
    names: true,
    told: true,
    ready: true,
    commands: true,
    rewound: true,
    gone: true,
    entries: 0,
    changes: 0,
    left: [],
    redo: true,
    back: before,
    users: 1,
    again: ['file-changes/nothing-to-redo', expect.stringContaining('nothing to redo')],
  });
});

test('after the next message a rewind cannot be redone, and a deleted conversation leaves no data', async () => {
  const forget = extension(
    '@test/forgetful',
    ctx => {
      ctx.handle('forgetful.forget', async () => await ctx.get(Agent).forget('c1'));
    },
    {
      requires: { '@atelier/agent': '^0.1.0' },
      contributes: { commands: [{ id: 'forgetful.forget', title: 'Forget' }] },
    },
  );
  await using kernel = await testKernel({ plugins, extensions: [forget] });
  await demoReady(kernel);
  const [agent, changes] = [kernel.client(AgentChannel), kernel.client(FileChangesChannel)];
  await turn(kernel, 'c1', 'tour');
  const { entries } = await agent.call('transcript', { conversation: 'c1' });
  await changes.call('rewind', { conversation: 'c1', entry: entries[0]?.id ?? '' });
  await turn(kernel, 'c1', 'Hello');
  await expect.poll(async () => (await changes.call('summary', { conversation: 'c1' })).redo).toBeUndefined();
  await turn(kernel, 'c1', 'tour');
  const kept = () =>
    readdirSync(kernel.profile, { recursive: true }).filter(name => /contents.[0-9a-f]{2}.[0-9a-f]{64}$/.test(String(name))).length;
  const keptBefore = kept();
  await kernel.run('forgetful.forget');
  await expect.poll(async () => (await changes.call('summary', { conversation: 'c1' })).files.length).toBe(0);
  await expect.poll(kept).toBe(0);
  expect(keptBefore).toBeGreaterThan(0);
});
