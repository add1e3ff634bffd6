import type { EngineEvent } from './protocol.ts';

const maxEvents = 64;
const windowMs = 8;
/** A delta that grows past this is sent at once, so that one batch stays a small message. */
const maxDeltaLength = 64 * 1024;

/** An event to whose delta more text may be appended. */
type OpenDelta = { -readonly [Key in keyof EngineEvent]: EngineEvent[Key] } & { delta: string };

/**
 * Collects events and sends them together. The first event after a pause is sent at once and opens a window of 8 ms in which the
 * next ones are collected; the end of a turn and the first text of an answer never wait. Successive deltas of one part are joined.
 */
export class EventBatch {
  readonly #send: (events: readonly EngineEvent[]) => void;
  #events: EngineEvent[] = [];
  /** By conversation, the delta that its next one may be appended to. */
  readonly #open = new Map<string, OpenDelta>();
  /** Conversations in which a message of the model has started without any text yet. */
  readonly #awaitingText = new Set<string>();
  #window: NodeJS.Timeout | undefined;
  /** When events were last sent; checked on each push, because a process that reads without a pause runs no timer. */
  #flushedAt = 0;

  constructor(send: (events: readonly EngineEvent[]) => void) {
    this.#send = send;
  }

  push(event: EngineEvent): void {
    const open = this.#open.get(event.conversation);
    const isFirst = (event.kind === 'text' || event.kind === 'thinking') && this.#awaitingText.delete(event.conversation);
    if (event.kind === 'messageStarted' && event.role === 'assistant') this.#awaitingText.add(event.conversation);
    else if (event.kind === 'messageEnded') this.#awaitingText.delete(event.conversation);
    if (isFirst) this.#events.push({ ...event, first: true });
    else if ('delta' in event) {
      if (open && isSamePart(open, event)) open.delta += event.delta;
      else {
        const copy: OpenDelta = { ...event };
        this.#open.set(event.conversation, copy);
        this.#events.push(copy as EngineEvent);
      }
    } else {
      this.#open.delete(event.conversation);
      this.#events.push(event);
    }
    const isFull =
      this.#events.length >= maxEvents || (open?.delta.length ?? 0) >= maxDeltaLength || performance.now() - this.#flushedAt >= windowMs;
    if (this.#window === undefined || isFull || isFirst || event.kind === 'settled') this.flush();
  }

  /** Sends the collected events. */
  flush(): void {
    clearTimeout(this.#window);
    this.#window = undefined;
    if (this.#events.length === 0) return;
    const events = this.#events;
    this.#flushedAt = performance.now();
    this.#events = [];
    this.#open.clear();
    this.#window = setTimeout(() => {
      this.#window = undefined;
      this.flush();
    }, windowMs);
    this.#send(events);
  }

  /** Sends the collected events and stops the timer. */
  close(): void {
    this.flush();
    clearTimeout(this.#window);
    this.#window = undefined;
  }
}

function isSamePart(open: OpenDelta, event: EngineEvent & { readonly delta: string }): boolean {
  if (open.kind !== event.kind) return false;
  const [a, b] = [open as Partial<Record<string, unknown>>, event as Partial<Record<string, unknown>>];
  return a.message === b.message && a.part === b.part && a.tool === b.tool;
}
