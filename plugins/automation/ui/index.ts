import { type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import type { Seen } from './page/morning.ts';
import { AutomationPage, AutomationRecent } from './window/automation-page.ts';

/** The elements of this plugin, by the names its manifest gives them. */
export const elements = { 'automation-page': AutomationPage, 'automation-recent': AutomationRecent };

const open = (view: ViewHost, params: object) =>
  view.connect(WindowChannel).call('open', { view: 'automation.page', params: { ...params } });

/** Commands that no first screen carries. */
const later = (['card', 'morning', 'resume', 'runAgain', 'turn', 'dismiss'] as const).map(name => [
  `automation.${name}`,
  async (view: ViewHost, args: Seen & { readonly on: boolean; readonly by: string; readonly rules: readonly Seen[] }) =>
    (await import('./page/morning.ts'))[name](view, args),
]);

/** The commands that run in the window. */
export const commands = {
  'automation.open': (view: ViewHost, args: unknown) => open(view, Object(args)),
  'automation.add': (view: ViewHost) => open(view, { add: crypto.randomUUID() }),
  ...Object.fromEntries(later),
};
