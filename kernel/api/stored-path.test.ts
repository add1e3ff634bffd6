import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromStoredPath, toStoredPath } from './stored-path.ts';

test('what is stored of a path inside a folder does not name the folder, and means the same place in a copy of it', () => {
  const paths = ['/p', '/p/a', '/p/a/b c.jsonl', '/pq/a', '/other', 'relative'];
  expect(paths.map(path => [path, toStoredPath('/p', path), fromStoredPath('/copy', toStoredPath('/p', path))])).toEqual([
    ['/p', './', '/copy'],
    ['/p/a', './a', '/copy/a'],
    ['/p/a/b c.jsonl', './a/b c.jsonl', '/copy/a/b c.jsonl'],
    ['/pq/a', '/pq/a', '/pq/a'],
    ['/other', '/other', '/other'],
    ['relative', 'relative', 'relative'],
  ]);
  expect([toStoredPath('C:\\p', 'C:\\p\\a\\b'), fromStoredPath('D:\\q', './a/b')]).toEqual(['./a/b', 'D:\\q\\a\\b']);
});

test('a path comes back as it was, whatever it is called', () => {
  const name = fc.string({ minLength: 1 }).filter(text => !/[/\\\0]/.test(text) && text !== '.' && text !== '..');
  fc.assert(
    fc.property(fc.array(name), fc.array(name, { minLength: 1 }), (within, folder) => {
      const [base, path] = [`/${folder.join('/')}`, `/${[...folder, ...within].join('/')}`];
      expect(fromStoredPath(base, toStoredPath(base, path))).toBe(path);
    }),
  );
});

test('a stored path that leads out of the folder is refused', () => {
  expect(() => fromStoredPath('/p', './../q')).toThrow('leads out');
});
