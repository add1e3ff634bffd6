import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commands, elements } from './index.ts';

test('every element and every command of the window that the manifest names is exported, and no other', () => {
  const { contributes } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).atelier;
  const inWindow = contributes.commands.filter(({ runs }: { runs?: string }) => runs === 'window');
  expect([Object.keys(elements), Object.keys(commands)]).toEqual([
    contributes.views.map((view: { element: string }) => view.element),
    inWindow.map(({ id }: { id: string }) => id),
  ]);
});
