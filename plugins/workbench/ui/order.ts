import type { SliceMap } from '@atelier/kernel/ui';
import type { Action } from '../contract/index.ts';

const defaultOrder = 100;

/** The actions of a place in a mode, in order. */
export function actionsFor(
  items: readonly { readonly value: Action }[],
  place: NonNullable<Action['places']>[number],
  mode: SliceMap['mode'],
): readonly Action[] {
  return items
    .map(({ value }) => value)
    .filter(action => (action.places ?? [place]).includes(place) && (action.mode ?? mode) === mode)
    .sort((a, b) => (a.order ?? defaultOrder) - (b.order ?? defaultOrder));
}

export function byOrder(a: { readonly order?: number }, b: { readonly order?: number }): number {
  return (a.order ?? defaultOrder) - (b.order ?? defaultOrder);
}
