import type { AgentEvent, Entry } from '@atelier/agent/contract';
import type { AppError, ContributionChange, Database } from '@atelier/kernel';
import { migrateTo } from '@atelier/kernel/testing';
import type { Bridge, ChannelsShape, Inbound, Message, Outbound } from '../contract/index.ts';
import { channelsCalls } from './calls.ts';
import { Channels } from './channels.ts';
import type { Clock } from './clock.ts';
import { migrations } from './migrations/index.ts';

export const from = '@acme/irc';
export const channel = `${from}/irc`;

const began = Date.UTC(2027, 0, 1, 12);

/** A clock that tests turn. */
class TurnedClock implements Clock {
  wall = began;
  #timers: { readonly at: number; readonly call: () => void }[] = [];

  now(): number {
    return this.wall;
  }

  after(ms: number, call: () => void): () => void {
    const timer = { at: this.wall + ms, call };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter(other => other !== timer);
    };
  }

  async pass(ms: number): Promise<void> {
    const until = this.wall + ms;
    for (;;) {
      const [next] = this.#timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      this.#timers = this.#timers.filter(timer => timer !== next);
      this.wall = Math.max(this.wall, next.at);
      next.call();
      await settled();
    }
    this.wall = until;
    await settled();
  }

  drop(): void {
    this.#timers = [];
  }
}

/** Lets everything go on that waits for nothing from outside. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(resolve => setImmediate(resolve));
}

/** Session files, as they outlive a crash, and an agent that answers each message by its last line. */
class FakeAgent {
  readonly files = new Map<string, Entry[]>();
  readonly said: string[] = [];
  readonly configured: object[] = [];
  readonly stopped: string[] = [];
  /** Stopping ends nothing. */
  isDeaf = false;
  /** Where a turn stops for ever, as when the process is killed. */
  dies: 'before' | 'read' | 'answered' | undefined;
  fails = 0;
  /** Answers of a turn before the last one. */
  steps = 0;
  listener: (event: AgentEvent) => void = () => undefined;
  #count = 0;

  entries(conversation: string): Entry[] {
    const entries = this.files.get(conversation) ?? [];
    this.files.set(conversation, entries);
    return entries;
  }

  #entry(conversation: string, kind: 'user' | 'assistant', text: string, stopped?: Entry['stopped']): Entry {
    this.#count += 1;
    const entry: Entry = { id: `e${this.#count}`, kind, at: began, parts: [{ kind: 'text', text }], ...(stopped && { stopped }) };
    this.entries(conversation).push(entry);
    return entry;
  }

  tell(conversation: string, more: Partial<AgentEvent> & Pick<AgentEvent, 'kind'>): void {
    this.listener({ conversation, seq: 0, at: 0, ...more });
  }

  async turn(conversation: string): Promise<void> {
    if (this.dies === 'read') return;
    const text = this.entries(conversation).findLast(({ kind }) => kind === 'user')?.parts?.[0]?.text ?? '';
    if (this.fails > 0) {
      this.fails -= 1;
      return this.tell(conversation, { kind: 'turnEnded', ended: 'failed', problem: { code: 'agent/no-model', message: 'No model.' } });
    }
    const answer = `Re: ${text.split('\n').at(-1)}`;
    for (let step = 0; step < this.steps; step += 1) this.#entry(conversation, 'assistant', `step ${step}`, 'tool');
    const entry = this.#entry(conversation, 'assistant', answer, 'done');
    this.said.push(answer);
    if (this.dies === 'answered') return;
    this.tell(conversation, { kind: 'messageEnded', entry });
    this.tell(conversation, { kind: 'turnEnded', ended: 'done' });
  }

  readonly service = {
    configure: async (_conversation: string, settings: object) => void this.configured.push(settings),
    prompt: async (conversation: string, text: string, _options?: object) => {
      if (this.dies === 'before') return await new Promise<never>(() => undefined);
      const entry = this.#entry(conversation, 'user', text);
      this.tell(conversation, { kind: 'messageEnded', entry });
      void Promise.resolve().then(() => this.turn(conversation));
      return { taken: 'started' as const };
    },
    resume: async (conversation: string) => void Promise.resolve().then(() => this.turn(conversation)),
    state: async () => ({ status: 'idle' as const }),
    stop: async (conversation: string) => {
      this.stopped.push(conversation);
      if (!this.isDeaf) this.tell(conversation, { kind: 'turnEnded', ended: 'stopped' });
    },
    transcript: async (conversation: string, { before, limit = 0 }: { readonly before?: string; readonly limit?: number } = {}) => {
      const all = this.entries(conversation);
      const end = before === undefined ? all.length : all.findIndex(({ id }) => id === before);
      return { entries: all.slice(Math.max(0, end - limit), end), total: all.length, seq: 0 };
    },
  };
}

