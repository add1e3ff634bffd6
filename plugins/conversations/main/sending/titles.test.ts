import { expect, test } from 'vitest';
import { titleFromAnswer } from './ai-titles.ts';
import { cleanTitle, numberedTitle, titleFromWords } from './titles.ts';

test('the first words are cut at the end of a word, without code, Markdown marks and control characters', () => {
  expect([
    titleFromWords('Fix the **DST** jump'),
    titleFromWords('Why does the forecast of Lord Howe jump by half an hour in April, and how is it mended?'),
    titleFromWords('```ts\nlet x = 1;\n```\nWhat is wrong here?'),
    titleFromWords('a\u0000b\u202ec'),
    titleFromWords('```\n'),
  ]).toEqual([
    'Fix the DST jump',
    'Why does the forecast of Lord Howe jump by half an hour in…',
    'What is wrong here?',
    'a b c',
    undefined,
  ]);
});

test('a title that the person wrote is reduced to its visible characters on one line', () => {
  expect([cleanTitle('  A\n b '), cleanTitle('\u0000\n'), cleanTitle('x'.repeat(300)).length]).toEqual(['A b', '', 200]);
});

test('a model’s thinking is removed from its title, and an answer that is not a suitable title is refused', () => {
  expect([
    titleFromAnswer('<think>They want tides.</think>\n"Fix the DST jump."'),
    titleFromAnswer('<thinking>unfinished'),
    titleFromAnswer('Titre : Corriger le saut de l’heure'),
    titleFromAnswer('Sure'),
    titleFromAnswer('Tide tables'),
    titleFromAnswer('One two three four five six seven eight'),
    titleFromAnswer('a'.repeat(61)),
  ]).toEqual(['Fix the DST jump', undefined, 'Corriger le saut de l’heure', undefined, undefined, undefined, undefined]);
});

test('a title in a script that writes no spaces between words is measured by its letters', () => {
  expect([
    titleFromAnswer('「修复夏令时的跳变。」'),
    titleFromAnswer('夏時間のずれを直す'),
    titleFromAnswer('แก้ไขการกระโดดของเวลา'),
    titleFromAnswer('好的'),
    titleFromAnswer('很'.repeat(31)),
  ]).toEqual(['修复夏令时的跳变', '夏時間のずれを直す', 'แก้ไขการกระโดดของเวลา', undefined, undefined]);
});

test('a fork has its origin’s title with a number that no other conversation has', () => {
  const taken = new Set(['Tides', 'Tides (2)']);
  const isTaken = (title: string) => taken.has(title);
  expect([numberedTitle('Tides', isTaken), numberedTitle('Tides (2)', isTaken), numberedTitle('x'.repeat(60), isTaken).length]).toEqual([
    'Tides (3)',
    'Tides (3)',
    58,
  ]);
});
