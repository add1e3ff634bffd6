import type { Locale } from '@atelier/kernel';
import type { Failure } from '@atelier/schemas/validate.ts';
import { relevantFailures } from './relevant-failures.ts';
import { sentence } from './violation-sentences.ts';
import { type BilingualText, partOf, pathOf } from './violation-texts.ts';

/** One fault of a value, with a sentence that names its place. */
export interface Violation {
  /** Where, as in `atelier.rights.net[0]`; empty for the value as a whole. */
  readonly path: string;
  /** In English, for logs. */
  readonly message: string;
  /** For the person, in both languages. */
  readonly texts: Readonly<Record<Locale, string>>;
}

/** Returns the faults of a value; an empty list means valid. Never throws, whatever the value. */
export type Validator = (value: unknown) => readonly Violation[];

/** The validators of one channel, by member. Neither record has a prototype, so that a name from the wire finds only declared members. */
export interface ChannelValidators {
  readonly calls: Readonly<Record<string, { readonly params: Validator; readonly result: Validator }>>;
  readonly events: Readonly<Record<string, Validator>>;
  /** What the methods of the service take that its file names. */
  readonly service?: TakenBy;
}

/** What methods take, and how much of it cannot be left out. */
export type TakenBy = Readonly<Record<string, { readonly needs: number; readonly takes: readonly Validator[] }>>;

/** The type of generated validators. */
export interface StandaloneValidate {
  (value: unknown): boolean;
  readonly errors?: readonly Failure[] | null;
}

/** The `validators` and `service` of a generated `*.channel.validate.js`. */
export interface StandaloneChannel {
  readonly calls: Readonly<Record<string, { readonly params: StandaloneValidate; readonly result: StandaloneValidate }>>;
  readonly events: Readonly<Record<string, StandaloneValidate>>;
  readonly service?: Readonly<Record<string, { readonly needs: number; readonly takes: readonly StandaloneValidate[] }>>;
}

/** How many violations are returned; more would not be read. */
const maxViolations = 20;
/** How many failures are examined: a list of a million invalid entries must not cost a million sentences. */
const maxRead = 500;

/** Turns a validator's failures into sentences. `value` is the checked value; parts of it are quoted, truncated. */
export function violationsOf(value: unknown, failures: readonly Failure[] | null | undefined): readonly Violation[] {
  const kept = new Map<string, Violation>();
  for (const failure of relevantFailures((failures ?? []).slice(0, maxRead))) {
    const violation = violationOf(pathOf(value, failure.instancePath), sentence(failure, partOf(value, failure.instancePath)));
    if (kept.size === maxViolations && !kept.has(violation.message)) return [...kept.values(), andOthers];
    kept.set(violation.message, violation);
  }
  return [...kept.values()];
}

/** Wraps a generated validator so that it returns violations. */
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
export function channelValidatorsOf({ calls, events, service = {} }: StandaloneChannel): ChannelValidators {
  return {
    calls: byName(calls, ({ params, result }) => ({ params: validatorOf(params), result: validatorOf(result) })),
    events: byName(events, validatorOf),
    service: byName(service, ({ needs, takes }) => ({ needs, takes: takes.map(validatorOf) })),
  };
}

/** The violations of a value in one text per language, for an error message. */
export function describeViolations(failures: readonly Failure[] | null | undefined, value: unknown): BilingualText {
  return inBothLanguages(violationsOf(value, failures));
}

/** Violations as one text per language. */
export function inBothLanguages(violations: readonly Violation[]): BilingualText {
  return { en: inWords(violations, 'en'), fr: inWords(violations, 'fr') };
}

/** One sentence per line, in one language. */
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

/** A violation from a path and its sentence in both languages. */
export function violationOf(path: string, words: BilingualText): Violation {
  const texts = path === '' ? words : { en: `${path}: ${words.en}`, fr: `${path} : ${words.fr}` };
  return { path, message: texts.en, texts };
}

// A generated validator throws only for a recursive schema and a value nested deeper than the stack.
const tooDeep = violationOf('', {
  en: 'This is nested too deeply to be checked.',
  fr: 'L’imbrication est trop profonde pour être vérifiée.',
});

const andOthers = violationOf('', { en: 'And there is more.', fr: 'Et ce n’est pas tout.' });
