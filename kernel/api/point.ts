import { checkedKey, type Handle, type Key } from './token.ts';

declare const type: unique symbol;

/** A named, schema-checked list that extensions add to. */
export interface Point<T> {
  readonly key: Key;
  readonly [type]?: (value: T) => T;
}

/** Names a point. Its schema stands in the owner's manifest, under `atelier.points`. */
export function definePoint<T>(key: Key): Point<T> {
  return { key: checkedKey(key) };
}

/** One entry of a point, with the extension that added it. */
export interface Contribution<T> {
  readonly from: string;
  readonly value: T;
}

/** The entries of a point as they stand, in plan order. */
export interface Contributions<T> {
  readonly items: readonly Contribution<T>[];
  /** Tells of every later change, once a change, never of the entries that stand already. */
  watch(listener: (change: ContributionChange<T>) => void): Handle;
}

export interface ContributionChange<T> {
  readonly added: readonly Contribution<T>[];
  readonly removed: readonly Contribution<T>[];
}
