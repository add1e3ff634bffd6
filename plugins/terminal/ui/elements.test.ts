import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commands, elements } from './index.ts';
import { Printed, plainOf } from './printed.ts';

test('every element and window command that the manifest names is exported, and no other', () => {
  const { views, commands: listed } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).atelier.contributes;
  expect([Object.keys(elements), Object.keys(commands)]).toEqual([
    views.map((view: { element: string }) => view.element),
    listed.map(({ id }: { id: string }) => id),
  ]);
});

test('colours, a line that is printed anew and sequences that come in two pieces are shown as a terminal shows them', () => {
  const printed = new Printed();
  for (const piece of [
    'plain \u001b[1;3',
    '1mred\u001b[0m\r\n10 %\r',
    '100 %\nlast \u001b[38;5;200mx\u001b[39my\u001b]0;title\u0007\u001b[2K',
  ])
    printed.add(piece);
  expect([printed.lines.map(plainOf), printed.lines[0], printed.lines[2]?.length]).toEqual([
    ['plain red', '100 %', 'last xy'],
    [
      { text: 'plain ', style: '' },
      { text: 'red', style: 'bold red' },
    ],
    1,
  ]);
});

test('of very many lines the last are kept', () => {
  const printed = new Printed(3);
  for (let count = 0; count < 10; count += 1) printed.add(`${count}\n`);
  expect(printed.lines.map(plainOf)).toEqual(['8', '9', '']);
});
