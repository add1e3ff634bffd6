import { type Asker, type Contributions, isAppError, type Log } from '@atelier/kernel';
import {
  type Field,
  fittingValue,
  type Kept,
  ownFields,
  ownId,
  type Section,
  type SettingValue,
  usualValue,
} from '../../contract/index.ts';
import { settingsErrors } from '../errors.ts';
import type { KeptValues } from './kept-values.ts';

type Known = Omit<Field, 'title'>;
interface Place {
  readonly from: string;
  readonly section: string;
  readonly id: string;
}

const mostShown = 200;

/** Every setting that is kept here: our own, and those of forms that extensions contribute. */
export class KeptSettings {
  readonly #values: KeptValues;
  readonly #sections: Contributions<Section>;
  readonly #now: () => number;

  constructor(values: KeptValues, sections: Contributions<Section>, now: () => number) {
    this.#values = values;
    this.#sections = sections;
    this.#now = now;
  }

  /** Those that are not as they were at first, and those whose value cannot be used. */
  all(): Kept[] {
    return this.#values.all().flatMap(({ extension: from, section, id, value: text }) => {
      const field = this.#fieldsOf(from, section).find(one => one.id === id);
      if (field === undefined) return [];
      const value = fittingValue(field, parsed(text));
      return [{ from, section, id, ...(value === undefined ? { unfit: text.slice(0, mostShown) } : { value }) }];
    });
  }

  /** The values of one section as an extension may have them: all of its own, of another's what is public. */
  readFor({ id: asker, bundled }: Asker, from: string, section: string): Record<string, SettingValue> {
    if (bundled || asker === from) return this.read(from, section);
    const values = this.read(from, section, field => field.public === true);
    if (Object.keys(values).length === 0) throw settingsErrors['settings/not-public']({ asker, from, section });
    return values;
  }

  /** The values of one section, the usual ones filled in; never a secret. */
  read(from: string, section: string, fits: (field: Known) => boolean = () => true): Record<string, SettingValue> {
    const kept = this.all().filter(one => one.from === from && one.section === section);
    const fields = this.#fieldsOf(from, section).filter(field => field.kind !== 'secret' && fits(field));
    return Object.fromEntries(fields.map(field => [field.id, kept.find(({ id }) => id === field.id)?.value ?? usualValue(field)]));
  }

  /** Keeps a value; undefined makes the setting as it was at first. */
  save({ from, section, id }: Place, value: SettingValue | undefined, was: SettingValue | undefined): void {
    const field = this.fieldOf({ from, section, id });
    if (field.kind === 'secret') throw settingsErrors['settings/unknown']({ from, section, id });
    if (value !== undefined && fittingValue(field, value) === undefined) throw settingsErrors['settings/not-kept']({});
    const place = { extension: from, section, id };
    const there = this.#values.find(place);
    const now = there === undefined ? usualValue(field) : fittingValue(field, parsed(there));
    if (was !== undefined && now !== undefined && now !== was && now !== value) throw settingsErrors['settings/changed-meanwhile']({});
    this.#values.keep(place, value === undefined ? undefined : JSON.stringify(value), this.#now());
  }

  /** The field of a setting; throws where the extension has none. */
  fieldOf({ from, section, id }: Place): Known {
    const field = this.#fieldsOf(from, section).find(one => one.id === id);
    if (field === undefined) throw settingsErrors['settings/unknown']({ from, section, id });
    return field;
  }

  /** Every secret that some form asks for. */
  get secrets(): readonly Place[] {
    return this.#sections.items.flatMap(({ from, value }) =>
      (value.form ?? []).flatMap(({ id, kind }) => (kind === 'secret' ? [{ from, section: value.id, id }] : [])),
    );
  }

  #fieldsOf(from: string, section: string): readonly Known[] {
    if (from === ownId) return Object.hasOwn(ownFields, section) ? (ownFields[section] ?? []) : [];
    return this.#sections.items.find(one => one.from === from && one.value.id === section)?.value.form ?? [];
  }
}

/** Undefined for what is no JSON, such as a value that somebody wrote by hand. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Answers with what came, or with nothing and a line in the log: one broken secret hides no other setting. */
export async function quietly<T>(work: Promise<T>, log: Log): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    log.warn(isAppError(error) ? error.message : String(error));
    return undefined;
  }
}
