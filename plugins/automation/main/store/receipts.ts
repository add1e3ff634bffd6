import { randomUUID } from 'node:crypto';
import { type Database, type Locale, visibleText } from '@atelier/kernel';
import type { AutomationShape, Delivery, Reason, Receipt, ReceiptPage, Status } from '../../contract/index.ts';
import { errors } from '../errors.ts';
import { readProblem, type StoredProblem, toldIn } from '../problems.ts';
import { graceMs } from '../time/planning.ts';
import { readJson } from './json.ts';

/** One due occurrence of a rule. */
export interface Occasion {
  readonly rule: string;
  readonly title: string;
  readonly cause: Receipt['cause'];
  readonly due: number;
  /** The same word for the same occurrence, so that it has one receipt. */
  readonly occurrence: string;
}

export const dueAt = (due: number): string => `due ${due}`;
export const onceOnly = (): string => `one ${randomUUID()}`;

export interface StoredDelivery extends Omit<Delivery, 'problem'> {
  readonly problem?: StoredProblem;
}

/** A result with where it goes. */
export interface Undelivered {
  readonly id: string;
  readonly rule: string;
  readonly title: string;
  readonly answer: string;
  readonly delivery: StoredDelivery;
}

/** How a run ended. */
export interface Outcome {
  readonly status: 'ran' | 'failed' | 'skipped';
  readonly reason?: Reason;
  readonly problem?: StoredProblem;
  readonly cost?: number;
  readonly tokens?: number;
  readonly model?: string;
  readonly answer?: string;
  readonly quiet?: boolean;
  readonly refused?: readonly string[];
  readonly delivery?: StoredDelivery;
}

interface LeftRunning extends Pick<Occasion, 'rule' | 'cause'> {
  readonly id: string;
  readonly began: boolean;
  readonly conversation: string | undefined;
}

interface Row {
  readonly number: number;
  readonly id: string;
  readonly rule: string;
  readonly title: string;
  readonly cause: Receipt['cause'];
  readonly due: number;
  readonly began: number | null;
  readonly ended: number | null;
  readonly status: Status;
  readonly reason: Reason | null;
  readonly problem: string | null;
  readonly cost: number | null;
  readonly tokens: number | null;
  readonly model: string | null;
  readonly conversation: string | null;
  readonly answer: string | null;
  readonly quiet: number;
  readonly refused: string | null;
  readonly delivery: string | null;
  readonly count: number | null;
  /** Only where a receipt is read to be shown. */
  readonly has_transcript?: number;
}

/** How many receipts of a rule are kept. */
export const mostKept = 10_000;
/** So much of an answer is shown with its receipt; the whole of it is kept until it is where it goes. */
const mostShown = 4000;
const mostDelivered = 400_000;
const usualLimit = 50;
const mostInOne = 100;

export type Receipts = ReturnType<typeof openReceipts>;

