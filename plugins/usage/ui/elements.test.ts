import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { roundUp, wholeRange } from './buckets.ts';
import { commands, elements } from './index.ts';
import { extensionName } from './words.ts';

test('every element and command of the window that the manifest names is exported', () => {
  const { contributes } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).atelier;
  expect({
    elements: contributes.views.map((view: { element: string }) => view.element).filter((name: string) => !(name in elements)),
    commands: Object.keys(commands),
  }).toEqual({ elements: [], commands: contributes.commands.map((command: { id: string }) => command.id) });
});

test('a chart has every moment of its range, also those after today that a clock has left', () => {
  const of = (unit: 'day' | 'month' | 'hour', from: string, today: string, at?: string) =>
    wholeRange({ unit, from, today, buckets: at === undefined ? [] : [{ at, cost: 1, tokens: 2, unknown: 0, included: 0 }] }).map(
      bucket => `${bucket.at}${bucket.cost > 0 ? '*' : ''}`,
    );
  expect({
    days: of('day', '2026-02-27', '2026-03-01', '2026-02-28'),
    ahead: of('day', '2026-03-01', '2026-03-01', '2026-03-02'),
    months: of('month', '2025-11-30', '2026-01-02', '2026-01'),
    hours: of('hour', '2026-03-01', '2026-03-01').length,
  }).toEqual({
    days: ['2026-02-27', '2026-02-28*', '2026-03-01'],
    ahead: ['2026-03-01', '2026-03-02*'],
    months: ['2025-11', '2025-12', '2026-01*'],
    hours: 24,
  });
});

test('the top of a chart is a round number', () => {
  expect([0, 0.0031, 0.9, 3.05, 35.53, 60, 1e9].map(roundUp)).toEqual([1, 0.004, 1, 4, 40, 60, 1e9]);
});

test('an extension that is not there any more has its id as a name, with nothing hidden in it', () => {
  const named = (id: string) => extensionName(id, [{ id: '@acme/notes', displayName: 'Notes' }]);
  expect(['@acme/notes', '@acme/gone', '@a/\u202Eb'].map(named)).toEqual(['Notes', '@acme/gone', '@a/⟦U+202E⟧b']);
});
