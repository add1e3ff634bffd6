import type { Database } from '@atelier/kernel';
import type { ListQuery, Selection } from '../../contract/index.ts';
import { fold } from '../search/grams.ts';
import { columns, type Row, recordOf, topicOf } from './rows.ts';

const usualPage = 50;

/** Reads memories by what they are, not by their words. */
export function openSelecting(
  db: Database,
  now: () => number,
  keysOf: (project: string) => readonly string[],
  placesOf: (project: string | null) => ReadonlySet<string | null>,
) {
  const bySaid = db.prepare<Row>(`SELECT ${columns} FROM memories WHERE said = ? AND status <> 'deleted'`);
  /** What says the same where the row is told too: everywhere for one that holds everywhere, else in its project and everywhere. */
  const sayingSame = (row: Row, upTo = Number.POSITIVE_INFINITY): Row[] => {
    const here = placesOf(row.project);
    return bySaid
      .all(row.said)
      .filter(({ number, project }) => number <= upTo && (row.project === null || project === null || here.has(project)));
  };
  // Asked once for all: each question reads every row.
  const earlier = db.prepare<Row>(
    `WITH RECURSIVE chain(id) AS (SELECT value FROM json_each(?) UNION SELECT m.id FROM memories m JOIN chain ON m.superseded_by = chain.id)
     SELECT ${columns} FROM memories WHERE id IN (SELECT id FROM chain) AND status <> 'deleted'`,
  );
  const whole = db.prepare<Row>(
    `WITH RECURSIVE chain(id) AS (SELECT ? UNION SELECT m.id FROM memories m JOIN chain ON m.superseded_by = chain.id)
     SELECT ${columns} FROM memories WHERE id IN (SELECT id FROM chain)`,
  );
  return {
    /** A row, whatever became of it, with those that it took the place of. */
    chain: (id: string): Row[] => whole.all(id),
    list({ project, scope, kinds, at, statuses, conversation, origin, after, limit = usualPage }: ListQuery) {
      const moment = at ?? now();
      const before = after === undefined ? Number.NaN : Number(after);
      const where = [
        ...(statuses === undefined
          ? ["status <> 'deleted' AND valid_from <= :moment AND coalesce(valid_until > :moment, 1)"]
          : ['status IN (SELECT value FROM json_each(:statuses))']),
        ...(project === undefined ? [] : ['(project IS NULL OR project IN (SELECT value FROM json_each(:keys)))']),
        ...(scope === undefined ? [] : [`project IS ${scope === 'global' ? '' : 'NOT '}NULL`]),
        ...(kinds === undefined ? [] : ['kind IN (SELECT value FROM json_each(:kinds))']),
        ...(conversation === undefined ? [] : ['conversation = :conversation']),
        ...(origin === undefined ? [] : ['origin = :origin']),
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
      };
      const text = `SELECT ${columns} FROM memories WHERE ${where.join(' AND ')} ORDER BY number DESC LIMIT ${limit + 1}`;
      const rows = db.prepare<Row>(text).all(...namedIn(text, values));
      const last = rows.length > limit ? rows[limit - 1] : undefined;
      return { memories: rows.slice(0, limit).map(recordOf), ...(last && { next: String(last.number) }) };
    },
    /** What a selection to forget holds, the newest first, with what says the same words, and with what each took the place of. */
    select({ ids, conversation, topic, text, after, before, upTo }: Selection): Row[] {
      if ([ids, conversation, topic, text, after, before].every(one => one === undefined)) return [];
      if (text?.trim() === '') return [];
      const where = [
        "status <> 'deleted'",
        ...(ids === undefined ? [] : ['id IN (SELECT value FROM json_each(:ids))']),
        ...(conversation === undefined ? [] : ['conversation = :conversation']),
        ...(topic === undefined ? [] : ['topic = :topic']),
        ...(after === undefined ? [] : ['created_at >= :after']),
        ...(before === undefined ? [] : ['created_at < :before']),
        ...(upTo === undefined ? [] : ['number <= :upTo']),
      ];
      const values = { ids: JSON.stringify(ids), conversation, topic: topic && topicOf(topic), after, before, upTo };
      const sql = `SELECT ${columns} FROM memories WHERE ${where.join(' AND ')} ORDER BY number DESC`;
      const wanted = text === undefined ? undefined : fold(text);
      const chosen = db
        .prepare<Row>(sql)
        .all(...namedIn(sql, values))
        .filter(row => wanted === undefined || fold(`${row.title}\n${row.content}`).includes(wanted));
      const same = [...chosen, ...chosen.flatMap(row => sayingSame(row, upTo))];
      return earlier.all(JSON.stringify([...new Set(same.map(({ id }) => id))])).sort((a, b) => b.number - a.number);
    },
  };
}

/** The driver refuses values that the statement does not name, also where there are none. */
function namedIn(sql: string, values: Readonly<Record<string, unknown>>): readonly Record<string, unknown>[] {
  const named = Object.entries(values).filter(([name]) => sql.includes(`:${name}`));
  return named.length === 0 ? [] : [Object.fromEntries(named)];
}
