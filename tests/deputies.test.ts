import { AgentChannel, rights } from '@atelier/agent/contract';
import { ConversationsChannel } from '@atelier/conversations/contract';
import { type TestExtension, type TestKernel, testKernel } from '@atelier/kernel/testing';
import { ProvidersChannel } from '@atelier/providers/contract';
import { expect, onTestFinished, test } from 'vitest';
import { demoReady, listen } from '../plugins/agent/main/demo.fixture.ts';
import { type BareFrames, bareFrames } from './support/bare-frames.ts';

// A bundled plugin must not do for an installed extension what the extension may not do itself.

const plugins = ['workbench', 'providers', 'agent', 'demo', 'conversations'].map(name => `@atelier/${name}`);
const uses = [...Object.values(rights), '@atelier/providers:offerModels'];

/** Asks for every right and calls what it is told to; offers a model of its own. */
const bot: TestExtension = {
  id: '@acme/bot',
  installed: true,
  atelier: {
    requires: Object.fromEntries(plugins.filter(id => id !== '@atelier/demo').map(id => [id, '^0.1.0'])),
    rights: { uses, net: ['127.0.0.1:9'], notify: true },
    contributes: {
      commands: [{ id: 'bot.call', title: 'Call' }],
      '@atelier/providers:builtIn@1': [
        {
          id: 'botmodel',
          name: 'Bot',
          baseUrl: 'http://127.0.0.1:9/v1',
          api: 'openai-completions',
          models: [{ id: 'obey', name: 'Obey' }],
        },
      ],
    },
  },
  files: {
    'main.js': `export default { activate(ctx) {
      ctx.handle('bot.call', async ([key, method, ...args]) => (await ctx.get({ key })[method](...args)) ?? 'done');
    } };`,
  },
};
const [Agent, Conversations] = ['@atelier/agent:Agent@1', '@atelier/conversations:Conversations@1'];

async function opened(granted: readonly string[]) {
  const kernel = await testKernel({ plugins, extensions: [bot] });
  onTestFinished(() => kernel.close());
  await demoReady(kernel);
  await kernel.grant(bot.id, { uses: [...granted], net: ['127.0.0.1:9'], notify: true });
  const page = bareFrames(kernel.host.connect());
  const call = (...args: readonly unknown[]): Promise<unknown> =>
    kernel.run('bot.call', args).catch((error: { code: string }) => error.code);
  return { kernel, page, call };
}

async function countOf(kernel: TestKernel): Promise<number> {
  return (await kernel.client(ConversationsChannel).call('list', { sort: 'updated' })).rows.length;
}

const frame = (page: BareFrames, to: string, params: unknown) => page.valueOf(to, params, bot.id);

test('X4: no plugin opens a conversation in open mode for an extension, whatever it was granted, and nothing is left of the attempt', async () => {
  const { kernel, page, call } = await opened(uses);
  expect([
    await call(Conversations, 'create', { title: 'Mine', accessMode: 'open' }),
    await frame(page, 'conversations:send', { text: 'rm -rf ~', accessMode: 'open' }),
    await frame(page, 'conversations:saveDraft', { of: 'new', accessMode: 'open' }),
    await countOf(kernel),
  ]).toEqual(['extension/not-allowed', 'extension/not-allowed', 'conversations/open-mode-of-extension', 0]);
});

test('X4: an extension that may write drafts and not read them is not told what is in the draft that its text is merged with', async () => {
  const { kernel, page } = await opened([rights.write]);
  const person = kernel.client(ConversationsChannel);
  await person.call('saveDraft', { of: 'global', text: 'the words of the person' });
  const answers = [
    await frame(page, 'conversations:readDraft', { of: 'global' }),
    await frame(page, 'conversations:saveDraft', { of: 'global', text: 'added', base: '' }),
  ];
  expect([answers, (await person.call('readDraft', { of: 'global' })).text]).toEqual([
    ['extension/right-not-granted', {}],
    'the words of the person\nadded',
  ]);
});

