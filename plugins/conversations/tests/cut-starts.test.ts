import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type TestKernel, testKernel } from '@atelier/kernel/testing';
import Driver from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { demoPlugins, demoReady, listen } from '../../agent/main/demo.fixture.ts';
import { ConversationsChannel } from '../contract/index.ts';

vi.setConfig({ testTimeout: 120_000 });

const plugins = [...demoPlugins, '@atelier/conversations'];
const database = ({ profile }: Pick<TestKernel, 'profile'>) => join(profile, 'user-data', 'data', 'atelier--conversations.sqlite');

async function begun() {
  const kernel = await testKernel({ plugins });
  await demoReady(kernel);
  const channel = kernel.client(ConversationsChannel);
  const say = async (text: string) => {
    const { conversation } = await channel.call('send', { text });
    await listen(kernel, conversation).ended();
    return conversation;
  };
  return { kernel, say };
}

test('D1: an end of the app while a first message is on its way leaves no empty conversation in the list', async () => {
  const { kernel: first, say } = await begun();
  const said = await say('say harvest');
  await first.close();
  // As the database is between the beginning of a conversation and the answer of the agent.
  const db = new Driver(database(first));
  const columns = db.pragma('table_info(conversations)') as readonly { readonly name: string }[];
  for (const [id, source] of [
    ['cut', 'words'],
    ['made-by-a-plugin', 'placeholder'],
  ]) {
    const as: Record<string, string> = { id: `'${id}'`, title_source: `'${source}'`, last_message_at: 'NULL' };
    const names = columns.map(({ name }) => name).filter(name => name !== 'number');
    const values = names.map(name => as[name] ?? name).join(', ');
    db.exec(`INSERT INTO conversations (${names.join(', ')}) SELECT ${values} FROM conversations WHERE id = '${said}'`);
  }
  db.close();

  await using kernel = await testKernel({ plugins, profile: first.profile });
  const list = async () => (await kernel.client(ConversationsChannel).call('list', {})).rows.map(({ id }) => id).toSorted();
  expect(await list()).toEqual([said, 'cut', 'made-by-a-plugin'].toSorted());
  await expect.poll(list, { timeout: 60_000 }).toEqual([said, 'made-by-a-plugin'].toSorted());
});

test('D10: a conversation that an older database lacks comes back with its title, and in the project that it was moved to', async () => {
  const { kernel: first, say } = await begun();
  await say('say harvest');
  await first.close();
  const older = join(first.profile, 'older.sqlite');
  cpSync(database(first), older);

  const second = await testKernel({ plugins, profile: first.profile });
  await demoReady(second);
  const again = second.client(ConversationsChannel);
  const folder = join(first.profile, 'mine', 'garden');
  mkdirSync(folder, { recursive: true });
  const { id: project = '' } = (await again.call('addProject', { folder })) ?? {};
  const { conversation } = await again.call('send', { text: 'say beans' });
  await listen(second, conversation).ended();
  await again.call('rename', { conversation, title: 'Beans' });
  await again.call('move', { conversations: [conversation], project });
  await second.close();
  for (const suffix of ['-wal', '-shm']) rmSync(`${database(first)}${suffix}`, { force: true });
  cpSync(older, database(first));

  await using kernel = await testKernel({ plugins, profile: first.profile });
  const now = kernel.client(ConversationsChannel);
  const found = async () => (await now.call('list', {})).rows.find(({ id }) => id === conversation);
  await expect.poll(async () => (await found())?.title, { timeout: 60_000 }).toBe('Beans');
  const { projects } = await now.call('projects', {});
  expect([(await found())?.project, projects.map(({ id, name }) => [id, name])]).toEqual([project, [[project, 'garden']]]);
});
