import { type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { FileChangesDiff } from './file-changes-diff.ts';
import { FileChangesList } from './file-changes-list.ts';
import { FileChangesPanel } from './file-changes-panel.ts';
import { FileChangesRewind } from './file-changes-rewind.ts';

/** The elements of this plugin; those that the manifest does not name are parts of the others. */
export const elements = {
  'file-changes-panel': FileChangesPanel,
  'file-changes-rewind': FileChangesRewind,
  'file-changes-list': FileChangesList,
  'file-changes-diff': FileChangesDiff,
};

/** The commands that run in the window. */
export const commands = {
  'file-changes.show': (view: ViewHost) => view.connect(WindowChannel).call('open', { view: 'file-changes.panel' }),
  'file-changes.openRewind': (view: ViewHost, args: unknown) =>
    view.connect(WindowChannel).call('open', { view: 'file-changes.rewind', params: args as Record<string, unknown> }),
};
