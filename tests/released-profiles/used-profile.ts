import { AgentChannel } from '@atelier/agent/contract';
import { ConversationsChannel } from '@atelier/conversations/contract';
import { FileChangesChannel } from '@atelier/file-changes/contract';
import type { TestKernel } from '@atelier/kernel/testing';
import { MemoryChannel } from '@atelier/memory/contract';
import { UsageChannel } from '@atelier/usage/contract';
import type { ModelServer } from '../e2e/model-server.ts';

/** The plugins whose data a released profile holds. */
export const plugins = ['@atelier/conversations', '@atelier/file-changes', '@atelier/memory', '@atelier/usage'];

/** Sends a message, and returns its conversation once the answer is there. */
export async function say(kernel: TestKernel, text: string, conversation?: string): Promise<string> {
  const agent = kernel.client(AgentChannel);
  const ended = Promise.withResolvers<void>();
  const listening = agent.on('event', ({ kind }) => {
    if (kind === 'turnEnded' || kind === 'failed') ended.resolve();
  });
  const more = conversation === undefined ? {} : { conversation };
  const sent = await kernel.client(ConversationsChannel).call('send', { text, model: 'local/m1', ...more });
  await ended.promise;
  listening.dispose();
  return sent.conversation;
}

/** Uses everything of which a profile keeps something. A new version may add to it, never take away. */
export async function use(kernel: TestKernel, server: ModelServer, projectFolder: string): Promise<void> {
  const [agent, conversations] = [kernel.client(AgentChannel), kernel.client(ConversationsChannel)];
  // Titles are asked for at the same time, so every answer is the same.
  const answers = Array.from({ length: 20 }, () => ({ text: 'An answer.' }));
  server.script({ tools: [{ name: 'write', arguments: { path: 'a.txt', content: 'written\n' } }] }, ...answers);
  await remember(kernel);
  const first = await say(kernel, 'Write a file.');
  await say(kernel, 'And more?', first);
  const second = await say(kernel, 'How long does bread take? Été, 你好, 👍.');
  const third = await say(kernel, 'Put away.');
  await conversations.call('rename', { conversation: first, title: 'A file of the workspace' });
  await conversations.call('rename', { conversation: second, title: 'Bread' });
  await conversations.call('rename', { conversation: third, title: 'Archived' });
  await conversations.call('pin', { conversation: second, pinned: true });
  await conversations.call('archive', { conversations: [third], archived: true });
  await conversations.call('addProject', { folder: projectFolder, name: 'A project' });
  await conversations.call('saveDraft', { of: first, text: 'Not sent yet.' });
  await conversations.call('saveDraft', { of: 'global', text: 'Begun, and left.' });
  await agent.call('setAccessMode', { conversation: second, mode: 'open' });
  await agent.call('saveRule', { id: 'r1', decision: 'allow', tool: 'bash', pattern: 'npm test', scope: 'always' });
  await agent.call('saveRule', { id: 'r2', decision: 'deny', tool: 'read', pattern: '*.key', scope: 'conversation', of: first });
  await agent.call('saveBudget', { id: 'b1', kind: 'conversation', tokens: 100_000 });
  await kernel.client(MemoryChannel).call('setPrivate', { conversation: third, private: true });
  const usage = kernel.client(UsageChannel);
  await usage.call('correctPrice', { model: 'local/m1', price: { input: 2, output: 8, cacheRead: 0.5, cacheWrite: 3 } });
  await usage.call('setLimits', { day: 5, month: 50 });
  // One for each request of the four turns.
  while ((await usage.call('overview', { range: 'all' })).sums.answers < 5) await new Promise(resolve => setTimeout(resolve, 20));
}

/** Memories of each kind of past: as it was said, corrected, forgotten, and of one repository. Capture is paused, so that no model is asked. */
async function remember(kernel: TestKernel): Promise<void> {
  const memory = kernel.client(MemoryChannel);
  await memory.call('setCapture', { paused: true, perDay: 7 });
  const source = { origin: 'manual' } as const;
  const note = (kind: 'fact' | 'preference' | 'repo_convention', title: string, content: string, more: object = {}) =>
    memory.call('upsert', { kind, title, content, source, ...more });
  await note('fact', 'Bread', 'Bread rises for two hours, été comme hiver, 你好.', { tags: ['kitchen'], importance: 0.9 });
  await note('repo_convention', 'Tests', 'Tests stand beside their source.', { project: 'git:example.org/project' });
  const { memory: tea } = await note('preference', 'Tea', 'Tea is drunk without sugar.');
  await memory.call('correct', { id: tea.id, content: 'Tea is drunk with honey.', source });
  const { memory: gone } = await note('fact', 'Gone', 'This is to be forgotten.');
  await memory.call('forget', { ids: [gone.id] });
}

