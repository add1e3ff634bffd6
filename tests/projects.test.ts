import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryFiles } from './support/tree.ts';

function referenced(file: string): readonly string[] {
  const { references = [] } = JSON.parse(readFileSync(file, 'utf8')) as { references?: { path: string }[] };
  return references.map(({ path }) => join(dirname(file), path)).flatMap(folder => [folder, ...nested(folder)]);
}

/** A plugin's own tsconfig.json only gathers those of its layers. */
function nested(folder: string): readonly string[] {
  return /^plugins\/[^/]+$/.test(folder) ? referenced(join(folder, 'tsconfig.json')) : [];
}

const projects = repositoryFiles()
  // Examples are third-party projects: they are compiled as such in extension-author.test.ts.
  .filter(path => path.endsWith('/tsconfig.json') && !path.startsWith('registry-dev/examples/'))
  .map(path => dirname(path));

test('`tsc -b` at the root checks every folder that has a tsconfig.json', () => {
  expect(referenced('tsconfig.json').toSorted()).toEqual(projects.toSorted());
});

test('the tests can see every layer', () => {
  // A plugin only gathers its layers.
  const layers = projects.filter(path => path !== 'tests' && nested(path).length === 0);
  expect(referenced('tests/tsconfig.json').toSorted()).toEqual(layers.toSorted());
});
