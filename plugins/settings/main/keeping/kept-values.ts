import type { Database } from '@atelier/kernel';

/** One value as it lies in the database: JSON, or whatever somebody wrote there by hand. */
export interface KeptText {
  readonly extension: string;
  readonly section: string;
  readonly id: string;
  readonly value: string;
}

type Place = Omit<KeptText, 'value'>;

export interface KeptValues {
  all(): readonly KeptText[];
  find(place: Place): string | undefined;
  /** Keeps it, or forgets it where there is no text. */
  keep(place: Place, text: string | undefined, now: number): void;
}

/** The table of settings. Read again each time, because the person and other programs may write it too. */
export function openKeptValues(db: Database): KeptValues {
  const select = db.prepare<KeptText>('SELECT extension, section, id, value FROM settings ORDER BY extension, section, id');
  const one = db.prepare<{ value: string }>('SELECT value FROM settings WHERE extension = ? AND section = ? AND id = ?');
  const upsert = db.prepare(`
    INSERT INTO settings (extension, section, id, value, changed_at) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (extension, section, id) DO UPDATE SET value = excluded.value, changed_at = excluded.changed_at
  `);
  const remove = db.prepare('DELETE FROM settings WHERE extension = ? AND section = ? AND id = ?');
  return {
    all: () => select.all(),
    find: ({ extension, section, id }) => one.get(extension, section, id)?.value,
    keep({ extension, section, id }, text, now) {
      if (text === undefined) remove.run(extension, section, id);
      else upsert.run(extension, section, id, text, now);
    },
  };
}
