import type { Database } from '@atelier/kernel';

/** Small values by name. What is stored and cannot be read counts as not stored. */
export interface Settings {
  read<T>(name: string, isValid: (value: unknown) => value is T): T | undefined;
  /** Undefined removes it. */
  write(name: string, value: unknown): void;
}

export function openSettings(db: Database): Settings {
  const one = db.prepare<{ value: string }>('SELECT value FROM settings WHERE name = ?');
  const put = db.prepare('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)');
  const remove = db.prepare('DELETE FROM settings WHERE name = ?');
  return {
    read(name, isValid) {
      try {
        const value: unknown = JSON.parse(one.get(name)?.value ?? 'null');
        return isValid(value) ? value : undefined;
      } catch {
        return undefined;
      }
    },
    write(name, value) {
      if (value === undefined) remove.run(name);
      else put.run(name, JSON.stringify(value));
    },
  };
}

export const isText = (value: unknown): value is string => typeof value === 'string';
export const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';
export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
