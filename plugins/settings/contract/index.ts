import { defineChannel, defineHook, definePoint, defineToken } from '@atelier/kernel';
import type { Section, SettingsShape } from './generated.ts';

export { fittingValue, ownFields, ownId, type SettingValue, usualValue } from './fitting.ts';
export type { CommandKeys, Field, Kept, Owner, Place, Section, SettingsShape, Undescribed } from './generated.ts';

/** What the person set, wherever a plugin keeps nothing of its own. */
export const SettingsChannel = defineChannel<SettingsShape>('settings');

/** Sections of the settings. */
export const Sections = definePoint<Section>('@atelier/settings:sections@1');

/** The person set something in a form of this extension's, or took it back. */
export const settingChanged = defineHook.notify<{ readonly extension: string; readonly section: string; readonly id: string }>(
  '@atelier/settings:changed@1',
);

/** What the person set in forms, for the main sides of those whose forms they are. */
export interface SettingsService {
  /**
   * The values of a form, the usual ones filled in; what was kept and does not fit is never given out. Of another extension's form
   * only the fields that are `public`, or a refusal where none is; what comes with the app reads all. Never a secret: those are read
   * by `ctx.secret`.
   */
  read(extension: string, section: string): Promise<Readonly<Record<string, boolean | string | number>>>;
}

export const Settings = defineToken<SettingsService>('@atelier/settings:Settings@1', {
  read: 'everybody',
});
