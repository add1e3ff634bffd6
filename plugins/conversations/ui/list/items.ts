import type { Hit, Project, Row, View } from '../../contract/index.ts';
import { everything, type Section } from './sections.ts';

/** A line of the list. Its key stays the same when its content changes. */
export type Item =
  | { readonly kind: 'project'; readonly key: string; readonly project: Project; readonly count: number }
  | { readonly kind: 'without'; readonly key: string; readonly count: number; readonly folded: boolean }
  | { readonly kind: 'heading'; readonly key: string; readonly heading: Heading }
  | { readonly kind: 'row'; readonly key: string; readonly row: Row }
  /** A row that was not read yet. */
  | { readonly kind: 'blank'; readonly key: string; readonly section: string }
  | { readonly kind: 'begin'; readonly key: string; readonly project: Project }
  | { readonly kind: 'gone'; readonly key: string; readonly project: Project }
  | { readonly kind: 'hit'; readonly key: string; readonly hit: Hit };

export type Heading = 'pinned' | 'today' | 'yesterday' | 'week' | 'messages' | { readonly month: number };

/** The data of the list. */
export interface Snapshot {
  readonly view: View;
  readonly text: string;
  readonly projects: readonly Project[];
  readonly without: number;
  readonly sections: ReadonlyMap<string, Section>;
}

const dayMs = 24 * 3600 * 1000;

export const isFlat = ({ view, text }: Pick<Snapshot, 'view' | 'text'>): boolean => text !== '' || view.organize === 'time';

/** The lines of the list, from the data that is read so far. */
export function itemsOf(snapshot: Snapshot, hits: readonly Hit[], withoutFolded: boolean, now: number): readonly Item[] {
  const items: Item[] = [];
  if (isFlat(snapshot)) {
    const section = snapshot.sections.get(everything);
    if (section === undefined) return items;
    if (snapshot.text !== '' || snapshot.view.show === 'archived') addRows(items, section);
    else addGroups(items, section, snapshot.view.sort, now);
    if (hits.length > 0) {
      items.push({ kind: 'heading', key: 'h:messages', heading: 'messages' });
      hits.forEach((hit, index) => void items.push({ kind: 'hit', key: `m:${hit.conversation}:${hit.entry ?? index}`, hit }));
    }
    return items;
  }
  const isAll = snapshot.view.show === 'all';
  for (const project of snapshot.projects) {
    const section = snapshot.sections.get(project.id);
    const count = section?.total ?? project.conversations;
    if (count === 0 && !isAll) continue;
    items.push({ kind: 'project', key: `p:${project.id}`, project, count });
    if (project.folded) continue;
    if (project.missing === true) items.push({ kind: 'gone', key: `g:${project.id}`, project });
    if (count === 0) items.push({ kind: 'begin', key: `n:${project.id}`, project });
    else addRows(items, section, project.id, count);
  }
  const section = snapshot.sections.get('');
  const count = section?.total ?? snapshot.without;
  if (count > 0) {
    items.push({ kind: 'without', key: 'p:', count, folded: withoutFolded });
    if (!withoutFolded) addRows(items, section, '', count);
  }
  return items;
}

function addRows(items: Item[], section: Section | undefined, key = everything, count = section?.total): void {
  const rows = section?.rows ?? [];
  for (const row of rows) items.push({ kind: 'row', key: `c:${row.id}`, row });
  addBlanks(items, key, rows.length, section?.read === true && section.next === undefined ? rows.length : (count ?? rows.length + 1));
}

function addBlanks(items: Item[], section: string, from: number, to: number): void {
  for (let index = from; index < to; index++) items.push({ kind: 'blank', key: `b:${section}:${index}`, section });
}

function addGroups(items: Item[], section: Section, sort: View['sort'], now: number): void {
  let last = '';
  for (const row of section.rows) {
    const heading = headingOf(row, sort, now);
    const key = typeof heading === 'string' ? `h:${heading}` : `h:${heading.month}`;
    if (key !== last) items.push({ kind: 'heading', key, heading });
    last = key;
    items.push({ kind: 'row', key: `c:${row.id}`, row });
  }
  const { rows, read, next, total } = section;
  addBlanks(items, section.key, rows.length, read && next === undefined ? rows.length : (total ?? rows.length + 1));
}

/** The group of a row when the list is organized by time; a month is given by its first moment. */
export function headingOf(row: Row, sort: View['sort'], now: number): Heading {
  if (row.pinned) return 'pinned';
  const at = sort === 'updated' ? row.updatedAt : row.createdAt;
  const today = new Date(now).setHours(0, 0, 0, 0);
  if (at >= today) return 'today';
  // A day is not always 24 hours long; noon of the day before is always in it.
  if (at >= new Date(today - dayMs / 2).setHours(0, 0, 0, 0)) return 'yesterday';
  if (at >= new Date(today - 6.5 * dayMs).setHours(0, 0, 0, 0)) return 'week';
  const day = new Date(at);
  return { month: new Date(day.getFullYear(), day.getMonth()).getTime() };
}

/** The text by which type-ahead finds an item. */
export function textOf(item: Item): string {
  if (item.kind === 'row') return item.row.title;
  return item.kind === 'project' ? item.project.name : '';
}
