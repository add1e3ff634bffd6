import type { ExtensionContext, Publisher } from '@atelier/kernel';
import {
  type AgentChannel,
  type AgentEvent,
  agentEvent,
  conversationCompleted,
  conversationForgotten,
  type Usage,
} from '../contract/index.ts';

export type AgentChannelShape = NonNullable<(typeof AgentChannel)['shape']>;
export type NewEvent = Partial<AgentEvent> & Pick<AgentEvent, 'kind'>;

const maxKeptEvents = 4000;
/** Events that hold a piece of a growing text. Taps do not get them, because a turn has thousands of them. */
const deltaKinds: ReadonlySet<AgentEvent['kind']> = new Set(['text', 'thinking', 'toolOutput']);

/** Sends the events of the channel `agent`. Events emitted before the channel is served are sent in order when it is. */
export class AgentPublisher implements Publisher<AgentChannelShape> {
  #served: Publisher<AgentChannelShape> | undefined;
  #waiting: ((served: Publisher<AgentChannelShape>) => void)[] = [];

  emit<K extends keyof AgentChannelShape['events'] & string>(name: K, event: AgentChannelShape['events'][K]): void {
    if (this.#served === undefined) this.#waiting.push(served => served.emit(name, event));
    else this.#served.emit(name, event);
  }

  /** Sends the waiting events; later ones are sent at once. */
  start(served: Publisher<AgentChannelShape>): void {
    this.#served = served;
    for (const send of this.#waiting.splice(0)) send(served);
  }
}

/** Numbers the events of every conversation, keeps the newest, and sends them to pages, to taps of other main sides and to the log. */
export class ConversationEvents {
  readonly #ctx: Pick<ExtensionContext, 'run' | 'log' | 'signal'>;
  readonly #publisher: AgentPublisher;
  readonly #note: (event: AgentEvent) => void;
  readonly #logs = new Map<string, EventLog>();
  /** By conversation: the last call of its taps, which the next call waits for. */
  readonly #lastTaps = new Map<string, Promise<void>>();

  /** `note` hears each event first: what it keeps outlives a crash. */
  constructor(ctx: Pick<ExtensionContext, 'run' | 'log' | 'signal'>, publisher: AgentPublisher, note: (event: AgentEvent) => void) {
    this.#ctx = ctx;
    this.#publisher = publisher;
    this.#note = note;
  }

  /** The number of the newest event. */
  seq(conversation: string): number {
    return this.#log(conversation).seq;
  }

  /** The events after a number; `complete` is false if some of them are no longer kept. */
  after(conversation: string, seq: number): { readonly events: AgentEvent[]; readonly complete: boolean } {
    return this.#log(conversation).after(seq);
  }

  emit(conversation: string, added: NewEvent): void {
    const event = this.#log(conversation).add({ ...added, conversation, at: Date.now() } as Omit<AgentEvent, 'seq'>);
    this.#note(event);
    this.#publisher.emit('event', event);
    if (!deltaKinds.has(event.kind)) this.#tap(conversation, () => this.#ctx.run(agentEvent, event));
    // Deltas are the model's words, which belong in no log.
    if (event.delta === undefined) this.#ctx.log.debug(`agent:event ${event.kind}`, loggedFields(event));
  }

  /** Drops the kept events of a conversation that nothing happens in: whoever has not heard all of them reads the conversation again. */
  rest(conversation: string): void {
    this.#log(conversation).drop();
  }

  /** A turn has ended well and nothing is queued. */
  completed(conversation: string, usage: Usage): void {
    void this.#ctx.run(conversationCompleted, { conversation, usage }).catch(error => this.#ctx.log.warn(String(error)));
  }

  /** Drops the events of a deleted conversation, and calls the taps of `conversationForgotten`. */
  forgotten(conversation: string): void {
    this.#logs.delete(conversation);
    this.#tap(conversation, () => this.#ctx.run(conversationForgotten, { conversation }));
  }

  #log(conversation: string): EventLog {
    const found = this.#logs.get(conversation);
    if (found !== undefined) return found;
    const made = new EventLog(Date.now());
    this.#logs.set(conversation, made);
    return made;
  }

  /** Calls taps one after the other for each conversation; a tap that has to be woken would otherwise get a later event first. */
  #tap(conversation: string, run: () => Promise<void>): void {
    const { signal, log } = this.#ctx;
    const done = (this.#lastTaps.get(conversation) ?? Promise.resolve())
      .then(() => (signal.aborted ? undefined : run()))
      .catch(error => log.warn(String(error), { conversation }))
      .finally(() => {
        if (this.#lastTaps.get(conversation) === done) this.#lastTaps.delete(conversation);
      });
    this.#lastTaps.set(conversation, done);
  }
}

/** The newest events of one conversation, for pages that were suspended. */
class EventLog {
  #events: AgentEvent[] = [];
  #seq: number;

  /** Numbers begin with the time, so that they also grow across a restart. */
  constructor(now: number) {
    this.#seq = now;
  }

  get seq(): number {
    return this.#seq;
  }

  add(event: Omit<AgentEvent, 'seq'>): AgentEvent {
    this.#seq += 1;
    const numbered = { ...event, seq: this.#seq } as AgentEvent;
    this.#events.push(numbered);
    if (this.#events.length > maxKeptEvents * 2) this.#events = this.#events.slice(-maxKeptEvents);
    return numbered;
  }

  drop(): void {
    this.#events = [];
  }

  after(seq: number): { readonly events: AgentEvent[]; readonly complete: boolean } {
    const events = this.#events.filter(event => event.seq > seq);
    const first = this.#events[0]?.seq ?? this.#seq + 1;
    return { events, complete: seq >= first - 1 && seq <= this.#seq };
  }
}

/** The fields of an event that may be logged: no text of the person or of the model. */
function loggedFields({ conversation, seq, status, name, ended, problem, tool }: AgentEvent): object {
  return {
    conversation,
    seq,
    ...(status && { status }),
    ...(name && { name }),
    ...(tool && { tool }),
    ...(ended && { ended }),
    ...(problem && { problem: problem.code }),
  };
}
