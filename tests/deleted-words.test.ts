import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { ConversationsChannel } from '@atelier/conversations/contract';
import { testKernel } from '@atelier/kernel/testing';
import { MemoryChannel } from '@atelier/memory/contract';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { openModelServer } from './e2e/model-server.ts';
import { plugins, say } from './released-profiles/used-profile.ts';
import { writeLocalModel } from './support/local-model.ts';

afterEach(() => void vi.useRealTimers());

function profileWith(url: string): string {
  const profile = mkdtempSync(join(tmpdir(), 'atelier-test-'));
  onTestFinished(() => rmSync(profile, { recursive: true, force: true }));
  writeLocalModel(profile, url);
  return profile;
}

/** Words that stand nowhere else, and begin like nothing else, since an index leaves out how a word begins like the one before. */
const words = {
  asked: 'wxqumbrapolitesk',
  answered: 'xqvolkermundaris',
  title: 'zqfennolartispux',
  written: 'jqharimoldetupos',
  memory: 'vqtesselornikamp',
};

/** The files of a profile that hold one of the words in any case, without the copies that are kept on purpose and the work itself. */
function filesWith(profile: string): readonly string[] {
  const root = join(profile, 'user-data');
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => relative(root, join(entry.parentPath, entry.name)))
    .filter(name => !/^(?:backups|logs|workspace)\//.test(name))
    .flatMap(name => {
      const bytes = readFileSync(join(root, name)).toString('latin1').toLowerCase();
      const found = Object.entries(words).flatMap(([what, word]) => (bytes.includes(word.slice(2)) ? [what] : []));
      return found.length > 0 ? [`${name}: ${found.join(', ')}`] : [];
    })
    .toSorted();
}

/** A profile with one conversation that stays and one that says each of the words. */
async function told() {
  const server = await openModelServer();
  onTestFinished(() => server[Symbol.asyncDispose]());
  const profile = profileWith(server.url);
  const kernel = await testKernel({ plugins, profile });
  const conversations = kernel.client(ConversationsChannel);
  await say(kernel, 'What stays.');
  server.script(
    { tools: [{ name: 'bash', arguments: { command: `echo ${words.written}` } }] },
    { tools: [{ name: 'write', arguments: { path: 'written.txt', content: words.written } }] },
    { text: `It is ${words.answered}. `.repeat(50) },
    { text: words.title },
  );
  const conversation = await say(kernel, `What is ${words.asked}? `.repeat(50));
  await conversations.call('rename', { conversation, title: words.title });
  await conversations.call('saveDraft', { of: conversation, text: `And ${words.asked}?` });
  await expect.poll(async () => (await conversations.call('search', { text: words.answered })).hits.length).toBeGreaterThan(0);
  await conversations.call('remove', { conversations: [conversation] });
  return { profile, kernel };
}

/** The last file that is written anew after a deletion. */
const untilErased = (profile: string) => expect.poll(() => filesWith(profile).filter(name => /sessions|kept/.test(name))).toEqual([]);

test('D15, D60: of a conversation that is deleted for good no word is left in any file but backups and logs', async () => {
  const { profile, kernel } = await told();
  await untilErased(profile);
  const { rows } = await kernel.client(ConversationsChannel).call('list', { show: 'all' });
  await kernel.close();
  expect({ left: filesWith(profile), rows: rows.length }).toEqual({ left: [], rows: 1 });
});

test('D60: where the app ends while a deletion can still be undone, the next start does what was left', async () => {
  const { profile, kernel } = await told();
  await kernel.close();
  const next = await testKernel({ plugins, profile });
  const { rows } = await next.client(ConversationsChannel).call('list', { show: 'all' });
  await untilErased(profile);
  await next.close();
  expect({ left: filesWith(profile), rows: rows.length }).toEqual({ left: [], rows: 1 });
});

test('D60: of a memory that was forgotten no word is left in any file but backups and logs when it cannot be undone any more', async () => {
  await using server = await openModelServer();
  const profile = profileWith(server.url);
  const kernel = await testKernel({ plugins, profile });
  const memory = kernel.client(MemoryChannel);
  const source = { origin: 'manual' } as const;
  await memory.call('upsert', { kind: 'fact', title: 'Stays', content: 'This stays.', source });
  const { memory: made } = await memory.call('upsert', { kind: 'fact', title: 'Goes', content: `It was ${words.memory}.`, source });
  await memory.call('correct', { id: made.id, content: `It is ${words.memory} no more.`, source });
  await memory.call('forget', { text: words.memory });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 3600 * 1000 });
  await kernel.close();
  const next = await testKernel({ plugins, profile });
  const { memories } = await next.client(MemoryChannel).call('list', {});
  await next.close();
  expect({ left: filesWith(profile), memories: memories.map(({ title }) => title) }).toEqual({ left: [], memories: ['Stays'] });
});
