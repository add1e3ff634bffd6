import type { Database } from '@atelier/kernel';
import type { ErrorEvent } from './event.ts';

/** The limit of pending reports; the oldest are deleted. */
export const maxReports = 20;

export interface StoredReport {
  readonly id: string;
  readonly at: number;
  readonly count: number;
  readonly event: ErrorEvent;
}

/** The person's choices, and the pending reports. */
export interface Store {
  consent(): 'unasked' | 'yes' | 'no';
  dsn(): string | undefined;
  notBefore(): number;
  setChoice(name: 'consent' | 'dsn' | 'notBefore', value: string | undefined): void;
  /** Adds a report. Errors with the same fingerprint are one report with a count. */
  add(fingerprint: string, at: number, event: ErrorEvent): void;
  /** The newest first. */
  all(): readonly StoredReport[];
  get(id: string): StoredReport | undefined;
  remove(ids: readonly string[]): void;
  removeAll(): void;
}

interface Row {
  readonly id: string;
  readonly at: number;
  readonly count: number;
  readonly event: string;
}

export function openStore(db: Database): Store {
  const choice = db.prepare<{ value: string }>('SELECT value FROM choices WHERE name = ?');
  const choose = db.prepare('INSERT INTO choices (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value');
  const unchoose = db.prepare('DELETE FROM choices WHERE name = ?');
  const countUp = db.prepare('UPDATE reports SET count = count + 1, at = ? WHERE likeness = ?');
  const insert = db.prepare('INSERT INTO reports (id, likeness, at, count, event) VALUES (?, ?, ?, 1, ?)');
  const removeOldest = db.prepare('DELETE FROM reports WHERE id NOT IN (SELECT id FROM reports ORDER BY at DESC, rowid DESC LIMIT ?)');
  const all = db.prepare<Row>('SELECT id, at, count, event FROM reports ORDER BY at DESC, rowid DESC');
  const one = db.prepare<Row>('SELECT id, at, count, event FROM reports WHERE id = ?');
  const remove = db.prepare('DELETE FROM reports WHERE id = ?');
  const removeAll = db.prepare('DELETE FROM reports');
  const read = ({ event, ...row }: Row): StoredReport => ({ ...row, event: JSON.parse(event) as ErrorEvent });
  return {
    consent() {
      const value = choice.get('consent')?.value;
      return value === 'yes' || value === 'no' ? value : 'unasked';
    },
    dsn: () => choice.get('dsn')?.value,
    notBefore: () => Number(choice.get('notBefore')?.value ?? 0),
    setChoice: (name, value) => void (value === undefined ? unchoose.run(name) : choose.run(name, value)),
    add(fingerprint, at, event) {
      db.transaction(() => {
        if (countUp.run(at, fingerprint).changes > 0) return;
        insert.run(event.event_id, fingerprint, at, JSON.stringify(event));
        removeOldest.run(maxReports);
      });
    },
    all: () => all.all().map(read),
    get(id) {
      const row = one.get(id);
      return row && read(row);
    },
    remove: ids => db.transaction(() => ids.forEach(id => void remove.run(id))),
    removeAll: () => void removeAll.run(),
  };
}
