import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { elements } from './index.ts';

test('every element that the manifest names is exported, and no other', () => {
  const { atelier } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  expect(Object.keys(elements)).toEqual(atelier.contributes.views.map((view: { element: string }) => view.element));
});
