import { join } from 'node:path';
import type { Entry } from '@atelier/agent/contract';
import { openDatabase } from '../../kernel/main/storage/storage.ts';
import { keptLog } from '../../kernel/testing/kept-log.ts';
import { type CapturingParts, captureOne } from '../../plugins/memory/main/capture/capturing.ts';
import { captureChoices } from '../../plugins/memory/main/capture/choices.ts';
import { openQueue } from '../../plugins/memory/main/capture/queue.ts';
import { openUnheard } from '../../plugins/memory/main/capture/unheard.ts';
import { migrations } from '../../plugins/memory/main/migrations/index.ts';
import { openSettings } from '../../plugins/memory/main/store/settings.ts';
import { openStore } from '../../plugins/memory/main/store/store.ts';
import { openProposals } from '../../plugins/memory/main/upkeep/proposals.ts';

const confidence = 0.6;
const isOdd = (conversation: string) => Number(conversation.slice(1)) % 2 === 1;
const factOf = (conversation: string) => `The house of ${conversation} has ${conversation.slice(1)} windows.`;

/** Capture over the memories' own database; what it asks of the agent is answered here. Every second conversation holds text from outside. */
function captureIn(folder: string) {
  const log = keptLog();
  const db = openDatabase(join(folder, 'memory.sqlite'), migrations, { owner: '@test/memory', backups: join(folder, 'backups'), log });
  const store = openStore(db, Date.now, () => undefined);
  const queue = openQueue(db);
  const parts: CapturingParts = {
    ...{ db, store, queue, unheard: openUnheard(db, Date.now), log, now: Date.now, signal: new AbortController().signal },
    choices: captureChoices(openSettings(db), Date.now),
    proposals: openProposals(db, store, Date.now),
    inspection: { redact: async texts => texts },
    agent: {
      transcript: async conversation => {
        const text = `${factOf(conversation)} ${'It stands by the sea. '.repeat(20)}`;
        const entries: Entry[] = [{ id: `e${conversation}`, kind: 'user', at: 1000, parts: [{ kind: 'text', text }] }];
        return { entries, total: 1, seq: 1 };
      },
      runHidden: async ({ instruction }) => {
        const quote = /The house of c\d+ has \d+ windows\./.exec(instruction)?.[0] ?? '';
        const found = { kind: 'fact', title: quote.slice(0, 40), topic: quote, content: quote, message: 'm1', quote, confidence };
        return {
          text: JSON.stringify({ memories: [found] }),
          usage: { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, cost: 0 },
          outside: [],
        };
      },
    },
    conversations: { describe: async () => ({}) as never, isPrivate: async () => false },
    providers: () => ({
      listModels: async () => [{ id: 'a/b', provider: 'a', name: 'b', starred: false, available: true, thinkingLevels: ['off'] }],
      defaultModel: async () => 'a/b',
    }),
    placeOf: async conversation => ({ project: undefined, outside: isOdd(conversation) ? [{ kind: 'file', name: 'page.md', at: 0 }] : [] }),
    language: async () => 'en',
    topics: async () => [],
  };
  return { db, store, queue, parts };
}

/** Puts one conversation after another into the queue and captures it. */
export async function captureForEver(folder: string, acknowledge: (count: number) => void): Promise<never> {
  const { store, queue, parts } = captureIn(folder);
  const known = [...store.everything(), ...parts.proposals.list({ limit: 200 }).proposals].map(({ content }) => numberOf(content));
  const waiting = queue
    .page(['waiting', 'running', 'failed'], undefined, 100)
    .queued.map(({ conversation }) => Number(conversation.slice(1)));
  for (let count = Math.max(0, ...known, ...waiting) + 1; ; count += 1) {
    queue.put(`c${count}`, 0, Date.now());
    const due = queue.due(Date.now());
    if (due !== undefined) await captureOne(parts, due);
    acknowledge(count);
  }
}

const numberOf = (content: string) => Number(/of c(\d+)/.exec(content)?.[1]);

/** After a kill what was cut is captured again, and everything is there once: as a memory, or as a proposal where text came from outside. */
export async function verifyCaptured(folder: string, acknowledged: number | undefined): Promise<string[]> {
  const { db, store, queue, parts } = captureIn(folder);
  try {
    queue.recover(Date.now());
    for (;;) {
      for (const { conversation } of queue.page(['waiting', 'failed'], undefined, 100).queued) queue.retry(conversation);
      const due = queue.due(Date.now());
      if (due === undefined) break;
      await captureOne(parts, due);
    }
    const proposed: string[] = [];
    for (let after: string | undefined; ; ) {
      const { proposals, next } = parts.proposals.list({ limit: 200, ...(after !== undefined && { after }) });
      proposed.push(...proposals.map(({ content }) => content));
      after = next;
      if (next === undefined) break;
    }
    const memories = store.everything();
    const counts = Map.groupBy([...memories.map(({ content }) => content), ...proposed], numberOf);
    const { waiting, running, failed } = queue.counts();
    return [
      ...Array.from({ length: acknowledged ?? 0 }, (_, at) => at + 1)
        // Of proposals the newest thousand are kept.
        .filter(count => counts.get(count)?.length !== 1 && !(count % 2 === 1 && proposed.length === 1000))
        .map(count => `conversation ${count} is there ${counts.get(count)?.length ?? 0} times`),
      ...memories.filter(memory => memory.confidence !== confidence).map(({ content }) => `it was stored twice: ${content}`),
      ...(waiting + running + failed > 0 ? [`${waiting} wait, ${running} run, ${failed} failed`] : []),
    ];
  } finally {
    db.close();
  }
}
