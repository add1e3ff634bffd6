import type { Database } from '@atelier/kernel';
import type { Preferences } from '../contract/index.ts';

export interface PreferenceStore {
  all(): Preferences;
  /** Stores the given values. */
  save(change: Preferences): void;
  /** Puts a command first among the recent ones. */
  remember(command: string): void;
}

const maxRecent = 20;

export function openPreferences(db: Database): PreferenceStore {
  const select = db.prepare<{ name: string; value: string }>('SELECT name, value FROM preferences');
  const upsert = db.prepare('INSERT INTO preferences (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value');
  const all = () => Object.assign({}, ...select.all().map(({ name, value }) => validPreference(name, value))) as Preferences;
  const save = (change: Preferences) =>
    db.transaction(() => {
      for (const [name, value] of Object.entries(change)) if (value !== undefined) upsert.run(name, JSON.stringify(value));
    });
  return {
    all,
    save,
    remember(command) {
      const { recentCommands = [] } = all();
      save({ recentCommands: [command, ...recentCommands.filter(id => id !== command)].slice(0, maxRecent) });
    },
  };
}

const oneOf =
  (...values: readonly unknown[]) =>
  (value: unknown) =>
    values.includes(value);
const isBoolean = (value: unknown) => typeof value === 'boolean';
const isNumber = (value: unknown) => typeof value === 'number';
const isName = (value: unknown) => typeof value === 'string' && value.length <= 100;
const validators: Readonly<Record<keyof Preferences, (value: unknown) => boolean>> = {
  appearance: oneOf('system', 'light', 'dark'),
  contrast: oneOf('system', 'normal', 'more'),
  start: oneOf('new', 'last'),
  size: oneOf(90, 100, 110, 125),
  sidebar: isBoolean,
  panel: isBoolean,
  sidebarWidth: isNumber,
  panelWidth: isNumber,
  panelView: isName,
  recentCommands: value => Array.isArray(value) && value.length <= maxRecent && value.every(isName),
};

/** Empty for an invalid value, from an edit by hand or another version; the row is not changed. */
function validPreference(name: string, text: string): Preferences {
  try {
    const value: unknown = JSON.parse(text);
    return Object.hasOwn(validators, name) && validators[name as keyof Preferences](value) ? { [name]: value } : {};
  } catch {
    return {};
  }
}
