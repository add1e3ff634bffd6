import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { CaptureState, MemoryRecord } from '../contract/index.ts';
import { commands, elements } from './index.ts';
import { differenceOf, placesOf } from './records/marks.ts';
import { itemsOf } from './records/record-rows.ts';
import { texts } from './texts.ts';
import { captureText } from './upkeep/memory-capture.ts';
import type { Words } from './words.ts';

test('every element and every command of the window that the manifest names is exported, and no other', () => {
  const { contributes } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).atelier;
  const inWindow = contributes.commands.filter(({ runs }: { runs?: string }) => runs === 'window');
  expect({ elements: Object.keys(elements).sort(), commands: Object.keys(commands).sort() }).toEqual({
    elements: contributes.views.map((view: { element: string }) => view.element).sort(),
    commands: inWindow.map((command: { id: string }) => command.id).sort(),
  });
});

test('what was typed is marked without case and accents, and what was typed wrong by its longest part', () => {
  const marks = (text: string, question: string) => placesOf(text, question).map(([from, to]) => text.slice(from, to));
  expect({
    exact: marks('Kitchen fitting', 'kitchen'),
    wrong: marks('Kitchen fitting', 'kichen'),
    accents: marks('Le café du port', 'CAFE'),
    none: marks('Le café du port', 'zzz'),
    two: marks('tea and more tea', 'tea'),
    wide: marks('🍵 thé vert', 'the'),
  }).toEqual({ exact: ['Kitchen'], wrong: ['chen'], accents: ['café'], none: [], two: ['tea', 'tea'], wide: ['thé'] });
});

test('two versions differ where their words do', () => {
  const differs = (old: string, now: string) => {
    const places = differenceOf(old, now);
    return [places.old, places.now].map(([place], at) => (place === undefined ? '' : [old, now][at]?.slice(place[0], place[1])));
  };
  expect([
    differs('It starts on 12 January', 'It starts on 2 February'),
    differs('Likes tea', 'Likes green tea'),
    differs('The same', 'The same'),
  ]).toEqual([
    ['12 January', '2 February'],
    ['', 'green'],
    ['', ''],
  ]);
});

test('a list has headings only where something was searched, and what was forgotten stands where it stood', () => {
  const text = { of: (key: string) => key } as unknown as Words;
  const memory = (id: string) => ({ id, title: id }) as MemoryRecord;
  const found = [
    { memory: memory('a'), words: 0.9 },
    { memory: memory('b'), words: 0.1 },
  ];
  const keys = (question: string, before?: string) =>
    itemsOf(text, found, [{ change: 'c', title: 'gone', count: 1, at: 0, ...(before !== undefined && { before }) }], question).map(
      ({ key }) => key,
    );
  expect([keys('', 'b'), keys(''), keys('x', 'a'), keys('x', 'z')]).toEqual([
    ['a', 'gone:c', 'b'],
    ['a', 'b', 'gone:c'],
    ['head:closeTo', 'gone:c', 'a', 'head:weak', 'b'],
    ['gone:c', 'head:closeTo', 'a', 'head:weak', 'b'],
  ]);
});

test('how capture stands is one sentence with one stop, also where the time that it names has one', () => {
  const state: CaptureState = { paused: false, untold: false, perDay: 50, today: 0, waiting: 2, running: 0, failed: 0, leftOut: [] };
  const told = (locale: 'en' | 'fr', nextAt: number) => {
    const count = (key: string, _: number, values: { when?: string } = {}) =>
      (texts[locale] as Readonly<Record<string, string>>)[`${key}.other`]?.replace('{when}', values.when ?? '');
    return captureText({ locale, count } as unknown as Words, { ...state, nextAt });
  };
  const all = (['en', 'fr'] as const).flatMap(locale => [30_000, 300_000, 7_200_000].map(ms => told(locale, Date.now() + ms)));
  expect(all.filter(one => one.endsWith('..') || !one.endsWith('.'))).toEqual([]);
});
