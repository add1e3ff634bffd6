import { defineChannel, definePoint } from '@atelier/kernel';
import type { Section, SettingsShape } from './generated.ts';

export type { Field, Kept, Section } from './generated.ts';

/** What the person set, wherever a plugin keeps nothing of its own. */
export const SettingsChannel = defineChannel<SettingsShape>('settings');

/** Sections of the settings. */
export const Sections = definePoint<Section>('@atelier/settings:sections@1');
