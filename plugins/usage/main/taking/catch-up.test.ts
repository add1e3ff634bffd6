import { appendFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { answerLine, counting, header } from '../usage.fixture.ts';

const day = (number: number, hour = 10) => `2026-11-${String(number).padStart(2, '0')}T${hour}:00:00.000Z`;
const lines = (...all: string[]) => `${all.join('\n')}\n`;

test('what a file has gained is counted once, however often and by whatever it is read', async () => {
  using at = counting();
  const { catchUp, sums } = at.open();
  const file = at.write('a', lines(header('a'), answerLine('e1', day(20))));
  await catchUp.conversation('a');
  appendFileSync(file, lines(answerLine('e2', day(21))));
  await Promise.all([catchUp.conversation('a'), catchUp.conversation('a'), catchUp.all()]);
  const before = sums.total({}).answers;
  const again = at.reopen();
  await again.catchUp.all();
  expect([before, again.sums.total({}).answers, again.sums.total({}).cost]).toEqual([2, 2, 1]);
});

test('after a kill between the event and the write, the next start counts what the file has', async () => {
  using at = counting();
  const killed = at.open();
  const file = at.write('a', lines(header('a'), answerLine('e1', day(20))));
  await killed.catchUp.all();
  killed.stop.abort();
  appendFileSync(file, lines(answerLine('e2', day(21))));
  await killed.catchUp.conversation('a');
  const before = killed.sums.total({}).answers;
  const next = at.reopen();
  await next.catchUp.all();
  expect([before, next.sums.total({}).answers]).toEqual([1, 2]);
});

test('a line that is not whole yet is read when it is', async () => {
  using at = counting();
  const { catchUp, sums } = at.open();
  const line = answerLine('e1', day(20));
  const file = at.write('a', `${header('a')}\n${line.slice(0, 50)}`);
  await catchUp.all();
  const before = sums.total({}).answers;
  appendFileSync(file, `${line.slice(50)}\n`);
  await catchUp.conversation('a');
  expect([before, sums.total({}).answers]).toEqual([0, 1]);
});

test('a fork, a copy of a file, what was taken in from beside it, and a file that was written anew count nothing again', async () => {
  using at = counting();
  const { catchUp, sums } = at.open();
  at.write('a', lines(header('a'), answerLine('e1', day(20)), answerLine('e2', day(21))));
  at.write('fork', lines(header('fork'), answerLine('e1', day(20)), answerLine('e9', day(22))));
  await catchUp.all();
  at.write('a', lines(header('a'), answerLine('e1', day(20)), answerLine('e2', day(21)), answerLine('new-id', day(21))), 'other.jsonl');
  await catchUp.all();
  at.write('a', lines(answerLine('e2', day(21))), 'other.jsonl');
  await catchUp.all();
  expect(sums.by('conversation', {}, 9).map(({ key, answers }) => [key, answers])).toEqual([
    ['a', 2],
    ['fork', 1],
  ]);
});

test('answers on every branch are counted: going back refunds nothing', async () => {
  using at = counting();
  const { catchUp, sums } = at.open();
  at.write('a', lines(header('a'), answerLine('e1', day(20)), answerLine('e2', day(20, 11)), answerLine('e3', day(20, 12))));
  await catchUp.all();
  expect(sums.total({}).answers).toBe(3);
});

test('two conversations whose entries have the same short id are two', async () => {
  using at = counting();
  const { catchUp, sums } = at.open();
  at.write('a', lines(header('a'), answerLine('e1', day(20))));
  at.write('b', lines(header('b'), answerLine('e1', day(21))));
  await catchUp.all();
  expect(sums.total({}).answers).toBe(2);
});

test('after the loss of the database everything is counted from the files, in the same conversations and projects', async () => {
  using at = counting();
  at.write('a', lines(header('a'), answerLine('e1', day(20)), answerLine('e2', day(21), { model: 'other' })));
  at.write('fork', lines(header('fork'), answerLine('e1', day(20))));
  const first = at.open();
  await first.catchUp.all();
  const all = ({ sums }: typeof first) => (['day', 'project', 'conversation', 'model'] as const).map(part => sums.by(part, {}, 9));
  const before = all(first);
  const rebuilt = at.lose();
  await rebuilt.catchUp.all();
  expect(all(rebuilt)).toEqual(before);
  expect(before.map(part => part.length)).toEqual([2, 1, 1, 2]);
});

test('what a deleted conversation has used stays in the sums, under no name, and a fork of it counts nothing again', async () => {
  using at = counting();
  const { catchUp, records, sums } = at.open();
  at.write('a', lines(header('a'), answerLine('e1', day(20))));
  at.write('b', lines(header('b'), answerLine('e2', day(20))));
  await catchUp.all();
  records.forget('a');
  records.forget('b');
  at.write('fork', lines(header('fork'), answerLine('e1', day(20))));
  await catchUp.all();
  expect(sums.by('conversation', {}, 9).map(({ key, answers, cost }) => [key, answers, cost])).toEqual([['', 2, 1]]);
});

test('a line of pictures that is longer than any answer is passed over, and what follows it is counted', async () => {
  using at = counting();
  const { catchUp, sums } = at.open();
  const picture = JSON.stringify({ type: 'message', id: 'p', message: { role: 'user', usage: 'x'.repeat(18 * 1024 * 1024) } });
  at.write('a', lines(header('a'), answerLine('e1', day(20)), picture, answerLine('e2', day(21))));
  await catchUp.all();
  expect(sums.total({}).answers).toBe(2);
});

test('a file that cannot be read keeps no other from being counted', async () => {
  using at = counting();
  const { catchUp, sums } = at.open();
  at.point('gone', '/nowhere/at-all.jsonl');
  at.write('b', lines(header('b'), answerLine('e1', day(21))));
  await catchUp.all();
  expect(sums.total({}).answers).toBe(1);
});

test('an answer counts for the extension that its line names as who has paid, and every other one for the person', async () => {
  using at = counting();
  const { catchUp, sums, records } = at.open();
  const paid = (id: string, hour: number, paidBy: unknown) =>
    JSON.stringify({ ...JSON.parse(answerLine(id, day(20, hour))), atelier: { paidBy } });
  const named = [
    paid('e2', 11, { kind: 'automation', of: 'rule-1' }),
    paid('e3', 12, { kind: 'channel', of: 'mail' }),
    paid('e4', 13, { kind: 'extension', of: '@test/titles' }),
    paid('e5', 14, { kind: 'nobody', of: 'x' }),
    paid('e6', 15, 'rule'),
  ];
  at.write('a', lines(header('a'), answerLine('e1', day(20)), ...named));
  await catchUp.all();
  const counts = () =>
    sums
      .by('extension', {}, 9)
      .map(({ key, answers }) => [key, answers])
      .toSorted();
  const before = counts();
  records.forget('a');
  expect([before, counts(), sums.by('conversation', {}, 9).length]).toEqual([
    [
      ['', 3],
      ['@atelier/automation', 1],
      ['@atelier/channels', 1],
      ['@test/titles', 1],
    ],
    before,
    1,
  ]);
});
