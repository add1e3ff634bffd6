import type { AgentService } from '@atelier/agent/contract';
import type { ChannelsService } from '@atelier/channels/contract';
import type { ConversationsService } from '@atelier/conversations/contract';
import type { AppError, Database, Locale } from '@atelier/kernel';
import { migrateTo } from '@atelier/kernel/testing';
import type { Draft, Ran, Receipt } from '../contract/index.ts';
import { Automation } from './automation.ts';
import type { SystemScheduler } from './closed/system-scheduler.ts';
import { migrations } from './migrations/index.ts';
import type { Clock } from './time/clock.ts';
import { outcomeWords } from './words/outcome.ts';

/** A clock that tests turn: timers follow the time that passes while the machine is awake. */
export class TurnedClock implements Clock {
  #wall: number;
  #awake = 0;
  #timers: { readonly at: number; readonly call: () => void }[] = [];
  wakeUps = 0;

  constructor(wall: number) {
    this.#wall = wall;
  }

  now(): number {
    return this.#wall;
  }

  after(ms: number, call: () => void): () => void {
    const timer = { at: this.#awake + ms, call };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter(other => other !== timer);
    };
  }

  /** Lets time pass while the machine is awake. */
  async pass(ms: number): Promise<void> {
    const until = this.#awake + ms;
    for (;;) {
      const next = this.#timers.reduce((first, timer) => (timer.at < first.at ? timer : first), {
        at: Number.POSITIVE_INFINITY,
        call: () => undefined,
      });
      if (next.at > until) break;
      this.#timers = this.#timers.filter(timer => timer !== next);
      this.#wall += Math.max(0, next.at - this.#awake);
      this.#awake = Math.max(this.#awake, next.at);
      this.wakeUps += 1;
      next.call();
      await settled();
    }
    this.#wall += until - this.#awake;
    this.#awake = until;
    await settled();
  }

  /** The machine sleeps, or its clock is set: timers know nothing of it. */
  jump(ms: number): void {
    this.#wall += ms;
  }

  /** The process has ended: its timers are gone. */
  drop(): void {
    this.#timers = [];
  }

  get timerCount(): number {
    return this.#timers.length;
  }
}

/** Lets everything that waits only for promises go on. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 400; turn += 1) await Promise.resolve();
}

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

export const drafted = (more: Partial<Draft> = {}): Draft => ({
  title: 'Look',
  trigger: { kind: 'every', everyMs: hour, from: 0 },
  action: { kind: 'command', command: 'test.run' },
  deliver: 'never',
  missed: { policy: 'latest' },
  ...more,
});

/** Rules over a real database, with a clock that is turned and a command in place of everything outside. */
export function opened(start = Date.parse('2027-01-01T00:00:00Z'), clock = new TurnedClock(start)) {
  const migrated = migrateTo(migrations, 70);
  const commands: { readonly command: string; readonly args: unknown }[] = [];
  const [ran, notices, notifications, logged]: [Ran[], AppError[], unknown[], string[]] = [[], [], [], []];
  const state = {
    note: async (_key: string, _text: string) => ({ entry: 'left' }),
    setAccess: async (_access: unknown): Promise<void> => undefined,
    channels: undefined as Pick<ChannelsService, 'post' | 'posted'> | undefined,
    system: undefined as SystemScheduler | undefined,
    zone: 'UTC',
    heard: (_ran: Ran): void => undefined,
    language: async (): Promise<Locale> => 'en',
    run: async (_command: string, _args: unknown): Promise<unknown> => undefined,
  };
  const counted = () => {
    const { database } = migrated;
    let depth = 0;
    const transaction = <T>(work: () => T): T => {
      if (depth === 0) writes += 1;
      depth += 1;
      try {
        return database.transaction(work);
      } finally {
        depth -= 1;
      }
    };
    return { ...database, transaction };
  };
  let writes = 0;
  const open = () =>
    new Automation({
      db: counted(),
      clock,
      log: { warn: text => void logged.push(text) },
      acting: {
        agent: {
          configure: async () => undefined,
          setAccess: (_conversation: string, access: unknown) => state.setAccess(access),
          note: (_conversation: string, { key, text }: { readonly key: string; readonly text: string }) => state.note(key, text),
          transcript: async () => ({ entries: [{ id: 'left' }] }),
        } as unknown as AgentService,
        conversations: { describe: async () => ({}) } as unknown as ConversationsService,
        actions: { items: [] },
        conditions: { items: [{ from: '@x/y', value: { id: 'open', title: 'Open', command: 'x.open' } }] },
        command: async (command, args) => {
          commands.push({ command, args });
          return await state.run(command, args);
        },
        isForOther: () => false,
        notify: async notification => void notifications.push(notification),
        language: () => state.language(),
        words: async outcome => outcomeWords(outcome, await state.language()),
      },
      channels: () => state.channels,
      system: state.system,
      zone: () => state.zone,
      commandLine: async () => ['/opt/atelier', '--run=automation.due'],
      rulesChanged: () => undefined,
      receiptsChanged: () => undefined,
      ran: told => {
        ran.push(told);
        state.heard(told);
      },
      notice: error => void notices.push(error),
    });
  let automation = open();
  automation.start();
  return {
    clock,
    commands,
    ran,
    notices,
    notifications,
    logged,
    state,
    db: migrated.database as Database,
    /** How often the disk was waited for. */
    get writes() {
      return writes;
    },
    get automation() {
      return automation;
    },
    add(more: Partial<Draft> = {}, on = true): string {
      const { id } = automation.rules.add(drafted(more), on, undefined, clock.now());
      automation.changed();
      return id;
    },
    fire(fields: Readonly<Record<string, string>> = {}) {
      automation.events.happened('turnEnded', async () => ({ fields, sources: [] }));
    },
    receipts: (rule?: string): Receipt[] => {
      const all: Receipt[] = [];
      let after: string | undefined;
      do {
        const { receipts, next } = automation.receipts.page({ limit: 200, ...(rule && { rule }), ...(after && { after }) }, 'en');
        all.push(...receipts);
        after = next;
      } while (after !== undefined);
      return all.reverse();
    },
    told(rule?: string): string[] {
      return this.receipts(rule).map(
        ({ status, reason, count }) => `${status}${reason ? ` ${reason}` : ''}${count === undefined ? '' : ` ×${count}`}`,
      );
    },
    /** The process is killed and starts again. */
    async restart(): Promise<void> {
      clock.drop();
      automation.runner.close();
      automation.scheduler.end();
      automation = open();
      automation.start();
      await settled();
    },
    /** The database is closed under what runs. */
    closeDatabase: () => migrated.database.close(),
    /** It is opened again by a process that starts. */
    async reopen(): Promise<void> {
      migrated.goOnTo(70);
      await this.restart();
    },
    [Symbol.dispose]: () => migrated[Symbol.dispose](),
  };
}
