import type { AgentEvent, Usage } from '@atelier/agent/contract';
import type { Limits } from '../../contract/index.ts';
import type { Used } from './limited.ts';

/** How a turn that a rule began has ended. */
export interface TurnEnd {
  readonly ended: NonNullable<AgentEvent['ended']>;
  readonly problem: AgentEvent['problem'];
  readonly text: string;
  readonly model: string | undefined;
  readonly cost: number;
  readonly tokens: number;
  /** The commands and tools that were refused because nobody answered. */
  readonly refused: readonly string[];
}

interface Hears {
  /** It has used more than it may. */
  atLimit(): void;
  /** It waits for an answer of the person, or no longer. */
  asking(): void;
}

const mostRefused = 5;
const longest = 200;

interface Followed {
  readonly tools: readonly string[] | undefined;
  readonly done: PromiseWithResolvers<TurnEnd>;
  readonly limits: Limits;
  readonly hears: Hears;
  /** What those that work for it are being counted. */
  readonly counting: Set<Promise<void>>;
  /** The questions that wait for an answer. */
  readonly asked: Set<string>;
  /** What was asked about, by the id of the tool call. */
  readonly calls: Map<string, string>;
  readonly refused: string[];
  text: string;
  model: string | undefined;
  cost: number;
  tokens: number;
}

/** Follows the turns of conversations in which rules run, by the events of the agent. What specialists of a run use is the run's. */
export class Turns {
  readonly #followed = new Map<string, Followed>();
  /** By rule, what its hidden run has used. */
  readonly #hidden = new Map<string, { cost: number; tokens: number }>();
  /** Asks for the conversation that another one works for. */
  readonly #rootOf: (conversation: string) => Promise<string | undefined>;

  constructor(rootOf: (conversation: string) => Promise<string | undefined>) {
    this.#rootOf = rootOf;
  }

  has(conversation: string): boolean {
    return this.#followed.has(conversation);
  }

  /** Whether the rule that runs there waits for an answer of the person. */
  isAsking(conversation: string): boolean {
    return (this.#followed.get(conversation)?.asked.size ?? 0) > 0;
  }

  /** Why a tool may not be used now; undefined where the rule that runs there names it, or none runs. */
  denies(conversation: string, tool: string): string | undefined {
    const tools = this.#followed.get(conversation)?.tools;
    if (tools === undefined || tools.includes(tool)) return undefined;
    return `The rule that runs here may use these tools only: ${tools.join(', ')}.`;
  }

  /** Follows the next turn of a conversation until its end. Nobody follows one that another run follows. */
  follow(
    conversation: string,
    limits: Limits,
    hears: Hears,
    tools?: readonly string[],
  ): { readonly end: Promise<TurnEnd>; used(): Used; release(): void } {
    if (this.#followed.has(conversation)) throw new Error('another run goes on in this conversation');
    const done = Promise.withResolvers<TurnEnd>();
    const used = { text: '', model: undefined, cost: 0, tokens: 0 };
    const noted = { counting: new Set<Promise<void>>(), asked: new Set<string>(), calls: new Map(), refused: [] };
    const followed: Followed = { done, limits, hears, tools, ...noted, ...used };
    this.#followed.set(conversation, followed);
    return {
      end: done.promise,
      used: () => usedOf(followed),
      release: () => void this.#followed.delete(conversation),
    };
  }

  /** Counts what the hidden run of a rule uses, also if it has no answer. */
  followHidden(rule: string): { used(): Used; release(): void } {
    const counted = { cost: 0, tokens: 0 };
    this.#hidden.set(rule, counted);
    return { used: () => usedOf(counted), release: () => void this.#hidden.delete(rule) };
  }

  /** A hidden run of a rule has ended, and used this. */
  takeHidden(rule: string, usage: Usage): void {
    const counted = this.#hidden.get(rule);
    if (counted === undefined) return;
    counted.cost += usage.cost;
    counted.tokens += tokensOf(usage);
  }

  take(event: AgentEvent): void {
    const { conversation, kind, entry, ended, problem } = event;
    const turn = this.#followed.get(conversation);
    if (turn === undefined) {
      if (kind === 'messageEnded' && entry?.usage !== undefined) this.#takeOther(conversation, entry.usage);
      return;
    }
    if (kind === 'messageEnded' && entry?.kind === 'assistant') {
      turn.text = (entry.parts ?? []).flatMap(part => (part.kind === 'text' ? [part.text ?? ''] : [])).join('\n');
      turn.model = entry.model ?? turn.model;
      if (entry.usage !== undefined) add(turn, entry.usage);
    }
    takeQuestion(turn, event);
    if (kind !== 'turnEnded' && kind !== 'failed') return;
    const { text, model, refused } = turn;
    // What is being counted was used before this end.
    void Promise.all(turn.counting).then(() => {
      const { cost, tokens } = turn;
      turn.done.resolve({ ended: ended ?? 'failed', problem, text, model, cost, tokens, refused });
    });
  }

  /** A conversation in which no rule runs has used something: it may work for one in which one does. */
  #takeOther(conversation: string, usage: Usage): void {
    const all = [...this.#followed.values()];
    if (all.length === 0) return;
    const counted = this.#rootOf(conversation)
      .catch(() => undefined)
      .then(root => {
        const turn = root === undefined ? undefined : this.#followed.get(root);
        if (turn !== undefined) add(turn, usage);
        for (const one of all) one.counting.delete(counted);
      });
    for (const one of all) one.counting.add(counted);
  }
}

/** Nothing, where no model has answered. */
function usedOf({ cost, tokens, model }: { readonly cost: number; readonly tokens: number; readonly model?: string | undefined }): Used {
  return tokens === 0 && cost === 0 ? {} : { cost, tokens, ...(model !== undefined && { model }) };
}

function add(turn: Followed, usage: Usage): void {
  turn.cost += usage.cost;
  turn.tokens += tokensOf(usage);
  const { tokens = Number.POSITIVE_INFINITY, money = Number.POSITIVE_INFINITY } = turn.limits;
  if (turn.tokens >= tokens || turn.cost >= money) turn.hears.atLimit();
}

function takeQuestion(turn: Followed, { kind, request, answered, tool = '', name = '', outcome }: AgentEvent): void {
  if (request !== undefined) {
    turn.asked.add(request.id);
    if (request.tool !== undefined) turn.calls.set(request.tool, (request.text ?? request.name ?? request.title).slice(0, longest));
    turn.hears.asking();
  }
  if (answered !== undefined && turn.asked.delete(answered)) turn.hears.asking();
  if (kind !== 'toolEnded' || outcome?.decided?.by !== 'nobody' || turn.refused.length >= mostRefused) return;
  turn.refused.push(turn.calls.get(tool) ?? name);
}

export const tokensOf = ({ input, output, cacheRead, cacheWrite }: Usage): number => input + output + cacheRead + cacheWrite;
