import { type AppError, type Contribution, type Contributions, visibleText } from '@atelier/kernel';
import type { Bridge, BridgeStatus, ConnectionState } from '../../contract/index.ts';
import type { Clock } from '../clock.ts';
import { errors } from '../errors.ts';
import { ownWords, problemOf, type StoredProblem } from '../problems.ts';

/** How a bridge is now. */
export interface Connection {
  readonly state: ConnectionState;
  readonly since: number;
  readonly account: string | undefined;
  readonly problem: StoredProblem | undefined;
}

export interface OpenBridge {
  readonly id: string;
  readonly from: string;
  readonly bridge: Bridge;
}

export interface BridgesParts {
  readonly offered: Contributions<Bridge>;
  readonly clock: Clock;
  isOn(channel: string): boolean;
  command(command: string, args: object): Promise<unknown>;
  /** A channel came, went, or is connected otherwise than before. */
  changed(): void;
  /** It is connected now, and was not before. */
  connected(channel: string): void;
  warn(error: AppError): void;
  asItself(run: () => void): void;
}

/** How often a bridge is asked to be connected: one whose process has ended is started by it. */
const askMs = 60_000;
const states: ReadonlySet<unknown> = new Set(['connecting', 'connected', 'offline', 'failed']);

export const channelIdOf = (from: string, bridge: string): string => `${from}/${bridge}`;

/** Starts the bridges of extensions, asks each minute whether they are connected, and keeps what they say. */
export class Bridges {
  readonly #parts: BridgesParts;
  readonly #open = new Map<string, OpenBridge>();
  readonly #connections = new Map<string, Connection>();
  /** What runs last for each channel: a bridge is started and stopped one after the other, as the person switched it. */
  readonly #turns = new Map<string, Promise<void>>();
  #cancel: (() => void) | undefined;
  #isOver = false;

  constructor(parts: BridgesParts) {
    this.#parts = parts;
  }

  start(): void {
    for (const item of this.#parts.offered.items) this.#add(item);
    this.#parts.offered.watch(({ added, removed }) =>
      this.#parts.asItself(() => {
        for (const { from, value } of removed) this.#remove(channelIdOf(from, value.id));
        for (const item of added) this.#add(item);
        this.#parts.changed();
      }),
    );
    this.#tick();
  }

  end(): void {
    this.#isOver = true;
    this.#cancel?.();
  }

  list(): readonly OpenBridge[] {
    return [...this.#open.values()];
  }

  find(channel: string): OpenBridge | undefined {
    return this.#open.get(channel);
  }

  get(channel: string): OpenBridge {
    const open = this.#open.get(channel);
    if (open === undefined) throw errors['channels/unknown']({ channel: channel.slice(0, 100) });
    return open;
  }

  /** The channel of a bridge of this extension. */
  own(from: string, bridge: unknown): OpenBridge {
    const open = typeof bridge === 'string' ? this.#open.get(channelIdOf(from, bridge)) : undefined;
    if (open === undefined) throw errors['channels/not-yours']({ id: from, bridge: String(bridge).slice(0, 60) });
    return open;
  }

  connection(channel: string): Connection {
    return this.#connections.get(channel) ?? { state: 'off', since: 0, account: undefined, problem: undefined };
  }

  isConnected(channel: string): boolean {
    return this.connection(channel).state === 'connected';
  }

  /** What a bridge says of itself; nothing of one that is off. */
  take(channel: string, status: unknown): void {
    if (!this.#parts.isOn(channel)) return;
    const { state, account, problem } = Object(status) as Partial<BridgeStatus>;
    if (!states.has(state)) return;
    this.#set(channel, {
      state: state as ConnectionState,
      account: typeof account === 'string' && account !== '' ? visibleText(account.slice(0, 100), 'name') : undefined,
      problem: typeof problem === 'string' && problem !== '' ? ownWords(problem) : undefined,
    });
  }

  /** The person has switched it. */
  switched(channel: string): void {
    const open = this.#open.get(channel);
    if (open === undefined) return;
    if (this.#parts.isOn(channel)) return this.#inTurn(channel, () => this.#ask(open));
    this.#connections.delete(channel);
    this.#parts.changed();
    this.#inTurn(channel, () => this.#stop(open));
  }

  /** The work never rejects. */
  #inTurn(id: string, work: () => Promise<void>): void {
    const turn = (this.#turns.get(id) ?? Promise.resolve()).then(work).then(() => {
      if (this.#turns.get(id) === turn) this.#turns.delete(id);
    });
    this.#turns.set(id, turn);
  }

  async #stop({ bridge }: OpenBridge): Promise<void> {
    if (this.#isOver) return;
    await this.#parts.command(bridge.stop, {}).catch(() => undefined);
  }

  #add({ from, value }: Contribution<Bridge>): void {
    const id = channelIdOf(from, value.id);
    const open = { id, from, bridge: value };
    this.#open.set(id, open);
    this.#inTurn(id, () => this.#ask(open));
  }

  #remove(id: string): void {
    this.#open.delete(id);
    this.#connections.delete(id);
  }

  #tick(): void {
    this.#cancel = this.#parts.clock.after(askMs, () => {
      for (const open of this.#open.values()) if (!this.#turns.has(open.id)) this.#inTurn(open.id, () => this.#ask(open));
      this.#tick();
    });
  }

  async #ask(open: OpenBridge): Promise<void> {
    const { id, bridge } = open;
    const { isOn, command, warn } = this.#parts;
    if (this.#isOver || !isOn(id) || this.#open.get(id) !== open) return;
    if (this.connection(id).state === 'off') this.#set(id, { state: 'connecting', account: undefined, problem: undefined });
    try {
      const status = await command(bridge.start, {});
      if (this.#open.get(id) === open) this.take(id, status);
    } catch (error) {
      if (this.#isOver || this.#open.get(id) !== open || !isOn(id)) return;
      const problem = problemOf(error);
      const told = errors['channels/bridge-failed']({ title: bridge.title, why: problem.texts.en }, error);
      if (this.connection(id).state !== 'failed') warn(told);
      this.#set(id, { state: 'failed', account: undefined, problem });
    }
  }

  #set(id: string, { state, account, problem }: Omit<Connection, 'since'>): void {
    const before = this.connection(id);
    const since = before.state === state ? before.since : this.#parts.clock.now();
    this.#connections.set(id, { state, since, account: account ?? (state === 'connected' ? before.account : undefined), problem });
    const isSame = before.state === state && before.account === account && before.problem?.texts.en === problem?.texts.en;
    if (!isSame) this.#parts.changed();
    if (state === 'connected' && before.state !== 'connected') this.#parts.connected(id);
  }
}
