import type { SliceMap } from '@atelier/kernel/ui';
import type { Action } from '../contract/index.ts';

const usual = 100;

/** The actions of one place in one mode, in order. */
export function actionsFor(
  items: readonly { readonly value: Action }[],
  place: NonNullable<Action['places']>[number],
  mode: SliceMap['mode'],
): readonly Action[] {
  return items
    .map(({ value }) => value)
    .filter(action => (action.places ?? [place]).includes(place) && (action.mode ?? mode) === mode)
    .sort((a, b) => (a.order ?? usual) - (b.order ?? usual));
}

export function byOrder(a: { readonly order?: number }, b: { readonly order?: number }): number {
  return (a.order ?? usual) - (b.order ?? usual);
}
