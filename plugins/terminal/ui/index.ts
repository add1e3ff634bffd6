import { type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { TerminalPanel } from './terminal-panel.ts';

/** The elements of this plugin, by the names its manifest gives them. */
export const elements = { 'terminal-panel': TerminalPanel };

/** The commands that run in the window. */
export const commands = {
  'terminal.show': (view: ViewHost) => view.connect(WindowChannel).call('open', { view: 'terminal.panel' }),
};
