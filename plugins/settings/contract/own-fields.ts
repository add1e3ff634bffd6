import type { Field } from './generated.ts';

/** Whose the settings are that belong to no other plugin. */
export const ownId = '@atelier/settings';

const choices = (...values: readonly string[]) => values.map(value => ({ value, title: value }));

/** The settings that this plugin keeps itself, by section; the page has their words. */
export const ownFields: Readonly<Record<string, readonly Omit<Field, 'title'>[]>> = {
  general: [{ id: 'start', kind: 'choice', choices: choices('new', 'last'), default: 'new' }],
  behaviors: [
    { id: 'promptOn', kind: 'boolean', default: true },
    { id: 'prompt', kind: 'text', default: '', maxLength: 20_000 },
  ],
  language: [{ id: 'locale', kind: 'choice', choices: choices('fr', 'en'), default: 'fr', public: true }],
};
