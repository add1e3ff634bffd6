import type { Field } from './generated.ts';

export type SettingValue = boolean | string | number;

const maxLengths = { string: 1000, text: 20_000 } as const;
const defaults = { boolean: false, string: '', text: '', number: 0, choice: '', secret: '' } as const;

/** The value of a setting that the person has not set. */
export function defaultValue(field: Pick<Field, 'kind' | 'default' | 'choices' | 'minimum'>): SettingValue {
  const { kind, default: declared, choices = [], minimum } = field;
  if (declared !== undefined && isOfKind(kind, declared)) return declared;
  return kind === 'choice' ? (choices[0]?.value ?? '') : kind === 'number' ? (minimum ?? 0) : defaults[kind];
}

/** The value if it is valid for the field, otherwise undefined. */
export function validValue(field: Omit<Field, 'title'>, value: unknown): SettingValue | undefined {
  const { kind, choices = [], minimum = -Infinity, maximum = Infinity, whole = false } = field;
  if (!isOfKind(kind, value)) return undefined;
  if (typeof value === 'number') {
    return Number.isFinite(value) && value >= minimum && value <= maximum && (!whole || Number.isInteger(value)) ? value : undefined;
  }
  if (kind === 'choice') return choices.some(choice => choice.value === value) ? value : undefined;
  if (typeof value !== 'string') return value;
  const maxLength = field.maxLength ?? maxLengths[kind === 'text' ? 'text' : 'string'];
  return value.length <= maxLength && (kind === 'text' || !/[\r\n]/.test(value)) ? value : undefined;
}

function isOfKind(kind: Field['kind'], value: unknown): value is SettingValue {
  if (kind === 'boolean' || kind === 'number') return typeof value === kind;
  return kind !== 'secret' && typeof value === 'string';
}

/** The owner of `ownFields`. */
export const ownId = '@atelier/settings';

const choices = (...values: readonly string[]) => values.map(value => ({ value, title: value }));

/** The settings that this plugin stores itself, by section; the page has their titles. */
export const ownFields: Readonly<Record<string, readonly Omit<Field, 'title'>[]>> = {
  general: [{ id: 'start', kind: 'choice', choices: choices('new', 'last'), default: 'new' }],
  behaviors: [
    { id: 'promptOn', kind: 'boolean', default: true },
    { id: 'prompt', kind: 'text', default: '', maxLength: 20_000 },
  ],
  language: [{ id: 'locale', kind: 'choice', choices: choices('fr', 'en'), default: 'fr', public: true }],
};
