import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Database, Log } from '@atelier/kernel';
import { slugOf } from '../../kernel/main/slug.ts';
import { openDatabase } from '../../kernel/main/storage/storage.ts';
import { migrations } from '../../plugins/conversations/main/migrations/index.ts';

/** The fields of a seeded conversation; omitted ones get default values. */
export interface SeedConversation {
  readonly id: string;
  readonly title: string;
  readonly project?: string;
  readonly createdAt: number;
  readonly updatedAt?: number;
  readonly state?: 'idle' | 'failed' | 'queued' | 'done';
  readonly unread?: boolean;
  readonly pinned?: boolean;
  readonly archivedAt?: number;
  readonly tasks?: readonly { readonly title: string; readonly state: 'waiting' | 'running' | 'done' | 'skipped' }[];
}

export interface SeedProject {
  readonly id: string;
  readonly name: string;
  readonly folder: string;
  readonly folded?: boolean;
}

/** Writes conversations and projects into an open database of the conversations plugin. */
export function seed(db: Database, conversations: readonly SeedConversation[], projects: readonly SeedProject[] = []): void {
  const project = db.prepare('INSERT INTO projects (id, name, folder, folded, place, created_at) VALUES (?, ?, ?, ?, ?, 0)');
  const conversation = db.prepare(
    `INSERT INTO conversations (id, project, title, title_source, created_at, updated_at, state, unread, pinned, archived_at, tasks)
     VALUES (?, ?, ?, 'manual', ?, ?, ?, ?, ?, ?, ?)`,
  );
  db.transaction(() => {
    projects.forEach(({ id, name, folder, folded = false }, place) => void project.run(id, name, folder, folded ? 1 : 0, place));
    for (const { id, title, createdAt, updatedAt = createdAt, state = 'idle', unread, pinned, ...rest } of conversations) {
      const tasks = rest.tasks === undefined ? null : JSON.stringify(rest.tasks);
      const flags = [unread === true ? 1 : 0, pinned === true ? 1 : 0];
      conversation.run(id, rest.project ?? null, title, createdAt, updatedAt, state, ...flags, rest.archivedAt ?? null, tasks);
    }
  });
}

/** A database of the plugin in a temporary folder, which is removed with it. */
export function openSeeded(conversations: readonly SeedConversation[] = [], projects: readonly SeedProject[] = []): Database & Disposable {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-seed-'));
  const db = openIn(join(folder, 'conversations.sqlite'), folder);
  seed(db, conversations, projects);
  return Object.assign(db, {
    [Symbol.dispose]() {
      db.close();
      rmSync(folder, { recursive: true, force: true });
    },
  });
}

/** The same in an existing folder, as `conversations.sqlite`. */
export function openSeededIn(folder: string, conversations: readonly SeedConversation[], projects: readonly SeedProject[] = []) {
  const db = openIn(join(folder, 'conversations.sqlite'), folder);
  seed(db, conversations, projects);
  return db;
}

function openIn(file: string, backups: string) {
  return openDatabase(file, migrations, { owner: '@atelier/conversations', backups, log: quiet });
}

/** Writes them into a profile that is not in use by any program. */
export function seedProfile(userData: string, conversations: readonly SeedConversation[], projects: readonly SeedProject[] = []): void {
  const file = join(userData, 'data', `${slugOf('@atelier/conversations')}.sqlite`);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const db = openIn(file, join(userData, 'backups'));
  seed(db, conversations, projects);
  db.close();
}

const nothing = (): void => undefined;
const quiet: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing };
