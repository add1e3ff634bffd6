import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AgentChannel } from '@atelier/agent/contract';
import { type TestKernel, testKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { demoPlugins, demoReady, listen } from '../../../agent/main/demo.fixture.ts';
import { ConversationsChannel } from '../../contract/index.ts';
import { lightEntry } from './store/light-entry.ts';

const plugins = [...demoPlugins, '@atelier/conversations'];

function filesUnder(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.jsonl'))
    .map(name => join(folder, name));
}

/** The agent's entries, without the data that the index leaves out. */
async function transcriptOf(kernel: TestKernel, conversation: string) {
  const { entries } = await kernel.client(AgentChannel).call('transcript', { conversation, limit: 200 });
  return entries.map((entry, position) => ({ ...JSON.parse(JSON.stringify(lightEntry(entry))), position }));
}

test('the index equals the session files: after a turn, after a restart, with a damaged file and a file without a record', async () => {
  const first = await testKernel({ plugins });
  await demoReady(first);
  const channel = first.client(ConversationsChannel);
  const { conversation } = await channel.call('send', { text: 'tour', accessMode: 'open' });
  const turn = listen(first, conversation);
  await turn.ended();
  const page = async (kernel: TestKernel, of: string) =>
    (await kernel.client(ConversationsChannel).call('page', { conversation: of, limit: 200 })).entries;
  await expect.poll(() => page(first, conversation)).toEqual(await transcriptOf(first, conversation));
  const live = await page(first, conversation);
  await channel.call('rebuildIndex', { conversation });
  const rebuilt = await page(first, conversation);
  await first.close();

  const [file = ''] = filesUnder(join(first.profile, 'user-data', '.agent', 'agent', 'sessions'));
  const whole = readFileSync(file, 'utf8');
  const stray = 'stray-conversation';
  writeFileSync(file.replace(conversation, stray), whole.replaceAll(conversation, stray));
  appendFileSync(file, '{"type":"message","id":"half');
  await using second = await testKernel({ plugins, profile: first.profile });
  await demoReady(second);
  const again = second.client(ConversationsChannel);
  await again.call('rebuildIndex', {});
  await expect.poll(async () => (await again.call('indexState', {})).state).toBe('ready');
  const { hits } = await again.call('search', { text: 'tour', who: 'user' });
  const { rows } = await again.call('list', {});

  expect({
    isLong: live.length > 2,
    rebuilt,
    torn: await page(second, conversation),
    stray: await page(second, stray),
    hits: hits.map(hit => hit.conversation).toSorted(),
    rows: rows.map(({ id, title, state }) => [id, title, state]).toSorted(),
    problems: (await again.call('indexState', {})).problems,
  }).toEqual({
    isLong: true,
    rebuilt: live,
    torn: live,
    stray: live,
    hits: [conversation, stray].toSorted(),
    rows: [
      [conversation, 'tour', 'idle'],
      [stray, 'tour', 'idle'],
    ].toSorted(),
    problems: [],
  });
});
