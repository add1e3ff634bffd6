import { AgentChannel } from '@atelier/agent/contract';
import { ConversationsChannel } from '@atelier/conversations/contract';
import { FileChangesChannel } from '@atelier/file-changes/contract';
import type { TestKernel } from '@atelier/kernel/testing';
import type { ModelServer } from '../e2e/model-server.ts';

/** The plugins whose data a released profile holds. */
export const plugins = ['@atelier/conversations', '@atelier/file-changes'];

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
}

/** What a person finds in a used profile. */
export async function found(kernel: TestKernel) {
  const [agent, conversations, changes] = [
    kernel.client(AgentChannel),
    kernel.client(ConversationsChannel),
    kernel.client(FileChangesChannel),
  ];
  const lists = await Promise.all([conversations.call('list', { show: 'all' }), conversations.call('list', { show: 'archived' })]);
  const rows = new Map(lists.flatMap(({ rows }) => rows.map(row => [row.id, row] as const))).values().toArray();
  const each = await Promise.all(
    rows.map(async ({ id, title, pinned, archived }) => {
      const { entries } = await conversations.call('page', { conversation: id });
      const messages = entries.map(({ kind, parts = [] }) => `${kind}: ${parts.map(part => part.text ?? part.name ?? '').join(' ')}`);
      const { accessMode } = await agent.call('state', { conversation: id });
      const draft = (await conversations.call('readDraft', { of: id })).text;
      const changed = (await changes.call('summary', { conversation: id })).files.map(({ name, kind }) => `${kind} ${name}`);
      return { title, pinned, archived, accessMode, draft, changed, messages };
    }),
  );
  return {
    conversations: each.toSorted((a, b) => (a.title < b.title ? -1 : 1)),
    projects: (await conversations.call('projects', {})).projects.map(({ name }) => name),
    draft: (await conversations.call('readDraft', { of: 'global' })).text,
    rules: await agent.call('listRules', {}),
    budgets: (await agent.call('listBudgets', {})).map(({ spent: _spent, ...budget }) => budget),
  };
}

export type Found = Awaited<ReturnType<typeof found>>;

/** The file of a released profile, as JSON that is packed with gzip. */
export interface ReleasedProfile {
  readonly version: string;
  /** Where it was made, which old paths may name. */
  readonly madeIn: string;
  readonly found: Found;
  /** By path in the profile: the content in base64. */
  readonly files: Readonly<Record<string, string>>;
}
