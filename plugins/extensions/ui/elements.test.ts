import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { elements } from './index.ts';

test('every element that the manifest names is exported, and all element names begin with the plugin’s name', () => {
  const { atelier } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const named = atelier.contributes.views.map((view: { element: string }) => view.element);
  const names = Object.keys(elements);
  expect([named.filter((name: string) => !names.includes(name)), names.filter(name => !name.startsWith('extensions-'))]).toEqual([[], []]);
});
