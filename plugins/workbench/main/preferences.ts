import type { Database } from '@atelier/kernel';
import type { Preferences } from '../contract/index.ts';

export interface PreferenceStore {
  all(): Preferences;
  /** Keeps the values that are named. */
  save(change: Preferences): void;
}

export function openPreferences(db: Database): PreferenceStore {
  const select = db.prepare<{ name: string; value: string }>('SELECT name, value FROM preferences');
  const upsert = db.prepare('INSERT INTO preferences (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value');
  return {
    all: () => Object.fromEntries(select.all().map(({ name, value }) => [name, JSON.parse(value)])) as Preferences,
    save: change =>
      db.transaction(() => {
        for (const [name, value] of Object.entries(change)) if (value !== undefined) upsert.run(name, JSON.stringify(value));
      }),
  };
}
