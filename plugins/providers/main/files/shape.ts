import { isObject, type Why } from './json-text.ts';

/** A fault in a JSON value, with its path. */
export interface Fault {
  readonly path: readonly (string | number)[];
  readonly why: Why;
}

/** Returns the faults of a value; an empty list if it is valid. */
export type Shape = (value: unknown) => readonly Fault[];

const wrong = (en: string, fr: string): readonly Fault[] => [{ path: [], why: { en, fr } }];

export const text: Shape = value =>
  typeof value === 'string' && value !== '' ? [] : wrong('must be text that is not empty', 'doit être un texte non vide');
export const anyText: Shape = value => (typeof value === 'string' ? [] : wrong('must be text', 'doit être un texte'));
export const flag: Shape = value => (typeof value === 'boolean' ? [] : wrong('must be true or false', 'doit valoir true ou false'));
export const number: Shape = value => (typeof value === 'number' ? [] : wrong('must be a number', 'doit être un nombre'));
export const positive: Shape = value =>
  typeof value === 'number' && value > 0 ? [] : wrong('must be a number above 0', 'doit être un nombre supérieur à 0');
export const anything: Shape = () => [];

export function oneOf(...allowed: readonly unknown[]): Shape {
  const list = allowed.map(one => JSON.stringify(one)).join(', ');
  return value => (allowed.includes(value) ? [] : wrong(`must be one of ${list}`, `doit valoir ${list}`));
}

export function listOf(item: Shape): Shape {
  return value =>
    Array.isArray(value) ? value.flatMap((one, at) => inside(at, item(one))) : wrong('must be a list', 'doit être une liste');
}

export function recordOf(item: Shape): Shape {
  return value =>
    isObject(value)
      ? Object.entries(value).flatMap(([key, one]) => inside(key, item(one)))
      : wrong('must be an object', 'doit être un objet');
}

/** An object with required and optional fields; other fields are ignored. */
export function object(required: Readonly<Record<string, Shape>>, optional: Readonly<Record<string, Shape>> = {}): Shape {
  return value => {
    if (!isObject(value)) return wrong('must be an object', 'doit être un objet');
    const missing = Object.keys(required).filter(key => !Object.hasOwn(value, key));
    return [
      ...missing.map(key => ({ path: [key], why: { en: 'is missing', fr: 'est absent' } })),
      ...Object.entries({ ...required, ...optional })
        .filter(([key]) => Object.hasOwn(value, key))
        .flatMap(([key, shape]) => inside(key, shape(value[key]))),
    ];
  };
}

/** A fault as a part of a sentence: its path, then its reason. */
export function faultText({ path, why }: Fault): Why {
  const place = path.join('.');
  return { en: `${place} ${why.en}`, fr: `${place} ${why.fr}` };
}

function inside(key: string | number, faults: readonly Fault[]): readonly Fault[] {
  return faults.map(({ path, why }) => ({ path: [key, ...path], why }));
}
