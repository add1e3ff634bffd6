import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ExtensionContext, isAppError } from '@atelier/kernel';
import { testKernel } from '@atelier/kernel/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openSeeded, seedProfile } from '../../../../tests/support/conversation-seed.ts';
import { ConversationsChannel, conversationArchived } from '../../contract/index.ts';
import type { Core } from '../core.ts';
import { openDrafts } from '../drafts/drafts.ts';
import { Activity } from '../live/activity.ts';
import { openConversations } from '../records/conversations.ts';
import { openLists } from '../records/lists.ts';
import { openProjects } from '../records/projects.ts';
import { editingCalls } from './editing.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const folder = mkdtempSync(join(tmpdir(), 'atelier-editing-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Opens the calls on real records; `log` lists the calls to the agent, the windows and the hooks. */
function open() {
  const db = openSeeded(
    [
      { id: 'c1', title: 'One', createdAt: 3, project: 'p1' },
      { id: 'c2', title: 'Two', createdAt: 2, project: 'p1' },
      { id: 'c3', title: 'Three', createdAt: 1 },
    ],
    [{ id: 'p1', name: 'Project', folder }],
  );
  const log: string[] = [];
  const say = (what: string) => void log.push(what);
  const [records, projects, lists, activity] = [openConversations(db), openProjects(db), openLists(db), new Activity()];
  const parts = {
    records,
    projects,
    lists,
    activity,
    drafts: openDrafts(db),
    agent: { stop: async (conversation: string) => say(`stop ${conversation}`) },
    git: { init: async () => true },
    windows: { emit: (name: string) => say(name), changed: (conversation: string) => say(`changed ${conversation}`) },
    now: () => 100,
    log: console,
  } as unknown as Core;
  const ctx = {
    paths: { profile: () => tmpdir(), openToTools: () => [folder] },
    get: () => ({ pickFolder: async () => undefined }),
    run: async (hook: unknown, { conversation }: { readonly conversation?: string }) => {
      if (hook === conversationArchived) say(`archived ${conversation}`);
    },
  } as unknown as ExtensionContext;
  const signal = new AbortController().signal;
  const { calls, close } = editingCalls(ctx, parts, conversations => say(`purge ${conversations.join()}`));
  const listed = () => lists.page({ live: [], now: 100 }).records.map(record => `${record.id} ${record.project ?? '-'}`);
  return {
    db,
    calls,
    signal,
    records,
    projects,
    activity,
    drafts: parts.drafts,
    listed,
    log,
    [Symbol.dispose]() {
      close();
      db[Symbol.dispose]();
    },
  };
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    error => (isAppError(error) ? error.code : String(error)),
  );

test('a deletion can be undone for ten seconds, and not after that', async () => {
  using all = open();
  const { calls, signal, listed, log } = all;
  all.activity.runs('c1', true);
  const first = await calls.remove({ conversations: ['c1', 'c3'] }, signal);
  const without = listed();
  await vi.advanceTimersByTimeAsync(9_999);
  await calls.undo(first, signal);
  const back = listed();
  const second = await calls.remove({ conversations: ['c1'] }, signal);
  await vi.advanceTimersByTimeAsync(10_000);
  const late = await codeOf(calls.undo(second, signal));
  const twice = await codeOf(calls.undo(first, signal));

  expect({ without, back, late, twice, log }).toEqual({
    without: ['c2 p1'],
    back: ['c1 p1', 'c2 p1', 'c3 -'],
    late: 'conversations/too-late',
    twice: 'conversations/too-late',
    log: ['stop c1', 'changed c1', 'changed c3', 'changed c1', 'changed c3', 'stop c1', 'changed c1', 'purge c1'],
  });
});

test('a call that names an unknown conversation or project changes nothing', async () => {
  using all = open();
  const { calls, signal, listed } = all;
  const codes = [
    await codeOf(calls.remove({ conversations: ['c1', 'nobody'] }, signal)),
    await codeOf(calls.archive({ conversations: ['c1', 'nobody'], archived: true }, signal)),
    await codeOf(calls.move({ conversations: ['c1'], project: 'nowhere' }, signal)),
  ];
  expect({ codes, listed: listed() }).toEqual({
    codes: ['conversations/not-found', 'conversations/not-found', 'conversations/project-not-found'],
    listed: ['c1 p1', 'c2 p1', 'c3 -'],
  });
});

