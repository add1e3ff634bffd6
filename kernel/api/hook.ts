import { checkedKey, type Key } from './token.ts';

declare const type: unique symbol;

/** All taps run and return nothing; a tap that throws is logged and the others still run. */
export interface NotifyHook<In> {
  readonly kind: 'notify';
  readonly key: Key;
  readonly [type]?: (input: In) => void;
}

/** A tap without an answer of its own. */
export interface TapFailure {
  readonly from: string;
  /** False if its extension does not run. */
  readonly isRunning: boolean;
}

/** Taps run in order until one returns an answer; the first answer is the result. */
export interface FirstHook<In, Answer> {
  readonly kind: 'first';
  readonly key: Key;
  /**
   * The answer of a tap that throws, does not answer in time, answers in a wrong form, or whose extension does not run although it may
   * tap and the person did not switch it off. Left out: such a tap counts as one without an answer.
   */
  readonly onFailure?: (input: In, failure: TapFailure) => Answer;
  /** The answer as it counts, with who gave it if that matters; undefined for a wrong form. Without it each answer counts as it is. */
  readonly parseAnswer?: (answer: unknown, from: string) => Answer | undefined;
  readonly [type]?: (input: In) => Answer;
}

/** Each tap may replace the value; a tap that throws leaves it unchanged. */
export interface PipeHook<Value> {
  readonly kind: 'pipe';
  readonly key: Key;
  /**
   * The value as it counts after the answer of an installed extension; undefined for a wrong form, and the tap has failed. Given where the
   * hook is run, with the value before that tap, of which it keeps what no tap may change. Without it a bundled owner takes no such answer.
   */
  readonly parseAnswer?: (answer: unknown, before: Value) => Value | undefined;
  readonly [type]?: (value: Value) => Value;
}

export type Hook = NotifyHook<never> | FirstHook<never, unknown> | PipeHook<never>;

/** The position of a tap among the others; without it, plan order. */
export interface TapOrder {
  /** The id of the extension whose tap this one must run before. */
  readonly before?: string;
  /** Lower runs earlier; 0 if left out. */
  readonly stage?: number;
}

/**
 * Names a hook. Only its owner may run it, and says under `atelier.access` of its manifest who may tap it; an extension that taps it
 * lists its key under `atelier.taps`.
 */
export const defineHook: {
  notify<In>(key: Key): NotifyHook<In>;
  first<In, Answer>(
    key: Key,
    onFailure?: FirstHook<In, Answer>['onFailure'],
    parseAnswer?: FirstHook<In, Answer>['parseAnswer'],
  ): FirstHook<In, Answer>;
  pipe<Value>(key: Key): PipeHook<Value>;
} = {
  notify: key => ({ kind: 'notify', key: checkedKey(key) }),
  first: (key, onFailure, parseAnswer) => ({
    kind: 'first',
    key: checkedKey(key),
    ...(onFailure && { onFailure }),
    ...(parseAnswer && { parseAnswer }),
  }),
  pipe: key => ({ kind: 'pipe', key: checkedKey(key) }),
};
