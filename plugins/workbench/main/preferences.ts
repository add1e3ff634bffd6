import type { Database } from '@atelier/kernel';
import type { Preferences } from '../contract/index.ts';
import { validators } from '../contract/workbench.channel.validate.js';

export interface PreferenceStore {
  all(): Preferences;
  /** Keeps the values that are named. */
  save(change: Preferences): void;
}

export function openPreferences(db: Database): PreferenceStore {
  const select = db.prepare<{ name: string; value: string }>('SELECT name, value FROM preferences');
  const upsert = db.prepare('INSERT INTO preferences (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value');
  return {
    all: () => Object.assign({}, ...select.all().map(({ name, value }) => fitting(name, value))) as Preferences,
    save: change =>
      db.transaction(() => {
        for (const [name, value] of Object.entries(change)) if (value !== undefined) upsert.run(name, JSON.stringify(value));
      }),
  };
}

const { params } = validators.calls.savePreferences;

/** What was written by hand, or by another version, and does not fit is left out: the usual holds, and the row stays as it is. */
function fitting(name: string, value: string): Preferences {
  try {
    const preference: unknown = { [name]: JSON.parse(value) };
    return params(preference) ? (preference as Preferences) : {};
  } catch {
    return {};
  }
}