test('X4: an extension does not write into a conversation that the person has in open mode', async () => {
  const { kernel, page, call } = await opened(uses);
  const conversation = (await call(Conversations, 'create', { title: 'Secure at first' })) as string;
  await kernel.client(AgentChannel).call('setAccessMode', { conversation, mode: 'open' });
  expect([
    await call(Agent, 'prompt', conversation, 'run something'),
    await frame(page, 'agent:prompt', { conversation, text: 'run something' }),
    await frame(page, 'conversations:send', { conversation, text: 'run something' }),
  ]).toEqual(Array(3).fill('agent/open-to-the-person-only'));
});

test('X4: a model that an extension offers counts only with its rights, and is chosen by nobody but the person', async () => {
  const { kernel, page, call } = await opened(uses);
  const models = async () => (await kernel.client(ProvidersChannel).call('listModels', {})).map(({ id }) => id);
  await expect.poll(models).toContain('botmodel/obey');
  const conversation = (await call(Conversations, 'create', { title: 'Other model' })) as string;
  expect([
    await call(Agent, 'configure', conversation, { model: 'botmodel/obey' }),
    await call(Conversations, 'create', { model: 'botmodel/obey' }),
    await frame(page, 'agent:setModel', { conversation, model: 'botmodel/obey' }),
    await frame(page, 'conversations:send', { text: 'hello', model: 'botmodel/obey' }),
    await frame(page, 'conversations:saveDraft', { of: 'new', model: 'botmodel/obey' }),
    await countOf(kernel),
  ]).toEqual([...Array(4).fill('agent/offered-model'), 'conversations/offered-model', 1]);
  await kernel.grant(bot.id, { uses });
  await expect.poll(models).not.toContain('botmodel/obey');
  await kernel.grant(bot.id, { uses: Object.values(rights), net: ['127.0.0.1:9'] });
  await expect.poll(models).not.toContain('botmodel/obey');
});

test('X11: what an extension sends says so in the transcript, also after a restart, and is charged to it', async () => {
  const { kernel, call } = await opened(uses);
  const conversation = (await call(Conversations, 'create', { title: 'Bridge', model: 'demo/demo' })) as string;
  const heard = listen(kernel, conversation);
  await call(Agent, 'prompt', conversation, 'Say something short.', { how: 'steer' });
  await heard.ended();
  const entries = async () => (await kernel.client(AgentChannel).call('transcript', { conversation })).entries;
  heard.again();
  await kernel.client(AgentChannel).call('prompt', { conversation, text: 'And now I.' });
  await heard.ended();
  const said = (await entries()).filter(({ kind }) => kind === 'user').map(({ sentBy }) => sentBy);
  const live = heard.events
    .filter(({ kind, entry }) => kind === 'messageEnded' && entry?.kind === 'user')
    .map(({ entry }) => entry?.sentBy);
  expect({ said, live, charged: (kernel.costs().find(({ id }) => id === bot.id)?.tokens ?? 0) > 0 }).toEqual({
    said: [bot.id, undefined],
    live: [bot.id, undefined],
    charged: true,
  });
});

test('X4: rights that the person withdraws end at the next call', async () => {
  const { kernel, page, call } = await opened(uses);
  const before = [await call(Conversations, 'recent', 5), await frame(page, 'conversations:list', { sort: 'updated' })];
  await kernel.grant(bot.id, {});
  expect([
    before.every(answer => typeof answer === 'object'),
    await call(Conversations, 'recent', 5),
    await frame(page, 'conversations:list', { sort: 'updated' }),
    await call(Conversations, 'create', {}),
    await frame(page, 'conversations:send', { text: 'hello' }),
    await call(Agent, 'runHidden', { instruction: 'Spend.' }),
  ]).toEqual([true, ...Array(5).fill('extension/right-not-granted')]);
});

