import type { Field } from './generated.ts';

/** What a setting can be. */
export type SettingValue = boolean | string | number;

const mostCharacters = { string: 1000, text: 20_000 } as const;
const usual = { boolean: false, string: '', text: '', number: 0, choice: '', secret: '' } as const;

/** What a setting is where nobody set it. */
export function usualValue(field: Pick<Field, 'kind' | 'default' | 'choices' | 'minimum'>): SettingValue {
  const { kind, default: given, choices = [], minimum } = field;
  if (given !== undefined && isOfKind(kind, given)) return given;
  return kind === 'choice' ? (choices[0]?.value ?? '') : kind === 'number' ? (minimum ?? 0) : usual[kind];
}

/** The value, if the field can have it. */
export function fittingValue(field: Omit<Field, 'title'>, value: unknown): SettingValue | undefined {
  const { kind, choices = [], minimum = -Infinity, maximum = Infinity, whole = false } = field;
  if (!isOfKind(kind, value)) return undefined;
  if (typeof value === 'number') {
    return Number.isFinite(value) && value >= minimum && value <= maximum && (!whole || Number.isInteger(value)) ? value : undefined;
  }
  if (kind === 'choice') return choices.some(choice => choice.value === value) ? value : undefined;
  if (typeof value !== 'string') return value;
  const most = field.maxLength ?? mostCharacters[kind === 'text' ? 'text' : 'string'];
  return value.length <= most && (kind === 'text' || !/[\r\n]/.test(value)) ? value : undefined;
}

function isOfKind(kind: Field['kind'], value: unknown): value is SettingValue {
  if (kind === 'boolean' || kind === 'number') return typeof value === kind;
  return kind !== 'secret' && typeof value === 'string';
}

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