/** What a person finds in a used profile. */
export interface Found {
  readonly conversations: readonly {
    readonly title: string;
    readonly pinned: boolean;
    readonly archived: boolean;
    readonly accessMode: string;
    readonly draft: string;
    readonly changed: readonly string[];
    readonly messages: readonly string[];
    /** For how many of its answers something was remembered. */
    readonly remembered: number;
    readonly private: boolean;
  }[];
  readonly projects: readonly string[];
  readonly draft: string;
  readonly rules: readonly object[];
  readonly budgets: readonly object[];
  readonly memories: readonly string[];
  readonly capture: object;
  readonly usage: object;
}

/** What an entry of a page says, in one line. */
export function lineOf({ kind, parts = [] }: Readonly<Record<string, unknown>>): string {
  const said = (parts as readonly { readonly text?: string; readonly name?: string }[]).map(({ text, name }) => text ?? name ?? '');
  return `${kind}: ${said.join(' ')}`;
}

export async function found(kernel: TestKernel): Promise<Found> {
  const [agent, conversations, changes] = [
    kernel.client(AgentChannel),
    kernel.client(ConversationsChannel),
    kernel.client(FileChangesChannel),
  ];
  const memory = kernel.client(MemoryChannel);
  const lists = await Promise.all([conversations.call('list', { show: 'all' }), conversations.call('list', { show: 'archived' })]);
  const rows = new Map(lists.flatMap(({ rows }) => rows.map(row => [row.id, row] as const))).values().toArray();
  const each = await Promise.all(
    rows.map(async ({ id, title, pinned, archived }) => {
      const { entries } = await conversations.call('page', { conversation: id });
      const messages = entries.map(lineOf);
      const { accessMode } = await agent.call('state', { conversation: id });
      const draft = (await conversations.call('readDraft', { of: id })).text;
      const changed = (await changes.call('summary', { conversation: id })).files.map(({ name, kind }) => `${kind} ${name}`);
      const remembered = (await memory.call('usedIn', { conversation: id })).answers.length;
      const { private: isPrivate } = await memory.call('privacy', { conversation: id });
      return { title, pinned, archived, accessMode, draft, changed, messages, remembered, private: isPrivate };
    }),
  );
  return {
    conversations: each.toSorted((a, b) => (a.title < b.title ? -1 : 1)),
    projects: (await conversations.call('projects', {})).projects.map(({ name }) => name),
    draft: (await conversations.call('readDraft', { of: 'global' })).text,
    rules: await agent.call('listRules', {}),
    budgets: (await agent.call('listBudgets', {})).map(({ spent: _spent, ...budget }) => budget),
    ...(await rememberedIn(kernel)),
    usage: await usedIn(kernel),
  };
}

async function rememberedIn(kernel: TestKernel): Promise<Pick<Found, 'memories' | 'capture'>> {
  const memory = kernel.client(MemoryChannel);
  const { memories } = await memory.call('list', { statuses: ['active', 'superseded'], limit: 200 });
  const lines = memories.map(({ kind, scope, status, title, content, tags, importance, source }) =>
    [kind, scope, status, title, content, tags.join(' '), importance, source.origin].join(' · '),
  );
  const { paused, perDay } = await memory.call('capture', {});
  return { memories: lines.toSorted(), capture: { paused, perDay } };
}

/** The sums, by model and by conversation, with what the person has set. */
async function usedIn(kernel: TestKernel): Promise<object> {
  const usage = kernel.client(UsageChannel);
  const { sums, models, conversations, limits } = await usage.call('overview', { range: 'all', rows: 100 });
  const prices = (await usage.call('prices', {})).map(({ model, corrected }) => ({ model, corrected }));
  const answers = conversations.rows.map(row => `${row.name}: ${row.sums.answers}`).toSorted();
  return { sums, models: models.rows.map(({ name }) => name), answers, limits, prices };
}

/** The file of a released profile, as JSON that is packed with gzip. */
export interface ReleasedProfile {
  readonly version: string;
  /** Where it was made, which old paths may name. */
  readonly madeIn: string;
  /** Without what was added here later. */
  readonly found: Partial<Found>;
  /** By path in the profile: the content in base64. */
  readonly files: Readonly<Record<string, string>>;
}