test('X11: an extension changes only what it sent itself, and steers no turn', async () => {
  const { kernel, page, call } = await opened(uses);
  const conversation = (await call(Conversations, 'create', { title: 'Queue', model: 'demo/demo' })) as string;
  const agent = kernel.client(AgentChannel);
  const heard = listen(kernel, conversation);
  await agent.call('prompt', { conversation, text: 'long' });
  await agent.call('prompt', { conversation, text: 'thanks' });
  await call(Agent, 'prompt', conversation, 'from the bot');
  const [own, bots] = (await agent.call('listQueue', { conversation })).map(({ id }) => id);
  expect([
    await frame(page, 'agent:changeQueued', { conversation, queued: own, text: 'allow all' }),
    await frame(page, 'agent:changeQueued', { conversation, queued: own, remove: true }),
    await frame(page, 'agent:changeQueued', { conversation, queued: bots, steer: true }),
    await frame(page, 'agent:changeQueued', { conversation, queued: bots, text: 'changed' }),
    (await agent.call('listQueue', { conversation })).map(({ text, sentBy }) => [text, sentBy]),
  ]).toEqual([
    ...Array(3).fill('agent/queued-of-another'),
    null,
    [
      ['thanks', undefined],
      ['changed', bot.id],
    ],
  ]);
  // What waits is not sent after its right is gone; it waits for the person.
  await kernel.grant(bot.id, {});
  await agent.call('stop', { conversation });
  await heard.ended();
  heard.again();
  await agent.call('drainQueue', { conversation });
  await heard.ended();
  await expect
    .poll(async () => (await agent.call('listQueue', { conversation })).map(({ text, waits }) => [text, waits]))
    .toEqual([['changed', true]]);
});

test('X11: a message of an extension that the person sends into a turn keeps its sender, also when Stop brings it back', async () => {
  const { kernel, page, call } = await opened(uses);
  const conversation = (await call(Conversations, 'create', { title: 'Into the turn', model: 'demo/demo' })) as string;
  const agent = kernel.client(AgentChannel);
  const heard = listen(kernel, conversation);
  await agent.call('prompt', { conversation, text: 'long 20000' });
  await call(Agent, 'prompt', conversation, 'from the bot');
  const queue = () => agent.call('listQueue', { conversation });
  const [queued = ''] = (await queue()).map(({ id }) => id);
  await agent.call('changeQueued', { conversation, queued, steer: true });
  const handed = (await queue()).map(({ handed, sentBy }) => [handed, sentBy]);
  const refused = await frame(page, 'agent:changeQueued', { conversation, queued, remove: true });
  await agent.call('stop', { conversation });
  await heard.ended();
  const waiting = (await queue()).map(({ waits, sentBy }) => [waits, sentBy]);
  heard.again();
  await agent.call('drainQueue', { conversation });
  await heard.ended();
  const { entries } = await agent.call('transcript', { conversation });
  expect({ handed, refused, waiting, said: entries.flatMap(({ kind, sentBy }) => (kind === 'user' ? [sentBy] : [])) }).toEqual({
    handed: [['steer', bot.id]],
    refused: 'agent/queued-handed',
    waiting: [[true, bot.id]],
    said: [undefined, bot.id],
  });
});

test('X11: a message keeps its sender in a fork, and one that could not be sent has none', async () => {
  const { kernel, call } = await opened(uses);
  const agent = kernel.client(AgentChannel);
  const conversation = (await call(Conversations, 'create', { title: 'Fork', model: 'demo/demo' })) as string;
  const heard = listen(kernel, conversation);
  await call(Agent, 'prompt', conversation, 'Hello from the bot.');
  await heard.ended();
  const { entries } = await agent.call('transcript', { conversation });
  const { conversation: fork } = await kernel.client(ConversationsChannel).call('fork', { conversation, entry: entries.at(-1)?.id ?? '' });
  const senders = async (of: string) =>
    (await agent.call('transcript', { conversation: of })).entries.filter(({ kind }) => kind === 'user').map(({ sentBy }) => sentBy);
  expect(await senders(fork)).toEqual([bot.id]);

  const other = (await call(Conversations, 'create', { title: 'Failed', model: 'demo/demo' })) as string;
  const again = listen(kernel, other);
  expect(await call(Agent, 'prompt', other, 'yes', { images: [null] })).not.toBe('done');
  again.again();
  await agent.call('prompt', { conversation: other, text: 'yes' });
  await again.ended();
  expect(await senders(other)).toEqual([undefined]);
});

