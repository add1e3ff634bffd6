import { type Contributions, visibleText } from '@atelier/kernel';
import type { Draft, Offer, RuleAction, RuleCondition, RuleTrigger } from '../contract/index.ts';
import { errors } from './errors.ts';
import { extensionTests } from './events/conditions.ts';

/** What extensions offer for rules. */
export interface Offers {
  readonly triggers: Pick<Contributions<RuleTrigger>, 'items'>;
  readonly conditions: Pick<Contributions<RuleCondition>, 'items'>;
  readonly actions: Pick<Contributions<RuleAction>, 'items'>;
}

type Offered = { readonly id: string; readonly title: string; readonly description?: string };

function listed<T extends Offered>({ items }: Pick<Contributions<T>, 'items'>, more: (value: T) => Partial<Offer>): Offer[] {
  return items.map(({ from, value }) => ({
    ...{ from, id: value.id, title: visibleText(value.title, 'name') },
    ...(value.description !== undefined && { description: visibleText(value.description, 'prose') }),
    ...more(value),
  }));
}

export const offersView = ({ triggers, conditions, actions }: Offers) => ({
  triggers: listed(triggers, ({ fields }) => (fields === undefined ? {} : { fields })),
  conditions: listed(conditions, () => ({})),
  actions: listed(actions, ({ settings }) => (settings === undefined ? {} : { settings })),
});

const has = <T extends Offered>({ items }: Pick<Contributions<T>, 'items'>, from: string, id: string) =>
  items.some(item => item.from === from && item.value.id === id);

/** What a draft uses of extensions, and whether it is offered now. */
export function usedOffers({ trigger, action, ...draft }: Draft, offers: Offers): { from: string; id: string; isOffered: boolean }[] {
  const used = (kind: keyof Offers, { from, id }: { readonly from: string; readonly id: string }) => {
    const contributions: Pick<Contributions<Offered>, 'items'> = offers[kind];
    return { from, id, isOffered: has(contributions, from, id) };
  };
  return [
    ...(trigger.kind === 'extension' ? [used('triggers', trigger)] : []),
    ...extensionTests(draft).map(test => used('conditions', test)),
    ...(action.kind === 'extension' ? [used('actions', action)] : []),
  ];
}

/** A command of an extension. */
export interface Command {
  readonly id: string;
  readonly runs?: 'main' | 'window';
}

/** Throws for a command that no extension has, or that only a window runs: the rule would fail each time. */
export function demandCommand({ action }: Draft, commands: Pick<Contributions<Command>, 'items'>): void {
  if (action.kind !== 'command') return;
  const { command } = action;
  const found = commands.items.find(({ value }) => value.id === command)?.value;
  if (found === undefined) throw errors['automation/no-command']({ command });
  if (found.runs === 'window') throw errors['automation/window-command']({ command });
}

export function demandOffered(draft: Draft, offers: Offers): void {
  const lacking = usedOffers(draft, offers).find(({ isOffered }) => !isOffered);
  if (lacking !== undefined) throw errors['automation/not-offered']({ from: lacking.from, id: lacking.id });
}
