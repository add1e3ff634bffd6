import type { Locale } from '@atelier/kernel';
import type { Failure } from '@atelier/schemas/validate.ts';
import { worthTelling } from './violation-choice.ts';
import { sentence } from './violation-sentences.ts';
import { partOf, pathOf, type Words } from './violation-words.ts';

/** One thing that is wrong with a value, in plain words that name the place. */
export interface Violation {
  /** Where, as in `atelier.rights.net[0]`; empty for the value as a whole. */
  readonly path: string;
  /** English, for logs. */
  readonly message: string;
  /** What a person reads. */
  readonly texts: Readonly<Record<Locale, string>>;
}

/** Says what is wrong with a value: nothing, if the list is empty. Never throws, whatever the value. */
export type Validator = (value: unknown) => readonly Violation[];

/** The validators of one channel, by member. Neither record has a prototype, so that a name off the wire finds what is declared or nothing. */
export interface ChannelValidators {
  readonly calls: Readonly<Record<string, { readonly params: Validator; readonly result: Validator }>>;
  readonly events: Readonly<Record<string, Validator>>;
}

/** What generated validators look like from here. */
export interface StandaloneValidate {
  (value: unknown): boolean;
  readonly errors?: readonly Failure[] | null;
}

/** The `validators` of a generated `*.channel.validate.js`. */
export interface StandaloneChannel {
  readonly calls: Readonly<Record<string, { readonly params: StandaloneValidate; readonly result: StandaloneValidate }>>;
  readonly events: Readonly<Record<string, StandaloneValidate>>;
}

/** How many things are told at once; more would not be read. */
const mostTold = 20;
/** How many failures are looked at: a list of a million wrong entries must not cost a million sentences. */
const mostRead = 500;

/** Turns a validator's failures into sentences. `value` is what was checked; its own words are quoted, briefly. */
export function violationsOf(value: unknown, failures: readonly Failure[] | null | undefined): readonly Violation[] {
  const told = new Map<string, Violation>();
  for (const failure of worthTelling((failures ?? []).slice(0, mostRead))) {
    const violation = violationOf(pathOf(value, failure.instancePath), sentence(failure, partOf(value, failure.instancePath)));
    if (told.size === mostTold && !told.has(violation.message)) return [...told.values(), andOthers];
    told.set(violation.message, violation);
  }
  return [...told.values()];
}

/** Makes a generated validator speak in violations. */
export function validatorOf(validate: StandaloneValidate): Validator {
  return value => {
    try {
      return validate(value) ? [] : violationsOf(value, validate.errors);
    } catch {
      return [tooDeep];
    }
  };
}

/** The same for all validators of a generated channel. */
export function channelValidatorsOf({ calls, events }: StandaloneChannel): ChannelValidators {
  return {
    calls: byName(calls, ({ params, result }) => ({ params: validatorOf(params), result: validatorOf(result) })),
    events: byName(events, validatorOf),
  };
}

/** What is wrong, in one text a language: what an error message quotes. */
export function describeViolations(failures: readonly Failure[] | null | undefined, value: unknown): Words {
  return inBothLanguages(violationsOf(value, failures));
}

/** Violations as one text a language. */
export function inBothLanguages(violations: readonly Violation[]): Words {
  return { en: inWords(violations, 'en'), fr: inWords(violations, 'fr') };
}

/** One sentence a line, in one language. */
export function inWords(violations: readonly Violation[], locale: Locale): string {
  return violations.map(({ texts }) => texts[locale]).join('\n');
}

/** A record with the same names and other values, and no prototype. */
export function byName<From, To>(
  record: Readonly<Record<string, From>>,
  change: (value: From, name: string) => To,
): Readonly<Record<string, To>> {
  const changed: Record<string, To> = Object.create(null);
  for (const [name, value] of Object.entries(record)) changed[name] = change(value, name);
  return changed;
}

/** A violation from a place and its sentence in both languages. */
export function violationOf(path: string, words: Words): Violation {
  const texts = path === '' ? words : { en: `${path}: ${words.en}`, fr: `${path} : ${words.fr}` };
  return { path, message: texts.en, texts };
}

// The only thing that makes a generated validator throw is a schema that refers to itself and a value nested deeper than the stack.
const tooDeep = violationOf('', {
  en: 'This is nested too deeply to be checked.',
  fr: 'L’imbrication est trop profonde pour être vérifiée.',
});

const andOthers = violationOf('', { en: 'And there is more.', fr: 'Et ce n’est pas tout.' });
