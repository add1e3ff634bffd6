import { FileChangesDiff } from './file-changes-diff.ts';
import { FileChangesList } from './file-changes-list.ts';
import { FileChangesPanel } from './file-changes-panel.ts';
import { FileChangesRewind } from './file-changes-rewind.ts';

export { commands } from './commands.ts';

/** The elements of this plugin; those that no manifest names are parts of the others. */
export const elements = {
  'file-changes-panel': FileChangesPanel,
  'file-changes-rewind': FileChangesRewind,
  'file-changes-list': FileChangesList,
  'file-changes-diff': FileChangesDiff,
};