/** `waits` tells whether the run in a conversation waits for an answer of the person. */
export function openReceipts(db: Database, waits: (conversation: string) => boolean = () => false) {
  // What was only missed, because the clock was wrong, can still run; all else that has a receipt is over.
  const begin = db.prepare<{ id: string }>(
    `INSERT INTO receipts (id, rule, title, cause, due, occurrence, status) VALUES (:id, :rule, :title, :cause, :due, :occurrence, 'running')
     ON CONFLICT (rule, occurrence) DO UPDATE SET status = 'running', reason = NULL, ended = NULL
     WHERE status = 'skipped' AND reason = 'missed' AND receipts.count IS NULL RETURNING id`,
  );
  const skip = db.prepare(
    `INSERT INTO receipts (id, rule, title, cause, due, occurrence, ended, status, reason, count)
     VALUES (:id, :rule, :title, :cause, :due, :occurrence, :now, 'skipped', :reason, :count)
     ON CONFLICT (rule, occurrence) DO UPDATE SET count = coalesce(receipts.count, 1) + excluded.count, ended = excluded.ended
     WHERE receipts.cause = 'event' AND receipts.status = 'skipped'`,
  );
  const start = db.prepare("UPDATE receipts SET began = ? WHERE id = ? AND status = 'running'");
  const end = db.prepare(
    `UPDATE receipts SET ended = :now, status = :status, reason = :reason, problem = :problem, cost = :cost, tokens = :tokens,
     model = :model, answer = :answer, quiet = :quiet, refused = :refused, delivery = :delivery WHERE id = :id AND status = 'running'`,
  );
  const setConversation = db.prepare('UPDATE receipts SET conversation = ? WHERE id = ?');
  const own = db.prepare('INSERT OR IGNORE INTO conversations (conversation, rule) VALUES (?, ?)');
  const owned = db.prepare<{ conversation: string }>('SELECT conversation FROM conversations');
  const disown = db.prepare('DELETE FROM conversations WHERE conversation = ?');
  const rows = 'SELECT *, EXISTS (SELECT 1 FROM transcripts WHERE receipt = receipts.id) AS has_transcript FROM receipts';
  const one = db.prepare<Row>(`${rows} WHERE id = ?`);
  const same = db.prepare<Pick<Row, 'id' | 'status' | 'reason'>>(
    'SELECT id, status, reason FROM receipts WHERE rule = ? AND occurrence = ?',
  );
  const undelivered = db.prepare<Row>(
    `SELECT * FROM receipts WHERE delivery LIKE '{"kind":"' || ? || '","status":%' AND (delivery LIKE '%"status":"waiting"%'
     OR delivery LIKE '%"status":"sending"%' OR delivery LIKE '%"status":"uncertain"%') ORDER BY number`,
  );
  const deliver = db.prepare('UPDATE receipts SET delivery = :delivery, answer = :answer WHERE id = :id');
  const left = db.prepare<Row>("SELECT * FROM receipts WHERE status = 'running' ORDER BY number");
  const newest = db.prepare<Row>(`${rows} WHERE rule = ? AND status <> 'running' ORDER BY number DESC LIMIT 1`);
  const running = db.prepare<Row>("SELECT * FROM receipts WHERE rule = ? AND status = 'running' ORDER BY number LIMIT 1");
  const page = db.prepare<Row>(
    `${rows} WHERE number < :before AND (:rule IS NULL OR rule = :rule)
     AND (:leads = 0 OR conversation IS NOT NULL OR rule IN (SELECT id FROM rules))
     AND status IN (SELECT value FROM json_each(:statuses)) ORDER BY number DESC LIMIT :limit`,
  );
  const inIt = db.prepare<{ rule: string; began: number; ended: number | null }>(
    `SELECT rule, began, ended FROM receipts WHERE conversation = ? AND began IS NOT NULL AND rule IN (SELECT id FROM rules)
     ORDER BY number DESC LIMIT ${mostInOne}`,
  );
  const sums = db.prepare<{ status: Status; count: number; cost: number }>(
    `SELECT status, sum(coalesce(count, 1)) AS count, total(cost) AS cost FROM receipts
     WHERE ended >= ? OR ended IS NULL GROUP BY status`,
  );
  const prune = db.prepare(
    `DELETE FROM receipts WHERE rule = :rule AND status <> 'running' AND number <= (
       SELECT number FROM receipts WHERE rule = :rule ORDER BY number DESC LIMIT 1 OFFSET ${mostKept})`,
  );
  const floor = db.prepare<{ due: number }>(
    `SELECT min(due) AS due FROM receipts WHERE rule = :rule AND (SELECT count(*) FROM receipts WHERE rule = :rule) >= ${mostKept}`,
  );

  const shown = (row: Row, locale: Locale): Receipt => ({
    ...receiptOf(row, locale),
    ...(row.status === 'running' && row.conversation !== null && waits(row.conversation) && { waits: true }),
  });

  return {
    /** A run is about to begin: its receipt, or undefined if this occurrence had its run before. */
    begin: (occasion: Occasion): string | undefined => begin.get({ id: randomUUID(), ...occasion })?.id,
    /** Something due does not run. Events that are skipped for the same reason share a receipt of their minute. */
    skip(occasion: Occasion, reason: Reason, now: number, count?: number): void {
      skip.run({ id: randomUUID(), ...occasion, reason, now, count: count ?? null });
    },
    /** What became of an occurrence, if it was there before. */
    of(rule: string, occurrence: string): { readonly receipt: string; readonly status: Status; readonly reason?: Reason } | undefined {
      const row = same.get(rule, occurrence);
      return row && { receipt: row.id, status: row.status, ...(row.reason !== null && { reason: row.reason }) };
    },
    /** Results that are not where they go yet, or of which nobody knows, the oldest first. */
    undelivered: (kind: Delivery['kind']): Undelivered[] => undelivered.all(kind).flatMap(row => undeliveredOf(row) ?? []),
    /** Whether a result is still on its way; what somebody has to decide about is not. */
    waiting: (kind: Delivery['kind']): boolean =>
      undelivered.all(kind).some(row => ['waiting', 'sending'].includes(undeliveredOf(row)?.delivery.status ?? '')),
    /** The result of one receipt, if it goes somewhere of that kind. */
    deliveredTo(id: string, kind: Delivery['kind']): Undelivered | undefined {
      const row = one.get(id);
      const found = row && undeliveredOf(row);
      return found?.delivery.kind === kind ? found : undefined;
    },
    delivered(id: string, delivery: StoredDelivery): void {
      const answer = one.get(id)?.answer ?? null;
      deliver.run({
        id,
        delivery: JSON.stringify(delivery),
        answer: delivery.status === 'sent' ? answer && cut(answer, mostShown) : answer,
      });
    },
    /** Up to this time receipts of a rule may have been removed, so nothing before it is due again. */
    floor: (rule: string): number => floor.get({ rule })?.due ?? 0,
    started: (id: string, now: number): void => void start.run(now, id),
    end(id: string, now: number, { status, reason, problem, cost, tokens, model, answer, quiet, refused, delivery }: Outcome): boolean {
      const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
      const { changes } = end.run({
        ...{ id, now, status, reason: reason ?? null, problem: json(problem), delivery: json(delivery), refused: json(refused) },
        ...{ cost: cost ?? null, tokens: tokens ?? null, model: model ?? null, quiet: Number(quiet === true) },
        answer: answer === undefined || answer === '' ? null : cut(answer, delivery?.status === 'waiting' ? mostDelivered : mostShown),
      });
      return changes > 0;
    },
    /** The conversation of a run; `began` says that the rule began it. */
    inConversation(id: string, rule: string, conversation: string, began: boolean): void {
      setConversation.run(conversation, id);
      if (began) own.run(conversation, rule);
    },
    /** The newest runs in a conversation, of rules that there still are. */
    runsIn: (conversation: string) => inIt.all(conversation),
    ownConversations: (): string[] => owned.all().map(row => row.conversation),
    forgetConversation: (conversation: string): void => void disown.run(conversation),
    /** What ran, or waited to, when Atelier ended. */
    leftRunning: (): LeftRunning[] =>
      left.all().map(({ id, rule, cause, began, conversation }) => ({
        ...{ id, rule, cause, began: began !== null, conversation: conversation ?? undefined },
      })),
    prune: (rule: string): void => void prune.run({ rule }),
    get(id: string, locale: Locale): Receipt {
      const row = one.get(id);
      if (row === undefined) throw errors['automation/unknown-receipt']({ id });
      return shown(row, locale);
    },
    newest(rule: string, locale: Locale): Receipt | undefined {
      const row = newest.get(rule);
      return row && receiptOf(row, locale);
    },
    running(rule: string, locale: Locale): Receipt | undefined {
      const row = running.get(rule);
      return row && shown(row, locale);
    },
    page(query: AutomationShape['calls']['receipts']['params'], locale: Locale): ReceiptPage {
      const { rule, statuses = ['running', 'ran', 'failed', 'skipped'], after = '', limit = usualLimit, leads } = query;
      const before = /^\d{1,15}$/.test(after) ? Number(after) : Number.MAX_SAFE_INTEGER;
      const rows = page.all({
        before,
        leads: Number(leads === true),
        rule: rule ?? null,
        statuses: JSON.stringify(statuses),
        limit: limit + 1,
      });
      const last = rows.length > limit ? rows[limit - 1] : undefined;
      return { receipts: rows.slice(0, limit).map(row => shown(row, locale)), ...(last && { next: String(last.number) }) };
    },
    sums: (since: number) => sums.all(since),
  };
}

