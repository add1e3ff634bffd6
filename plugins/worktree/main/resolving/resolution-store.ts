import type { Database } from '@atelier/kernel';

/** A merge that another conversation resolves. `folder` is the last part of its worktree's path. */
export interface Resolution {
  readonly resolver: string;
  readonly folder: string;
  readonly ours: string;
  readonly theirs: string;
  readonly files: readonly string[];
}

export class ResolutionStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  of(conversation: string): Resolution | undefined {
    const found = this.#db
      .prepare<Omit<Resolution, 'files'> & { readonly files: string }>(
        'SELECT resolver, folder, ours, theirs, files FROM resolutions WHERE conversation = ?',
      )
      .get(conversation);
    return found && { ...found, files: JSON.parse(found.files) as string[] };
  }

  add(conversation: string, { resolver, folder, ours, theirs, files }: Resolution): void {
    this.#db
      .prepare('INSERT OR REPLACE INTO resolutions (conversation, resolver, folder, ours, theirs, files) VALUES (?, ?, ?, ?, ?, ?)')
      .run(conversation, resolver, folder, ours, theirs, JSON.stringify(files));
  }

  /** The conversation whose merge this one resolves. */
  resolvedBy(resolver: string): string | undefined {
    return this.#db.prepare<{ readonly conversation: string }>('SELECT conversation FROM resolutions WHERE resolver = ?').get(resolver)
      ?.conversation;
  }

  /** Also if the conversation is the one that resolves. */
  forget(conversation: string): void {
    this.#db.prepare('DELETE FROM resolutions WHERE conversation = ? OR resolver = ?').run(conversation, conversation);
  }
}
