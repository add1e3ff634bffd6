import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AgentChannel } from '@atelier/agent/contract';
import { type TestKernel, testKernel } from '@atelier/kernel/testing';
import { expect, test, vi } from 'vitest';
import { demoPlugins, demoReady, listen } from '../../agent/main/demo.fixture.ts';
import { ConversationsChannel } from '../contract/index.ts';

vi.setConfig({ testTimeout: 120_000 });

const plugins = [...demoPlugins, '@atelier/conversations'];
const inProfile = ({ profile }: Pick<TestKernel, 'profile'>, path: string) => join(profile, 'user-data', path);
const sessionFiles = (kernel: TestKernel) =>
  readdirSync(inProfile(kernel, '.agent/agent/sessions')).filter(name => name.endsWith('.jsonl'));
const codes = (kernel: TestKernel) => kernel.notices().map(({ code }) => code);

/** A closed profile with a conversation in open mode, and a rule. */
async function usedProfile() {
  const kernel = await testKernel({ plugins });
  await demoReady(kernel);
  const { conversation } = await kernel.client(ConversationsChannel).call('send', { text: 'say harvest', accessMode: 'open' });
  await listen(kernel, conversation).ended();
  const rule = { id: 'r1', decision: 'allow', tool: 'bash', scope: 'always' } as const;
  await kernel.client(AgentChannel).call('saveRule', rule);
  await kernel.close();
  return { kernel, conversation };
}

type Harm = 'empty' | 'gone, in a profile that no mark knows';

/** Also the record beside it, unless `beside` says that it stays. */
function harm(kernel: TestKernel, slug: string, how: Harm, beside?: 'stays'): void {
  const file = inProfile(kernel, `data/${slug}.sqlite`);
  if (beside === undefined) rmSync(inProfile(kernel, `data/${slug}/kept.jsonl`), { force: true });
  if (how === 'empty') truncateSync(file);
  else rmSync(file);
  for (const name of readdirSync(inProfile(kernel, 'backups'))) {
    if (!name.includes(slug)) continue;
    if (name.endsWith('.sqlite') || how === 'gone, in a profile that no mark knows') rmSync(inProfile(kernel, `backups/${name}`));
  }
}

test.each<Harm>(['empty', 'gone, in a profile that no mark knows'])(
  'D10: when the database of conversations is %s and has no backup, they are rebuilt from the session files by themselves, and the person is told',
  async how => {
    const { kernel: first, conversation } = await usedProfile();
    harm(first, 'atelier--conversations', how);
    await using kernel = await testKernel({ plugins, profile: first.profile });
    const channel = kernel.client(ConversationsChannel);
    await expect
      .poll(async () => (await channel.call('list', {})).rows.map(({ id, title }) => [id, title]))
      .toEqual([[conversation, 'say harvest']]);
    await expect.poll(async () => (await channel.call('search', { text: 'harvest', who: 'user' })).hits.length).toBe(1);
    await expect.poll(() => codes(kernel)).toContain('conversations/rebuilt');
    const told = kernel.notices().find(({ code }) => code === 'conversations/rebuilt')?.message;
    const { entries } = await channel.call('page', { conversation });
    expect({ told, entries: entries.length > 1 }).toEqual({
      told: expect.stringMatching(/session files.*\(1 in all\).*drafts/),
      entries: true,
    });
  },
);

test('D35: rebuilt conversations stand in the project of the folder that they began in, also those in open mode, and the person is told which folders are gone', async () => {
  const first = await testKernel({ plugins });
  await demoReady(first);
  const channel = first.client(ConversationsChannel);
  const folders = ['garden', 'kitchen', 'cellar'].map(name => join(first.profile, 'mine', name));
  const projects: string[] = [];
  for (const folder of folders) {
    mkdirSync(folder, { recursive: true });
    projects.push((await channel.call('addProject', { folder }))?.id ?? '');
  }
  const [garden = '', kitchen = '', cellar = ''] = projects;
  const say = async (text: string, more: { readonly project?: string; readonly accessMode?: 'open' }) => {
    const { conversation } = await channel.call('send', { text, ...more });
    await listen(first, conversation).ended();
    return conversation;
  };
  const planted = await say('say beans', { project: garden });
  await say('say bread', { project: kitchen, accessMode: 'open' });
  await say('say wine', { project: cellar });
  await say('say nothing', { accessMode: 'open' });
  const { entries } = await channel.call('page', { conversation: planted });
  await channel.call('fork', { conversation: planted, entry: String(entries.at(-1)?.id) });
  await first.close();
  harm(first, 'atelier--conversations', 'empty');
  rmSync(folders[2] ?? '', { recursive: true });

  await using kernel = await testKernel({ plugins, profile: first.profile });
  const again = kernel.client(ConversationsChannel);
  await again.call('list', {});
  await expect.poll(() => codes(kernel)).toContain('conversations/rebuilt');
  const listed = (await again.call('projects', {})).projects.map(({ id, name }) => [id, name] as const);
  const nameOf = new Map(listed);
  const { rows } = await again.call('list', {});
  expect({
    rows: rows.map(({ title, project }) => `${title}: ${nameOf.get(project ?? '')}`).toSorted(),
    names: [...nameOf.values()].toSorted(),
    told: kernel.notices().find(({ code }) => code === 'conversations/rebuilt')?.message,
  }).toEqual({
    rows: ['say beans: garden', 'say beans: garden', 'say bread: kitchen', 'say nothing: undefined', 'say wine: undefined'],
    names: ['garden', 'kitchen'],
    told: expect.stringMatching(/\(5 in all\).*no longer.*: \S*mine\/cellar\./),
  });
});

