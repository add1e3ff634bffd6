import type { Database } from '@atelier/kernel';

/** One row: JSON, or any text if it was edited by hand. */
export interface SettingRow {
  readonly extension: string;
  readonly section: string;
  readonly id: string;
  readonly value: string;
}

type RowKey = Omit<SettingRow, 'value'>;

export interface SettingsTable {
  all(): readonly SettingRow[];
  find(key: RowKey): string | undefined;
  /** Writes the value; deletes the row if there is none. */
  write(key: RowKey, value: string | undefined, now: number): void;
}

/** The table `settings`. Nothing is cached, because the person and other programs may write to it too. */
export function openSettingsTable(db: Database): SettingsTable {
  const select = db.prepare<SettingRow>('SELECT extension, section, id, value FROM settings ORDER BY extension, section, id');
  const one = db.prepare<{ value: string }>('SELECT value FROM settings WHERE extension = ? AND section = ? AND id = ?');
  const upsert = db.prepare(`
    INSERT INTO settings (extension, section, id, value, changed_at) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (extension, section, id) DO UPDATE SET value = excluded.value, changed_at = excluded.changed_at
  `);
  const remove = db.prepare('DELETE FROM settings WHERE extension = ? AND section = ? AND id = ?');
  return {
    all: () => select.all(),
    find: ({ extension, section, id }) => one.get(extension, section, id)?.value,
    write({ extension, section, id }, value, now) {
      if (value === undefined) remove.run(extension, section, id);
      else upsert.run(extension, section, id, value, now);
    },
  };
}
