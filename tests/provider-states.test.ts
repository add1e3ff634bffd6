import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AgentChannel, type AgentEvent } from '@atelier/agent/contract';
import type { AppError } from '@atelier/kernel';
import { testKernel } from '@atelier/kernel/testing';
import { ProvidersChannel } from '@atelier/providers/contract';
import { expect, test } from 'vitest';
import { connected } from '../plugins/onboarding/ui/page/steps.ts';
import { openBehavingServer } from './support/behaving-servers.ts';
import { writeAgentSettings } from './support/local-model.ts';
import { type BehaviourRow, behaviours } from './support/provider-behaviours.ts';

/** The whole agent without retries, and a server that behaves as a row says. */
async function world() {
  const behaving = await openBehavingServer();
  const { server } = behaving;
  const profile = mkdtempSync(join(tmpdir(), 'atelier-test-'));
  writeAgentSettings(profile, { retry: { enabled: false }, httpIdleTimeoutMs: 700 });
  const kernel = await testKernel({ plugins: ['@atelier/providers', '@atelier/agent'], profile });
  const [providers, agent] = [kernel.client(ProvidersChannel), kernel.client(AgentChannel)];
  let stalling: string | undefined;
  const ends = new Map<string, (problem: string | undefined) => void>();
  agent.on('event', (event: AgentEvent) => {
    if (event.kind === 'turnEnded') ends.get(event.conversation)?.(event.problem?.code);
    // Half an answer has been said, and nothing since; without an end, whoever waits would never be told.
    if (event.kind === 'silent' && event.conversation === stalling) ends.get(event.conversation)?.('silent');
  });

  /** What is said of a provider now: on its card, in the picker, and in onboarding. */
  async function said(id: string) {
    const all = await providers.call('list', { locale: 'en' });
    const model = (await providers.call('listModels', {})).find(({ provider }) => provider === id);
    const { status } = all.find(one => one.id === id) ?? {};
    const goesOn = connected({ providers: all.filter(one => one.id === id) }).length > 0;
    return { card: status?.is, why: status?.message ?? '', took: status?.milliseconds, picker: model?.state, goesOn };
  }

  async function converse(id: string): Promise<string | undefined> {
    const ended = Promise.withResolvers<string | undefined>();
    ends.set(id, ended.resolve);
    await agent.call('setModel', { conversation: id, model: `${id}/m1` });
    // A turn that cannot begin ends in a refusal.
    await agent.call('prompt', { conversation: id, text: 'hello' }).catch(error => ended.resolve((error as AppError).code));
    return await ended.promise;
  }

  async function play(row: BehaviourRow, id: string) {
    const { does = {}, later, key } = row;
    server.behave(does);
    await providers.call('save', {
      id,
      name: 'Lab',
      baseUrl: behaving.addressOf(row),
      models: [{ id: 'm1' }],
      locale: 'en',
      ...(key !== undefined && { key }),
    });
    const unasked = await said(id);
    await providers.call('ask', { id });
    const before = await said(id);
    if (later !== undefined) server.behave(later);
    server.script({ text: 'Hello.', when: ({ body }) => body.model === 'm1' });
    if (later?.turn?.trouble === 'stalls') stalling = id;
    const turn = await converse(id);
    if (turn === 'silent') await agent.call('stop', { conversation: id });
    await expect.poll(async () => (await said(id)).card).toBeDefined();
    return { unasked: unasked.card, before, turn, after: await said(id) };
  }

  return {
    play,
    said,
    providers,
    async [Symbol.asyncDispose]() {
      await kernel[Symbol.asyncDispose]();
      await behaving[Symbol.asyncDispose]();
    },
  };
}

test('whatever a server does, the card, the picker, onboarding and the conversation say the same of it, and it is true', async () => {
  await using it = await world();
  const [found, wanted]: [object[], object[]] = [[], []];
  for (const [index, row] of behaviours.entries()) {
    const { unasked, before, turn, after } = await it.play(row, `lab-${index}`);
    const state = row.after ?? (row.turn === undefined ? 'ready' : row.state);
    found.push({
      name: row.name,
      unasked,
      card: before.card,
      picker: before.picker,
      goesOn: before.goesOn,
      isTimed: before.took !== undefined,
      why: before.why,
      turn,
      after: { card: after.card, picker: after.picker, goesOn: after.goesOn },
    });
    wanted.push({
      name: row.name,
      unasked: undefined,
      card: row.state,
      picker: row.state,
      goesOn: row.state === 'ready',
      isTimed: row.state === 'ready',
      why: row.state === 'ready' ? '' : expect.stringContaining(row.says ?? ''),
      turn: row.turn,
      after: { card: state, picker: state, goesOn: state === 'ready' },
    });
  }
  expect(found).toEqual(wanted);
});

test('a right key after a wrong one leaves nothing of the wrong one, and a changed address is not said to work', async () => {
  await using it = await world();
  const wrong = await it.play({ name: '', does: { key: 'right' }, key: 'wrong', state: 'refused' }, 'lab');
  await it.providers.call('save', { id: 'lab', key: 'right' });
  const saved = await it.said('lab');
  await it.providers.call('ask', { id: 'lab' });
  const right = await it.said('lab');
  await it.providers.call('save', { id: 'lab', baseUrl: 'http://127.0.0.1:9/v1' });
  const moved = await it.said('lab');
  expect([wrong.before.card, saved.card, right.card, right.why, moved.card]).toEqual(['refused', undefined, 'ready', '', undefined]);
});
