import type { EngineEvent } from './protocol.ts';

const most = 64;
const windowMs = 8;
/** A delta that grows past this leaves at once, so that one batch stays a small message. */
const longest = 64 * 1024;

/** An event while its delta may still grow. */
type Open = { -readonly [Key in keyof EngineEvent]: EngineEvent[Key] } & { delta: string };

/**
 * Gathers events and sends them together. The first after a pause leaves at once and opens a window of 8 ms in which the
 * next ones gather; the end of a turn and the first words of an answer never wait. Deltas of one part in a row become one.
 */
export class EventBatch {
  readonly #send: (events: readonly EngineEvent[]) => void;
  #events: EngineEvent[] = [];
  /** By conversation, the delta that its next one may be appended to. */
  readonly #open = new Map<string, Open>();
  /** Conversations whose model has begun a message and said nothing of it. */
  readonly #awaited = new Set<string>();
  #window: NodeJS.Timeout | undefined;
  /** A process that reads without a pause lets no timer run. */
  #flushed = 0;

  constructor(send: (events: readonly EngineEvent[]) => void) {
    this.#send = send;
  }

  push(event: EngineEvent): void {
    const open = this.#open.get(event.conversation);
    const isFirst = (event.kind === 'text' || event.kind === 'thinking') && this.#awaited.delete(event.conversation);
    if (event.kind === 'messageStarted' && event.role === 'assistant') this.#awaited.add(event.conversation);
    else if (event.kind === 'messageEnded') this.#awaited.delete(event.conversation);
    if (isFirst) this.#events.push({ ...event, first: true });
    else if ('delta' in event) {
      if (open && isSamePart(open, event)) open.delta += event.delta;
      else {
        const copy: Open = { ...event };
        this.#open.set(event.conversation, copy);
        this.#events.push(copy as EngineEvent);
      }
    } else {
      this.#open.delete(event.conversation);
      this.#events.push(event);
    }
    const isFull = this.#events.length >= most || (open?.delta.length ?? 0) >= longest || performance.now() - this.#flushed >= windowMs;
    if (this.#window === undefined || isFull || isFirst || event.kind === 'settled') this.flush();
  }

  /** Sends what there is. */
  flush(): void {
    clearTimeout(this.#window);
    this.#window = undefined;
    if (this.#events.length === 0) return;
    const events = this.#events;
    this.#flushed = performance.now();
    this.#events = [];
    this.#open.clear();
    this.#window = setTimeout(() => {
      this.#window = undefined;
      this.flush();
    }, windowMs);
    this.#send(events);
  }

  /** Sends what there is and stops waiting for more. */
  close(): void {
    this.flush();
    clearTimeout(this.#window);
    this.#window = undefined;
  }
}

function isSamePart(open: Open, event: EngineEvent & { readonly delta: string }): boolean {
  if (open.kind !== event.kind) return false;
  const [a, b] = [open as Partial<Record<string, unknown>>, event as Partial<Record<string, unknown>>];
  return a.message === b.message && a.part === b.part && a.tool === b.tool;
}
