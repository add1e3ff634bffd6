import { defineChannel, defineHook, definePoint, defineToken } from '@atelier/kernel';
import type { Section, SettingsShape } from './generated.ts';

export type {
  CommandKeys,
  Field,
  FolderUsage,
  KindUsage,
  OwnerUsage,
  Section,
  SettingsShape,
  StoredSetting,
  Undescribed,
} from './generated.ts';
export { defaultValue, ownFields, ownId, type SettingValue, validValue } from './values.ts';

/** The settings that no other plugin stores. */
export const SettingsChannel = defineChannel<SettingsShape>('settings');

/** Sections of the settings. */
export const Sections = definePoint<Section>('@atelier/settings:sections@1');

/** The person set or reset a field of a form of this extension. */
export const settingChanged = defineHook.notify<{ readonly extension: string; readonly section: string; readonly id: string }>(
  '@atelier/settings:changed@1',
);

/** The values of forms, for the main sides of extensions. */
export interface SettingsService {
  /**
   * The values of a form, with defaults in place of missing and invalid ones. Of another extension's form only the fields that are
   * `public`; refused if there is none. Bundled plugins read every field. Never a secret: `ctx.secret` reads those.
   */
  read(extension: string, section: string): Promise<Readonly<Record<string, boolean | string | number>>>;
}

export const Settings = defineToken<SettingsService>('@atelier/settings:Settings@1', {
  read: 'everybody',
});
