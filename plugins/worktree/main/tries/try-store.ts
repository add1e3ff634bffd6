import type { Database } from '@atelier/kernel';

/** A task that was given to several models at once. */
export interface Task {
  readonly id: string;
  readonly project: string;
  readonly text: string;
  /** What all tries began from; no branch if none was checked out. */
  readonly branch?: string;
  readonly commit: string;
  readonly createdAt: number;
  /** The conversation of the try that was kept. */
  readonly kept?: string;
}

export interface Try {
  readonly conversation: string;
  readonly task: string;
  /** Why it could not begin, as JSON. */
  readonly problem?: string;
}

/** What a worktree held, under the name that git has for it, and the last part of the folder that it was. */
export interface Away {
  readonly name: string;
  readonly folder: string;
}

interface TaskRow {
  id: string;
  project: string;
  text: string;
  branch: string | null;
  commit: string;
  created_at: number;
  kept: string | null;
}

interface TryRow {
  conversation: string;
  task: string;
  problem: string | null;
}

/** Tasks that are kept; the oldest are forgotten, their conversations are not. */
const most = 200;

/** The tasks that were tried several times, and the conversation of each try. */
export class TryStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  add({ id, project, text, branch, commit, createdAt }: Task): void {
    this.#db
      .prepare('INSERT INTO tasks (id, project, text, branch, "commit", created_at) VALUES (?, ?, ?, ?, ?, ?)')
      .run(id, project, text, branch ?? null, commit, createdAt);
    this.#db.prepare('DELETE FROM tasks WHERE id IN (SELECT id FROM tasks ORDER BY created_at DESC, id DESC LIMIT -1 OFFSET ?)').run(most);
  }

  addTry(task: string, conversation: string): void {
    this.#db
      .prepare('INSERT INTO tries (conversation, task, place) SELECT ?, ?, COUNT(*) FROM tries WHERE task = ?')
      .run(conversation, task, task);
  }

  task(id: string): Task | undefined {
    const row = this.#db.prepare('SELECT * FROM tasks WHERE id = ?').get(id) as TaskRow | undefined;
    return row && taskOf(row);
  }

  /** The newest first. */
  tasks(project: string | undefined, limit: number): readonly Task[] {
    const rows = this.#db
      .prepare('SELECT * FROM tasks WHERE $project IS NULL OR project = $project ORDER BY created_at DESC, id DESC LIMIT $limit')
      .all({ project: project ?? null, limit }) as TaskRow[];
    return rows.map(taskOf);
  }

  tries(task: string): readonly Try[] {
    return (this.#db.prepare('SELECT * FROM tries WHERE task = ? ORDER BY place').all(task) as TryRow[]).map(tryOf);
  }

  tryOf(conversation: string): Try | undefined {
    const row = this.#db.prepare('SELECT * FROM tries WHERE conversation = ?').get(conversation) as TryRow | undefined;
    return row && tryOf(row);
  }

  away(conversation: string): Away | undefined {
    return this.#db.prepare('SELECT name, folder FROM away WHERE conversation = ?').get(conversation) as Away | undefined;
  }

  allAway(): readonly Away[] {
    return this.#db.prepare('SELECT name, folder FROM away').all() as Away[];
  }

  setProblem(conversation: string, problem: string): void {
    this.#db.prepare('UPDATE tries SET problem = ? WHERE conversation = ?').run(problem, conversation);
  }

  setAway(conversation: string, away: Away | undefined): void {
    this.#db.prepare('DELETE FROM away WHERE conversation = ?').run(conversation);
    if (away === undefined) return;
    this.#db.prepare('INSERT INTO away (conversation, name, folder) VALUES (?, ?, ?)').run(conversation, away.name, away.folder);
  }

  keep(task: string, conversation: string): void {
    this.#db.prepare('UPDATE tasks SET kept = ? WHERE id = ?').run(conversation, task);
  }

  /** A conversation that is gone is no try any more, and a task without one is none. */
  forget(conversation: string): void {
    for (const table of ['tries', 'away']) this.#db.prepare(`DELETE FROM ${table} WHERE conversation = ?`).run(conversation);
    this.#db.prepare('DELETE FROM tasks WHERE id NOT IN (SELECT task FROM tries)').run();
  }
}

function taskOf({ id, project, text, branch, commit, created_at: createdAt, kept }: TaskRow): Task {
  return { id, project, text, commit, createdAt, ...(branch !== null && { branch }), ...(kept !== null && { kept }) };
}

function tryOf({ conversation, task, problem }: TryRow): Try {
  return { conversation, task, ...(problem !== null && { problem }) };
}
