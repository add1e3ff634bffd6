import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { elements } from './index.ts';

test('every element that the manifest names is exported', () => {
  const { atelier } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const named = atelier.contributes.views.map((view: { element: string }) => view.element);
  expect(named.filter((name: string) => !Object.hasOwn(elements, name))).toEqual([]);
});
