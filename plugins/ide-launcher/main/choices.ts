import type { Database } from '@atelier/kernel';

/** Which editor the person chose for which project. */
export interface Choices {
  of(project: string): string | undefined;
  /** The one that was chosen last, in whatever project. */
  newest(): string | undefined;
  keep(project: string, editor: string): void;
}

export function openChoices(db: Database): Choices {
  const one = db.prepare<{ editor: string }>('SELECT editor FROM choices WHERE project = ?');
  const newest = db.prepare<{ editor: string }>('SELECT editor FROM choices ORDER BY turn DESC LIMIT 1');
  const keep = db.prepare(
    `INSERT INTO choices (project, editor, turn) VALUES (?, ?, (SELECT coalesce(max(turn), 0) + 1 FROM choices))
     ON CONFLICT (project) DO UPDATE SET editor = excluded.editor, turn = excluded.turn`,
  );
  return {
    of: project => one.get(project)?.editor,
    newest: () => newest.get()?.editor,
    keep: (project, editor) => void keep.run(project, editor),
  };
}
