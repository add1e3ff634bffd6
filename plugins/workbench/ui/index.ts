import { WorkbenchActions } from './workbench-actions.ts';
import { WorkbenchConnection } from './workbench-connection.ts';
import { WorkbenchEntries } from './workbench-entries.ts';
import { WorkbenchLocation } from './workbench-location.ts';
import { WorkbenchModes } from './workbench-modes.ts';
import { WorkbenchNotices } from './workbench-notices.ts';
import { WorkbenchOverlay } from './workbench-overlay.ts';
import { WorkbenchTitle } from './workbench-title.ts';

export { commands } from './commands.ts';

/** The elements of this plugin, by the names its manifest gives them. */
export const elements = {
  'workbench-title': WorkbenchTitle,
  'workbench-actions': WorkbenchActions,
  'workbench-entries': WorkbenchEntries,
  'workbench-modes': WorkbenchModes,
  'workbench-location': WorkbenchLocation,
  'workbench-connection': WorkbenchConnection,
  'workbench-notices': WorkbenchNotices,
  'workbench-home': async () => (await import('./workbench-home.ts')).WorkbenchHome,
  'workbench-palette': async () => (await import('./workbench-palette.ts')).WorkbenchPalette,
  'workbench-keys': async () => (await import('./workbench-keys.ts')).WorkbenchKeys,
  'workbench-overlay': WorkbenchOverlay,
};
