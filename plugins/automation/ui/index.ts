import { type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { AutomationPage } from './window/automation-page.ts';
import { card } from './window/card.ts';

/** The elements of this plugin, by the names its manifest gives them. */
export const elements = { 'automation-page': AutomationPage };

const open = (view: ViewHost, params: object) =>
  view.connect(WindowChannel).call('open', { view: 'automation.page', params: { ...params } });

/** The commands that run in the window. */
export const commands = {
  'automation.open': (view: ViewHost, args: unknown) => {
    const { rule } = Object(args) as { readonly rule?: string };
    return open(view, rule === undefined ? {} : { rule });
  },
  'automation.add': (view: ViewHost) => open(view, { add: crypto.randomUUID() }),
  'automation.card': card,
};
