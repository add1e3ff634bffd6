import type { Database } from '@atelier/kernel';
import type { ErrorEvent } from './event.ts';

/** As many as wait at most; older ones make room. */
export const mostReports = 20;

export interface KeptReport {
  readonly id: string;
  readonly at: number;
  readonly count: number;
  readonly event: ErrorEvent;
}

/** What the person chose, and the reports that wait. */
export interface Store {
  consent(): 'unasked' | 'yes' | 'no';
  dsn(): string | undefined;
  notBefore(): number;
  choose(name: 'consent' | 'dsn' | 'notBefore', value: string | undefined): void;
  /** One that is like another is counted with it, so that a fault in a loop is one report. */
  keep(likeness: string, at: number, event: ErrorEvent): void;
  /** The newest first. */
  all(): readonly KeptReport[];
  get(id: string): KeptReport | undefined;
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
  const like = db.prepare('UPDATE reports SET count = count + 1, at = ? WHERE likeness = ?');
  const insert = db.prepare('INSERT INTO reports (id, likeness, at, count, event) VALUES (?, ?, ?, 1, ?)');
  const oldest = db.prepare('DELETE FROM reports WHERE id NOT IN (SELECT id FROM reports ORDER BY at DESC, rowid DESC LIMIT ?)');
  const all = db.prepare<Row>('SELECT id, at, count, event FROM reports ORDER BY at DESC, rowid DESC');
  const one = db.prepare<Row>('SELECT id, at, count, event FROM reports WHERE id = ?');
  const remove = db.prepare('DELETE FROM reports WHERE id = ?');
  const removeAll = db.prepare('DELETE FROM reports');
  const read = ({ event, ...row }: Row): KeptReport => ({ ...row, event: JSON.parse(event) as ErrorEvent });
  return {
    consent() {
      const value = choice.get('consent')?.value;
      return value === 'yes' || value === 'no' ? value : 'unasked';
    },
    dsn: () => choice.get('dsn')?.value,
    notBefore: () => Number(choice.get('notBefore')?.value ?? 0),
    choose: (name, value) => void (value === undefined ? unchoose.run(name) : choose.run(name, value)),
    keep(likeness, at, event) {
      db.transaction(() => {
        if (like.run(at, likeness).changes > 0) return;
        insert.run(event.event_id, likeness, at, JSON.stringify(event));
        oldest.run(mostReports);
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
