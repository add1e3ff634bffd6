import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AgentChannel, composePrompt } from '@atelier/agent/contract';
import { extension, testKernel } from '@atelier/kernel/testing';
import { expect, test, vi } from 'vitest';
import { openModelServer } from '../../../tests/e2e/model-server.ts';
import { writeLocalModel } from '../../../tests/support/local-model.ts';
import { listen } from '../main/demo.fixture.ts';

// A machine under load starts a process in seconds; the limit only ends what hangs.
vi.setConfig({ testTimeout: 120_000 });

const fragment = (title: string, order?: number) => ({ title, text: `What ${title} says.`, ...(order !== undefined && { order }) });
const tide = {
  name: 'tide',
  description: 'Tells the next high tide.',
  parameters: { type: 'object', properties: { port: { type: 'string' } } },
  command: 'tides.tell',
  snippet: 'Use it for questions about the sea.',
  guidelines: ['Name the port in the answer.'],
};

test('fragments, sections, tools, snippets and guidelines of plugins reach the model, the fragments in their order, and a call of the tool its command', async () => {
  await using server = await openModelServer({ tools: [{ name: 'tide', arguments: { port: 'Brest' } }] }, { text: 'At noon.' });
  const profile = mkdtempSync(join(tmpdir(), 'atelier-test-'));
  writeLocalModel(profile, server.url);
  const run: unknown[] = [];
  const tides = extension(
    '@test/tides',
    ctx => {
      ctx.handle('tides.tell', async call => {
        run.push((call as { args: unknown }).args);
        return { text: 'High tide at noon.' };
      });
      ctx.tap(composePrompt, async value => ({ ...value, sections: [...value.sections, { title: 'House', text: 'Be kind.' }] }));
    },
    {
      requires: { '@atelier/agent': '^0.1.0' },
      taps: ['@atelier/agent:composePrompt@1'],
      contributes: {
        commands: [{ id: 'tides.tell', title: 'Tell', args: { type: 'object' } }],
        '@atelier/agent:tools@1': [tide],
        '@atelier/agent:promptFragments@1': [fragment('Usual'), fragment('Late', 200), fragment('Early', 1)],
      },
    } as never,
  );
  await using kernel = await testKernel({ plugins: ['@atelier/providers', '@atelier/agent'], extensions: [tides], profile });
  const agent = kernel.client(AgentChannel);
  const heard = listen(kernel, 'c1');
  await agent.call('setModel', { conversation: 'c1', model: 'local/m1' });
  await agent.call('prompt', { conversation: 'c1', text: 'When?' });
  await heard.ended();

  const [first, second] = server.requests.map(({ body }) => body);
  const prompt = JSON.stringify(first?.messages?.find(({ role }) => role === 'system')?.content);
  const offered = ((first?.tools ?? []) as { function: { name: string; description: string; parameters: unknown } }[]).map(
    tool => tool.function,
  );
  const inOrder = [
    'Use it for questions about the sea.',
    'Name the port in the answer.',
    'What Early says.',
    'What Usual says.',
    'What Late says.',
    'Be kind.',
  ];
  const places = inOrder.map(text => prompt.indexOf(text));
  expect({
    missing: inOrder.filter((_, at) => places[at] === -1),
    inOrder: places.toSorted((a, b) => a - b).every((place, at) => place === places[at]),
    offered: offered.filter(({ name }) => name === 'tide').map(({ description, parameters }) => [description, parameters]),
    run,
    answer: second?.messages?.filter(({ role }) => role === 'tool').map(({ content }) => content),
  }).toEqual({
    missing: [],
    inOrder: true,
    offered: [[tide.description, expect.objectContaining(tide.parameters)]],
    run: [{ port: 'Brest' }],
    answer: ['High tide at noon.'],
  });
});
