import { checkedKey, type Handle, type Key } from './token.ts';

declare const type: unique symbol;

/** A named, schema-checked list that extensions add to. */
export interface Point<T> {
  readonly key: Key;
  readonly [type]?: (value: T) => T;
}

/** Names a point. Its schema is in the owner's manifest, under `atelier.points`, and who may add to it under `atelier.access`. */
export function definePoint<T>(key: Key): Point<T> {
  return { key: checkedKey(key) };
}

/** One entry of a point, with the extension that added it. */
export interface Contribution<T> {
  readonly from: string;
  readonly value: T;
}

/** The current entries of a point, in plan order. */
export interface Contributions<T> {
  readonly items: readonly Contribution<T>[];
  /** Calls the listener once for each later change, never for the entries that are already there. */
  watch(listener: (change: ContributionChange<T>) => void): Handle;
}

export interface ContributionChange<T> {
  readonly added: readonly Contribution<T>[];
  readonly removed: readonly Contribution<T>[];
}
