import { AgentChannel } from '@atelier/agent/contract';
import { ConversationsChannel } from '@atelier/conversations/contract';
import { KernelChannel } from '@atelier/kernel';
import { extension, testKernel } from '@atelier/kernel/testing';
import { ProvidersChannel } from '@atelier/providers/contract';
import { expect, test } from 'vitest';
import { QuickActions, QuickActionsChannel } from '../contract/index.ts';
import { suggestionsFrom } from './suggestions.ts';

const plugins = ['@atelier/workbench', '@atelier/providers', '@atelier/agent', '@atelier/conversations', '@atelier/quick-actions'];

test('suggestions of the model are shown in their conversation only, until they are dismissed', async () => {
  await using kernel = await testKernel({ plugins });
  const client = kernel.client(QuickActionsChannel);
  const events: string[] = [];
  client.on('suggestionsChanged', ({ conversation }) => events.push(conversation));

  await kernel.run('quick-actions.suggest', {
    conversation: 'c1',
    args: { actions: [{ label: 'Add a test', text: 'Add a test for Lord Howe.' }] },
  });
  const [here, there] = await Promise.all(['c1', 'c2'].map(conversation => client.call('suggestions', { conversation })));
  await client.call('dismiss', { conversation: 'c1' });
  const after = await client.call('suggestions', { conversation: 'c1' });

  expect({ here, there, after, events }).toEqual({
    here: [{ label: 'Add a test', text: 'Add a test for Lord Howe.' }],
    there: [],
    after: [],
    events: ['c1', 'c1'],
  });
});

test('suggestions go when an answer is asked for again, a message is changed and one is queued', async () => {
  await using kernel = await testKernel({ plugins: [...plugins, '@atelier/demo'] });
  const [client, conversations, agent] = [
    kernel.client(QuickActionsChannel),
    kernel.client(ConversationsChannel),
    kernel.client(AgentChannel),
  ];
  await kernel.wake('@atelier/demo');
  await expect.poll(async () => (await kernel.client(ProvidersChannel).call('listModels', {})).some(model => model.demo)).toBe(true);
  const { conversation } = await conversations.call('send', { text: 'thanks', model: 'demo/demo' });
  const rested = () => expect.poll(async () => (await agent.call('state', { conversation })).status).toBe('idle');
  await rested();
  const suggested = async () => {
    await kernel.run('quick-actions.suggest', { conversation, args: { actions: [{ label: 'Add a test', text: 'Add one.' }] } });
    return (await client.call('suggestions', { conversation })).length;
  };
  const gone = () => expect.poll(() => client.call('suggestions', { conversation })).toEqual([]);
  const entries = async () => (await conversations.call('page', { conversation })).entries;
  const before = [await suggested()];
  await conversations.call('regenerate', { conversation, entry: String((await entries()).at(-1)?.id) });
  await gone();
  await rested();
  before.push(await suggested());
  const begun = Promise.withResolvers<void>();
  const { seq } = await agent.call('state', { conversation });
  agent.on('event', event => event.kind === 'text' && event.seq > seq && begun.resolve());
  await conversations.call('resend', { conversation, entry: String((await entries())[0]?.id), text: 'long 400' });
  await gone();
  // The message's own events are over once the answer has begun.
  await begun.promise;
  before.push(await suggested());
  const { taken } = await conversations.call('send', { conversation, text: 'thanks' });
  await gone();
  await agent.call('stop', { conversation });
  expect({ before, taken }).toEqual({ before: [1, 1, 1], taken: 'queued' });
});

test('at most four suggestions are taken, each once and on one line, and an invalid list gives none', () => {
  const many = ['a', 'b', 'b', 'c\nd\u0000', 'e', 'f'].map(label => ({ label }));
  expect([
    suggestionsFrom(many),
    suggestionsFrom('x'),
    suggestionsFrom([1, null, { label: ' ' }]),
    suggestionsFrom([{ label: 'x'.repeat(99) }]),
  ]).toEqual([
    [
      { label: 'a', text: 'a' },
      { label: 'b', text: 'b' },
      { label: 'c d', text: 'c d' },
      { label: 'e', text: 'e' },
    ],
    [],
    [],
    [{ label: 'x'.repeat(50), text: 'x'.repeat(99) }],
  ]);
});

test('an action of an extension needs either a text or a command', async () => {
  const contributes = {
    '@atelier/quick-actions:actions@1': [
      { label: 'Explain', text: 'Explain this.' },
      { label: 'Both', text: 'x', command: 'notes.run' },
    ],
  };
  const offering = extension('@test/notes', () => undefined, { requires: { '@atelier/quick-actions': '^0.1.0' }, contributes });
  await using kernel = await testKernel({ plugins, extensions: [offering] });
  const offered = await kernel.client(KernelChannel).call('listContributions', { point: QuickActions.key });
  expect(offered.map(({ value }) => value)).toEqual([{ label: 'Explain', text: 'Explain this.' }]);
});