test('when a removed project is restored after its folder was added again, its conversations join the new project', async () => {
  using all = open();
  const { calls, signal, projects, listed } = all;
  const removed = await calls.removeProject({ project: 'p1' }, signal);
  const without = listed();
  mkdirSync(join(folder, '.git'), { recursive: true });
  const again = await calls.addProject({ folder }, signal);
  await calls.undo(removed, signal);

  expect({ without, projects: projects.all().map(one => one.id), listed: listed() }).toEqual({
    without: ['c3 -'],
    projects: [again?.id],
    listed: [`c1 ${again?.id}`, `c2 ${again?.id}`, 'c3 -'],
  });
});

test('a conversation that is restored after its project was removed has no project', async () => {
  using all = open();
  const { calls, signal, listed } = all;
  const conversation = await calls.remove({ conversations: ['c1'] }, signal);
  await calls.removeProject({ project: 'p1' }, signal);
  await calls.undo(conversation, signal);
  expect(listed()).toEqual(['c1 -', 'c3 -']);
});

test('a removed project that is not restored is deleted with its draft', async () => {
  using all = open();
  const { calls, signal, db, drafts } = all;
  drafts.save('project:p1', { text: 'Not sent' }, 1);
  await calls.removeProject({ project: 'p1' }, signal);
  await vi.advanceTimersByTimeAsync(10_000);
  const left = db.prepare<{ count: number }>('SELECT count(*) AS count FROM projects').get();
  expect({ left, draft: drafts.read('project:p1').text }).toEqual({ left: { count: 0 }, draft: '' });
});

test('a name keeps emoji and text direction, loses invisible characters, and may not be empty', async () => {
  using all = open();
  const { calls, signal, records, projects } = all;
  const names = ['👩‍💻 dev', 'مرحبا', 'a\u0000b\r\nc\u2028d', ' two  spaces '];
  const kept: string[] = [];
  for (const title of names) {
    await calls.rename({ conversation: 'c1', title }, signal);
    await calls.changeProject({ project: 'p1', name: title }, signal);
    kept.push(records.get('c1').title, projects.get('p1').name);
  }
  const empty = [
    await codeOf(calls.rename({ conversation: 'c1', title: '\u0007 \n' }, signal)),
    await codeOf(calls.changeProject({ project: 'p1', name: '\t' }, signal)),
  ];
  expect({ kept, empty }).toEqual({
    kept: ['👩‍💻 dev', '👩‍💻 dev', 'مرحبا', 'مرحبا', 'a b c d', 'a b c d', 'two spaces', 'two spaces'],
    empty: ['conversations/title-empty', 'conversations/title-empty'],
  });
});

test('a conversation that was deleted before the program ended is gone after the next start', async () => {
  vi.useRealTimers();
  const plugins = ['@atelier/conversations'];
  const before = await testKernel({ plugins });
  const { profile } = before;
  await before.close();
  seedProfile(before.host.paths.userData, [
    { id: 'c1', title: 'One', createdAt: 2 },
    { id: 'c2', title: 'Two', createdAt: 1 },
  ]);
  const second = await testKernel({ plugins, profile });
  const { undo } = await second.client(ConversationsChannel).call('remove', { conversations: ['c1'] });
  await second.close();
  await using third = await testKernel({ plugins, profile });
  const client = third.client(ConversationsChannel);
  const { rows } = await client.call('list', {});
  const undone = await codeOf(client.call('undo', { undo }));
  const found = await codeOf(client.call('conversation', { conversation: 'c1' }));
  expect({ rows: rows.map(row => row.id), undone, found }).toEqual({
    rows: ['c2'],
    undone: 'conversations/too-late',
    found: 'conversations/not-found',
  });
});
