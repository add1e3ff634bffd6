import { expect, test } from 'vitest';
import { openSeeded } from '../../../../tests/support/conversation-seed.ts';
import { openProjects } from './projects.ts';

const folders = ['a', 'b', 'c', 'd'].map(id => ({ id, name: id.toUpperCase(), folder: `/${id}` }));

test('projects keep the order they were moved into, also after many moves between the same two', () => {
  using db = openSeeded([], folders);
  const projects = openProjects(db);
  const order = () => projects.all().map(project => project.id);
  const seen = [order()];
  const move = (id: string, before: string) => {
    projects.move(id, before);
    seen.push(order());
  };
  move('d', 'a');
  move('a', '');
  move('b', 'b');
  move('b', 'not there');
  for (let round = 0; round < 100; round += 1) {
    projects.move('c', 'a');
    projects.move('d', 'a');
  }
  seen.push(order());
  projects.add({ id: 'e', name: 'E', folder: '/e' }, 1);
  seen.push(order());

  expect(seen.map(ids => ids.join(''))).toEqual(['abcd', 'dabc', 'dbca', 'dbca', 'dcab', 'cdab', 'ecdab']);
});

test('a project that an earlier run removed is deleted for good, and its folder can be added again', () => {
  using db = openSeeded([], folders);
  openProjects(db).remove('b', 5);
  const projects = openProjects(db);
  projects.forgetRemoved();
  projects.restore('b');
  projects.add({ id: 'b2', name: 'Again', folder: '/b' }, 6);
  expect(projects.all().map(project => project.id)).toEqual(['b2', 'a', 'c', 'd']);
});
