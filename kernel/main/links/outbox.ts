import type { Link } from '@atelier/kernel/host';
import { linkErrors } from '../errors/link.ts';
import { type EventPolicy, isUrgent, merged, replaceKey, roughBytes } from './outbox-policy.ts';

/** Runs a function once after a delay; the returned function cancels it. */
export type After = (milliseconds: number, run: () => void) => () => void;

/** The real timer. */
export const systemAfter: After = (milliseconds, run) => {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
};

interface Waiting {
  readonly to: string;
  body: unknown;
  bytes: number;
  /** An answer is sent unchanged, and nothing is joined or replaced across it. */
  readonly answer: object | undefined;
  readonly policy: EventPolicy | undefined;
}

const batchEvents = 64;
const batchBytes = 64 * 1024;
// A timer may fire a millisecond late, and an event may wait here for 8 ms at most.
const batchMs = 7;
const highWater = 4 * 1024 * 1024;
const maxHeld = 64 * 1024 * 1024;
const drainMs = 16;
/** About a second of retries before a link that holds too much is closed. */
const patience = 64;

/**
 * The send queue of one link. Events are sent in batches of 64, of 64 KiB or after 8 ms, whichever comes first; answers and urgent
 * events are sent at once with everything before them. Events arrive as emitted and in order, except that deltas are joined and
 * replaced values left out if the channel says so. A body must not change after it was passed in.
 */
export class Outbox {
  readonly #link: Link;
  readonly #after: After;
  /** A set, because it keeps insertion order and removes a replaced value from the middle at no cost. */
  readonly #queue = new Set<Waiting>();
  /** Values that a later one may still replace: those since the last answer. */
  readonly #replaceable = new Map<string, Waiting>();
  #last: Waiting | undefined;
  #bytes = 0;
  /** How many waiting events must be sent with the next batch. */
  #prompt = 0;
  #batch: (() => void) | undefined;
  #coalesce: (() => void) | undefined;
  #drain: (() => void) | undefined;
  #overfull = 0;
  #closed = false;

  constructor(link: Link, options: { readonly after: After }) {
    this.#link = link;
    this.#after = options.after;
    link.onClose(() => this.#stop());
  }

  /** Sends an answer now, after every event that was emitted before it. */
  answer(frame: object): void {
    if (this.#closed) return;
    this.#replaceable.clear();
    this.#push({ to: '', body: undefined, bytes: roughBytes(frame), answer: frame, policy: undefined });
    this.#flush();
  }

  /** Sends an event soon, as its policy in the channel file allows. */
  event(to: string, body: unknown, policy: EventPolicy | undefined): void {
    if (this.#closed) return;
    const quiet = this.#queue.size === 0 && this.#batch === undefined;
    if (!this.#join(to, body, policy)) {
      this.#replace(replaceKey(to, body, policy), policy);
      this.#push({ to, body, bytes: roughBytes(body), answer: undefined, policy });
    }
    if (isUrgent(policy, body)) this.#flush();
    else if (policy?.coalesceMs !== undefined) this.#startCoalescing(policy.coalesceMs);
    else if (quiet || this.#queue.size >= batchEvents || this.#bytes >= batchBytes) this.#flush();
    else this.#startBatch();
  }

  /** Sends what the link still accepts, then drops the rest. */
  close(): void {
    if (!this.#closed) this.#flush();
    this.#stop();
  }

  #join(to: string, body: unknown, policy: EventPolicy | undefined): boolean {
    const last = this.#last;
    // An answer has no event name, so nothing is joined across it.
    if (last === undefined || last.to !== to || policy?.merge === undefined) return false;
    const joined = merged(last.body, body, policy.merge);
    if (joined === undefined) return false;
    // An estimate: only the texts grow by joining; exact enough to know when a batch is full.
    const more = Math.max(0, roughBytes(body) - 16);
    last.body = joined;
    last.bytes += more;
    this.#bytes += more;
    return true;
  }

  #replace(key: string, policy: EventPolicy | undefined): void {
    if (policy?.coalesceMs === undefined) return;
    const before = this.#replaceable.get(key);
    if (before === undefined || !this.#queue.delete(before)) return;
    this.#bytes -= before.bytes;
  }

  #push(waiting: Waiting): void {
    this.#queue.add(waiting);
    this.#last = waiting;
    this.#bytes += waiting.bytes;
    if (waiting.policy?.coalesceMs === undefined) this.#prompt += 1;
    else this.#replaceable.set(replaceKey(waiting.to, waiting.body, waiting.policy), waiting);
  }

  #sent(waiting: Waiting): void {
    const key = replaceKey(waiting.to, waiting.body, waiting.policy);
    if (this.#replaceable.get(key) === waiting) this.#replaceable.delete(key);
  }

  #startBatch(): void {
    if (this.#drain !== undefined || this.#batch !== undefined) return;
    this.#batch = this.#after(batchMs, () => {
      this.#batch = undefined;
      if (this.#prompt > 0) this.#flush();
    });
  }

  #startCoalescing(milliseconds: number): void {
    if (this.#drain !== undefined || this.#coalesce !== undefined) return;
    this.#coalesce = this.#after(milliseconds, () => {
      this.#coalesce = undefined;
      this.#flush();
    });
  }

