import { randomBytes } from 'node:crypto';
import type { AccessMode, ThinkingLevel } from '@atelier/agent/contract';
import type { Database } from '@atelier/kernel';
import type { State } from '../../contract/index.ts';
import { errors } from '../errors.ts';

/** A conversation as it is stored in the database. Whether it runs or waits for an answer is not stored. */
export interface ConversationRecord {
  readonly id: string;
  readonly project: string | undefined;
  readonly title: string;
  readonly titleSource: 'placeholder' | 'words' | 'ai' | 'manual';
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly lastMessageAt: number | undefined;
  /** When the person last had it before them. */
  readonly lastReadAt: number | undefined;
  readonly unread: boolean;
  readonly pinned: boolean;
  readonly archivedAt: number | undefined;
  readonly hidden: boolean;
  /** Nothing of it is remembered, and it is told nothing that was. */
  readonly private: boolean;
  readonly state: State;
  readonly model: string | undefined;
  readonly thinkingLevel: ThinkingLevel | undefined;
  readonly accessMode: AccessMode;
  /** As `toStoredPath` has written it. */
  readonly worktreePath: string | undefined;
  readonly harnessCandidate: string | undefined;
  readonly channel: string | undefined;
  /** The conversation that it was forked from, or that had it begun. */
  readonly parentId: string | undefined;
  readonly forkedFrom: string | undefined;
  readonly forkedAtEntry: string | undefined;
  readonly location: 'local' | 'cloud';
  readonly source: string | undefined;
  readonly sourceId: string | undefined;
  readonly errorCode: string | undefined;
  readonly errorMessage: string | undefined;
  /** The model's task list, as JSON. */
  readonly tasks: string | undefined;
}

export type ConversationChange = Partial<Omit<ConversationRecord, 'id' | 'createdAt'>>;

type Column = string | number | null;
export type ConversationColumns = Readonly<Record<string, Column>>;

const columns: Readonly<Record<keyof ConversationRecord, string>> = {
  id: 'id',
  project: 'project',
  title: 'title',
  titleSource: 'title_source',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  lastMessageAt: 'last_message_at',
  lastReadAt: 'last_read_at',
  unread: 'unread',
  pinned: 'pinned',
  archivedAt: 'archived_at',
  hidden: 'hidden',
  private: 'private',
  state: 'state',
  model: 'model',
  thinkingLevel: 'thinking_level',
  accessMode: 'access_mode',
  worktreePath: 'worktree_path',
  harnessCandidate: 'harness_candidate',
  channel: 'channel',
  parentId: 'parent_id',
  forkedFrom: 'forked_from',
  forkedAtEntry: 'forked_at_entry',
  location: 'location',
  source: 'source',
  sourceId: 'source_id',
  errorCode: 'error_code',
  errorMessage: 'error_message',
  tasks: 'tasks',
};
const names = Object.keys(columns) as (keyof ConversationRecord)[];

export interface ConversationRecords {
  /** Whether a conversation has this title. */
  isTitle(title: string): boolean;
  find(id: string): ConversationRecord | undefined;
  /** Throws if it does not exist or was removed. */
  get(id: string): ConversationRecord;
  add(record: ConversationRecord): void;
  change(id: string, change: ConversationChange): void;
  /** Removes them from every list; `restore` undoes it, `forget` deletes for good. */
  remove(ids: readonly string[], at: number): void;
  restore(ids: readonly string[]): void;
  forget(id: string): void;
  /** The ids that were removed before this time and are still in the database. */
  removedBefore(at: number): readonly string[];
  ofProject(project: string): readonly string[];
  ofSource(source: string, sourceId: string): ConversationRecord | undefined;
  all(): readonly string[];
  /** Those with the stored path of a worktree, also ones that were removed and are still in the database. */
  worktrees(): readonly { readonly id: string; readonly title: string; readonly path: string; readonly isRemoved: boolean }[];
  /** Conversations that were begun before this time with words of a first message, which no end of the sending has noted. */
  unsentBefore(at: number): readonly string[];
  /** Recovered conversations that are not named yet. */
  recoveredUntitled(): readonly string[];
  /** There is no record, not even of a deleted conversation. */
  isEmpty(): boolean;
}

