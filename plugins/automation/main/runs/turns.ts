import type { AgentEvent, Usage } from '@atelier/agent/contract';
import type { Limits } from '../../contract/index.ts';

/** How a turn that a rule began has ended. */
export interface TurnEnd {
  readonly ended: NonNullable<AgentEvent['ended']>;
  readonly problem: AgentEvent['problem'];
  readonly text: string;
  readonly model: string | undefined;
  readonly cost: number;
  readonly tokens: number;
}

interface Followed {
  readonly done: PromiseWithResolvers<TurnEnd>;
  readonly limits: Limits;
  readonly atLimit: () => void;
  text: string;
  model: string | undefined;
  cost: number;
  tokens: number;
}

/** Follows the turns of conversations in which rules run, by the events of the agent. */
export class Turns {
  readonly #followed = new Map<string, Followed>();

  has(conversation: string): boolean {
    return this.#followed.has(conversation);
  }

  /** Follows the next turn of a conversation until its end; `atLimit` is called once it has used more than it may. */
  follow(conversation: string, limits: Limits, atLimit: () => void): { readonly end: Promise<TurnEnd>; release(): void } {
    const done = Promise.withResolvers<TurnEnd>();
    this.#followed.set(conversation, { done, limits, atLimit, text: '', model: undefined, cost: 0, tokens: 0 });
    return { end: done.promise, release: () => void this.#followed.delete(conversation) };
  }

  take({ conversation, kind, entry, ended, problem }: AgentEvent): void {
    const turn = this.#followed.get(conversation);
    if (turn === undefined) return;
    if (kind === 'messageEnded' && entry?.kind === 'assistant') {
      turn.text = (entry.parts ?? []).flatMap(part => (part.kind === 'text' ? [part.text ?? ''] : [])).join('\n');
      turn.model = entry.model ?? turn.model;
      if (entry.usage !== undefined) add(turn, entry.usage);
    }
    if (kind !== 'turnEnded' && kind !== 'failed') return;
    const { text, model, cost, tokens } = turn;
    turn.done.resolve({ ended: ended ?? 'failed', problem, text, model, cost, tokens });
  }
}

function add(turn: Followed, usage: Usage): void {
  turn.cost += usage.cost;
  turn.tokens += tokensOf(usage);
  const { tokens = Number.POSITIVE_INFINITY, money = Number.POSITIVE_INFINITY } = turn.limits;
  if (turn.tokens >= tokens || turn.cost >= money) turn.atLimit();
}

export const tokensOf = ({ input, output, cacheRead, cacheWrite }: Usage): number => input + output + cacheRead + cacheWrite;
