import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AgentChannel } from '@atelier/agent/contract';
import { AutomationChannel } from '@atelier/automation/contract';
import { ChannelsChannel } from '@atelier/channels/contract';
import { CloudChannel } from '@atelier/cloud/contract';
import { ConversationsChannel } from '@atelier/conversations/contract';
import { DashboardChannel } from '@atelier/dashboard/contract';
import { ExtensionsChannel } from '@atelier/extensions/contract';
import { FileChangesChannel } from '@atelier/file-changes/contract';
import { HarnessChannel } from '@atelier/harness/contract';
import { IdeLauncherChannel } from '@atelier/ide-launcher/contract';
import { type TestKernel, testKernel } from '@atelier/kernel/testing';
import { MemoryChannel } from '@atelier/memory/contract';
import { OnboardingChannel } from '@atelier/onboarding/contract';
import { QuickActionsChannel } from '@atelier/quick-actions/contract';
import { SettingsChannel } from '@atelier/settings/contract';
import { SkillsChannel } from '@atelier/skills/contract';
import { SpecialistsChannel } from '@atelier/specialists/contract';
import { TelemetryChannel } from '@atelier/telemetry/contract';
import { TemplateChannel } from '@atelier/template/contract';
import { UpdatesChannel } from '@atelier/updates/contract';
import { UsageChannel } from '@atelier/usage/contract';
import { WorkbenchChannel } from '@atelier/workbench/contract';
import { WorktreeChannel } from '@atelier/worktree/contract';
import Driver from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { demoReady, listen } from '../plugins/agent/main/demo.fixture.ts';

vi.setConfig({ testTimeout: 300_000 });

interface Row {
  read(kernel: TestKernel): Promise<unknown>;
  write?(kernel: TestKernel): Promise<unknown>;
}

/** What of each bundled plugin with a database is read, and what is refused. A plugin without a row fails. */
const rows: Readonly<Record<string, Row>> = {
  agent: {
    read: kernel => kernel.client(AgentChannel).call('listRules', {}),
    write: kernel => kernel.client(AgentChannel).call('saveRule', { id: 'r2', decision: 'deny', tool: 'bash', scope: 'always' }),
  },
  automation: {
    read: kernel => kernel.client(AutomationChannel).call('list', {}),
    write: kernel => kernel.client(AutomationChannel).call('pauseAll', {}),
  },
  channels: {
    read: kernel => kernel.client(ChannelsChannel).call('list', {}),
    write: kernel => kernel.client(ChannelsChannel).call('pauseAll', {}),
  },
  cloud: { read: kernel => kernel.client(CloudChannel).call('read', {}) },
  conversations: {
    read: kernel => kernel.client(ConversationsChannel).call('list', {}),
    write: async kernel => {
      const channel = kernel.client(ConversationsChannel);
      const [row] = (await channel.call('list', {})).rows;
      return await channel.call('rename', { conversation: row?.id ?? '', title: 'Other' });
    },
  },
  dashboard: {
    read: kernel => kernel.client(DashboardChannel).call('read', {}),
    write: kernel => kernel.client(DashboardChannel).call('save', { assistant: 'Ada' }),
  },
  extensions: { read: kernel => kernel.client(ExtensionsChannel).call('listRegistries', {}) },
  'file-changes': { read: kernel => kernel.client(FileChangesChannel).call('summary', { conversation: 'c1' }) },
  harness: {
    read: kernel => kernel.client(HarnessChannel).call('list', {}),
    write: kernel => kernel.client(HarnessChannel).call('setRecording', { on: true }),
  },
  'ide-launcher': {
    read: async kernel => {
      const [row] = (await kernel.client(ConversationsChannel).call('list', {})).rows;
      return await kernel.client(IdeLauncherChannel).call('list', { conversation: row?.id ?? '' });
    },
  },
  memory: {
    read: kernel => kernel.client(MemoryChannel).call('stats', {}),
    write: kernel =>
      kernel.client(MemoryChannel).call('upsert', { kind: 'fact', title: 'Tea', content: 'Tea at nine.', source: { origin: 'manual' } }),
  },
  onboarding: {
    read: kernel => kernel.client(OnboardingChannel).call('read', {}),
    write: kernel => kernel.client(OnboardingChannel).call('save', { step: 'models' }),
  },
  'quick-actions': { read: kernel => kernel.client(QuickActionsChannel).call('suggestions', { conversation: 'c1' }) },
  settings: {
    read: kernel => kernel.client(SettingsChannel).call('readSettings', {}),
    write: kernel =>
      kernel.client(SettingsChannel).call('saveSetting', { from: '@atelier/settings', section: 'behaviors', id: 'prompt', value: 'Hi.' }),
  },
  skills: {
    read: kernel => kernel.client(SkillsChannel).call('overview', {}),
    write: kernel => kernel.client(SkillsChannel).call('removeSource', { id: 's1' }),
  },
  telemetry: { read: kernel => kernel.client(TelemetryChannel).call('read', {}) },
  template: {
    read: kernel => kernel.client(TemplateChannel).call('listNotes', {}),
    write: kernel => kernel.run('template.addNote', { text: 'new' }),
  },
  updates: { read: kernel => kernel.client(UpdatesChannel).call('read', {}) },
  usage: {
    read: kernel => kernel.client(UsageChannel).call('prices', {}),
    write: kernel => kernel.client(UsageChannel).call('setLimits', { day: 2 }),
  },
  workbench: {
    read: kernel => kernel.client(WorkbenchChannel).call('readPreferences', {}),
    write: kernel => kernel.client(WorkbenchChannel).call('savePreferences', { appearance: 'dark' }),
  },
  specialists: { read: kernel => kernel.client(SpecialistsChannel).call('team', { conversation: 'none' }) },
  worktree: { read: kernel => kernel.client(WorktreeChannel).call('tasks', {}) },
};
const plugins = [...Object.keys(rows), 'providers', 'demo'].map(name => `@atelier/${name}`);
const folder = join(import.meta.dirname, '../plugins');
const dataOf = ({ profile }: Pick<TestKernel, 'profile'>, name: string) => join(profile, 'user-data', 'data', `atelier--${name}.sqlite`);

