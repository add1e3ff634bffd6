import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { problemOf, testKernel } from '@atelier/kernel/testing';
import { ProvidersChannel } from '@atelier/providers/contract';
import { expect, onTestFinished, test } from 'vitest';
import { ConversationsChannel, type Row } from '../contract/index.ts';

const plugins = ['@atelier/workbench', '@atelier/providers', '@atelier/agent', '@atelier/demo', '@atelier/conversations'];

/** A kernel whose demo model can be used, and the row events that windows receive. */
async function opened(profile?: string) {
  const kernel = await testKernel({ plugins, ...(profile !== undefined && { profile }) });
  await kernel.wake('@atelier/demo');
  await expect.poll(async () => (await kernel.client(ProvidersChannel).call('listModels', {})).some(model => model.demo)).toBe(true);
  const client = kernel.client(ConversationsChannel);
  const rows = new Map<string, Row>();
  const states: string[] = [];
  const turns = new Map<string, number>();
  client.on('rowsChanged', event => {
    for (const row of event.rows) {
      if (rows.get(row.id)?.state === 'running' && row.state !== 'running') turns.set(row.id, (turns.get(row.id) ?? 0) + 1);
      if (states.at(-1) !== row.state) states.push(row.state);
      rows.set(row.id, row);
    }
    for (const id of event.removed) rows.delete(id);
  });
  /** Waits until the conversation has finished this many turns; its row may still be idle when the call that starts a turn returns. */
  const rested = async (conversation: string, turn: number) => await expect.poll(() => turns.get(conversation)).toBe(turn);
  return { kernel, client, rows, states, rested };
}

function projectFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-project-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('a first message creates a conversation, whose row shows that it runs and gets an AI title', async () => {
  const { kernel, client, rows, states } = await opened();
  await using _ = kernel;
  await client.call('saveDraft', { of: 'global', text: 'Hello' });

  const sent = await client.call('send', { text: 'Hello', draft: 'global' });
  await expect.poll(() => rows.get(sent.conversation)?.state).toBe('idle');
  await expect.poll(async () => (await client.call('conversation', { conversation: sent.conversation })).titleSource).toBe('ai');
  const [draft, page, list] = await Promise.all([
    client.call('readDraft', { of: 'global' }),
    client.call('page', { conversation: sent.conversation }),
    client.call('list', {}),
  ]);

  expect({
    taken: sent.taken,
    states: states.filter(state => state === 'running').length > 0,
    unread: rows.get(sent.conversation)?.unread,
    draft: draft.text,
    kinds: page.entries.map(entry => entry.kind),
    listed: list.rows.map(row => row.id),
  }).toEqual({ taken: 'started', states: true, unread: true, draft: '', kinds: ['user', 'assistant'], listed: [sent.conversation] });
});

test('the titles of two conversations about the same differ', async () => {
  const { kernel, client } = await opened();
  await using _ = kernel;
  const titles: string[] = [];
  for (let time = 0; time < 2; time++) {
    const { conversation } = await client.call('send', { text: 'Hello' });
    const read = () => client.call('conversation', { conversation });
    await expect.poll(async () => (await read()).titleSource).toBe('ai');
    titles.push((await read()).row.title);
  }
  expect(titles[1]).toBe(`${titles[0]} (2)`);
});

test('a title that says what the person began with gets no number', async () => {
  const { kernel, client } = await opened();
  await using _ = kernel;
  const { conversation } = await client.call('send', { text: 'Compare the tides of two harbours' });
  const read = () => client.call('conversation', { conversation });
  await expect.poll(async () => (await read()).titleSource).toBe('ai');
  expect((await read()).row.title).toBe('Compare the tides of two harbours');
});

test('a folder becomes a project and a repository, and conversations of it work there', async () => {
  const { kernel, client, rows } = await opened();
  await using _ = kernel;
  const folder = projectFolder();

  const project = await client.call('addProject', { folder });
  const again = await client.call('addProject', { folder });
  const { conversation } = await client.call('send', { text: 'Hello', project: project?.id ?? '' });
  await expect.poll(() => rows.get(conversation)?.state).toBe('idle');
  const details = await client.call('conversation', { conversation });
  const { projects } = await client.call('projects', {});

  expect({
    isSame: again?.id === project?.id,
    git: execFileSync('git', ['-C', folder, 'rev-parse', '--is-inside-work-tree'], { encoding: 'utf8' }).trim(),
    folder: details.folder,
    counts: projects.map(one => [one.name, one.conversations, one.git]),
  }).toEqual({ isSame: true, git: 'true', folder, counts: [[project?.name, 1, true]] });
});