/** The beginning of a long text, which says that it is one. */
const cut = (text: string, most: number): string => (text.length <= most ? text : `${text.slice(0, most - 1)}…`);

const deliveryOf = ({ delivery }: Row): StoredDelivery | undefined => readJson(delivery) as StoredDelivery | undefined;

function undeliveredOf(row: Row): Undelivered | undefined {
  const { id, rule, title, answer } = row;
  const delivery = deliveryOf(row);
  return delivery && { id, rule, title, answer: answer ?? '', delivery };
}

function receiptOf(row: Row, locale: Locale): Receipt {
  const { id, rule, title, cause, due, began, ended, status } = row;
  const problem = readProblem(row.problem);
  const delivery = deliveryOf(row);
  const refused = readJson(row.refused) as readonly string[] | undefined;
  const late = began === null ? 0 : began - due;
  return {
    ...{ id, rule, title: visibleText(title, 'name').slice(0, 120), cause, due, status },
    ...(began !== null && { began }),
    ...(ended !== null && { ended }),
    ...(late >= graceMs && { lateMs: late }),
    ...(row.reason !== null && { reason: row.reason }),
    ...(problem && { problem: toldIn(locale, problem) }),
    ...(began !== null && ended !== null && { durationMs: Math.max(0, ended - began) }),
    ...(row.cost !== null && { cost: row.cost }),
    ...(row.tokens !== null && { tokens: row.tokens }),
    ...(row.model !== null && { model: row.model }),
    ...(row.conversation !== null && { conversation: row.conversation }),
    ...(row.has_transcript === 1 && { transcript: true }),
    ...(row.answer !== null && { answer: visibleText(cut(row.answer, mostShown), 'prose') }),
    ...(row.quiet === 1 && { quiet: true }),
    ...(refused && { refused: refused.map(one => visibleText(one, 'code')) }),
    ...(delivery && { delivery: told(delivery, locale) }),
    ...(row.count !== null && { count: row.count }),
  };
}

const told = ({ problem, ...delivery }: StoredDelivery, locale: Locale): Delivery => ({
  ...delivery,
  ...(problem && { problem: toldIn(locale, problem) }),
});
