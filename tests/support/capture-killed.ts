import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { killAt } from './kill-at.ts';

/**
 * One run of the app with memories, which says two things in a conversation, has it captured, and is killed before or after a statement on the
 * database of memories: after each of `steps` was seen, in order. What an earlier run did is gone on with. It prints what is there at the end.
 */
const [profile, steps, when] = process.argv.slice(2) as [string, string, 'before' | 'after'];
killAt('memory.sqlite', steps, when);

const { AgentChannel } = await import('@atelier/agent/contract');
const { ConversationsChannel } = await import('@atelier/conversations/contract');
const { MemoryChannel } = await import('@atelier/memory/contract');
const { testKernel } = await import('@atelier/kernel/testing');
const kernel = await testKernel({ plugins: ['@atelier/conversations', '@atelier/memory'], profile });
const agent = kernel.client(AgentChannel);
const conversations = kernel.client(ConversationsChannel);
const memory = kernel.client(MemoryChannel);

const known = join(profile, 'conversation');
let conversation = existsSync(known) ? readFileSync(known, 'utf8') : undefined;
const said = async () => {
  if (conversation === undefined) return 0;
  const { entries } = await agent.call('transcript', { conversation });
  return entries.filter(({ kind }) => kind === 'user').length;
};
const texts = (process.env.SAYS ?? '').split('\n');
for (const text of texts.slice(await said())) {
  const over = new Promise<void>(resolve => agent.on('event', ({ kind }) => kind === 'turnEnded' && resolve()));
  const sent = await conversations.call('send', { text, model: 'local/m1', ...(conversation !== undefined && { conversation }) });
  conversation = sent.conversation;
  writeFileSync(known, conversation);
  await over;
}
const isQueued = async () => (await memory.call('captures', {})).captures.some(one => one.conversation === conversation);
const drained = async () => {
  await new Promise<void>((resolve, reject) => {
    const hear = () => isQueued().then(queued => (queued ? undefined : resolve()), reject);
    memory.on('captureChanged', () => void hear());
    void hear();
  });
};
// The sweep of the start and the queue hold it; an attempt in vain is not waited for.
for (const archived of [false, true]) await conversations.call('archive', { conversations: [conversation ?? ''], archived });
await memory.call('retryCapture', { conversation: conversation ?? '' });
await drained();
// Once more: nothing new was said, so nothing is asked.
for (const archived of [false, true]) await conversations.call('archive', { conversations: [conversation ?? ''], archived });
await drained();
const { memories } = await memory.call('list', {});
const { proposals } = await memory.call('proposals', {});
const { leftOut, waiting, running, failed } = await memory.call('capture', {});
console.log(
  JSON.stringify({
    memories: memories.map(({ content, confidence }) => `${content} ${confidence}`),
    proposals: proposals.map(({ content }) => content),
    leftOut,
    queue: [waiting, running, failed],
  }),
);
await kernel.close();
process.exit(0);
