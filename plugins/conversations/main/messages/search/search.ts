import type { Database, Statement } from '@atelier/kernel';
import type { Hit } from '../../../contract/index.ts';
import { textsOf } from '../store/entry-texts.ts';
import type { LightEntry } from '../store/light-entry.ts';
import { positionOf, titlePosition } from '../store/numbers.ts';
import { queryOf } from './query.ts';
import { beginningOf, snippetOf } from './snippet.ts';

export interface SearchQuestion {
  readonly text: string;
  /** Empty: those without one. */
  readonly project?: string;
  readonly who?: Hit['kind'];
  readonly from?: number;
  readonly to?: number;
  readonly archived?: boolean;
  readonly after?: string;
  readonly limit?: number;
}

interface Found {
  readonly number: number;
  readonly rank: number;
  readonly at: number;
  readonly conversation: string;
  readonly title: string;
  readonly project: string | null;
  readonly archived_at: number | null;
}

interface Scored extends Found {
  readonly score: number;
}

/** Of more than this, the newest are looked at: a word that is everywhere would rank for seconds. */
const mostRanked = 1000;
const usualLimit = 20;
const monthMs = 30 * 24 * 3600 * 1000;
/** Of title, user, assistant, tool: how much a word in it says. */
const weights = '10, 2, 1, 0.5';

/** Finds words in everything, the best first; any text is a question. */
export function openSearch(db: Database, now: () => number): (question: SearchQuestion) => { hits: Hit[]; next?: string } {
  const statements = new Map<string, Statement<Found>>();
  const prepared = (sql: string) => {
    const statement = statements.get(sql) ?? db.prepare<Found>(sql);
    statements.set(sql, statement);
    return statement;
  };
  const entry = db.prepare<{ id: string; json: string }>('SELECT id, json FROM entries WHERE number = ?');

  return ({ text, who, limit = usualLimit, after, ...filters }) => {
    const query = queryOf(text, who);
    if (query === undefined) return { hits: [] };
    const cursor = after === undefined ? undefined : readCursor(after);
    const asked = cursor?.now ?? now();
    const { conditions, values } = conditionsOf(filters);
    const rows = prepared(
      `SELECT texts.rowid AS number, bm25(texts, ${weights}) AS rank, coalesce(e.at, c.updated_at) AS at,
        c.id AS conversation, c.title, c.project, c.archived_at
      FROM texts CROSS JOIN conversations c ON c.number = texts.rowid >> 26 LEFT JOIN entries e ON e.number = texts.rowid
      WHERE texts MATCH :match AND c.removed_at IS NULL AND c.hidden = 0 ${conditions}
      ORDER BY texts.rowid DESC LIMIT ${mostRanked}`,
    ).all({ match: query.match, ...values });
    const ranked = rows
      .map((row): Scored => ({ ...row, score: -row.rank * (1 + recency(asked - row.at)) }))
      .sort((a, b) => b.score - a.score || b.number - a.number);
    const left = cursor === undefined ? ranked : ranked.filter(row => isAfter(row, cursor));
    const page = left.slice(0, limit);
    const last = left.length > limit ? page.at(-1) : undefined;
    return {
      hits: page.map(row => hitOf(row, query.words, who, entry.get(row.number))),
      ...(last && { next: `${asked}:${last.score}:${last.number}` }),
    };
  };
}

function conditionsOf({ project, from, to, archived }: Pick<SearchQuestion, 'project' | 'from' | 'to' | 'archived'>) {
  const conditions = [
    ...(project === undefined ? [] : [project === '' ? 'c.project IS NULL' : 'c.project = :project']),
    ...(archived === undefined ? [] : [`c.archived_at IS ${archived ? 'NOT ' : ''}NULL`]),
    ...(from === undefined ? [] : ['coalesce(e.at, c.updated_at) >= :from']),
    ...(to === undefined ? [] : ['coalesce(e.at, c.updated_at) <= :to']),
  ];
  return {
    conditions: conditions.map(condition => `AND ${condition}`).join(' '),
    values: {
      ...(project !== undefined && project !== '' && { project }),
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
    },
  };
}

/** What was said today counts twice as much as what was said years ago; a month takes half of that away. */
function recency(age: number): number {
  return 1 / (1 + Math.max(0, age) / monthMs);
}

function hitOf(row: Scored, words: readonly string[], who: Hit['kind'] | undefined, found: { id: string; json: string } | undefined): Hit {
  const { conversation, title, project, archived_at, at, number } = row;
  const hit = {
    conversation,
    title,
    at,
    ...(project !== null && { project }),
    ...(archived_at !== null && { archived: true }),
  };
  if (positionOf(number) === titlePosition || found === undefined)
    return { ...hit, kind: 'title', ...(snippetOf(title, words) ?? beginningOf(title)) };
  const texts = textsOf(JSON.parse(found.json) as LightEntry);
  const kinds = (who === undefined || who === 'title' ? (['user', 'assistant', 'tool'] as const) : [who]).filter(
    kind => texts[kind] !== '',
  );
  const snippets = kinds.flatMap(kind => {
    const snippet = snippetOf(texts[kind], words);
    return snippet ? [{ kind, ...snippet }] : [];
  });
  const best = snippets.toSorted((a, b) => b.marks.length - a.marks.length)[0];
  const shown = best ?? { kind: kinds[0] ?? ('assistant' as const), ...beginningOf(texts[kinds[0] ?? 'assistant']) };
  return { ...hit, entry: found.id, position: positionOf(number), ...shown };
}

interface Cursor {
  readonly now: number;
  readonly score: number;
  readonly number: number;
}

function isAfter({ score, number }: Scored, cursor: Cursor): boolean {
  return score < cursor.score || (score === cursor.score && number < cursor.number);
}

/** A cursor that nobody of ours made begins anew. */
function readCursor(text: string): Cursor | undefined {
  const parts = /^(\d{1,16}):(-?\d[\d.e+-]{0,40}):(\d{1,17})$/.exec(text);
  return parts === null ? undefined : { now: Number(parts[1]), score: Number(parts[2]), number: Number(parts[3]) };
}
