import { type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { AutomationChannel } from '../contract/index.ts';
import { AutomationPage } from './window/automation-page.ts';
import { card } from './window/card.ts';

/** The elements of this plugin, by the names its manifest gives them. */
export const elements = { 'automation-page': AutomationPage };

const open = (view: ViewHost, params: object) =>
  view.connect(WindowChannel).call('open', { view: 'automation.page', params: { ...params } });

/** No first screen carries it. */
const later = () => import('./page/morning.ts');
const ruleIn = (args: unknown): string => String(Object(args).rule);

/** The commands that run in the window. */
export const commands = {
  'automation.open': (view: ViewHost, args: unknown) => {
    const { rule } = Object(args) as { readonly rule?: string };
    return open(view, rule === undefined ? {} : { rule });
  },
  'automation.add': (view: ViewHost) => open(view, { add: crypto.randomUUID() }),
  'automation.card': card,
  'automation.morning': async (view: ViewHost) => (await later()).morning(view),
  'automation.runAgain': async (view: ViewHost, args: unknown) => (await later()).runAgain(view, ruleIn(args)),
  'automation.turn': (view: ViewHost, args: unknown) =>
    view.connect(AutomationChannel).call('setOn', { id: ruleIn(args), on: Object(args).on === true }),
};