/** Channels with a bridge whose network and whose session files outlive a crash. */
export function opened({ repeats = false, markdown = false }: { readonly repeats?: boolean; readonly markdown?: boolean } = {}) {
  const migrated = migrateTo(migrations, 20);
  const clock = new TurnedClock();
  const agent = new FakeAgent();
  const notices: AppError[] = [];
  const titles: string[] = [];
  const posts: string[] = [];
  const network: Outbound[] = [];
  const bridge: Bridge = { id: 'irc', title: 'IRC', start: 'irc.start', stop: 'irc.stop', send: 'irc.send', repeats, markdown };
  const state = {
    connected: true,
    /** Why a conversation is not found. */
    lacks: undefined as Error | undefined,
    send: async (outbound: Outbound): Promise<unknown> => {
      network.push(outbound);
      return { outcome: 'sent' };
    },
  };
  let watching: (change: ContributionChange<Bridge>) => void = () => undefined;
  const open = () =>
    new Channels({
      ...{ db: migrated.database, clock },
      agent: agent.service as never,
      conversations: {
        create: async ({ title = '' }: { readonly title?: string }) => titles.push(title) && `c${titles.length}`,
        describe: async () => {
          if (state.lacks !== undefined) throw state.lacks;
        },
        setPrivate: async () => undefined,
      } as never,
      offered: {
        items: [{ from, value: bridge }],
        watch: listener => {
          watching = listener;
          return { dispose: () => undefined };
        },
      },
      command: async (command, args) => {
        if (command === bridge.start) return { state: state.connected ? 'connected' : 'offline', account: 'atelier' };
        return command === bridge.send ? await state.send(args as Outbound) : undefined;
      },
      welcome: async () => 'Welcome.',
      channelsChanged: () => undefined,
      messagesChanged: () => undefined,
      postChanged: (_channel, key) => void posts.push(key),
      warn: () => undefined,
      notice: error => void notices.push(error),
      asItself: run => run(),
    });
  let channels = open();
  agent.listener = event => channels.takeAgentEvent(event);
  channels.start();
  const calls = () => channelsCalls({ channels, clock, language: async () => 'en', changed: () => undefined });
  const never = new AbortController().signal;
  return {
    ...{ clock, agent, notices, titles, posts, network, state, bridge },
    db: migrated.database as Database,
    get channels() {
      return channels;
    },
    call: <Name extends keyof ChannelsShape['calls']>(name: Name, params: ChannelsShape['calls'][Name]['params']) =>
      (calls()[name] as (of: unknown, signal: AbortSignal) => Promise<ChannelsShape['calls'][Name]['result']>)(params, never),
    allow: (user: string) => channels.people.add(channel, { user, name: user, addedAt: 0, paired: false }),
    receive: (text: string, more: Partial<Inbound> = {}) =>
      channels.receive(from, 'irc', { channelUser: 'marta', thread: 'marta', text, idempotencyKey: text, ...more }),
    bridgeGone: () => watching({ added: [], removed: [{ from, value: bridge }] }),
    /** The messages in words, the oldest first. */
    async told(): Promise<string[]> {
      const { messages } = await this.call('messages', { channel });
      return messages.map(({ direction, text, state: now }: Message) => `${direction} ${text}: ${now}`).reverse();
    },
    /** The process is killed and starts again. */
    async restart(): Promise<void> {
      clock.drop();
      channels.end();
      channels = open();
      channels.start();
      await settled();
    },
    [Symbol.dispose]: () => migrated[Symbol.dispose](),
  };
}
