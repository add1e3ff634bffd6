import type { Entry } from '@atelier/agent/contract';
import type { Database } from '@atelier/kernel';
import { migrateTo } from '@atelier/kernel/testing';
import type { Draft } from '../../contract/index.ts';
import { migrations } from '../migrations/index.ts';
import { openSettings } from '../store/settings.ts';
import { openStore } from '../store/store.ts';
import { openConflicts } from '../upkeep/conflicts.ts';
import { openProposals } from '../upkeep/proposals.ts';
import { openReview } from '../upkeep/review.ts';
import { type CapturingParts, captureOne } from './capturing.ts';
import { captureChoices } from './choices.ts';
import { openQueue } from './queue.ts';
import { openUnheard } from './unheard.ts';

const latest = migrations.at(-1)?.id ?? 0;
const quiet = () => undefined;
export const dayMs = 24 * 3600 * 1000;
/** Capture over a database of its own; what it asks of the agent is answered here. */
export function opened() {
  const migrated = migrateTo(migrations, latest);
  const db: Database = migrated.database;
  let now = 1_800_000_000_000;
  const clock = () => now;
  /** What stands on the database. */
  const over = (db: Database) => {
    const store = openStore(db, clock, () => undefined);
    const choices = captureChoices(openSettings(db), clock);
    return { db, store, queue: openQueue(db), choices, proposals: openProposals(db, store, clock), unheard: openUnheard(db, clock) };
  };
  const { store, queue, choices, proposals, unheard } = over(db);
  const asked: string[] = [];
  const warned: string[] = [];
  let entries: Entry[] = [];
  let forkedAt = 0;
  let topics: readonly string[] = [];
  let answer: () => string = () => '{"memories":[]}';
  const model = { id: 'a/b', provider: 'a', name: 'b', starred: false, available: true, thinkingLevels: [] };
  let models: readonly (typeof model & { demo?: boolean })[] = [model];
  const stop = new AbortController();
  const parts: CapturingParts = {
    ...{
      db,
      store,
      queue,
      unheard,
      choices,
      proposals,
      now: clock,
      signal: stop.signal,
      log: { debug: quiet, info: quiet, warn: text => void warned.push(text), error: quiet },
    },
    inspection: { redact: async texts => texts },
    agent: {
      async transcript(_, { before, limit = 500 } = {}) {
        const to = before === undefined ? entries.length : entries.findIndex(({ id }) => id === before);
        return { entries: entries.slice(Math.max(0, to - limit), to), total: entries.length, seq: 1 };
      },
      async runHidden({ instruction }) {
        asked.push(instruction);
        return { text: answer(), usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, cost: 0 }, outside: [] };
      },
    },
    conversations: {
      describe: async of => (of === 'fork' ? { parentId: 'c', row: { createdAt: forkedAt } } : {}) as never,
      isPrivate: async () => false,
    },
    providers: () => ({ listModels: async () => models as never, defaultModel: async () => models[0]?.id }),
    placeOf: async () => ({ project: undefined, outside: [] }),
    language: async () => 'en',
    topics: async () => topics,
  };
  return {
    ...{ db, store, queue, choices, proposals, parts, asked, warned, model },
    review: openReview(db, store, openSettings(db), clock),
    conflicts: openConflicts(db, clock, store.keysOf),
    forked: (moment: number) => (forkedAt = moment),
    /** What was said at which moment. */
    saidAt: (all: Readonly<Record<number, string>>) =>
      (entries = Object.entries(all).map(([moment, text]) => ({
        id: `e${moment}`,
        kind: 'user',
        at: Number(moment),
        parts: [{ kind: 'text', text }],
      }))),
    unheard: parts.unheard,
    says: (...texts: readonly string[]) =>
      (entries = texts.map((text, at) => ({ id: `e${at}`, kind: 'user', at: at + 1, parts: [{ kind: 'text', text }] }))),
    /** The topics of what is remembered near to what is said. */
    knows: (...all: readonly string[]) => (topics = all),
    answers: (one: () => string) => (answer = one),
    has: (...now: readonly (typeof model & { demo?: boolean })[]) => (models = now),
    stop: () => stop.abort(),
    /** Closes the database while all of this goes on. */
    close: () => migrated.database.close(),
    /** Capture over the same database, as the next start opens it. */
    restarted: (): CapturingParts => ({ ...parts, ...over(migrated.goOnTo(latest)) }),
    pass: (ms: number) => (now += ms),
    now: clock,
    async captureDue() {
      const due = queue.due(now);
      if (due !== undefined) await captureOne(parts, due);
      return due !== undefined;
    },
    [Symbol.dispose]: () => migrated[Symbol.dispose](),
  };
}

export const draft = (content: string, more: Partial<Draft> = {}): Draft => ({
  kind: 'fact',
  title: content,
  content,
  source: { origin: 'captured', conversation: 'c', message: 'm', quote: content },
  ...more,
});
