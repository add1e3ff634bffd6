import type { AgentEvent } from '../../contract/index.ts';

const mostKept = 4000;

/** The newest events of one conversation, for windows that were asleep. */
export class EventLog {
  #events: AgentEvent[] = [];
  #seq: number;

  /** Numbers go on growing over a restart, because they begin with the time. */
  constructor(now: number) {
    this.#seq = now;
  }

  get seq(): number {
    return this.#seq;
  }

  /** Numbers an event and keeps it. */
  add(event: Omit<AgentEvent, 'seq'>): AgentEvent {
    this.#seq += 1;
    const numbered = { ...event, seq: this.#seq } as AgentEvent;
    this.#events.push(numbered);
    if (this.#events.length > mostKept * 2) this.#events = this.#events.slice(-mostKept);
    return numbered;
  }

  /** What came after a number; not complete where some of it is no longer kept. */
  after(seq: number): { readonly events: AgentEvent[]; readonly complete: boolean } {
    const events = this.#events.filter(event => event.seq > seq);
    const first = this.#events[0]?.seq ?? this.#seq + 1;
    return { events, complete: seq >= first - 1 && seq <= this.#seq };
  }
}
