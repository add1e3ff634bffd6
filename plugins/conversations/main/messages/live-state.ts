import { setImmediate } from 'node:timers/promises';
import type { AgentEvent, AgentService } from '@atelier/agent/contract';

/** The state of a conversation's index that is kept in memory only. */
export interface Live {
  /** The rows include everything in the file and all events. */
  verified: boolean;
  /** Increases with each event that changes the session file. */
  version: number;
  /** Increases when the conversation is rewound; entries that were read before belong to another branch. */
  branch: number;
  /** The sequence number of the last event; undefined before the first. */
  seq: number | undefined;
  /** Messages and tools that have begun and not ended, with the sequence number of the event before each. */
  readonly open: Map<string, number>;
}

const maxOpen = 200;

/** The live state of each conversation. */
export class LiveStates {
  readonly #states = new Map<string, Live>();
  readonly #forgotten = new Set<string>();

  of(conversation: string): Live {
    const existing = this.#states.get(conversation);
    if (existing !== undefined) return existing;
    const created: Live = { verified: false, version: 0, branch: 0, seq: undefined, open: new Map() };
    this.#states.set(conversation, created);
    return created;
  }

  forget(conversation: string): void {
    this.#states.delete(conversation);
    this.#forgotten.add(conversation);
  }

  /** Whether the conversation was deleted in this run; its file is about to be deleted. */
  isForgotten(conversation: string): boolean {
    return this.#forgotten.has(conversation);
  }

  take({ conversation, kind, seq, message, tool }: AgentEvent): Live {
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
   * The sequence number up to which a page that is read now is complete. Messages and tools that have begun and not ended are in no
   * page, so that all of their events come after this number.
   */
  async seqOf(conversation: string, agent: Pick<AgentService, 'state'>): Promise<number> {
    const seen = this.#completeUpTo(conversation);
    if (seen !== undefined) return seen;
    const { seq, status } = await agent.state(conversation);
    // The first event of a new runtime may still be queued.
    if (status !== 'absent') await setImmediate();
    return this.#completeUpTo(conversation) ?? seq;
  }

  #completeUpTo(conversation: string): number | undefined {
    const { seq, open } = this.of(conversation);
    return seq === undefined ? undefined : Math.min(seq, ...open.values());
  }
}

function opened(open: Map<string, number>, name: string, seq: number): void {
  // A message or tool that was interrupted never ends; it must not keep the page incomplete for ever.
  if (open.size >= maxOpen) open.clear();
  open.set(name, seq);
}
