import { SettingsAudio } from './parts/settings-audio.ts';
import { SettingsPrivacy } from './parts/settings-privacy.ts';
import { SettingsSessions } from './parts/settings-sessions.ts';
import { SettingsShortcuts } from './parts/settings-shortcuts.ts';
import { SettingsStorage } from './parts/settings-storage.ts';
import { SettingsField } from './settings-field.ts';
import { SettingsNav } from './settings-nav.ts';
import { SettingsPage } from './settings-page.ts';

export { commands } from './commands.ts';

/** The elements of this plugin; those that no manifest names are parts of the page. Nothing of it is on the first screen. */
export const elements = {
  'settings-page': SettingsPage,
  'settings-nav': SettingsNav,
  'settings-field': SettingsField,
  'settings-audio': SettingsAudio,
  'settings-shortcuts': SettingsShortcuts,
  'settings-sessions': SettingsSessions,
  'settings-storage': SettingsStorage,
  'settings-privacy': SettingsPrivacy,
};
