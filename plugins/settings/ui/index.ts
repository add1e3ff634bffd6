import { AgentChannel } from '@atelier/agent/contract';
import { type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { SettingsArchive } from './parts/settings-archive.ts';
import { SettingsAudio } from './parts/settings-audio.ts';
import { SettingsEverything } from './parts/settings-everything.ts';
import { SettingsPrivacy } from './parts/settings-privacy.ts';
import { SettingsRestore } from './parts/settings-restore.ts';
import { SettingsRuleDraft } from './parts/settings-rule-draft.ts';
import { SettingsRuleReplay } from './parts/settings-rule-replay.ts';
import { SettingsRules } from './parts/settings-rules.ts';
import { SettingsSessions } from './parts/settings-sessions.ts';
import { SettingsShortcuts } from './parts/settings-shortcuts.ts';
import { SettingsStorage } from './parts/settings-storage.ts';
import { SettingsField } from './settings-field.ts';
import { SettingsNav } from './settings-nav.ts';
import { SettingsPage } from './settings-page.ts';

/** The elements of this plugin; those that the manifest does not name are parts of the page. None is on the first screen. */
export const elements = {
  'settings-page': SettingsPage,
  'settings-nav': SettingsNav,
  'settings-field': SettingsField,
  'settings-audio': SettingsAudio,
  'settings-shortcuts': SettingsShortcuts,
  'settings-rules': SettingsRules,
  'settings-rule-draft': SettingsRuleDraft,
  'settings-rule-replay': SettingsRuleReplay,
  'settings-sessions': SettingsSessions,
  'settings-storage': SettingsStorage,
  'settings-restore': SettingsRestore,
  'settings-everything': SettingsEverything,
  'settings-archive': SettingsArchive,
  'settings-privacy': SettingsPrivacy,
};

/** The commands that run in the window. */
export const commands = {
  'settings.find': async (view: ViewHost, args: unknown) => (await import('./model/find-settings.ts')).findSettings(view, args),
  'settings.open': async (view: ViewHost, args: unknown) => {
    const { section, setting } = (args ?? {}) as { readonly section?: string; readonly setting?: string };
    const params = { ...(section !== undefined && { section }), ...(setting !== undefined && { setting }) };
    return await view.connect(WindowChannel).call('open', { view: 'settings.page', params });
  },
  'settings.restoreRules': (view: ViewHost, args: unknown) => view.connect(AgentChannel).call('restoreRules', args as { ids: string[] }),
};
