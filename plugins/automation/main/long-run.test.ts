import { expect, test } from 'vitest';
import { day, hour, minute, opened } from './automation.fixture.ts';

test('a rule that ran for long under a clock that was a year ahead runs on once the clock is right', async () => {
  using at = opened();
  const id = at.add({ trigger: { kind: 'every', everyMs: minute, from: 0 } });
  at.clock.jump(365 * day);
  await at.clock.pass(5 * minute);
  // As many receipts as are kept, all of a time that is still to come.
  at.db.exec(`DELETE FROM receipts; WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
    INSERT INTO receipts (id, rule, title, cause, due, occurrence, status, ended)
    SELECT 'id' || i, '${id}', 'Look', 'time', ${at.clock.now()} + i, 'due ' || (${at.clock.now()} + i), 'ran', ${at.clock.now()} + i FROM n`);
  const before = at.commands.length;
  at.clock.jump(-365 * day);
  await at.clock.pass(hour);
  expect([at.commands.length - before >= 59, at.automation.rules.get(id).on]).toEqual([true, true]);
});

test('all that ran since a moment is counted, of however many receipts', () => {
  using at = opened();
  const { receipts } = at.automation;
  const now = at.clock.now();
  at.db.transaction(() => {
    for (let number = 0; number < 21_000; number += 1) {
      const id = receipts.begin({ rule: 'r', title: 'Look', cause: 'time', due: now, occurrence: `due ${number}` }) ?? '';
      receipts.end(id, now + number, { status: 'ran', cost: 1 });
    }
  });
  expect([receipts.sums(now), receipts.sums(now + 20_999)]).toEqual([
    [{ status: 'ran', count: 21_000, cost: 21_000 }],
    [{ status: 'ran', count: 1, cost: 1 }],
  ]);
});