test('no folder of the profile that is closed to tools becomes a project', async () => {
  const { kernel, client } = await opened();
  await using _ = kernel;
  const { userData } = kernel.host.paths;
  const refused: unknown[] = [];
  for (const path of ['', 'backups/before-1.0.0', 'window/Default', 'data/x', 'workspace']) {
    const folder = join(userData, path);
    mkdirSync(folder, { recursive: true });
    refused.push(((await problemOf(client.call('addProject', { folder }))) as readonly string[])[0], existsSync(join(folder, '.git')));
  }
  const open = join(userData, 'workspace/global/mine');
  mkdirSync(open, { recursive: true });
  expect([...refused, (await client.call('addProject', { folder: open }))?.name]).toEqual([
    ...Array.from({ length: 5 }, () => ['conversations/folder-refused', false]).flat(),
    'mine',
  ]);
});

test('a deleted conversation can be restored once, with its session file', async () => {
  const { kernel, client, rows } = await opened();
  await using _ = kernel;
  const { conversation } = await client.call('send', { text: 'Hello' });
  await expect.poll(() => rows.get(conversation)?.state).toBe('idle');
  const { sessionFile = '' } = await client.call('conversation', { conversation });

  const { undo } = await client.call('remove', { conversations: [conversation] });
  const removed = await client.call('list', {});
  await client.call('undo', { undo });
  const restored = await client.call('list', {});
  const late = await client.call('undo', { undo }).catch((error: { code: string }) => error.code);

  expect({ removed: removed.rows.length, restored: restored.rows.length, there: existsSync(sessionFile), late }).toEqual({
    removed: 0,
    restored: 1,
    there: true,
    late: 'conversations/too-late',
  });
});

test('a fork is independent, a regenerated answer replaces the first, and a message can be resent with another text', async () => {
  const { kernel, client, rested } = await opened();
  await using _ = kernel;
  const said = async (conversation: string) =>
    (await client.call('page', { conversation })).entries.map(entry => [
      entry.kind,
      (entry.parts as { text?: string }[])[0]?.text?.slice(0, 12),
    ]);
  const { conversation } = await client.call('send', { text: 'Hello' });
  await rested(conversation, 1);
  const [, answer] = (await client.call('page', { conversation })).entries as { id: string }[];

  const { conversation: forked } = await client.call('fork', { conversation, entry: answer?.id ?? '' });
  await client.call('send', { conversation: forked, text: 'thanks' });
  await rested(forked, 1);
  await client.call('regenerate', { conversation, entry: answer?.id ?? '' });
  await rested(conversation, 2);
  const regenerated = await said(conversation);
  const [again] = (await client.call('page', { conversation })).entries as { id: string }[];
  await client.call('resend', { conversation, entry: again?.id ?? '', text: 'thanks' });
  await rested(conversation, 3);

  const titles = new Map((await client.call('list', {})).rows.map(({ id, title }) => [id, title]));
  expect({
    marked: titles.get(forked) !== titles.get(conversation),
    regenerated: regenerated.map(([kind]) => kind),
    resent: (await said(conversation))[0],
    forked: (await said(forked)).map(([kind]) => kind),
  }).toEqual({
    marked: true,
    regenerated: ['user', 'assistant'],
    resent: ['user', 'thanks'],
    forked: ['user', 'assistant', 'user', 'assistant'],
  });
});

test('a message that cannot be sent leaves no conversation behind, and the draft stays', async () => {
  await using kernel = await testKernel({ plugins: plugins.filter(id => id !== '@atelier/demo') });
  const client = kernel.client(ConversationsChannel);
  await client.call('saveDraft', { of: 'global', text: 'Hello' });

  const refusal = await client.call('send', { text: 'Hello', draft: 'global' }).catch((error: { code: string }) => error.code);
  const empty = await client.call('send', { text: ' \n' }).catch((error: { code: string }) => error.code);

  expect({
    refusal,
    empty,
    rows: (await client.call('list', {})).rows,
    draft: (await client.call('readDraft', { of: 'global' })).text,
  }).toEqual({
    refusal: 'agent/not-set-up',
    empty: 'conversations/nothing-to-send',
    rows: [],
    draft: 'Hello',
  });
});
