import type { Turn } from './conversation.ts';
import type { Words } from './words/fr.ts';
import { fill, wordsOf } from './words/index.ts';

/** What the demo does at once: says something, then perhaps calls a tool. */
export interface Reply {
  readonly thinking?: string;
  readonly text: string;
  readonly call?: { readonly tool: string; readonly args: object };
  /** An HTTP status instead of an answer. */
  readonly status?: number;
}

/**
 * A scenario is written as if it ran from its beginning to its end: each `yield` calls a tool and gets what the tool answered.
 * A request brings the whole conversation, so that it is played again up to where it stands, and nothing is kept in between.
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

/** A scenario that only says something. */
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

/** The end of an answer that may be long, fit to stand in a block of code. */
export function excerpt(answer: string): string {
  return answer.trim().replaceAll('```', "'''").slice(-600);
}

export { fill };
