import { type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { FileChangesCounts } from './file-changes-counts.ts';

/** The elements of this plugin, by the names its manifest gives them. */
export const elements = {
  'file-changes-counts': FileChangesCounts,
  'file-changes-panel': async () => (await import('./file-changes-panel.ts')).FileChangesPanel,
  'file-changes-rewind': async () => (await import('./file-changes-rewind.ts')).FileChangesRewind,
};

/** The commands that run in the window. */
export const commands = {
  'file-changes.show': (view: ViewHost) => view.connect(WindowChannel).call('open', { view: 'file-changes.panel' }),
  'file-changes.openRewind': (view: ViewHost, args: unknown) =>
    view.connect(WindowChannel).call('open', { view: 'file-changes.rewind', params: args as Record<string, unknown> }),
};
