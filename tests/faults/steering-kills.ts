import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AgentChannel } from '@atelier/agent/contract';
import type { Kernel } from '@atelier/kernel/start';
import { openModelServer } from '../e2e/model-server.ts';
import { writeLocalModel } from '../support/local-model.ts';
import { kernelIn } from './kernel-subject.ts';
import { killWriter, randomFrom } from './kill.ts';

/** What a series of kills in the midst of turns came to; `wrong` is empty when nothing was lost and nothing is there twice. */
export interface SteeringKills {
  readonly kills: number;
  readonly acknowledged: number;
  /** How many messages waited in the queue after a kill, and were in no session file. */
  readonly waited: number;
  readonly wrong: readonly string[];
}

/**
 * Kills the kernel, and in some lives the engine before it, while messages go into running turns, after them, and into the queue of one
 * conversation. After each kill every acknowledged message is in the transcript or in the queue, and once.
 */
export async function steeringKills(rounds: number, seed: number): Promise<SteeringKills> {
  const random = randomFrom(seed);
  const wrong: string[] = [];
  let acknowledged = 0;
  let waited = 0;
  const folder = mkdtempSync(join(tmpdir(), 'atelier-steering-'));
  await using server = await openModelServer();
  writeLocalModel(join(folder, 'kernel'), server.url);
  try {
    for (let round = 0; round < rounds; round += 1) {
      // The same turn for every request: some words, so that there is always a turn to steer.
      server.script(...Array.from({ length: 500 }, () => ({ text: 'some words that take a while to say', deltaMs: 3 })));
      const killed = await killWriter('steering', folder, 1 + Math.floor(random() * 12), random() * 60);
      acknowledged = Math.max(acknowledged, killed.acknowledged ?? 0);
      const found = await foundIn(folder);
      waited += found.queued.length;
      const all = [...found.said, ...found.queued];
      const counts = Map.groupBy(all, text => text);
      const lost = Array.from({ length: acknowledged }, (_, at) => `m${at + 1}`).filter(text => !counts.has(text));
      const doubled = [...counts].flatMap(([text, places]) => (places.length > 1 ? [text] : []));
      if (lost.length > 0) wrong.push(`round ${round}, seed ${seed}: acknowledged and lost: ${lost.join(', ')}`);
      if (doubled.length > 0) wrong.push(`round ${round}, seed ${seed}: there twice: ${doubled.join(', ')}`);
      if (found.answers > 0) wrong.push(`round ${round}, seed ${seed}: ${found.answers} answers are there twice`);
      if (found.handed > 0) wrong.push(`round ${round}, seed ${seed}: ${found.handed} still wait for an engine that is gone`);
      if (killed.complaint !== '') wrong.push(`round ${round}, seed ${seed}: ${killed.complaint}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return { kills: rounds, acknowledged, waited, wrong };
}

/** Who has said what in the conversation, in order. */
export async function messagesIn(kernel: Kernel): Promise<readonly { readonly kind: string; readonly text: string }[]> {
  const messages: { kind: string; text: string }[] = [];
  for (let before: string | undefined; ; ) {
    const page = { conversation: 'c1', limit: 500, ...(before !== undefined && { before }) };
    const { entries } = await kernel.client(AgentChannel).call('transcript', page);
    messages.unshift(...entries.map(({ kind, parts = [] }) => ({ kind, text: parts[0]?.text ?? '' })));
    before = entries[0]?.id;
    if (entries.length < 500) return messages;
  }
}

/** What the next start finds: what the person has said, and what waits in the queue. */
async function foundIn(folder: string) {
  const { kernel, host } = await kernelIn(folder);
  try {
    const listed = () => kernel.client(AgentChannel).call('listQueue', { conversation: 'c1' });
    let queue = await listed();
    for (let tries = 0; tries < 500 && queue.some(({ handed }) => handed !== undefined); tries += 1) {
      await new Promise(resolve => setTimeout(resolve, 10));
      queue = await listed();
    }
    const messages = await messagesIn(kernel);
    return {
      said: messages.flatMap(({ kind, text }) => (kind === 'user' ? [text] : [])),
      queued: queue.map(({ text }) => text),
      handed: queue.filter(({ handed }) => handed !== undefined).length,
      // No turn was resumed, so that each message has one answer at most.
      answers: messages.filter(({ kind }, at) => kind === 'assistant' && messages[at - 1]?.kind === 'assistant').length,
    };
  } finally {
    await kernel.close();
    await host.close();
  }
}
