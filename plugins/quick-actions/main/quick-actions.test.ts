import { KernelChannel } from '@atelier/kernel';
import { extension, testKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { QuickActions, QuickActionsChannel } from '../contract/index.ts';
import { suggestionsFrom } from './suggestions.ts';

const plugins = ['@atelier/workbench', '@atelier/providers', '@atelier/agent', '@atelier/conversations', '@atelier/quick-actions'];

test('what the model suggests is shown in its conversation until it is dismissed, and nowhere else', async () => {
  await using kernel = await testKernel({ plugins });
  const client = kernel.client(QuickActionsChannel);
  const told: string[] = [];
  client.on('suggestionsChanged', ({ conversation }) => told.push(conversation));

  await kernel.run('quick-actions.suggest', {
    conversation: 'c1',
    args: { actions: [{ label: 'Add a test', text: 'Add a test for Lord Howe.' }] },
  });
  const [here, there] = await Promise.all(['c1', 'c2'].map(conversation => client.call('suggestions', { conversation })));
  await client.call('dismiss', { conversation: 'c1' });
  const after = await client.call('suggestions', { conversation: 'c1' });

  expect({ here, there, after, told }).toEqual({
    here: [{ label: 'Add a test', text: 'Add a test for Lord Howe.' }],
    there: [],
    after: [],
    told: ['c1', 'c1'],
  });
});

test('at most four are taken, each once and on one line, and what is no list of them is nothing', () => {
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

test('an action that an extension offers needs a text or a command, and never both', async () => {
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
