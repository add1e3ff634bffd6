import type { Row, View } from '../../contract/index.ts';

/** Rows that are read page by page: those of a project, those without one, or all. */
export interface Section {
  readonly key: string;
  readonly rows: readonly Row[];
  /** The total number of rows; undefined if it was not counted. */
  readonly total: number | undefined;
  readonly next: string | undefined;
  /** The last row that was read, as it was then: rows that sort after it have not been read yet. */
  readonly edge: Row | undefined;
  readonly read: boolean;
}

/** The key of the section that contains all conversations. */
export const everything = '*';

export interface Question {
  readonly sort: View['sort'];
  readonly show: View['show'];
  readonly text: string;
}

const recentMs = 14 * 24 * 3600 * 1000;

export function emptySection(key: string, total: number | undefined): Section {
  return { key, rows: [], total, next: undefined, edge: undefined, read: false };
}

/** A section with one more page. A row that an event added meanwhile is not added twice. */
export function withPage(section: Section, page: { readonly rows: readonly Row[]; readonly next?: string }): Section {
  const fresh = new Set(page.rows.map(row => row.id));
  const rows = [...section.rows.filter(row => !fresh.has(row.id)), ...page.rows];
  const { next } = page;
  return {
    ...section,
    rows,
    next,
    edge: page.rows.at(-1) ?? section.edge,
    read: true,
    total: next === undefined ? rows.length : section.total === undefined ? undefined : Math.max(section.total, rows.length + 1),
  };
}

/** A section after rows have changed: rows are replaced, moved by the order, or removed when they do not belong to it any more. */
export function patched(section: Section, rows: readonly Row[], removed: ReadonlySet<string>, question: Question, now: number): Section {
  const known = new Set(section.rows.map(row => row.id));
  const own = rows.filter(row => belongs(row, section.key, question, now));
  if (own.length === 0 && !rows.some(row => known.has(row.id)) && ![...removed].some(id => known.has(id))) return section;
  const changed = new Set(rows.map(row => row.id));
  let next: Row[];
  if (question.show === 'archived') {
    // The time of archiving is unknown here: a known row keeps its place, and a new one was archived now.
    const byId = new Map(own.map(row => [row.id, row]));
    next = [
      ...own.filter(row => !known.has(row.id)),
      ...section.rows.flatMap(row => (removed.has(row.id) ? [] : changed.has(row.id) ? (byId.get(row.id) ?? []) : row)),
    ];
  } else {
    const order = orderBy(question.sort);
    next = section.rows.filter(row => !changed.has(row.id) && !removed.has(row.id));
    const isRead = (row: Row) =>
      section.read && (section.next === undefined || section.edge === undefined || order(row, section.edge) <= 0);
    for (const row of own.filter(isRead)) {
      const at = next.findIndex(other => order(row, other) < 0);
      next.splice(at === -1 ? next.length : at, 0, row);
    }
  }
  const total = section.total === undefined ? undefined : Math.max(0, section.total + next.length - section.rows.length);
  return { ...section, rows: next, total };
}

/** The order of the database: pinned rows first, then the newest, then by id. */
export function orderBy(sort: View['sort']): (a: Row, b: Row) => number {
  const at = (row: Row) => (sort === 'updated' ? row.updatedAt : row.createdAt);
  return (a, b) => Number(b.pinned) - Number(a.pinned) || at(b) - at(a) || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);
}

/** Whether the database would return this row for this question. */
export function belongs(row: Row, key: string, { show, text }: Question, now: number): boolean {
  if (key !== everything && (row.project ?? '') !== key) return false;
  if (row.archived !== (show === 'archived')) return false;
  if (show === 'relevant' && !isRelevant(row, now)) return false;
  const typed = plain(text);
  return typed === '' || plain(row.title).includes(typed);
}

function isRelevant({ unread, pinned, state, updatedAt }: Row, now: number): boolean {
  return unread || pinned || (state !== 'idle' && state !== 'done') || updatedAt > now - recentMs;
}

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').trim().toLowerCase();
}
