import type { Turn } from './conversation.ts';
import type { Words } from './words/fr.ts';
import { wordsOf } from './words/index.ts';

/** One answer of the demo: a text, and optionally a tool call after it. */
export interface Reply {
  readonly thinking?: string;
  readonly text: string;
  readonly call?: { readonly tool: string; readonly args: object };
  /** An HTTP status instead of an answer. */
  readonly status?: number;
}

/**
 * A scenario is a generator: each `yield` calls a tool and returns the tool's result. Each request contains the whole conversation, so
 * the scenario is run again from its beginning with the results so far, and nothing is stored between requests.
 */
export type Scenario = (turn: Turn, words: Words) => Generator<Reply, string, string>;

export function play(scenario: Scenario, turn: Turn): Reply {
  const running = scenario(turn, wordsOf[turn.language]);
  let next = running.next('');
  for (const answer of turn.answers) {
    if (next.done) break;
    next = running.next(answer);
  }
  return next.done ? { text: next.value } : next.value;
}

/** A scenario that only answers with a text. */
export function saying(say: (turn: Turn, words: Words) => string): Scenario {
  // biome-ignore lint/correctness/useYield: it calls no tool.
  return function* (turn, words) {
    return say(turn, words);
  };
}

/** The first of these tools that the conversation has. */
export function toolOf({ tools }: Turn, ...names: readonly string[]): string | undefined {
  return names.find(name => tools.includes(name));
}

/** The end of an answer that may be long, safe inside a code block. */
export function excerpt(answer: string): string {
  return answer.trim().replaceAll('```', "'''").slice(-600);
}
