import type { Database } from '@atelier/kernel';
import { errors } from '../errors.ts';

export interface ProjectRecord {
  readonly id: string;
  readonly name: string;
  readonly folder: string;
  readonly icon: string | undefined;
  readonly folded: boolean;
}

interface ProjectColumns {
  readonly id: string;
  readonly name: string;
  readonly folder: string;
  readonly icon: string | null;
  readonly folded: number;
}

export interface ProjectRecords {
  /** In the person's order. */
  all(): readonly ProjectRecord[];
  /** Throws if it does not exist. */
  get(id: string): ProjectRecord;
  find(id: string): ProjectRecord | undefined;
  atFolder(folder: string): ProjectRecord | undefined;
  /** Adds a project at the first place. */
  add(project: { readonly id: string; readonly name: string; readonly folder: string }, at: number): void;
  change(id: string, change: { readonly name?: string; readonly icon?: string | null; readonly folded?: boolean }): void;
  /** Moves a project before another one; to the end if that one does not exist. */
  move(id: string, before: string): void;
  /** Removes it from every list; `restore` undoes it, `forget` deletes for good. */
  remove(id: string, at: number): void;
  restore(id: string): void;
  forget(id: string): void;
  /** Forgets those that an earlier run removed, which cannot be undone any more. */
  forgetRemoved(): void;
}

export function openProjects(db: Database): ProjectRecords {
  const all = db.prepare<ProjectColumns>('SELECT * FROM projects WHERE removed_at IS NULL ORDER BY place, id');
  const one = db.prepare<ProjectColumns>('SELECT * FROM projects WHERE id = ? AND removed_at IS NULL');
  const at = db.prepare<ProjectColumns>('SELECT * FROM projects WHERE folder = ? AND removed_at IS NULL');
  const first = db.prepare<{ first: number | null }>('SELECT min(place) AS first FROM projects WHERE removed_at IS NULL');
  const insert = db.prepare('INSERT INTO projects (id, name, folder, place, created_at) VALUES (?, ?, ?, ?, ?)');
  const update = db.prepare('UPDATE projects SET name = ?, icon = ?, folded = ? WHERE id = ?');
  const place = db.prepare('UPDATE projects SET place = ? WHERE id = ?');
  const removed = db.prepare('UPDATE projects SET removed_at = ? WHERE id = ?');
  const forget = db.prepare('DELETE FROM projects WHERE id = ?');

  const find = (id: string) => {
    const row = one.get(id);
    return row && recordOf(row);
  };
  const get = (id: string) => {
    const record = find(id);
    if (record === undefined) throw errors['conversations/project-not-found']({ project: id });
    return record;
  };
  return {
    all: () => all.all().map(recordOf),
    get,
    find,
    atFolder(folder) {
      const row = at.get(folder);
      return row && recordOf(row);
    },
    add: ({ id, name, folder }, now) => void insert.run(id, name, folder, (first.get()?.first ?? 1) - 1, now),
    change(id, change) {
      const record = get(id);
      const { name = record.name, folded = record.folded } = change;
      const icon = change.icon === undefined ? record.icon : (change.icon ?? undefined);
      update.run(name, icon ?? null, folded ? 1 : 0, id);
    },
    move(id, before) {
      if (id === before) return;
      const order = all.all().flatMap(row => (row.id === id ? [] : [row.id]));
      const index = order.indexOf(before);
      order.splice(index === -1 ? order.length : index, 0, id);
      // All places are renumbered, because there is not always a free number between two places.
      db.transaction(() => order.forEach((project, number) => void place.run(number, project)));
    },
    remove: (id, now) => void removed.run(now, id),
    restore: id => void removed.run(null, id),
    forgetRemoved: () => db.exec('DELETE FROM projects WHERE removed_at IS NOT NULL'),
    forget: id => void forget.run(id),
  };
}

function recordOf({ id, name, folder, icon, folded }: ProjectColumns): ProjectRecord {
  return { id, name, folder, icon: icon ?? undefined, folded: folded === 1 };
}
