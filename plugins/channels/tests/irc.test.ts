import { AgentChannel } from '@atelier/agent/contract';
import { ConversationsChannel } from '@atelier/conversations/contract';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { tempFolder } from '../../../kernel/testing/temp-folder.ts';
import { ircLack, openIrcClient, openIrcServer } from '../../../tests/support/irc-server.ts';
import { exampleChannel } from './example.fixture.ts';
import { openedChannel, patience } from './opened.fixture.ts';

// A machine under load starts a process in seconds; the limit only ends what hangs.
vi.setConfig({ testTimeout: 180_000 });

const lack = await ircLack();
beforeEach(context => context.skip(lack !== undefined, lack));
const channel = '@acme/irc-channel/irc';
const opened = (folder: string, settings: Readonly<Record<string, string | boolean>>) =>
  openedChannel({ folder, name: 'irc-channel', bridge: 'irc' }, { nick: 'helper', ...settings });

let folder: ReturnType<typeof tempFolder>;
beforeAll(() => {
  folder = tempFolder();
});
afterAll(() => folder[Symbol.dispose]());

test('C1, C2: somebody on a real IRC server is refused, pairs, is answered once and in order, and the person goes on in the app', async () => {
  await using server = await openIrcServer(folder.path);
  using extension = exampleChannel('irc-channel', [`localhost:${server.port}`]);
  await using at = await opened(extension.folder, { server: `localhost:${server.port}`, tls: false });
  await at.connected();
  using marta = await openIrcClient(server.port, 'marta');
  marta.say('PRIVMSG helper :hello, who are you?');
  await expect.poll(async () => (await at.channels.call('people', { channel })).refused.map(({ count }) => count), patience).toEqual([1]);
  const { code } = await at.channels.call('pair', { channel });
  marta.say(`PRIVMSG helper :/pair ${code}`);
  await marta.heard(line => line.startsWith(':helper!') && line.includes('You may write'));
  marta.say('PRIVMSG helper :first question');
  marta.say('PRIVMSG helper :second question');
  await expect.poll(at.states, patience).toEqual(['in answered', 'out sent', 'in answered', 'in answered', 'out sent', 'out sent']);
  const [thread] = await at.channels.call('threads', { channel });
  const conversation = thread?.conversation ?? '';
  const { accessMode, network, outside } = await at.client(AgentChannel).call('state', { conversation });
  const about = await at.client(ConversationsChannel).call('conversation', { conversation });
  expect({ accessMode, network, outside, private: about.private, channel: about.row.channel }).toEqual({
    ...{ accessMode: 'secure', network: false, outside: true, private: true, channel },
  });
  const { entries } = await at.client(AgentChannel).call('transcript', { conversation });
  expect(entries.filter(({ kind }) => kind === 'user').map(({ sentBy }) => sentBy)).toEqual([channel, channel]);
  const before = marta.saidBy('helper').length;
  await at.client(ConversationsChannel).call('send', { conversation, text: 'And I go on here.' });
  const answers = async () =>
    (await at.client(AgentChannel).call('transcript', { conversation })).entries.filter(({ kind }) => kind === 'assistant').length;
  await expect.poll(answers, patience).toBe(3);
  // What the person says in the app stays there.
  expect([await at.states(), marta.saidBy('helper').length]).toEqual([
    ['in answered', 'out sent', 'in answered', 'in answered', 'out sent', 'out sent'],
    before,
  ]);
});

test('a server that is killed and comes back is connected to again, over TLS too, and what waited is sent then', async context => {
  const first = await openIrcServer(folder.path);
  if (first.certificate === undefined) {
    await first.stop();
    context.skip(true, 'There is no openssl to make a certificate with.');
  }
  using extension = exampleChannel('irc-channel', [`localhost:${first.tls}`]);
  await using at = await opened(extension.folder, { server: `localhost:${first.tls}`, tls: true, certificate: first.certificate ?? '' });
  await at.connected();
  const marta = await openIrcClient(first.port, 'marta');
  const { code } = await at.channels.call('pair', { channel });
  marta.say(`PRIVMSG helper :/pair ${code}`);
  await marta.heard(line => line.includes('You may write'));
  await at.channels.call('pauseAll', {});
  marta.say('PRIVMSG helper :are you there?');
  await expect.poll(at.states, patience).toEqual(['in answered', 'out sent', 'in waiting']);
  marta[Symbol.dispose]();
  await first.stop();
  await expect.poll(at.stateOf, patience).toBe('offline');
  await at.channels.call('resumeAll', {});
  await expect.poll(at.states, patience).toEqual(['in answered', 'out sent', 'in answered', 'out waiting']);
  await using _again = await openIrcServer(folder.path, first);
  using back = await openIrcClient(first.port, 'marta');
  await at.restart();
  await back.heard(line => line.startsWith(':helper!') && line.includes(' PRIVMSG '));
  await expect.poll(at.states, patience).toEqual(['in answered', 'out sent', 'in answered', 'out sent']);
});
