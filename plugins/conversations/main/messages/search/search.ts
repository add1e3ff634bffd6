import type { Database, Statement } from '@atelier/kernel';
import type { Hit } from '../../../contract/index.ts';
import { textsOf } from '../store/entry-texts.ts';
import type { LightEntry } from '../store/light-entry.ts';
import { positionOf, titlePosition } from '../store/numbers.ts';
import { folded, spaced } from './fold.ts';
import { beginningOf, snippetOf } from './snippet.ts';

export interface SearchQuestion {
  readonly text: string;
  /** Empty: conversations without a project. */
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

/** Of more hits than this, only the newest are ranked: ranking a word that is in every message would take seconds. */
const maxRanked = 1000;
const usualLimit = 20;
const monthMs = 30 * 24 * 3600 * 1000;
/** The weights of title, user, assistant and tool texts. */
const weights = '10, 2, 1, 0.5';

/** Searches all conversations, the best hits first; any text is a valid query. */
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
      ORDER BY texts.rowid DESC LIMIT ${maxRanked}`,
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

/** 1 for a message of now, falling to 0 with age; 0.5 after a month. */
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

/** An invalid cursor starts from the beginning. */
function readCursor(text: string): Cursor | undefined {
  const parts = /^(\d{1,16}):(-?\d[\d.e+-]{0,40}):(\d{1,17})$/.exec(text);
  return parts === null ? undefined : { now: Number(parts[1]), score: Number(parts[2]), number: Number(parts[3]) };
}

interface Query {
  /** The full text query: all words must match, each of them possibly as a prefix. */
  readonly match: string;
  /** The same words, folded, for the marks of the snippet. */
  readonly words: readonly string[];
}

const maxWords = 12;
const maxWordLength = 64;
const shortestPrefix = 2;
const maxPrefixes = 3;
const letter = /[\p{L}\p{N}\p{Co}]/u;

/**
 * Converts typed text to a full text query. Every word is quoted, so that nothing in it is an operator; undefined if the text
 * contains no word.
 */
function queryOf(text: string, who?: 'title' | 'user' | 'assistant' | 'tool'): Query | undefined {
  const typed = spaced(text.normalize('NFC').replaceAll(/[\p{Cc}\p{Cs}]/gu, ' '))
    .split(/\s+/u)
    .filter(word => letter.test(word))
    .map(word => word.slice(0, maxWordLength));
  const words = [...new Set(typed)].slice(0, maxWords);
  if (words.length === 0) return undefined;
  // Of many words only the last is still being typed, and a prefix query costs as much as all words that begin with it.
  const isPrefix = (word: string, at: number) =>
    [...word].length >= shortestPrefix && (words.length <= maxPrefixes || at === words.length - 1);
  const terms = words.map((word, at) => `"${word.replaceAll('"', '""')}"${isPrefix(word, at) ? ' *' : ''}`);
  return {
    match: `${who === undefined ? '' : `{${who}} : `}(${terms.join(' ')})`,
    words: [...new Set(words.flatMap(word => folded(word).match(/[\p{L}\p{N}\p{Co}\p{M}]+/gu) ?? []))],
  };
}
