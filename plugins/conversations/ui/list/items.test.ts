import { expect, test } from 'vitest';
import type { Project, Row, View } from '../../contract/index.ts';
import { type Item, itemsOf, type Snapshot } from './items.ts';
import { emptySection, everything, withPage } from './sections.ts';
import { shortTime } from './short-time.ts';

const now = new Date(2026, 10, 20, 15, 30).getTime();
const hour = 3600 * 1000;
const day = 24 * hour;

function row(id: string, ago: number, more: Partial<Row> = {}): Row {
  const at = now - ago;
  const rest = { state: 'idle', unread: false, pinned: false, archived: false, location: 'local' } as const;
  return { id, title: id, createdAt: at, updatedAt: at, ...rest, ...more };
}

const view: View = { organize: 'project', sort: 'created', show: 'all' };
const project = (id: string, conversations: number, more: Partial<Project> = {}): Project => ({
  id,
  name: id,
  folder: `/${id}`,
  folded: false,
  conversations,
  ...more,
});

function snapshot(change: Partial<Snapshot>, sections: Readonly<Record<string, readonly Row[]>>, next?: string): Snapshot {
  const read = Object.entries(sections).map(
    ([key, rows]) => [key, withPage(emptySection(key, rows.length + 2), { rows, ...(next !== undefined && { next }) })] as const,
  );
  return { view, text: '', projects: [], without: 0, sections: new Map(read), ...change };
}

const said = (items: readonly Item[]) =>
  items.map(item =>
    item.kind === 'heading'
      ? `# ${typeof item.heading === 'string' ? item.heading : new Date(item.heading.month).getMonth() + 1}`
      : item.key,
  );

test('a project is followed by its rows and placeholders, or shows that it is empty, folded or missing', () => {
  const projects = [project('a', 2), project('b', 0), project('c', 9, { folded: true }), project('d', 3, { missing: true })];
  const shown = snapshot({ projects, without: 1 }, { a: [row('a1', 1), row('a2', 2)] });
  expect(said(itemsOf(shown, [], false, now))).toEqual([
    'p:a',
    'c:a1',
    'c:a2',
    'p:b',
    'n:b',
    'p:c',
    'p:d',
    'g:d',
    'b:d:0',
    'b:d:1',
    'b:d:2',
    'p:',
    'b::0',
  ]);
});

test('a filtered list leaves out projects without matching conversations', () => {
  const shown = snapshot({ view: { ...view, show: 'relevant' }, projects: [project('a', 0), project('b', 1)] }, { b: [row('b1', 1)] });
  expect(said(itemsOf(shown, [], false, now))).toEqual(['p:b', 'c:b1']);
});

test('organized by time, rows are below their day or month, and pinned rows are first', () => {
  const rows = [
    row('pinned', 400 * day, { pinned: true }),
    row('today', 15 * hour),
    row('yesterday', 16 * hour),
    row('tuesday', 3 * day),
    row('saturday', 6 * day),
    row('thursday', 8 * day),
    row('october', 40 * day),
  ];
  const shown = snapshot({ view: { ...view, organize: 'time' } }, { [everything]: rows }, 'more');
  expect(said(itemsOf(shown, [], false, now))).toEqual([
    '# pinned',
    'c:pinned',
    '# today',
    'c:today',
    '# yesterday',
    'c:yesterday',
    '# week',
    'c:tuesday',
    'c:saturday',
    '# 11',
    'c:thursday',
    '# 10',
    'c:october',
    `b:${everything}:7`,
    `b:${everything}:8`,
  ]);
});

test('a search shows titles first, and then hits in messages', () => {
  const hit = { conversation: 'c9', entry: 'e1', title: 'T', at: now, kind: 'user', snippet: 's', marks: [] } as const;
  const shown = snapshot({ text: 'x' }, { [everything]: [row('a', 1)] });
  expect(said(itemsOf(shown, [{ ...hit, marks: [] }], false, now))).toEqual(['c:a', '# messages', 'm:c9:e1']);
});

test.each([
  [-5 * hour, 'now', 'maintenant'],
  [20_000, 'now', 'maintenant'],
  [12 * 60_000 + 1, '12 min', '12 min'],
  [3.9 * hour, '3 hr', '3 h'],
  [20 * hour, 'Thu', 'jeu.'],
  [5.9 * day, 'Sat', 'sam.'],
  [8 * day, '12 Nov', '12 nov.'],
  [400 * day, 'Oct 2025', 'oct. 2025'],
])('%d ms ago is written in a short form', (ago, en, fr) => {
  const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');
  expect([shortTime('en', now - ago, now), plain(shortTime('fr', now - ago, now))]).toEqual([en, fr]);
});
