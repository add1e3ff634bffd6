import { setImmediate } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import { Problem, problems } from '../../protocol/problems.ts';
import { eventsAfter, type Happened, spanOf } from '../../store/streams.ts';
import type { Cloud } from '../cloud.ts';
import { isSeen, type Rights, rightsOf, streamPattern, type View } from './access.ts';

/** Why a connection is closed, as the protocol numbers it. */
export const closings = { restart: 1012, slow: 1013, token: 4401, rate: 4429, wrong: 4400 } as const;

const most = { streams: 200, unread: 1024 * 1024, waiting: 128 * 1024, wrong: 5, operations: 100 } as const;
const pageLength = 500;
const operationsMs = 10_000;
/** A connection is renewed by a ticket as a token is, and says so a minute before. */
const lifeMs = 15 * 60_000;
const warnMs = 60_000;
/** How long a client may leave what was sent to it unread. */
const patienceMs = 20_000;
const retryMs = 5_000;
/** What ends each connection of an account that was there before. */
const endings: ReadonlySet<string> = new Set(['user.signed-out-everywhere', 'user.reset-password']);

interface Subscription {
  /** The last event that was sent, or that is not for this client. */
  last: number;
  view: View;
  readonly end: () => void;
  /** Set while it reads the log. */
  isReading: boolean;
  /** Something happened while it read. */
  again: boolean;
}

interface Frame {
  readonly op?: unknown;
  readonly stream?: unknown;
  readonly after?: unknown;
  readonly ticket?: unknown;
  readonly t?: unknown;
}

export interface Redeemed {
  readonly userId: string;
  readonly since: number;
}

export interface ConnectionParts {
  readonly cloud: Pick<Cloud, 'store' | 'bus' | 'now'>;
  readonly socket: WebSocket;
  readonly userId: string;
  /** When its ticket was given. */
  readonly since: number;
  /** The account that a ticket is of, once. */
  redeem(ticket: string): Promise<Redeemed | undefined>;
}

/** One client: what it hears of, and how far it is. */
export class Connection {
  readonly userId: string;
  readonly #parts: ConnectionParts;
  readonly #streams = new Map<string, Subscription>();
  #since: number;
  #isWarned = false;
  #wrong = 0;
  #operations = { since: 0, count: 0 };
  /** Since when the client has not read what waits. */
  #stuckSince: number | undefined;
  /** What is to be looked at, and the look that goes on. */
  readonly #due = new Set<string>();
  #looking: Promise<void> | undefined;
  #looks = 0;
  readonly #endSelf: () => void;
  /** Frames are answered one after another. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: ConnectionParts) {
    this.#parts = parts;
    this.userId = parts.userId;
    this.#since = parts.since;
    const { socket, cloud } = parts;
    socket.on('message', (content, isBinary) => this.#receive(content as Buffer, isBinary));
    socket.on('close', () => this.#end());
    this.#endSelf = cloud.bus.listen(`user:${this.userId}`, happened => this.#concern(happened));
  }

  /** How often it has looked at its rights by itself. */
  get looks(): number {
    return this.#looks;
  }

  /** Every stream that it hears of. */
  get streams(): ReadonlyMap<string, { readonly last: number }> {
    return this.#streams;
  }

