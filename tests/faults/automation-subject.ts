import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { AgentService } from '@atelier/agent/contract';
import type { ConversationsService } from '@atelier/conversations/contract';
import { openDatabase } from '../../kernel/main/storage/storage.ts';
import { keptLog } from '../../kernel/testing/kept-log.ts';
import { Automation } from '../../plugins/automation/main/automation.ts';
import { migrations } from '../../plugins/automation/main/migrations/index.ts';
import { nextDue } from '../../plugins/automation/main/time/occurrences.ts';

const hour = 3_600_000;
const start = Date.UTC(2027, 0, 1);
const trigger = { kind: 'every', everyMs: hour, from: start } as const;
const doneIn = (folder: string) => join(folder, 'done.txt');

/** Rules over their own database, with a clock that only goes on when it is told to; a run adds its hour to a file. */
function rulesIn(folder: string) {
  const log = keptLog();
  const db = openDatabase(join(folder, 'automation.sqlite'), migrations, {
    owner: '@test/automation',
    backups: join(folder, 'backups'),
    log,
  });
  let now = start;
  const automation = new Automation({
    db,
    clock: { now: () => now, after: () => () => undefined },
    log,
    acting: {
      agent: { configure: async () => undefined } as unknown as AgentService,
      conversations: {} as ConversationsService,
      actions: { items: [] },
      conditions: { items: [] },
      command: async () => appendFileSync(doneIn(folder), `${now}\n`),
      isForOther: () => false,
      notify: async () => undefined,
      language: async () => 'en',
      words: async () => '',
    },
    channels: () => undefined,
    rulesChanged: () => undefined,
    receiptsChanged: () => undefined,
    ran: () => undefined,
    system: undefined,
    zone: () => 'UTC',
    commandLine: async () => undefined,
    notice: () => undefined,
  });
  const [
    rule = automation.rules.add(
      {
        title: 'Hourly',
        trigger,
        action: { kind: 'command', command: 'test.run' },
        deliver: 'never',
        missed: { policy: 'all' },
      },
      true,
      undefined,
      start,
    ),
  ] = automation.rules.all();
  now = Math.max(now, rule.planned);
  return {
    db,
    automation,
    rule: rule.id,
    log,
    /** Lets an hour pass, and waits for the run that is due then. */
    async pass(): Promise<number> {
      now += hour;
      automation.scheduler.tick();
      while (automation.runner.isBusy(rule.id)) await setImmediate();
      return (now - start) / hour;
    },
  };
}

export async function runForEver(folder: string, acknowledge: (count: number) => void): Promise<never> {
  const at = rulesIn(folder);
  at.automation.start();
  for (;;) acknowledge(await at.pass());
}

/** After a kill each hour has one receipt, nothing ran twice, and what was cut says so. */
export async function verifyRun(folder: string, acknowledged = 0): Promise<string[]> {
  const wrong: string[] = [];
  const { db, automation, rule } = rulesIn(folder);
  try {
    if (db.recovered) wrong.push(`it had to be recovered: ${db.recovered.reason}`);

    automation.rules.change(rule, { failures: 0, backOffUntil: undefined });
    automation.start();
    automation.rules.change(rule, { failures: 0, backOffUntil: undefined });
    const rows = db
      .prepare<{ due: number; status: string; began: number | null }>('SELECT due, status, began FROM receipts ORDER BY due')
      .all();
    const planned = automation.rules.get(rule).planned;
    const dues: number[] = [];
    for (let due = nextDue(trigger, start); due !== undefined && due <= planned; due = nextDue(trigger, due)) dues.push(due);
    if (JSON.stringify(rows.map(({ due }) => due)) !== JSON.stringify(dues))
      wrong.push(`${dues.length} were due, ${rows.length} have a receipt`);
    if (rows.length < acknowledged) wrong.push(`${acknowledged} were acknowledged, ${rows.length} have a receipt`);
    if (rows.some(({ status }) => status === 'running')) wrong.push('a run goes on that nobody runs');
    const lines = existsSync(doneIn(folder)) ? readFileSync(doneIn(folder), 'utf8').split('\n').filter(Boolean) : [];
    if (new Set(lines).size !== lines.length) wrong.push('a run was done twice');
    const ran = new Set(rows.filter(({ began }) => began !== null).map(({ due }) => String(due)));
    const unknown = lines.filter(line => !ran.has(line));
    if (unknown.length > 0) wrong.push(`what was done has no receipt: ${unknown.join(', ')}`);
  } finally {
    automation.end();
    db.close();
  }
  return wrong;
}