test('every bundled plugin that has a database has a row here', () => {
  const withDatabase = readdirSync(folder).filter(name => existsSync(join(folder, name, 'main', 'migrations')));
  expect(Object.keys(rows).toSorted()).toEqual(withDatabase.toSorted());
});

test('D19: databases of a newer version are read by every plugin, each write is refused with a sentence, no byte changes, and the person is told', async () => {
  const first = await testKernel({ plugins });
  await demoReady(first);
  const { conversation } = await first.client(ConversationsChannel).call('send', { text: 'say harvest' });
  await listen(first, conversation).ended();
  // Its title comes from the model after the turn.
  await expect.poll(async () => JSON.stringify(await rows.conversations?.read(first))).toMatch(/Trying the demo|Essai de la démo/);
  await first.run('template.addNote', { text: 'kept' });
  for (const { read } of Object.values(rows)) await read(first);
  const before: Record<string, unknown> = {};
  for (const [name, { read }] of Object.entries(rows)) before[name] = await read(first);
  await first.close();
  const bytes = new Map<string, Buffer>();
  for (const name of Object.keys(rows)) {
    const future = new Driver(dataOf(first, name));
    future.exec('CREATE TABLE of_the_future (x INTEGER) STRICT; PRAGMA user_version = 90000');
    future.close();
    bytes.set(name, readFileSync(dataOf(first, name)));
  }

  await using kernel = await testKernel({ plugins, profile: first.profile });
  await demoReady(kernel);
  const problems: unknown[] = [];
  for (const [name, { read, write }] of Object.entries(rows)) {
    const now = await read(kernel).catch((error: Error) => error.message);
    if (JSON.stringify(now) !== JSON.stringify(before[name])) problems.push([name, 'is read as', now, 'and was', before[name]]);
    const refused = write === undefined ? undefined : await refusalOf(write(kernel));
    if (refused !== undefined && refused !== 'storage/read-only') problems.push([name, 'answers a write with', refused]);
    const told = kernel.notices().filter(({ code, extension }) => code === 'notice/database-newer' && extension === `@atelier/${name}`);
    if (told.length !== 1) problems.push([name, 'is told', told.length, 'times']);
    const state = kernel.statuses().find(({ id }) => id === `@atelier/${name}`);
    if (state?.state !== 'active') problems.push([name, state?.state, state?.problem]);
  }
  const channel = kernel.client(ConversationsChannel);
  const page = await channel.call('page', { conversation });
  const transcript = await kernel.client(AgentChannel).call('transcript', { conversation, limit: 50 });
  const { hits } = await channel.call('search', { text: 'harvest', who: 'user' });
  const sent = await refusalOf(channel.call('send', { conversation, text: 'more' }));
  const prompted = await refusalOf(kernel.client(AgentChannel).call('prompt', { conversation, text: 'more' }));
  const after = await kernel.client(AgentChannel).call('transcript', { conversation, limit: 50 });
  await kernel.close();
  for (const [name, was] of bytes) if (!readFileSync(dataOf(kernel, name)).equals(was)) problems.push([name, 'was changed']);
  expect({
    problems,
    read: [page.entries.length > 1, transcript.total > 1, hits.length],
    sent,
    prompted,
    more: after.total - transcript.total,
  }).toEqual({ problems: [], read: [true, true, 1], sent: 'storage/read-only', prompted: 'storage/read-only', more: 0 });
});

/** The code of the error of a call. */
async function refusalOf(work: Promise<unknown>): Promise<string> {
  return await work.then(
    () => 'nothing was refused',
    (error: { readonly code: string }) => error.code,
  );
}