  send(frame: object): void {
    const { socket } = this.#parts;
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > most.unread) return this.close('slow', retryMs);
    socket.send(JSON.stringify(frame));
  }

  close(why: keyof typeof closings, after?: number): void {
    const { socket } = this.#parts;
    if (socket.readyState === socket.OPEN)
      socket.send(JSON.stringify({ op: 'bye', code: why, ...(after !== undefined && { retryMs: after }) }));
    socket.close(closings[why]);
    this.#end();
  }

  /** Ends it, or what it may hear no more, by rights that were looked at. */
  apply(rights: Rights, streams: Iterable<string>): void {
    const now = this.#parts.cloud.now();
    const age = now - this.#since;
    const validAfter = rights.validAfter(this.userId);
    if (validAfter === undefined || this.#since <= validAfter || age >= lifeMs) return this.close('token');
    if (this.#stuckSince !== undefined && now - this.#stuckSince > patienceMs) return this.close('slow', retryMs);
    if (age >= lifeMs - warnMs && !this.#isWarned) {
      this.#isWarned = true;
      this.send({ op: 'auth_expiring', inMs: lifeMs - age });
    }
    for (const stream of streams) {
      const subscription = this.#streams.get(stream);
      if (subscription === undefined) continue;
      const seen = rights.of(this.userId, stream);
      if (!(seen instanceof Problem)) subscription.view = seen;
      else {
        this.#drop(stream);
        this.#refuse(seen, stream);
      }
    }
  }

  /** Sends what the log has of a stream and this client has not. */
  catchUp(stream: string): void {
    const subscription = this.#streams.get(stream);
    if (subscription === undefined) return;
    subscription.again = true;
    if (subscription.isReading) return;
    subscription.isReading = true;
    void this.#read(stream, subscription)
      .catch(error => this.#refuse(error, stream))
      .finally(() => {
        subscription.isReading = false;
      });
  }

  /** Looks at what it may hear of some streams; one look goes on at a time, and has what comes to it. */
  #look(streams: Iterable<string>): Promise<void> {
    for (const stream of streams) this.#due.add(stream);
    this.#looking ??= this.#lookAtDue().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #lookAtDue(): Promise<void> {
    do {
      this.#looks += 1;
      const due = [...this.#due];
      this.#due.clear();
      this.apply(await rightsOf(this.#parts.cloud.store, [this.userId], due), due);
    } while (this.#due.size > 0);
  }

  async #read(stream: string, subscription: Subscription): Promise<void> {
    const isOn = () => this.#streams.get(stream) === subscription && this.#parts.socket.readyState === this.#parts.socket.OPEN;
    while (subscription.again && isOn()) {
      subscription.again = false;
      for (let page = await this.#page(stream, subscription); page.length > 0; page = await this.#page(stream, subscription)) {
        for (const happened of page) {
          const concerned = this.#concerned(happened);
          if (concerned.length > 0) await this.#look(concerned);
          else if (this.#looking !== undefined) await this.#looking;
          if (!isOn()) return;
          await this.#tell(happened, subscription);
        }
        // Others have their turn between two pages.
        await setImmediate();
        if (!isOn()) return;
      }
    }
    if (isOn()) this.send({ op: 'live', stream, last: subscription.last });
  }

  #page(stream: string, { last }: Subscription): Promise<readonly Happened[]> {
    return eventsAfter(this.#parts.cloud.store, stream, last, pageLength);
  }

  /** Sends an event, and waits while the client has much of what was sent before still to read. */
  async #tell(happened: Happened, subscription: Subscription): Promise<void> {
    const { socket, cloud } = this.#parts;
    if (happened.seq <= subscription.last) return;
    subscription.last = happened.seq;
    if (!isSeen(subscription.view, happened.type) || socket.readyState !== socket.OPEN) return;
    const written = new Promise<void>(resolve => socket.send(JSON.stringify({ op: 'ev', ...happened }), () => resolve()));
    if (socket.bufferedAmount <= most.waiting) return;
    this.#stuckSince ??= cloud.now();
    await written;
    this.#stuckSince = undefined;
  }

  /** The streams that this client may hear no more, or less of, since something happened. */
  #concerned({ stream, type, data }: Happened): readonly string[] {
    const { target, organizationId } = Object(data) as { readonly target?: unknown; readonly organizationId?: unknown };
    if (type === 'conversation.deleted') return this.#streams.has(`conv:${target}`) ? [`conv:${target}`] : [];
    const isOfMe = type.startsWith('member.') && target === this.userId;
    if (!isOfMe && type !== 'organization.deleted') return [];
    // Of which organization a conversation is, the look finds.
    const conversations = [...this.#streams.keys()].filter(each => each.startsWith('conv:'));
    return [stream, `org:${organizationId}`, ...conversations];
  }

  /** What happens to this account is looked at also if its stream is not asked for. */
  #concern(happened: Happened): void {
    const concerned = endings.has(happened.type) ? [...this.#streams.keys()] : this.#concerned(happened);
    if (concerned.length > 0 || endings.has(happened.type)) void this.#look(concerned).catch(error => this.#refuse(error));
  }

  /** What follows the last event is sent as it is; anything else is read from the log. */
  #hear(happened: Happened): void {
    const { stream, seq } = happened;
    const subscription = this.#streams.get(stream);
    if (subscription === undefined || seq <= subscription.last) return;
    const isFree = !subscription.isReading && this.#looking === undefined && this.#parts.socket.bufferedAmount <= most.waiting;
    const isNext = isFree && seq === subscription.last + 1 && this.#concerned(happened).length === 0;
    if (isNext) void this.#tell(happened, subscription);
    else this.catchUp(stream);
  }

  #receive(content: Buffer, isBinary: boolean): void {
    const at = this.#parts.cloud.now();
    if (at - this.#operations.since >= operationsMs) this.#operations = { since: at, count: 0 };
    this.#operations.count += 1;
    if (this.#operations.count > most.operations) return this.close('rate', operationsMs);
    let frame: Frame | undefined;
    try {
      frame = isBinary ? undefined : (Object(JSON.parse(content.toString('utf8'))) as Frame);
    } catch {
      // It is answered as any other frame that is none.
    }
    this.#last = this.#last
      .then(() => this.#answer(frame ?? {}))
      .catch(error => this.#refuse(error, typeof frame?.stream === 'string' ? frame.stream : undefined));
  }

  async #answer({ op, stream, after, ticket, t }: Frame): Promise<void> {
    if (op === 'ping') return this.send({ op: 'pong', t: typeof t === 'number' ? t : 0 });
    if (op === 'auth' && typeof ticket === 'string') return this.#renew(ticket);
    if (typeof stream !== 'string' || !streamPattern.test(stream)) throw new Problem('invalid_request');
    if (op === 'unsub') return this.#drop(stream);
    if (op !== 'sub' || !(after === undefined || (Number.isSafeInteger(after) && (after as number) >= 0)))
      throw new Problem('invalid_request');
    await this.#subscribe(stream, after as number | undefined);
  }

  async #renew(ticket: string): Promise<void> {
    const redeemed = await this.#parts.redeem(ticket);
    if (redeemed?.userId !== this.userId) return this.close('token');
    this.#since = redeemed.since;
    this.#isWarned = false;
    this.send({ op: 'authorized' });
  }

  async #subscribe(stream: string, after: number | undefined): Promise<void> {
    const { cloud, socket } = this.#parts;
    if (this.#streams.size >= most.streams && !this.#streams.has(stream)) throw new Problem('rate_limited');
    const there = this.#streams.get(stream);
    // It listens before it looks at the rights: a change of them after the look is heard.
    const subscription = there ?? this.#listen(stream);
    const { oldest, last } = await this.#look([stream])
      .then(() => spanOf(cloud.store, stream))
      .catch((error: unknown) => {
        if (there === undefined) this.#drop(stream);
        throw error;
      });
    if (this.#streams.get(stream) !== subscription || socket.readyState !== socket.OPEN) return;
    // Of what is kept no more nothing is told but that: the client reads the whole again.
    const first = oldest || last + 1;
    // A client that knows of more than there was has heard it of a server that was set back.
    const isGap = after !== undefined && (after > last || (after < last && after + 1 < first));
    if (isGap) this.send({ op: 'gap', stream, oldest: first });
    const from = after === undefined || after > last ? last : isGap ? first - 1 : after;
    if (there === undefined) {
      subscription.last = from;
      subscription.isReading = false;
    } else {
      // Each event comes once: what was sent already is not sent again.
      subscription.last = Math.max(subscription.last, after === undefined ? 0 : from);
    }
    this.catchUp(stream);
  }

  /** A stream of which nothing is told yet. */
  #listen(stream: string): Subscription {
    const end = this.#parts.cloud.bus.listen(stream, happened => this.#hear(happened));
    const subscription: Subscription = { last: Number.POSITIVE_INFINITY, view: 'people', end, isReading: true, again: false };
    this.#streams.set(stream, subscription);
    return subscription;
  }

  #drop(stream: string): void {
    this.#streams.get(stream)?.end();
    this.#streams.delete(stream);
  }

  #refuse(error: unknown, stream?: string): void {
    const code = error instanceof Problem ? error.code : 'internal_error';
    this.send({ op: 'err', code, message: problems[code].en, ...(stream !== undefined && streamPattern.test(stream) && { stream }) });
    if (code !== 'invalid_request') return;
    this.#wrong += 1;
    if (this.#wrong >= most.wrong) this.close('wrong');
  }

  #end(): void {
    this.#endSelf();
    for (const stream of [...this.#streams.keys()]) this.#drop(stream);
  }
}
