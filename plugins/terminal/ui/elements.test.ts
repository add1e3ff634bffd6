import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commands, elements } from './index.ts';
import { placesIn, placesOn } from './places.ts';
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

test('places in files are found in what compilers and test runners print, and times, addresses and numbers are none', () => {
  const found = (text: string) => placesIn(text).flatMap(({ place }) => (place === undefined ? [] : [place]));
  const lines = [
    'src/a.ts:12:5 - error TS2322',
    '    at run (/home/me/tides/b.js:7:31)',
    "FAIL ./it's [c.test.ts:3], Makefile:9",
    '12:30:45 http://localhost:3000 127.0.0.1:8080 //host:80 a.ts:0 v1.2:3',
  ];
  expect([lines.map(found), placesIn(lines[0] ?? '').map(({ text }) => text), placesIn('x'.repeat(1_000_000)).length]).toEqual([
    [
      [{ path: 'src/a.ts', line: 12, column: 5 }],
      [{ path: '/home/me/tides/b.js', line: 7, column: 31 }],
      [{ path: 'c.test.ts', line: 3 }],
      [],
    ],
    ['src/a.ts:12:5', ' - error TS2322'],
    1,
  ]);
});

test('a place keeps its colours, also where they change within it', () => {
  const printed = new Printed();
  printed.add('at \u001b[36msrc/a.ts\u001b[0m:\u001b[33m12\u001b[0m:\u001b[33m5\u001b[0m - \u001b[31merror');
  const parts = placesOn(printed.lines[0] ?? []);
  expect(parts.map(({ spans, place }) => [spans.map(({ text, style }) => `${style}(${text})`).join(''), place])).toEqual([
    ['(at )', undefined],
    ['cyan(src/a.ts)(:)yellow(12)(:)yellow(5)', { path: 'src/a.ts', line: 12, column: 5 }],
    ['( - )red(error)', undefined],
  ]);
});

test('a step back writes over what stands there, and a bell is not drawn', () => {
  const printed = new Printed();
  for (const piece of ['10%', '\b\b\b', '25%\u0007\n', 'spin |\b', '/\b-\nabc\b\bX\n', '☃🎣\b\u001b[31m!\n\b\bx\n', 'abc\b\b\rz'])
    printed.add(piece);
  expect([printed.lines.map(plainOf), printed.lines[3]]).toEqual([
    ['25%', 'spin -', 'aXc', '☃!', 'x', 'z'],
    [
      { text: '☃', style: '' },
      { text: '!', style: 'red' },
    ],
  ]);
});

test('of very many lines the last are kept, and the others are counted', () => {
  const printed = new Printed(3);
  for (let count = 0; count < 10; count += 1) printed.add(`${count}\n`);
  expect([printed.lines.map(plainOf), printed.dropped]).toEqual([['8', '9', ''], 8]);
});
