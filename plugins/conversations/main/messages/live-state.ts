import { setImmediate } from 'node:timers/promises';
import type { AgentEvent, AgentService } from '@atelier/agent/contract';

/** What is known of a conversation's rows only while the app runs. */
export interface Live {
  /** The rows are as new as the file and the events. */
  verified: boolean;
  /** Grows with each event that changes what the file holds. */
  version: number;
  /** Grows when the conversation goes on from elsewhere: what was read before belongs to another past. */
  branch: number;
  /** The last event that was heard; undefined before the first. */
  seq: number | undefined;
  /** Messages and tools that have begun and not ended, by the number of the event before them. */
  readonly open: Map<string, number>;
}

const mostOpen = 200;

/** What is heard of conversations. */
export class LiveStates {
  readonly #states = new Map<string, Live>();

  of(conversation: string): Live {
    const there = this.#states.get(conversation);
    if (there !== undefined) return there;
    const made: Live = { verified: false, version: 0, branch: 0, seq: undefined, open: new Map() };
    this.#states.set(conversation, made);
    return made;
  }

  forget(conversation: string): void {
    this.#states.delete(conversation);
  }

  hear({ conversation, kind, seq, message, tool }: AgentEvent): Live {
    const live = this.of(conversation);
    live.seq = seq;
    if (kind === 'rewound') live.branch += 1;
    if (kind === 'messageStarted' && message !== undefined) opened(live.open, message, seq - 1);
    else if (kind === 'messageEnded' && message !== undefined) live.open.delete(message);
    else if (kind === 'toolStarted' && tool !== undefined) opened(live.open, tool, seq - 1);
    else if (kind === 'toolEnded' && tool !== undefined) live.open.delete(tool);
    else if (kind === 'turnEnded' || kind === 'failed' || kind === 'rewound') live.open.clear();
    return live;
  }

  /**
   * The last event that a page made now is complete up to. What has begun and not ended is in no page, so that all of its events
   * come after.
   */
  async seqOf(conversation: string, agent: Pick<AgentService, 'state'>): Promise<number> {
    const heard = this.#heard(conversation);
    if (heard !== undefined) return heard;
    const { seq, status } = await agent.state(conversation);
    // Its very first event may be on its way to us.
    if (status !== 'absent') await setImmediate();
    return this.#heard(conversation) ?? seq;
  }

  #heard(conversation: string): number | undefined {
    const { seq, open } = this.of(conversation);
    return seq === undefined ? undefined : Math.min(seq, ...open.values());
  }
}

function opened(open: Map<string, number>, name: string, seq: number): void {
  // An attempt that broke off never ends; it must not hold the page back for ever.
  if (open.size >= mostOpen) open.clear();
  open.set(name, seq);
}