export function openConversations(db: Database): ConversationRecords {
  const one = db.prepare<ConversationColumns>('SELECT * FROM conversations WHERE id = ?');
  const insert = db.prepare(
    `INSERT INTO conversations (${names.map(name => columns[name]).join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
  );
  const removed = db.prepare('UPDATE conversations SET removed_at = ? WHERE id = ?');
  const forget = db.prepare('DELETE FROM conversations WHERE id = ?');
  const old = db.prepare<{ id: string }>('SELECT id FROM conversations WHERE removed_at IS NOT NULL AND removed_at < ?');
  const ofProject = db.prepare<{ id: string }>('SELECT id FROM conversations WHERE project = ? AND removed_at IS NULL');
  const ofSource = db.prepare<ConversationColumns>('SELECT * FROM conversations WHERE source = ? AND source_id = ? AND removed_at IS NULL');
  const all = db.prepare<{ id: string }>('SELECT id FROM conversations WHERE removed_at IS NULL');
  const worktrees = db.prepare<{ id: string; title: string; path: string; removed: number }>(
    `SELECT id, title, worktree_path AS path, removed_at IS NOT NULL AS removed FROM conversations
      WHERE worktree_path IS NOT NULL ORDER BY updated_at DESC, id`,
  );
  const untitled = db.prepare<{ id: string }>(
    "SELECT id FROM conversations WHERE source = 'recovered' AND title_source = 'placeholder' AND removed_at IS NULL",
  );
  const unsent = db.prepare<{ id: string }>(
    "SELECT id FROM conversations WHERE created_at < ? AND title_source = 'words' AND last_message_at IS NULL AND removed_at IS NULL",
  );
  const any = db.prepare('SELECT 1 FROM conversations LIMIT 1');
  const titled = db.prepare('SELECT 1 FROM conversations WHERE title = ? AND removed_at IS NULL LIMIT 1');
  const updates = new Map<string, ReturnType<Database['prepare']>>();

  const find = (id: string) => {
    const row = one.get(id);
    return row === undefined || row.removed_at !== null ? undefined : recordOf(row);
  };
  return {
    find,
    isTitle: title => titled.get(title) !== undefined,
    get(id) {
      const record = find(id);
      if (record === undefined) throw errors['conversations/not-found']({ conversation: id });
      return record;
    },
    add: record => void insert.run(...names.map(name => columnOf(record[name]))),
    change(id, change) {
      const changed = names.filter(name => name in change);
      if (changed.length === 0) return;
      const set = changed.map(name => `${columns[name]} = ?`).join(', ');
      const update = updates.get(set) ?? db.prepare(`UPDATE conversations SET ${set} WHERE id = ?`);
      updates.set(set, update);
      update.run(...changed.map(name => columnOf((change as Partial<ConversationRecord>)[name])), id);
    },
    remove: (ids, at) => db.transaction(() => ids.forEach(id => void removed.run(at, id))),
    restore: ids => db.transaction(() => ids.forEach(id => void removed.run(null, id))),
    forget: id => void forget.run(id),
    removedBefore: at => old.all(at).map(row => row.id),
    ofProject: project => ofProject.all(project).map(row => row.id),
    ofSource(source, sourceId) {
      const row = ofSource.get(source, sourceId);
      return row && recordOf(row);
    },
    all: () => all.all().map(row => row.id),
    worktrees: () => worktrees.all().map(({ removed, ...row }) => ({ ...row, isRemoved: removed === 1 })),
    unsentBefore: at => unsent.all(at).map(row => row.id),
    recoveredUntitled: () => untitled.all().map(row => row.id),
    isEmpty: () => any.get() === undefined,
  };
}

/** Written out for speed, because a page of a list converts a hundred rows. */
export function recordOf(row: ConversationColumns): ConversationRecord {
  const text = (column: Column | undefined) => (column ?? undefined) as string | undefined;
  const number = (column: Column | undefined) => (column ?? undefined) as number | undefined;
  return {
    id: row.id as string,
    project: text(row.project),
    title: row.title as string,
    titleSource: row.title_source as ConversationRecord['titleSource'],
    createdAt: row.created_at as number,
    updatedAt: row.updated_at as number,
    lastMessageAt: number(row.last_message_at),
    lastReadAt: number(row.last_read_at),
    unread: row.unread === 1,
    pinned: row.pinned === 1,
    archivedAt: number(row.archived_at),
    hidden: row.hidden === 1,
    private: row.private === 1,
    state: row.state as State,
    model: text(row.model),
    thinkingLevel: text(row.thinking_level) as ThinkingLevel | undefined,
    accessMode: row.access_mode as AccessMode,
    worktreePath: text(row.worktree_path),
    harnessCandidate: text(row.harness_candidate),
    channel: text(row.channel),
    parentId: text(row.parent_id),
    forkedFrom: text(row.forked_from),
    forkedAtEntry: text(row.forked_at_entry),
    location: row.location as ConversationRecord['location'],
    source: text(row.source),
    sourceId: text(row.source_id),
    errorCode: text(row.error_code),
    errorMessage: text(row.error_message),
    tasks: text(row.tasks),
  };
}

function columnOf(value: unknown): Column {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return (value ?? null) as Column;
}

export type NewConversation = Partial<
  Pick<
    ConversationRecord,
    | 'id'
    | 'title'
    | 'titleSource'
    | 'project'
    | 'model'
    | 'thinkingLevel'
    | 'accessMode'
    | 'channel'
    | 'hidden'
    | 'private'
    | 'location'
    | 'harnessCandidate'
    | 'parentId'
    | 'forkedFrom'
    | 'forkedAtEntry'
    | 'source'
    | 'sourceId'
    | 'createdAt'
    | 'updatedAt'
    | 'lastMessageAt'
    | 'pinned'
    | 'archivedAt'
  >
>;

/** Creates the record of a conversation; its runtime starts with its first message. */
export function beginConversation(
  records: ConversationRecords,
  now: number,
  begin: NewConversation & Pick<ConversationRecord, 'title'>,
): ConversationRecord {
  const record: ConversationRecord = {
    id: newId(now),
    project: undefined,
    titleSource: 'placeholder',
    createdAt: now,
    updatedAt: now,
    lastMessageAt: undefined,
    lastReadAt: undefined,
    unread: false,
    pinned: false,
    archivedAt: undefined,
    hidden: false,
    private: false,
    state: 'idle',
    model: undefined,
    thinkingLevel: undefined,
    accessMode: 'secure',
    worktreePath: undefined,
    harnessCandidate: undefined,
    channel: undefined,
    parentId: undefined,
    forkedFrom: undefined,
    forkedAtEntry: undefined,
    location: 'local',
    source: undefined,
    sourceId: undefined,
    errorCode: undefined,
    errorMessage: undefined,
    tasks: undefined,
    ...begin,
  };
  records.add(record);
  return record;
}

/** A UUID of version 7: it begins with the time, so that ids sort by creation. */
function newId(now: number): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
