import type { ViewHost } from '@atelier/kernel/ui';

const open = (setting: string) => (view: ViewHost) => view.run('settings.open', { section: 'diagnostics', setting });

/** What the window itself does when it is asked. */
export const commands = { 'diagnostics.open': open('checks'), 'diagnostics.openLog': open('log') };