/** A closed profile in which the person has set something of each kind, and what it shows. */
async function arrangedProfile() {
  const kernel = await testKernel({ plugins });
  await demoReady(kernel);
  const channel = kernel.client(ConversationsChannel);
  const folders = ['garden', 'kitchen'].map(name => join(kernel.profile, 'mine', name));
  const projects: string[] = [];
  for (const folder of folders) {
    mkdirSync(folder, { recursive: true });
    projects.push((await channel.call('addProject', { folder }))?.id ?? '');
  }
  const [garden = '', kitchen = ''] = projects;
  const say = async (text: string, project?: string) => {
    const { conversation } = await channel.call('send', { text, ...(project !== undefined && { project }) });
    await listen(kernel, conversation).ended();
    return conversation;
  };
  const [beans, bread, wine, plain] = [
    await say('say beans', garden),
    await say('say bread', kitchen),
    await say('say wine'),
    await say('say so'),
  ];
  const { entries } = await channel.call('page', { conversation: beans });
  await channel.call('fork', { conversation: beans, entry: String(entries.at(-1)?.id) });
  await channel.call('rename', { conversation: beans, title: 'What grows' });
  await channel.call('pin', { conversation: bread, pinned: true });
  await channel.call('archive', { conversations: [wine], archived: true });
  await channel.call('move', { conversations: [plain], project: garden });
  await channel.call('changeProject', { project: garden, name: 'The garden', icon: 'leaf', folded: true, before: kitchen });
  await channel.call('saveView', { sort: 'updated' });
  await channel.call('savePreferences', { chime: false });
  const shown = await arrangement(kernel);
  await kernel.close();
  return { kernel, shown, conversations: { beans, bread, wine, plain } };
}

/** What the person set, as the app shows it. */
async function arrangement(kernel: TestKernel) {
  const channel = kernel.client(ConversationsChannel);
  const [listed, archived] = [await channel.call('list', {}), await channel.call('list', { show: 'archived' })];
  const rows = await Promise.all(
    [...listed.rows, ...archived.rows].map(async ({ id, title, project, pinned, archived: isArchived, createdAt }) => {
      const { titleSource, forkedFrom } = await channel.call('conversation', { conversation: id });
      return { id, title, titleSource, project, pinned, isArchived, createdAt, forkedFrom };
    }),
  );
  return {
    rows: rows.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    projects: (await channel.call('projects', {})).projects.map(({ id, name, icon, folder, folded }) => ({
      id,
      name,
      icon,
      folder,
      folded,
    })),
    view: await channel.call('readView', {}),
    preferences: await channel.call('readPreferences', {}),
  };
}

test.each<Harm>(['empty', 'gone, in a profile that no mark knows'])(
  'D51: when the database of conversations is %s and has no backup, titles, stars, archive, projects and preferences are as the person set them',
  async how => {
    const { kernel: first, shown } = await arrangedProfile();
    harm(first, 'atelier--conversations', how, 'stays');
    await using kernel = await testKernel({ plugins, profile: first.profile });
    await kernel.client(ConversationsChannel).call('list', {});
    await expect.poll(() => codes(kernel)).toContain('conversations/rebuilt');
    const told = kernel.notices().find(({ code }) => code === 'conversations/rebuilt')?.message;
    expect({ now: await arrangement(kernel), told }).toEqual({
      now: shown,
      told: expect.stringMatching(/\(5 in all\).*as you set them\. Drafts/),
    });
  },
);

