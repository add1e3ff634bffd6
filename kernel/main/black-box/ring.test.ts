import { appendFileSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type TempFolder, tempFolder } from '../../testing/temp-folder.ts';
import { Ring } from './ring.ts';

const filesIn = (folder: TempFolder): [string, string] => [folder.file('0.jsonl'), folder.file('1.jsonl')];
const counts = (ring: Ring) => ring.read().map(({ n }) => n);

test('both files stay within their bound, and the newest lines are kept in order, however often they are opened again', () => {
  using folder = tempFolder();
  const files = filesIn(folder);
  const sizes: number[] = [];
  for (let run = 0; run < 20; run += 1) {
    const ring = new Ring(files, 1000);
    for (let line = 0; line < 13; line += 1) {
      ring.add({ is: 'line', of: 'x'.repeat(line) });
      sizes.push(...files.map(file => (existsSync(file) ? statSync(file).size : 0)));
    }
    ring.close();
  }
  const kept = counts(new Ring(files, 1000));
  expect({
    isBounded: Math.max(...sizes) <= 1000,
    newest: kept.at(-1),
    isWhole: kept.every((n, at) => n === kept[0]! + at),
    isMoreThanAFile: kept.length > 1000 / 50,
  }).toEqual({ isBounded: true, newest: 259, isWhole: true, isMoreThanAFile: true });
});

test('a line that was cut off is ignored, and spoils no other one', () => {
  using folder = tempFolder();
  const files = filesIn(folder);
  const first = new Ring(files);
  first.add({ is: 'start' });
  first.add({ is: 'middle' });
  first.close();
  appendFileSync(files[0], '\n{"n":2,"is":"to');
  const second = new Ring(files);
  const last = [second.last('middle')?.n, second.last('to')];
  second.add({ is: 'after' });
  second.close();
  writeFileSync(files[1], '\0'.repeat(300));
  const third = new Ring(files);
  third.add({ is: 'later' });
  third.close();
  expect([last, new Ring(files).read().map(({ n, is }) => `${n} ${is}`)]).toEqual([
    [1, undefined],
    ['0 start', '1 middle', '2 after', '3 later'],
  ]);
});

test('lines that cannot be written are kept and written when they can be, and nothing is thrown', () => {
  using folder = tempFolder();
  const files = filesIn(folder);
  mkdirSync(files[0]);
  const ring = new Ring(files);
  for (let line = 0; line < 60; line += 1) ring.add({ is: 'early' });
  rmSync(files[0], { recursive: true });
  ring.add({ is: 'late' });
  ring.close();
  const kept = counts(new Ring(files));
  expect([kept.length, kept.at(-1)]).toEqual([51, 60]);
});