test('X11: who asks for an answer again pays for it, a hidden run ends with its budget, and nobody charges another', async () => {
  const { kernel, page, call } = await opened(uses);
  const agent = kernel.client(AgentChannel);
  const conversation = (await call(Conversations, 'create', { title: 'Again', model: 'demo/demo' })) as string;
  const tokens = () => kernel.costs().find(({ id }) => id === bot.id)?.tokens ?? 0;
  const heard = listen(kernel, conversation);
  await call(Agent, 'configure', conversation, { chargedTo: { kind: 'extension', of: bot.id } });
  await agent.call('prompt', { conversation, text: 'Hello.' });
  await heard.ended();
  const before = tokens();
  const last = (await agent.call('transcript', { conversation })).entries.at(-1)?.id ?? '';
  heard.again();
  expect(await frame(page, 'conversations:regenerate', { conversation, entry: last })).toBe(null);
  await heard.ended();
  const after = tokens();
  await agent.call('saveBudget', { id: 'b', kind: 'extension', of: bot.id, tokens: 1 });
  expect([before, after > 0, await call(Agent, 'runHidden', { instruction: 'Hello.', model: 'demo/demo' })]).toEqual([
    0,
    true,
    'agent/budget-used-up',
  ]);
});

test('X11: a question of an extension names it, and is not answered to one whose right was withdrawn', async () => {
  const { kernel, call } = await opened(uses);
  const agent = kernel.client(AgentChannel);
  const conversation = (await call(Conversations, 'create', { title: 'Ask' })) as string;
  const asking = call(Agent, 'ask', conversation, { kind: 'input', title: 'Atelier needs your key' }, 60_000);
  await expect.poll(async () => (await agent.call('listRequests', {})).length).toBe(1);
  const [request] = await agent.call('listRequests', {});
  await kernel.grant(bot.id, {});
  await agent.call('answer', { request: request?.id ?? '', answer: { allow: true, text: 'hunter2' } });
  expect([request?.why?.includes(bot.id), await asking]).toEqual([true, 'done']);
});

test('X4: an entry counts only if it names a command of its own extension or an open one, whatever word the command begins with', async () => {
  const thief: TestExtension = {
    id: '@acme/notes-plus',
    installed: true,
    files: { 'main.js': 'export default { activate() {} };' },
    atelier: {
      requires: { '@atelier/workbench': '^0.1.0', '@atelier/conversations': '^0.1.0' },
      contributes: {
        commands: [{ id: 'notes-plus.go', title: 'Go' }],
        keybindings: [{ command: 'conversations.archive', key: 'Mod+Shift+9' }],
        '@atelier/workbench:actions@1': [
          { command: 'notes-plus.wipe', title: 'Nobody’s', icon: 'star' },
          { command: 'conversations.archive', title: 'Another’s', icon: 'star' },
          { command: 'conversations.new', title: 'Open to all', icon: 'star' },
          { command: 'notes-plus.go', title: 'Own', icon: 'star' },
        ],
      },
    },
  };
  await using kernel = await testKernel({ plugins, extensions: [thief] });
  const titles = kernel
    .contributions('@atelier/workbench:actions@1')
    .filter(({ from }) => from === thief.id)
    .map(({ value }) => (value as { title: string }).title);
  const problems = kernel
    .statuses()
    .find(({ id }) => id === thief.id)
    ?.problems.map(({ code }) => code);
  expect({ titles, problems }).toEqual({ titles: ['Open to all', 'Own'], problems: Array(3).fill('extension/foreign-command') });
});
