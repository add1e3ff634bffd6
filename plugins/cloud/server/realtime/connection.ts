import type { WebSocket } from 'ws';
import { Problem, problems } from '../../protocol/problems.ts';
import { eventsAfter, type Happened, spanOf } from '../../store/streams.ts';
import type { Cloud } from '../cloud.ts';
import { checkStream, streamPattern } from './access.ts';

/** Why a connection is closed, as the protocol numbers it. */
export const closings = { restart: 1012, slow: 1013, token: 4401, rate: 4429, wrong: 4400 } as const;

const most = { streams: 200, unread: 1024 * 1024, wrong: 5, operations: 100 } as const;
const pageLength = 500;
const operationsMs = 10_000;
/** A connection is renewed by a ticket as a token is, and says so a minute before. */
const lifeMs = 15 * 60_000;
const warnMs = 60_000;

interface Subscription {
  /** The last event that was sent. */
  last: number;
  readonly end: () => void;
  /** Set while it reads the log. */
  reading: boolean;
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

export interface ConnectionParts {
  readonly cloud: Pick<Cloud, 'store' | 'bus' | 'now'>;
  readonly socket: WebSocket;
  readonly userId: string;
  /** The account that a ticket is of, once. */
  redeem(ticket: string): Promise<string | undefined>;
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
  /** Frames are answered one after another. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: ConnectionParts) {
    this.#parts = parts;
    this.userId = parts.userId;
    this.#since = parts.cloud.now();
    const { socket } = parts;
    socket.on('message', (content, isBinary) => this.#receive(content as Buffer, isBinary));
    socket.on('close', () => this.#end());
  }

  /** Every stream that it hears of. */
  get streams(): ReadonlyMap<string, { readonly last: number }> {
    return this.#streams;
  }

  send(frame: object): void {
    const { socket } = this.#parts;
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > most.unread) return this.close('slow', 5_000);
    socket.send(JSON.stringify(frame));
  }

  close(why: keyof typeof closings, retryMs?: number): void {
    const { socket } = this.#parts;
    if (socket.readyState === socket.OPEN && socket.bufferedAmount <= most.unread)
      socket.send(JSON.stringify({ op: 'bye', code: why, ...(retryMs !== undefined && { retryMs }) }));
    socket.close(closings[why]);
    this.#end();
  }

  /** Ends it, or what it may hear no more; also without a request of its own. */
  async check(): Promise<void> {
    const { cloud } = this.#parts;
    const age = cloud.now() - this.#since;
    const user = await cloud.store.selectFrom('users').select('sessions_valid_after').where('id', '=', this.userId).executeTakeFirst();
    if (user === undefined || this.#since < user.sessions_valid_after || age >= lifeMs) return this.close('token');
    if (age >= lifeMs - warnMs && !this.#isWarned) {
      this.#isWarned = true;
      this.send({ op: 'auth_expiring', inMs: lifeMs - age });
    }
    for (const stream of [...this.#streams.keys()]) {
      try {
        await checkStream(cloud.store, this.userId, stream);
      } catch (error) {
        this.#drop(stream);
        this.#refuse(error, stream);
      }
    }
  }

  /** Sends what the log has of a stream and this client has not. */
  catchUp(stream: string): void {
    const subscription = this.#streams.get(stream);
    if (subscription === undefined) return;
    subscription.again = true;
    if (subscription.reading) return;
    subscription.reading = true;
    void this.#read(stream, subscription)
      .catch(error => this.#refuse(error, stream))
      .finally(() => {
        subscription.reading = false;
      });
  }

  async #read(stream: string, subscription: Subscription): Promise<void> {
    while (subscription.again) {
      subscription.again = false;
      for (let page = await this.#page(stream, subscription); page.length > 0; page = await this.#page(stream, subscription))
        for (const happened of page) this.#tell(happened, subscription);
    }
    if (this.#streams.get(stream) === subscription) this.send({ op: 'live', stream, last: subscription.last });
  }

  async #page(stream: string, { last }: Subscription): Promise<readonly Happened[]> {
    const { socket, cloud } = this.#parts;
    return socket.readyState === socket.OPEN ? await eventsAfter(cloud.store, stream, last, pageLength) : [];
  }

  #tell(happened: Happened, subscription: Subscription): void {
    if (happened.seq <= subscription.last) return;
    subscription.last = happened.seq;
    this.send({ op: 'ev', ...happened });
  }

  /** What follows the last event is sent as it is; anything else is read from the log. */
  #hear(happened: Happened): void {
    const { stream, seq, type } = happened;
    const subscription = this.#streams.get(stream);
    if (subscription === undefined) return;
    // It may be this client that hears no more from now on.
    if (/^(?:member|organization)\./.test(type))
      void this.check()
        .then(() => this.catchUp(stream))
        .catch(error => this.#refuse(error, stream));
    else if (!subscription.reading && seq === subscription.last + 1) this.#tell(happened, subscription);
    else if (seq > subscription.last) this.catchUp(stream);
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
    if ((await this.#parts.redeem(ticket)) !== this.userId) return this.close('token');
    this.#since = this.#parts.cloud.now();
    this.#isWarned = false;
    this.send({ op: 'authorized' });
  }

  async #subscribe(stream: string, after: number | undefined): Promise<void> {
    const { cloud, socket } = this.#parts;
    if (this.#streams.size >= most.streams && !this.#streams.has(stream)) throw new Problem('rate_limited');
    await checkStream(cloud.store, this.userId, stream);
    const { oldest, last } = await spanOf(cloud.store, stream);
    if (socket.readyState !== socket.OPEN) return;
    this.#drop(stream);
    // Of what is kept no more nothing is told but that: the client reads the whole again.
    const first = oldest || last + 1;
    // A client that knows of more than there was has heard it of a server that was set back.
    const isGap = after !== undefined && (after > last || (after < last && after + 1 < first));
    if (isGap) this.send({ op: 'gap', stream, oldest: first });
    const from = after === undefined || after > last ? last : isGap ? first - 1 : after;
    const end = cloud.bus.listen(stream, happened => this.#hear(happened));
    this.#streams.set(stream, { last: from, end, reading: false, again: false });
    this.catchUp(stream);
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
    for (const stream of [...this.#streams.keys()]) this.#drop(stream);
  }
}
