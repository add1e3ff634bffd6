import { type Database, fromStoredPath, type Log, toStoredPath } from '@atelier/kernel';
import type { AccessMode, ThinkingLevel, Usage } from '../../contract/index.ts';

/** What the agent keeps of a conversation between its runtimes. */
export interface RuntimeRecord {
  readonly conversation: string;
  readonly sessionFile: string | undefined;
  readonly model: string | undefined;
  readonly thinkingLevel: ThinkingLevel | undefined;
  readonly accessMode: AccessMode;
  readonly network: boolean;
  readonly unattended: boolean;
  readonly chargedTo: { readonly kind: 'automation' | 'channel' | 'extension'; readonly of: string } | undefined;
  readonly cut: boolean;
  readonly usage: Usage;
  /** How full the model's context was after the newest answer, as far as that is known. */
  readonly context: { readonly tokens?: number; readonly window?: number };
}

interface Row {
  conversation: string;
  session_file: string | null;
  model: string | null;
  thinking_level: string | null;
  access_mode: AccessMode;
  network: number;
  unattended: number;
  charged_kind: string | null;
  charged_of: string | null;
  cut: number;
  input: number;
  output: number;
  cache_read: number;
  cache_write: number;
  cost: number;
  context_tokens: number | null;
  context_window: number | null;
}

export interface RuntimeRecords {
  /** Nothing is recorded, as at a first start or after a loss. */
  isEmpty(): boolean;
  /** The record of a conversation; one with default values if there is none. */
  get(conversation: string): RuntimeRecord;
  save(record: RuntimeRecord): void;
  change(conversation: string, change: Partial<Omit<RuntimeRecord, 'conversation'>>): void;
  /**
   * The same for what has happened already, which no refusal undoes: what the disk does not take is kept in memory, counts, and is written
   * with the next change.
   */
  note(conversation: string, change: Partial<Omit<RuntimeRecord, 'conversation'>>): void;
  remove(conversation: string): void;
  /** Records a running turn as cut, so that it is found as cut if the app ends before the turn does. */
  markRunning(conversation: string, isRunning: boolean): void;
  /** Records that a conversation is open for a run only, or that it is not any more. */
  setForRun(conversation: string, isForRun: boolean): void;
  /** Conversations that are open for a run, or that an ended process left so. */
  openForRuns(): readonly string[];
  hiddenBegun(conversation: string): void;
  hiddenEnded(conversation: string): void;
  /** Hidden conversations that a crash left behind. */
  hiddenLeft(): readonly string[];
}

const empty = { sessionFile: undefined, model: undefined, thinkingLevel: undefined, accessMode: 'secure', network: false } as const;
export const noUsage: Usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, cost: 0 };

/** `profile`: the folder that session files are stored relative to. */
export function openRecords(db: Database, now: () => number, profile: string, log: Log): RuntimeRecords {
  const select = db.prepare<Row>('SELECT * FROM runtimes WHERE conversation = ?');
  const upsert = db.prepare(`
    INSERT INTO runtimes (conversation, session_file, model, thinking_level, access_mode, network, unattended, charged_kind, charged_of, cut, input, output, cache_read, cache_write, cost, context_tokens, context_window, updated_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (conversation) DO UPDATE SET
      session_file = excluded.session_file, model = excluded.model, thinking_level = excluded.thinking_level,
      access_mode = excluded.access_mode, network = excluded.network, unattended = excluded.unattended,
      charged_kind = excluded.charged_kind, charged_of = excluded.charged_of, cut = excluded.cut, input = excluded.input,
      output = excluded.output, cache_read = excluded.cache_read, cache_write = excluded.cache_write, cost = excluded.cost,
      context_tokens = excluded.context_tokens, context_window = excluded.context_window, updated_at = excluded.updated_at`);
  const any = db.prepare('SELECT 1 FROM runtimes LIMIT 1');
  const remove = db.prepare('DELETE FROM runtimes WHERE conversation = ?');
  const begun = db.prepare('INSERT OR REPLACE INTO hidden_runs (conversation, started_at) VALUES (?, ?)');
  const ended = db.prepare('DELETE FROM hidden_runs WHERE conversation = ?');
  const left = db.prepare<{ conversation: string }>('SELECT conversation FROM hidden_runs');
  const unwritten = new Map<string, RuntimeRecord>();
  const get = (conversation: string): RuntimeRecord => {
    const kept = unwritten.get(conversation);
    if (kept !== undefined) return kept;
    const row = select.get(conversation);
    return row === undefined
      ? { conversation, ...empty, unattended: false, chargedTo: undefined, cut: false, usage: noUsage, context: {} }
      : recordOf(row, profile);
  };
  const save = (record: RuntimeRecord): void => {
    upsert.run(
      record.conversation,
      record.sessionFile === undefined ? null : toStoredPath(profile, record.sessionFile),
      record.model ?? null,
      record.thinkingLevel ?? null,
      record.accessMode,
      Number(record.network),
      Number(record.unattended),
      record.chargedTo?.kind ?? null,
      record.chargedTo?.of ?? null,
      Number(record.cut),
      record.usage.input,
      record.usage.output,
      record.usage.cacheRead,
      record.usage.cacheWrite,
      record.usage.cost,
      record.context.tokens ?? null,
      record.context.window ?? null,
      now(),
    );
    unwritten.delete(record.conversation);
  };
  const note: RuntimeRecords['note'] = (conversation, change) => {
    const record = { ...get(conversation), ...change };
    try {
      save(record);
    } catch (error) {
      unwritten.set(conversation, record);
      log.warn(String(error), { conversation });
    }
  };
  return {
    isEmpty: () => any.get() === undefined,
    get,
    save,
    change: (conversation, change) => save({ ...get(conversation), ...change }),
    note,
    remove(conversation) {
      unwritten.delete(conversation);
      remove.run(conversation);
    },
    markRunning: (conversation, isRunning) => note(conversation, { cut: isRunning }),
    setForRun(conversation, isForRun) {
      if (isForRun) save(get(conversation));
      db.prepare('UPDATE runtimes SET for_run = :isForRun WHERE conversation = :conversation AND for_run <> :isForRun').run({
        conversation,
        isForRun: Number(isForRun),
      });
    },
    openForRuns: () =>
      db
        .prepare<{ conversation: string }>('SELECT conversation FROM runtimes WHERE for_run = 1')
        .all()
        .map(row => row.conversation),
    hiddenBegun: conversation => void begun.run(conversation, now()),
    hiddenEnded: conversation => void ended.run(conversation),
    hiddenLeft: () => left.all().map(row => row.conversation),
  };
}

function recordOf(row: Row, profile: string): RuntimeRecord {
  const { charged_kind: kind, charged_of: of, context_tokens: tokens, context_window: window } = row;
  return {
    conversation: row.conversation,
    sessionFile: row.session_file === null ? undefined : fromStoredPath(profile, row.session_file),
    model: row.model ?? undefined,
    thinkingLevel: (row.thinking_level ?? undefined) as ThinkingLevel | undefined,
    accessMode: row.access_mode,
    network: row.network === 1,
    unattended: row.unattended === 1,
    chargedTo: kind === null || of === null ? undefined : { kind: kind as 'automation', of },
    cut: row.cut === 1,
    usage: { input: row.input, output: row.output, cacheRead: row.cache_read, cacheWrite: row.cache_write, cost: row.cost },
    context: { ...(tokens !== null && { tokens }), ...(window !== null && { window }) },
  };
}
