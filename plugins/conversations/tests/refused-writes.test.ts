import { join } from 'node:path';
import { AgentChannel } from '@atelier/agent/contract';
import { testKernel } from '@atelier/kernel/testing';
import Driver from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { demoPlugins, demoReady, listen } from '../../agent/main/demo.fixture.ts';
import { ConversationsChannel } from '../contract/index.ts';

vi.setConfig({ testTimeout: 120_000 });

test('D1: on a disk that takes no write a message is refused before it is sent; one that was sent counts as sent', async () => {
  await using kernel = await testKernel({ plugins: [...demoPlugins, '@atelier/conversations'] });
  await demoReady(kernel);
  const channel = kernel.client(ConversationsChannel);
  const { conversation } = await channel.call('send', { text: 'say one' });
  const heard = listen(kernel, conversation);
  await heard.ended();
  const other = new Driver(join(kernel.host.paths.userData, 'data', 'atelier--conversations.sqlite'));
  const send = async (text: string) => {
    heard.again();
    const sent = await channel.call('send', { conversation, text }).then(
      ({ taken }) => taken,
      () => 'refused',
    );
    if (sent === 'started') await heard.ended();
    return sent;
  };
  const outcomes: string[] = [];
  // From the first write on, as a disk that is full; and from that which notes the message, as one that gets full meanwhile.
  for (const on of ['UPDATE ON conversations', 'UPDATE OF last_message_at ON conversations']) {
    other.exec(`CREATE TRIGGER full BEFORE ${on} BEGIN SELECT RAISE(ABORT, 'refused'); END`);
    outcomes.push(await send(`say ${outcomes.length + 2}`));
    other.exec('DROP TRIGGER full');
  }
  other.close();
  const { entries } = await kernel.client(AgentChannel).call('transcript', { conversation });
  const said = entries.flatMap(({ kind, parts = [] }) => (kind === 'user' ? parts.map(({ text }) => text) : []));
  expect([outcomes, said]).toEqual([
    ['refused', 'started'],
    ['say one', 'say 3'],
  ]);
});
