import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { AgentChannel } from '@atelier/agent/contract';
import { ConversationsChannel } from '@atelier/conversations/contract';
import { FileChangesChannel } from '@atelier/file-changes/contract';
import { testKernel } from '@atelier/kernel/testing';
import { afterEach, expect, test } from 'vitest';
import { type ModelServer, openModelServer } from './e2e/model-server.ts';
import { writeLocalModel } from './support/local-model.ts';

const plugins = ['@atelier/conversations', '@atelier/file-changes'];
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** The app on a profile, with one model. */
async function started(profile: string) {
  const kernel = await testKernel({ plugins, profile });
  stops.push(() => kernel.close());
  const [agent, conversations, changes] = [
    kernel.client(AgentChannel),
    kernel.client(ConversationsChannel),
    kernel.client(FileChangesChannel),
  ];
  /** Sends a message, and returns its conversation once the answer is there. */
  const say = async (text: string, conversation?: string): Promise<string> => {
    const ended = Promise.withResolvers<void>();
    const listening = agent.on('event', ({ kind }) => {
      if (kind === 'turnEnded' || kind === 'failed') ended.resolve();
    });
    const sent = await conversations.call('send', { text, model: 'local/m1', ...(conversation !== undefined && { conversation }) });
    await ended.promise;
    listening.dispose();
    return sent.conversation;
  };
  return { kernel, agent, conversations, changes, say };
}

/** A profile in which a conversation without a project has written a file, and its copy. */
async function original(server: ModelServer) {
  const profile = mkdtempSync(join(tmpdir(), 'atelier-test-'));
  writeLocalModel(profile, server.url);
  server.script({ tools: [{ name: 'write', arguments: { path: 'a.txt', content: 'written\n' } }] }, { text: 'Done.' });
  const app = await started(profile);
  const conversation = await app.say('Write a file.');
  const { sessionFile = '' } = await app.conversations.call('conversation', { conversation });
  await app.kernel.close();
  stops.length = 0;
  const copy = mkdtempSync(join(tmpdir(), 'atelier-test-'));
  cpSync(profile, copy, { recursive: true, verbatimSymlinks: true });
  return { profile, copy, conversation, sessionFile, written: join(profile, 'user-data', 'workspace', 'global', 'a.txt') };
}

/** Each file below a folder, with the time of its last change and its size. */
function filesIn(folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile());
  return new Map(
    files.map(entry => {
      const path = join(entry.parentPath, entry.name);
      const { mtimeMs, size } = statSync(path);
      return [relative(folder, path), `${mtimeMs} ${size}`];
    }),
  );
}

test('D17: what is written, taken back and deleted in a copy of a profile changes nothing in the original', async () => {
  await using server = await openModelServer();
  const { profile, copy, conversation, sessionFile } = await original(server);
  const before = filesIn(profile);
  server.script({ text: 'Again.' });
  const app = await started(copy);
  await app.say('Once more.', conversation);
  const notices = app.kernel.notices().map(({ code }) => code);
  const inCopy = await app.conversations.call('conversation', { conversation });
  const messages = async () => (await app.conversations.call('page', { conversation })).entries.length;
  await expect.poll(messages).toBe(5);
  const summary = await app.changes.call('summary', { conversation });
  await app.changes.call('revertAll', { conversation });
  const reverted = filesIn(copy).has('user-data/workspace/global/a.txt');
  await app.conversations.call('remove', { conversations: [conversation] });
  await app.kernel.close();
  // What was removed is deleted by the next start.
  const next = await started(copy);
  await expect.poll(() => existsSync(inCopy.sessionFile ?? '')).toBe(false);
  await next.kernel.close();
  stops.length = 0;
  expect({
    notices,
    file: inCopy.sessionFile,
    cwd: summary.folder,
    reverted,
    changed: [...filesIn(profile)].filter(([path, stamp]) => before.get(path) !== stamp),
    gone: [...before.keys()].filter(path => !filesIn(profile).has(path)),
  }).toEqual({
    notices: ['notice/profile-copied'],
    file: sessionFile.replace(profile, copy),
    cwd: join(copy, 'user-data', 'workspace', 'global'),
    reverted: false,
    changed: [],
    gone: [],
  });
});

// What names the folder of its profile and may: what was said, and what is only looked at.
const mayName = [
  // By this it knows that it was copied or moved.
  /^identity\.json$/,
  /^\.agent\/agent\/sessions\//,
  /^logs\//,
  /^cache\/manifests\.json$/,
];

test('D17: no file of a profile that another start relies on names the folder of the profile', async () => {
  await using server = await openModelServer();
  const { profile } = await original(server);
  const userData = join(profile, 'user-data');
  const naming = [...filesIn(userData).keys()]
    .filter(path => !mayName.some(pattern => pattern.test(path)))
    .filter(path => readFileSync(join(userData, path)).includes(profile));
  expect(naming).toEqual([]);
});
