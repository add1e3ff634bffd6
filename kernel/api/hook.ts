import { checkedKey, type Key } from './token.ts';

declare const type: unique symbol;

/** All taps run, nothing comes back; one that throws is reported and the others go on. */
export interface NotifyHook<In> {
  readonly kind: 'notify';
  readonly key: Key;
  readonly [type]?: (input: In) => void;
}

/** Taps run in order until one answers; the first answer wins. */
export interface FirstHook<In, Answer> {
  readonly kind: 'first';
  readonly key: Key;
  /** What counts when a tap throws or does not answer in time. Left out: as if it had had no opinion. */
  readonly onFailure?: (input: In, failure: { readonly from: string }) => Answer;
  readonly [type]?: (input: In) => Answer;
}

/** Each tap may replace the value; one that throws leaves it as it was. */
export interface PipeHook<Value> {
  readonly kind: 'pipe';
  readonly key: Key;
  readonly [type]?: (value: Value) => Value;
}

export type Hook = NotifyHook<never> | FirstHook<never, unknown> | PipeHook<never>;

/** Where a tap stands among the others; without it, plan order. */
export interface TapOrder {
  /** The id of the extension whose tap this one must run before. */
  readonly before?: string;
  /** Lower runs earlier; 0 if left out. */
  readonly stage?: number;
}

/** Names a hook. Only its owner may run it; who taps it lists its key under `atelier.taps`. */
export const defineHook: {
  notify<In>(key: Key): NotifyHook<In>;
  first<In, Answer>(key: Key, onFailure?: FirstHook<In, Answer>['onFailure']): FirstHook<In, Answer>;
  pipe<Value>(key: Key): PipeHook<Value>;
} = {
  notify: key => ({ kind: 'notify', key: checkedKey(key) }),
  first: (key, onFailure) => ({ kind: 'first', key: checkedKey(key), ...(onFailure && { onFailure }) }),
  pipe: key => ({ kind: 'pipe', key: checkedKey(key) }),
};
