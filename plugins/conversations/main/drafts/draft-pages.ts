import type { Database } from '@atelier/kernel';

/** Pages of which the newest save is remembered, for each draft. */
const maxPages = 16;

/** Which save of each page a draft has. */
export interface DraftPages {
  /** The number of the newest save of a page; 0 if there is none. */
  newest(of: string, by: string): number;
  keep(of: string, by: string, edit: number, now: number): void;
  forget(of: string): void;
}

export function openDraftPages(db: Database): DraftPages {
  const one = db.prepare<{ readonly edit: number }>('SELECT edit FROM draft_pages WHERE of = ? AND by = ?');
  const write = db.prepare(
    'INSERT INTO draft_pages (of, by, edit, saved_at) VALUES (?, ?, ?, ?) ON CONFLICT (of, by) DO UPDATE SET edit = excluded.edit, saved_at = excluded.saved_at',
  );
  const trim = db.prepare(
    'DELETE FROM draft_pages WHERE of = ? AND by NOT IN (SELECT by FROM draft_pages WHERE of = ? ORDER BY saved_at DESC LIMIT ?)',
  );
  const remove = db.prepare('DELETE FROM draft_pages WHERE of = ?');
  return {
    newest: (of, by) => one.get(of, by)?.edit ?? 0,
    keep(of, by, edit, now) {
      const isNew = one.get(of, by) === undefined;
      write.run(of, by, edit, now);
      if (isNew) trim.run(of, of, maxPages);
    },
    forget: of => void remove.run(of),
  };
}
