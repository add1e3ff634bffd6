import type { Database } from '@atelier/kernel';
import type { ListQuery, Selection } from '../../contract/index.ts';
import type { InPieces } from '../pieces.ts';
import { plain } from '../search/readable.ts';
import { columns, type Row, recordOf, topicOf } from './rows.ts';

const usualPage = 50;
/** So many rows are looked at in one piece. */
const piece = 250;

/** By the order in which things were written where the clock was set back, else by the clock: what is ended, and what has begun. */
const holdsNow = `status <> 'deleted' AND min(valid_from, iif(valid_from <= updated_at, :moment, valid_from)) <= :moment
  AND coalesce(valid_until > :moment AND NOT (status = 'superseded' AND valid_until <= updated_at), 1)`;

/** `told`: only what models are told. */
export type Listing = ListQuery & { readonly told?: true };

/** Reads memories by what they are, not by their words. */
export type Selecting = ReturnType<typeof openSelecting>;

export function openSelecting(
  db: Database,
  now: () => number,
  keysOf: (project: string) => readonly string[],
  placesOf: (project: string | null) => ReadonlySet<string | null>,
) {
  const bySaid = db.prepare<Row>(`SELECT ${columns} FROM memories WHERE said = ? AND status <> 'deleted'`);
  /** What says the same where the row is told too: everywhere for one that holds everywhere, else in its project and everywhere. */
  const sayingSame = (row: Row, here: ReadonlySet<string | null>, upTo: number): Row[] => {
    return bySaid
      .all(row.said)
      .filter(({ number, project }) => number <= upTo && (row.project === null || project === null || here.has(project)));
  };
  const earlier = db.prepare<{ number: number }>(
    `WITH RECURSIVE chain(id) AS (SELECT value FROM json_each(?) UNION SELECT m.id FROM memories m JOIN chain ON m.superseded_by = chain.id)
     SELECT number FROM memories WHERE id IN (SELECT id FROM chain) AND status <> 'deleted'`,
  );
  const whole = db.prepare<Row>(
    `WITH RECURSIVE chain(id) AS (SELECT ? UNION SELECT m.id FROM memories m JOIN chain ON m.superseded_by = chain.id)
     SELECT ${columns} FROM memories WHERE id IN (SELECT id FROM chain)`,
  );
  return {
    /** A row, whatever became of it, with those that it took the place of. */
    chain: (id: string): Row[] => whole.all(id),
    list({ project, scope, kinds, at, statuses, conversation, origin, after, told, limit = usualPage }: Listing) {
      const moment = at ?? now();
      const before = after === undefined ? Number.NaN : Number(after);
      const where = [
        ...(statuses === undefined
          ? [at === undefined ? holdsNow : "status <> 'deleted' AND valid_from <= :moment AND coalesce(valid_until > :moment, 1)"]
          : ['status IN (SELECT value FROM json_each(:statuses))']),
        ...(project === undefined ? [] : ['(project IS NULL OR project IN (SELECT value FROM json_each(:keys)))']),
        ...(scope === undefined ? [] : [`project IS ${scope === 'global' ? '' : 'NOT '}NULL`]),
        ...(kinds === undefined ? [] : ['kind IN (SELECT value FROM json_each(:kinds))']),
        ...(conversation === undefined ? [] : ['conversation = :conversation']),
        ...(origin === undefined ? [] : ['origin = :origin']),
        ...(told === true ? ['stored_by IS NULL'] : []),
        ...(Number.isSafeInteger(before) ? ['number < :before'] : []),
      ];
      const values = {
        moment,
        statuses: JSON.stringify(statuses),
        keys: project && JSON.stringify(keysOf(project)),
        kinds: JSON.stringify(kinds),
        conversation,
        origin,
        before,
        limit: limit + 1,
      };
      const text = `SELECT ${columns} FROM memories WHERE ${where.join(' AND ')} ORDER BY number DESC LIMIT :limit`;
      const rows = db.prepare<Row>(text).all(...namedIn(text, values));
      const last = rows.length > limit ? rows[limit - 1] : undefined;
      return { memories: rows.slice(0, limit).map(recordOf), ...(last && { next: String(last.number) }) };
    },
    /** The numbers of what a selection to forget holds, the newest first, with what says the same words, and with what each took the place of. */
    *select({ ids, conversation, topic, text, after, before, upTo }: Selection): InPieces<readonly number[]> {
      if ([ids, conversation, topic, text, after, before].every(one => one === undefined)) return [];
      if (text?.trim() === '') return [];
      const where = [
        "status <> 'deleted'",
        'number <= :last',
        ...(ids === undefined ? [] : ['id IN (SELECT value FROM json_each(:ids))']),
        ...(conversation === undefined ? [] : ['conversation = :conversation']),
        ...(topic === undefined ? [] : ['topic = :topic']),
        ...(after === undefined ? [] : ['created_at >= :after']),
        ...(before === undefined ? [] : ['created_at < :before']),
      ];
      const most = upTo ?? Number.MAX_SAFE_INTEGER;
      const values = { ids: JSON.stringify(ids), conversation, topic: topic && topicOf(topic), after, before };
      const sql = `SELECT ${columns} FROM memories WHERE ${where.join(' AND ')} ORDER BY number DESC LIMIT ${piece}`;
      const page = db.prepare<Row>(sql);
      const wanted = text === undefined ? undefined : plain(text);
      const places = new Map<string | null, ReadonlySet<string | null>>();
      const found = new Set<number>();
      for (let last = most; ; ) {
        const rows = page.all(...namedIn(sql, { ...values, last }));
        const chosen = rows.filter(row => wanted === undefined || plain(`${row.title}\n${row.content}`).includes(wanted));
        for (const { project } of chosen) if (!places.has(project)) places.set(project, placesOf(project));
        const same = [...chosen, ...chosen.flatMap(row => sayingSame(row, places.get(row.project) ?? new Set(), most))];
        for (const { number } of earlier.all(JSON.stringify([...new Set(same.map(({ id }) => id))]))) found.add(number);
        if (rows.length < piece) break;
        last = (rows.at(-1)?.number ?? 0) - 1;
        yield;
      }
      return [...found].sort((a, b) => b - a);
    },
  };
}

/** The driver refuses values that the statement does not name, also where there are none. */
function namedIn(sql: string, values: Readonly<Record<string, unknown>>): readonly Record<string, unknown>[] {
  const named = Object.entries(values).filter(([name]) => sql.includes(`:${name}`));
  return named.length === 0 ? [] : [Object.fromEntries(named)];
}
