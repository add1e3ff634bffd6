import type { Database, Locale } from '@atelier/kernel';
import type { CaptureStep } from '../../contract/index.ts';
import type { Checkpoint } from './reading.ts';

/** Why a capture was in vain, in both languages. */
export interface Why {
  readonly code: string;
  readonly texts: Readonly<Record<Locale, string>>;
}

export interface QueuedCapture {
  readonly conversation: string;
  readonly step: CaptureStep;
  readonly version: number;
  readonly since: number;
  readonly dueAt: number;
  readonly attempts: number;
  readonly why: Why | undefined;
}

interface Columns {
  readonly conversation: string;
  readonly step: CaptureStep;
  readonly version: number;
  readonly since: number;
  readonly due_at: number;
  readonly attempts: number;
  readonly reason: string | null;
}

const minuteMs = 60_000;
/** How long to wait after each attempt in vain; after the last one the person is asked. */
const waits = [1, 5, 30, 120, 720].map(minutes => minutes * minuteMs);

/** The conversations that wait to be captured, one row each, however often they are put in. */
export type CaptureQueue = ReturnType<typeof openQueue>;

export function openQueue(db: Database) {
  const put = db.prepare(
    `INSERT INTO captures (conversation, step, version, since, due_at, attempts) VALUES (:conversation, 'waiting', 1, :now, :dueAt, 0)
     ON CONFLICT (conversation) DO UPDATE SET version = version + 1, due_at = iif(attempts = 0 OR step = 'failed', :dueAt, max(due_at, :dueAt)),
     attempts = iif(step = 'failed', 0, attempts), step = iif(step = 'running', 'running', 'waiting')`,
  );
  const due = db.prepare<Columns>("SELECT * FROM captures WHERE step = 'waiting' AND due_at <= ? ORDER BY due_at LIMIT 1");
  const next = db.prepare<{ at: number | null }>("SELECT min(due_at) AS at FROM captures WHERE step = 'waiting'");
  const one = db.prepare<Columns>('SELECT * FROM captures WHERE conversation = ?');
  const set = db.prepare('UPDATE captures SET step = ?, due_at = ?, attempts = ?, reason = ? WHERE conversation = ?');
  const begin = db.prepare("UPDATE captures SET step = 'running', reason = NULL WHERE conversation = ?");
  const doneAll = db.prepare('DELETE FROM captures WHERE conversation = ? AND version = ?');
  const remove = db.prepare('DELETE FROM captures WHERE conversation = ?');
  const counts = db.prepare<{ step: CaptureStep; count: number }>('SELECT step, count(*) AS count FROM captures GROUP BY step');
  const retryOne = db.prepare(
    "UPDATE captures SET step = 'waiting', due_at = 0, attempts = 0, reason = NULL WHERE conversation = ? AND step <> 'running'",
  );
  const retryAll = db.prepare("UPDATE captures SET step = 'waiting', due_at = 0, attempts = 0, reason = NULL WHERE step = 'failed'");
  const left = db.prepare<Columns>("SELECT * FROM captures WHERE step = 'running'");
  const page = db.prepare<Columns>(
    `SELECT * FROM captures WHERE step IN (SELECT value FROM json_each(:steps)) AND (due_at, conversation) > (:dueAt, :conversation)
     ORDER BY due_at, conversation LIMIT :limit`,
  );
  const checkpoint = db.prepare<Checkpoint>('SELECT entry, at FROM checkpoints WHERE conversation = ?');
  const held = db.prepare("UPDATE captures SET due_at = ? WHERE step = 'waiting' AND reason IS NOT NULL AND attempts = 0 AND due_at > ?");
  const reasons = db.prepare<{ reason: string }>(
    "SELECT DISTINCT reason FROM captures WHERE step = 'waiting' AND reason IS NOT NULL AND attempts = 0 AND due_at > ? LIMIT 20",
  );
  const move = db.prepare('INSERT OR REPLACE INTO checkpoints (conversation, entry, at) VALUES (?, ?, ?)');
  const unmark = db.prepare('DELETE FROM checkpoints WHERE conversation = ?');

  const failed = ({ conversation, attempts }: QueuedCapture, now: number, why: Why | undefined): void => {
    const wait = waits[attempts];
    set.run(wait === undefined ? 'failed' : 'waiting', now + (wait ?? 0), attempts + 1, why ? JSON.stringify(why) : null, conversation);
  };
  return {
    /** There is more to capture in a conversation, from a moment on. */
    put: (conversation: string, dueAt: number, now: number): void => void put.run({ conversation, dueAt, now }),
    due: (now: number): QueuedCapture | undefined => {
      const row = due.get(now);
      return row && queuedOf(row);
    },
    nextAt: (): number | undefined => next.get()?.at ?? undefined,
    begun: ({ conversation }: QueuedCapture): void => void begin.run(conversation),
    /** Inside the transaction that stores what was found: up to this entry it is never captured again. Else more is left to read. */
    done({ conversation, version }: QueuedCapture, upTo: Checkpoint | undefined, isAll: boolean, now: number): void {
      if (upTo !== undefined) move.run(conversation, upTo.entry, upTo.at);
      if (isAll && doneAll.run(conversation, version).changes > 0) return;
      const { due_at: dueAt = now } = one.get(conversation) ?? {};
      set.run('waiting', isAll ? dueAt : now, 0, null, conversation);
    },
    failed,
    /** It was not tried: it waits until a moment. */
    postponed: ({ conversation, attempts }: QueuedCapture, until: number, why: Why): void =>
      void set.run('waiting', until, attempts, JSON.stringify(why), conversation),
    /** What ran when the app ended was in vain. It may be what ended the app, so it counts. */
    recover(now: number): void {
      for (const row of left.all()) failed(queuedOf(row), now, undefined);
    },
    retry: (conversation: string | undefined): number => (conversation === undefined ? retryAll.run() : retryOne.run(conversation)).changes,
    remove: (conversation: string): boolean => remove.run(conversation).changes > 0,
    /** Everything that is known of a conversation that was deleted. */
    forget: (conversation: string): void => {
      remove.run(conversation);
      unmark.run(conversation);
    },
    checkpoint: (conversation: string): Checkpoint | undefined => checkpoint.get(conversation),
    /** Whether the capture that began still counts: its row was not removed meanwhile, also not to be put in again. */
    runs: (conversation: string): boolean => one.get(conversation)?.step === 'running',
    /** What waits for a model or a budget, without an attempt in vain, is due. */
    hasten: (now: number): void => void held.run(now, now),
    /** Whether something waits because of this. */
    isHeldBy: (code: string, now: number): boolean => reasons.all(now).some(({ reason }) => (JSON.parse(reason) as Why).code === code),
    counts(): Readonly<Record<CaptureStep, number>> {
      const found = new Map(counts.all().map(({ step, count }) => [step, count]));
      return { waiting: found.get('waiting') ?? 0, running: found.get('running') ?? 0, failed: found.get('failed') ?? 0 };
    },
    /** A page of the queue, and the `next` of it. */
    page(steps: readonly CaptureStep[], after: string | undefined, limit: number): { queued: QueuedCapture[]; next?: string } {
      const [dueAt = '-1', conversation = ''] = after === undefined ? [] : splitOnce(after);
      const rows = page.all({
        steps: JSON.stringify(steps),
        dueAt: /^\d{1,15}$/.test(dueAt) ? Number(dueAt) : -1,
        conversation,
        limit: limit + 1,
      });
      const last = rows.length > limit ? rows[limit - 1] : undefined;
      return { queued: rows.slice(0, limit).map(queuedOf), ...(last && { next: `${last.due_at} ${last.conversation}` }) };
    },
  };
}

function splitOnce(text: string): [string, string] {
  const at = text.indexOf(' ');
  return [text.slice(0, at), text.slice(at + 1)];
}

function queuedOf({ conversation, step, version, since, due_at: dueAt, attempts, reason }: Columns): QueuedCapture {
  return { conversation, step, version, since, dueAt, attempts, why: reason === null ? undefined : (JSON.parse(reason) as Why) };
}
