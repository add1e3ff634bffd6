import { SettingsNav } from './settings-nav.ts';
import { SettingsPage } from './settings-page.ts';

export { commands } from './commands.ts';

/** The elements of this plugin, by the names its manifest gives them. */
export const elements = { 'settings-page': SettingsPage, 'settings-nav': SettingsNav };
