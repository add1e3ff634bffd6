import type { Database } from '@atelier/kernel';

/** How the worktrees of a project are set up. */
export interface SetupCommand {
  readonly line: string;
  readonly network: boolean;
}

/** Of so many worktrees the ports lie below those that systems give to programs. */
const mostNumbers = 600;

/** What new worktrees are set up with, and the number of each. */
export class SetupStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  command(project: string): SetupCommand | undefined {
    const found = this.#db
      .prepare<{ readonly line: string; readonly network: number }>('SELECT line, network FROM setups WHERE project = ?')
      .get(project);
    return found && { line: found.line, network: found.network === 1 };
  }

  /** An empty line: none. */
  setCommand(project: string, { line, network }: SetupCommand): void {
    if (line === '') this.#db.prepare('DELETE FROM setups WHERE project = ?').run(project);
    else this.#db.prepare('INSERT OR REPLACE INTO setups (project, line, network) VALUES (?, ?, ?)').run(project, line, network ? 1 : 0);
  }

  /**
   * The number of a worktree. A new one gets one that none has had, so that it meets no database of one that is gone; when each was had, the
   * one that was unused the longest. Undefined if all are in use.
   */
  number(folder: string, all: readonly string[]): number | undefined {
    const numbers = this.#db
      .prepare<{ readonly folder: string; readonly number: number; readonly used: number }>(
        'SELECT folder, number, used FROM numbers ORDER BY used, number',
      )
      .all();
    const known = numbers.find(one => one.folder === folder);
    if (known !== undefined) return known.number;
    const used = Math.max(0, ...numbers.map(one => one.used)) + 1;
    for (const one of numbers)
      if (all.includes(one.folder)) this.#db.prepare('UPDATE numbers SET used = ? WHERE folder = ?').run(used, one.folder);
    const next = Math.max(0, ...numbers.map(one => one.number)) + 1;
    const free = numbers.find(one => !all.includes(one.folder));
    const number = next <= mostNumbers ? next : free?.number;
    if (number === undefined) return undefined;
    this.#db.prepare('INSERT OR REPLACE INTO numbers (folder, number, used) VALUES (?, ?, ?)').run(folder, number, used);
    return number;
  }
}
