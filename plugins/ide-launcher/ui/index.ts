import type { ViewHost } from '@atelier/kernel/ui';
import { IdeLauncherWidget } from './ide-launcher-widget.ts';

/** The elements of this plugin, by the names its manifest gives them. */
export const elements = { 'ide-launcher-widget': IdeLauncherWidget };

/** The commands that run in the window. */
export const commands = {
  'ide-launcher.open': async (view: ViewHost, args: unknown) => (await import('./open-file.ts')).openFile(view, args),
};
