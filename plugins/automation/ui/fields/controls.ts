import type { UiChoice } from '@atelier/kernel/kit';
import type { QueryState } from '@atelier/kernel/ui';
import { html } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Offer } from '../../contract/index.ts';

export type Valued = HTMLElement & { value: string; checked: boolean };

export const typedIn = (event: Event): string => (event.currentTarget as Valued).value;

export function selectOf(label: string, options: readonly UiChoice[], value: string, set: (value: string) => void, hint = '') {
  return html`<ui-field label=${label} hint=${hint}><ui-select .options=${options} .value=${live(value)} @change=${(event: Event) => set(typedIn(event))}></ui-select></ui-field>`;
}

export function inputOf(
  label: string,
  type: 'text' | 'time' | 'date',
  value: string,
  set: (value: string) => void,
  hint = '',
  on = 'change',
) {
  const heard = (event: Event) => event.type === on && set(typedIn(event));
  return html`<ui-field label=${label} hint=${hint}><ui-input type=${type} maxlength="500" .value=${value} @change=${heard} @input=${heard}></ui-input></ui-field>`;
}

/** A choice of each value. */
export const choicesOf = <Value extends string>(values: readonly Value[], label: (value: Value) => string): UiChoice[] =>
  values.map(value => ({ value, label: label(value) }));

/** A choice of each that extensions offer. */
export const offeredOf = (offers: readonly Offer[]): UiChoice[] =>
  offers.map(({ from, id, title }) => ({ value: `extension:${from}:${id}`, label: title, group: from }));

/** What is chosen is among the choices, also where nobody offers it any more. */
export function withCurrent(choices: readonly UiChoice[], value: string, label = value): readonly UiChoice[] {
  return value === '' || choices.some(choice => choice.value === value) ? choices : [...choices, { value, label }];
}

/** What a query has, or nothing until it has it. */
export function valuesOf<Value, Item>(state: QueryState<Value>, items: (value: Value) => readonly Item[]): readonly Item[] {
  return state.status === 'ready' ? items(state.value) : [];
}

export interface OfferedCommand {
  readonly id: string;
  readonly title: string;
  readonly palette?: boolean;
  readonly runs?: 'main' | 'window';
  readonly args?: { readonly required?: readonly string[] };
}

/** The commands that a rule may run as they are: those that the person sees, that need no window and nothing given. */
export function commandChoices(items: readonly { readonly from: string; readonly value: OfferedCommand }[]): readonly UiChoice[] {
  return items
    .filter(({ value: { palette, runs, args } }) => palette !== false && runs !== 'window' && (args?.required ?? []).length === 0)
    .map(({ from, value: { id, title } }) => ({ value: id, label: title, group: from }));
}
