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
