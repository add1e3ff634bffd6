import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '@atelier/kernel';
import { migrateTo } from '@atelier/kernel/testing';
import { migrations } from './migrations/index.ts';
import { SumsOf } from './sums/sums.ts';
import { CatchUp } from './taking/catch-up.ts';
import { type Priced, Records } from './taking/records.ts';
import type { Spent } from './taking/spent.ts';

/** A line of a session file with one answer; what is given replaces what an ordinary one says. */
export function answerLine(id: string, timestamp: string, message: object = {}, usage: object = {}): string {
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0.5 };
  const said = { input: 100, output: 20, cacheRead: 300, cacheWrite: 40, reasoning: 5, totalTokens: 460, cost, ...usage };
  const whole = { role: 'assistant', provider: 'anthropic', model: 'claude-sonnet-4-5', stopReason: 'stop', usage: said, ...message };
  return JSON.stringify({ type: 'message', id, parentId: null, timestamp, message: whole });
}

export const header = (conversation: string) =>
  JSON.stringify({ type: 'session', version: 3, id: conversation, timestamp: '2026-11-20T08:00:00.000Z', cwd: '/' });

interface Opened {
  readonly records: Records;
  readonly catchUp: CatchUp;
  readonly stop: AbortController;
  readonly sums: SumsOf;
  readonly database: Database;
}

/** A folder of session files, and what reads them into a database of its own. */
export function counting(price = async (answers: readonly Spent[]) => answers.map((one): Priced => ({ ...one, included: false }))) {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-usage-'));
  const files = new Map<string, string>();
  let stored = migrateTo(migrations, 20);
  const open = (): Opened => {
    const [records, stop] = [new Records(stored.database), new AbortController()];
    const catchUp = new CatchUp({
      records,
      agent: {
        rootOf: async () => undefined,
        sessionFile: async conversation => files.get(conversation),
        sessionFiles: async () => [...files].map(([conversation, file]) => ({ conversation, file })),
      },
      log: { warn: () => undefined },
      signal: stop.signal,
      price,
      projectOf: async conversation => ({ id: `project-of-${conversation}`, name: 'Tides' }),
      counted: () => undefined,
    });
    return { records, catchUp, stop, sums: new SumsOf(stored.database), database: stored.database };
  };
  return {
    open,
    /** What is there after the loss of the database. */
    lose() {
      stored[Symbol.dispose]();
      stored = migrateTo(migrations, 20);
      return open();
    },
    /** The same database, opened again. */
    reopen() {
      stored.goOnTo(20);
      return open();
    },
    write(conversation: string, text: string, name = `${conversation}.jsonl`): string {
      const file = join(folder, name);
      files.set(conversation, file);
      writeFileSync(file, text);
      return file;
    },
    /** Says that a conversation has this file. */
    point: (conversation: string, file: string) => void files.set(conversation, file),
    [Symbol.dispose]() {
      stored[Symbol.dispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