test('D36: when databases and session files are damaged together, one notice says how many conversations are there again and names each file that is not whole', async () => {
  const { kernel: first } = await usedProfile();
  const folder = inProfile(first, '.agent/agent/sessions');
  const whole = readFileSync(join(folder, sessionFiles(first)[0] ?? ''), 'utf8');
  const cut = {
    '2026-02-01_cut-in-its-first-line.jsonl': whole.slice(0, 40),
    '2026-02-02_cut-to-nothing.jsonl': '',
    '2026-02-03_cut-in-its-first-message.jsonl': session('three').slice(0, -20),
    '2026-02-04_cut-in-its-last-message.jsonl': `${session('four')}${session('four').split('\n')[1]?.slice(0, 30)}`,
  };
  for (const [name, content] of Object.entries(cut)) writeFileSync(join(folder, name), content);
  for (const slug of ['atelier--conversations', 'atelier--agent', 'atelier--settings', 'atelier--workbench']) {
    for (const name of readdirSync(inProfile(first, 'backups')))
      if (name.includes(slug) && name.endsWith('.sqlite')) rmSync(inProfile(first, `backups/${name}`));
    writeFileSync(inProfile(first, `data/${slug}.sqlite`), 'garbled '.repeat(4096));
  }

  await using kernel = await testKernel({ plugins, profile: first.profile });
  await kernel.client(ConversationsChannel).call('list', {});
  await expect.poll(() => codes(kernel)).toContain('conversations/rebuilt');
  await expect.poll(() => codes(kernel)).toContain('agent/records-lost');
  const counts = kernel.notices().flatMap(({ message }) => message.match(/\(\d+[^)]*\)/g) ?? []);
  const told = kernel.notices().find(({ code }) => code === 'conversations/rebuilt')?.message ?? '';
  const { rows } = await kernel.client(ConversationsChannel).call('list', {});
  expect({ counts, rows: rows.length, named: Object.keys(cut).filter(name => told.includes(name)) }).toEqual({
    counts: ['(2 in all)'],
    rows: 2,
    named: Object.keys(cut),
  });
});

test.each<Harm>(['empty', 'gone, in a profile that no mark knows'])(
  'D10: when the database of the agent is %s and has no backup, each conversation goes on in its own session file, in secure mode, and the person is told that rules are gone',
  async how => {
    const { kernel: first, conversation } = await usedProfile();
    const before = sessionFiles(first);
    harm(first, 'atelier--agent', how);
    await using kernel = await testKernel({ plugins, profile: first.profile });
    await demoReady(kernel);
    const turn = listen(kernel, conversation);
    // At once: nothing else has looked at the session files yet.
    await kernel.client(ConversationsChannel).call('send', { conversation, text: 'and again' });
    await turn.ended();
    const agent = kernel.client(AgentChannel);
    const { entries } = await agent.call('transcript', { conversation, limit: 200 });
    await expect.poll(() => codes(kernel)).toContain('agent/records-lost');
    const told = kernel.notices().find(({ code }) => code === 'agent/records-lost')?.message;
    expect({
      files: sessionFiles(kernel),
      said: entries.filter(({ kind }) => kind === 'user').map(({ parts }) => parts?.[0]?.text),
      mode: (await agent.call('state', { conversation })).accessMode,
      rules: await agent.call('listRules', {}),
      told,
    }).toEqual({
      files: before,
      said: ['say harvest', 'and again'],
      mode: 'secure',
      rules: [],
      told: expect.stringMatching(/secure mode.*rules/),
    });
  },
);

test('a first start with neither databases nor session files is told nothing', async () => {
  await using kernel = await testKernel({ plugins });
  await demoReady(kernel);
  const { conversation } = await kernel.client(ConversationsChannel).call('send', { text: 'hello' });
  await listen(kernel, conversation).ended();
  expect(codes(kernel)).toEqual([]);
});

test('before many conversations are deleted at once, what is there becomes a backup', async () => {
  const { kernel: first } = await usedProfile();
  await using kernel = await testKernel({ plugins, profile: first.profile });
  const channel = kernel.client(ConversationsChannel);
  const backups = () =>
    readdirSync(inProfile(kernel, 'backups')).filter(name => name.includes('conversations') && name.endsWith('.sqlite'));
  const counts = [backups().length];
  for (let at = 0; at < 12; at += 1)
    writeFileSync(inProfile(kernel, `.agent/agent/sessions/2026-01-01_made${at}.jsonl`), session(`made${at}`));
  await channel.call('rebuildIndex', {});
  await expect.poll(async () => (await channel.call('list', {})).rows.length).toBe(13);
  await channel.call('remove', { conversations: ['made0'] });
  counts.push(backups().length);
  await channel.call('remove', { conversations: Array.from({ length: 11 }, (_, at) => `made${at + 1}`) });
  counts.push(backups().length);
  expect(counts).toEqual([1, 1, 2]);
});

function session(id: string): string {
  const lines = [
    { type: 'session', version: 3, id, timestamp: '2026-01-01T00:00:00.000Z', cwd: '/' },
    {
      type: 'message',
      id: 'aaaaaaa1',
      parentId: null,
      timestamp: '2026-01-01T00:00:01.000Z',
      message: { role: 'user', content: `words of ${id}`, timestamp: 1 },
    },
  ];
  return lines.map(line => `${JSON.stringify(line)}\n`).join('');
}
