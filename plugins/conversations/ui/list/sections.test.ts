import { describe, expect, test } from 'vitest';
import type { Row } from '../../contract/index.ts';
import { emptySection, everything, patched, type Question, type Section, withPage } from './sections.ts';

const now = 1e12;
const day = 24 * 3600 * 1000;
const all: Question = { sort: 'created', show: 'all', text: '' };

function row(id: string, createdAt: number, more: Partial<Row> = {}): Row {
  const rest = { state: 'idle', unread: false, pinned: false, archived: false, location: 'local' } as const;
  return { id, title: `Title ${id}`, createdAt, updatedAt: createdAt, ...rest, ...more };
}

const ids = (section: Section) => section.rows.map(one => one.id).join('');
const section = (rows: readonly Row[], next?: string, total = rows.length) =>
  withPage(emptySection(everything, total), { rows, ...(next !== undefined && { next }) });

describe('a changed row', () => {
  const three = section([row('c', 30), row('b', 20), row('a', 10)]);
  const half = section([row('c', 30), row('b', 20)], 'more', 9);

  test.each<[string, Section, Row, Question, string, number]>([
    ['stays where it is when only its title changed', three, row('b', 20, { title: 'x' }), all, 'cba', 3],
    ['moves to the top when it is pinned', three, row('a', 10, { pinned: true }), all, 'acb', 3],
    ['moves with the date of the order', three, row('a', 10, { updatedAt: 99 }), { ...all, sort: 'updated' }, 'acb', 3],
    ['is inserted in order when it is new', three, row('n', 25), all, 'cnba', 4],
    ['leaves when it is archived', three, row('b', 20, { archived: true }), all, 'ca', 2],
    ['leaves when it does not match the search any more', three, row('b', 20, { title: 'Other' }), { ...all, text: 'title' }, 'ca', 2],
    ['stays when it matches without its accents', three, row('b', 20, { title: 'Títle' }), { ...all, text: 'TITLE' }, 'cba', 3],
    ['leaves when it is not relevant any more', three, row('b', 20, { updatedAt: now - 15 * day }), { ...all, show: 'relevant' }, 'ca', 2],
    ['stays when it runs', three, row('b', 20, { updatedAt: 1, state: 'running' }), { ...all, show: 'relevant' }, 'cba', 3],
    ['is ignored when it belongs to a page that is not read yet', half, row('z', 5), all, 'cb', 9],
    ['is inserted before the end of the rows that are read', half, row('z', 25), all, 'czb', 10],
    ['leaves when it moves to a page that is not read yet', half, row('c', 30, { createdAt: 1 }), all, 'b', 8],
  ])('%s', (_what, before, changed, question, expected, total) => {
    const after = patched(before, [changed], new Set(), question, now);
    expect({ ids: ids(after), total: after.total }).toEqual({ ids: expected, total });
  });

  test('belongs to its project only', () => {
    const inProject: Section = { ...section([row('b', 20, { project: 'p' })]), key: 'p' };
    const moved = row('b', 20, { project: 'q' });
    const came = row('n', 25, { project: 'p' });
    expect(ids(patched(inProject, [moved, came], new Set(), all, now))).toBe('n');
  });

  test('keeps its place among archived rows, and is first when it was archived now', () => {
    const archived = section([row('b', 20, { archived: true }), row('a', 10, { archived: true })]);
    const changes = [row('a', 10, { archived: true, title: 'x' }), row('n', 1, { archived: true }), row('b', 20)];
    expect(ids(patched(archived, changes, new Set(), { ...all, show: 'archived' }, now))).toBe('na');
  });

  test('of another section leaves the section the same object', () => {
    const other: Section = { ...three, key: 'p' };
    expect(patched(other, [row('x', 1)], new Set(['y']), all, now)).toBe(other);
  });
});

test('a removed row is gone', () => {
  const after = patched(section([row('b', 20), row('a', 10)]), [], new Set(['b']), all, now);
  expect({ ids: ids(after), total: after.total }).toEqual({ ids: 'a', total: 1 });
});

test('the next page adds the rows after the last page, and none twice', () => {
  const first = section([row('d', 40), row('c', 30)], 'more', 4);
  const moved = patched(first, [row('b', 50)], new Set(), all, now);
  const second = withPage(moved, { rows: [row('c', 30), row('a', 10)] });
  expect({ first: ids(moved), second: ids(second), total: second.total }).toEqual({ first: 'bdc', second: 'bdca', total: 4 });
});