  #flush(): void {
    if (this.#drain !== undefined) return;
    this.#coalesce?.();
    this.#coalesce = undefined;
    while (this.#queue.size > 0 && this.#link.waiting <= highWater) this.#link.send(this.#takeBatch());
    if (this.#closed) return;
    if (this.#queue.size > 0) this.#hold();
    // An event right after this batch waits for the next batch instead of being sent alone. A running timer is kept: setting a new
    // one for each of ten thousand answers costs more than the answers.
    else this.#startBatch();
  }

  #takeBatch(): object[] {
    const frames: object[] = [];
    let run: { to: string; bodies: unknown[] } | undefined;
    let count = 0;
    let bytes = 0;
    for (const waiting of this.#queue) {
      if (count === batchEvents || (count > 0 && bytes + waiting.bytes > 2 * batchBytes)) break;
      this.#queue.delete(waiting);
      count += 1;
      bytes += waiting.bytes;
      if (waiting.policy?.coalesceMs === undefined) this.#prompt -= 1;
      else this.#sent(waiting);
      if (run !== undefined && (waiting.answer !== undefined || waiting.to !== run.to)) {
        frames.push(eventFrame(run));
        run = undefined;
      }
      if (waiting.answer !== undefined) frames.push(waiting.answer);
      else if (run === undefined) run = { to: waiting.to, bodies: [waiting.body] };
      else run.bodies.push(waiting.body);
    }
    if (run !== undefined) frames.push(eventFrame(run));
    this.#bytes -= bytes;
    if (this.#queue.size === 0) this.#last = undefined;
    return frames;
  }

  /** A link does not report when it has room again, so it is polled. */
  #hold(): void {
    this.#drain = this.#after(drainMs, () => {
      this.#drain = undefined;
      this.#overfull = this.#bytes > maxHeld ? this.#overfull + 1 : 0;
      if (this.#overfull < patience) return this.#flush();
      const held = Math.round(this.#bytes / 1024 / 1024);
      this.#stop();
      this.#link.close(linkErrors['link/too-slow']({ link: this.#link.id, held }).message);
    });
  }

  #stop(): void {
    this.#closed = true;
    this.#batch?.();
    this.#coalesce?.();
    this.#drain?.();
    this.#batch = this.#coalesce = this.#drain = undefined;
    this.#queue.clear();
    this.#replaceable.clear();
    this.#last = undefined;
    this.#bytes = 0;
    this.#prompt = 0;
  }
}

function eventFrame({ to, bodies }: { to: string; bodies: unknown[] }): object {
  return bodies.length === 1 ? { v: 1, id: 0, kind: 'event', to, body: bodies[0] } : { v: 1, id: 0, kind: 'events', to, body: bodies };
}
