import { type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { type Preferences, WorkbenchChannel } from '../contract/index.ts';
import { WorkbenchActions } from './workbench-actions.ts';
import { WorkbenchConnection } from './workbench-connection.ts';
import { WorkbenchEntries } from './workbench-entries.ts';
import { WorkbenchLocation } from './workbench-location.ts';
import { WorkbenchModes } from './workbench-modes.ts';
import { WorkbenchNotices } from './workbench-notices.ts';
import { WorkbenchOverlay } from './workbench-overlay.ts';
import { WorkbenchTitle } from './workbench-title.ts';

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

const open = (dialog: string) => (view: ViewHost) => view.connect(WindowChannel).call('open', { view: dialog });
const choose = (change: Preferences) => (view: ViewHost) => view.connect(WorkbenchChannel).call('savePreferences', change);
const speak = (locale: 'fr' | 'en') => (view: ViewHost) => view.run('settings.speak', { locale });
const enter = (mode: 'workspace' | 'assistant') => (view: ViewHost) => view.connect(WindowChannel).call('context', { mode });

async function toggle(view: ViewHost, part: 'sidebar' | 'panel'): Promise<void> {
  const window = view.connect(WindowChannel);
  const layout = await window.call('layout', {});
  await window.call('arrange', { [part]: !layout[part] });
}

/** The commands that run in the window. */
export const commands = {
  'workbench.search': open('workbench.palette'),
  'workbench.showKeys': open('workbench.keys'),
  'workbench.toggleSidebar': (view: ViewHost) => toggle(view, 'sidebar'),
  'workbench.togglePanel': (view: ViewHost) => toggle(view, 'panel'),
  'workbench.workspace': enter('workspace'),
  'workbench.assistant': enter('assistant'),
  'workbench.light': choose({ appearance: 'light' }),
  'workbench.dark': choose({ appearance: 'dark' }),
  'workbench.system': choose({ appearance: 'system' }),
  'workbench.moreContrast': choose({ contrast: 'more' }),
  'workbench.usualContrast': choose({ contrast: 'system' }),
  'workbench.french': speak('fr'),
  'workbench.english': speak('en'),
};
