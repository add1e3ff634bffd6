import { type Asker, type Contributions, isAppError, type Log } from '@atelier/kernel';
import {
  defaultValue,
  type Field,
  ownFields,
  ownId,
  type Section,
  type SettingValue,
  type StoredSetting,
  validValue,
} from '../../contract/index.ts';
import { settingsErrors } from '../errors.ts';
import type { SettingsTable } from './settings-table.ts';

type UntitledField = Omit<Field, 'title'>;
interface SettingKey {
  readonly from: string;
  readonly section: string;
  readonly id: string;
}

const maxShown = 200;

/** Every setting that is stored here: the plugin's own, and those of forms that extensions contribute. */
export class SettingsStore {
  readonly #table: SettingsTable;
  readonly #sections: Contributions<Section>;
  readonly #now: () => number;

  constructor(table: SettingsTable, sections: Contributions<Section>, now: () => number) {
    this.#table = table;
    this.#sections = sections;
    this.#now = now;
  }

  /** The settings with a stored value, valid or not. */
  all(): StoredSetting[] {
    return this.#table.all().flatMap(({ extension: from, section, id, value: text }) => {
      const field = this.#fieldsOf(from, section).find(one => one.id === id);
      if (field === undefined) return [];
      const value = validValue(field, parsed(text));
      return [{ from, section, id, ...(value === undefined ? { unfit: text.slice(0, maxShown) } : { value }) }];
    });
  }

  /** The values of one section that an extension may read: all of its own, the public ones of another's. */
  readFor({ id: asker, bundled }: Asker, from: string, section: string): Record<string, SettingValue> {
    if (bundled || asker === from) return this.read(from, section);
    const values = this.read(from, section, field => field.public === true);
    if (Object.keys(values).length === 0) throw settingsErrors['settings/not-public']({ asker, from, section });
    return values;
  }

  /** The values of one section, with defaults; never a secret. */
  read(from: string, section: string, includes: (field: UntitledField) => boolean = () => true): Record<string, SettingValue> {
    const stored = this.all().filter(one => one.from === from && one.section === section);
    const fields = this.#fieldsOf(from, section).filter(field => field.kind !== 'secret' && includes(field));
    return Object.fromEntries(fields.map(field => [field.id, stored.find(({ id }) => id === field.id)?.value ?? defaultValue(field)]));
  }

  /** Stores a value; undefined resets the setting to its default. */
  save({ from, section, id }: SettingKey, value: SettingValue | undefined, was: SettingValue | undefined): void {
    const field = this.fieldOf({ from, section, id });
    if (field.kind === 'secret') throw settingsErrors['settings/unknown']({ from, section, id });
    if (value !== undefined && validValue(field, value) === undefined) throw settingsErrors['settings/not-kept']({});
    const key = { extension: from, section, id };
    const stored = this.#table.find(key);
    const now = stored === undefined ? defaultValue(field) : validValue(field, parsed(stored));
    if (was !== undefined && now !== undefined && now !== was && now !== value) throw settingsErrors['settings/changed-meanwhile']({});
    this.#table.write(key, value === undefined ? undefined : JSON.stringify(value), this.#now());
  }

  /** The field of a setting; throws if the extension has no such field. */
  fieldOf({ from, section, id }: SettingKey): UntitledField {
    const field = this.#fieldsOf(from, section).find(one => one.id === id);
    if (field === undefined) throw settingsErrors['settings/unknown']({ from, section, id });
    return field;
  }

  /** The secrets of all forms. */
  get secrets(): readonly SettingKey[] {
    return this.#sections.items.flatMap(({ from, value }) =>
      (value.form ?? []).flatMap(({ id, kind }) => (kind === 'secret' ? [{ from, section: value.id, id }] : [])),
    );
  }

  #fieldsOf(from: string, section: string): readonly UntitledField[] {
    if (from === ownId) return Object.hasOwn(ownFields, section) ? (ownFields[section] ?? []) : [];
    return this.#sections.items.find(one => one.from === from && one.value.id === section)?.value.form ?? [];
  }
}

/** Undefined if the text is not JSON, for example after an edit by hand. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Resolves to undefined and logs the error if the work fails, so that one unreadable secret does not hide other settings. */
export async function orLogged<T>(work: Promise<T>, log: Log): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    log.warn(isAppError(error) ? error.message : String(error));
    return undefined;
  }
}
