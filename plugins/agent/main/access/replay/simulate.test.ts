import { expect, test } from 'vitest';
import { agreed, byMode, manyCalls, now, recordedCalls, refused } from './calls.fixture.ts';

test('a rule that is not saved says what it would have allowed, asked and denied, and what the person had refused', async () => {
  const at = await recordedCalls();
  at.bash('npm run lint', agreed);
  at.bash('npm run lint', agreed, { daysAgo: 1 });
  at.bash('npm run dev', refused);
  at.bash('npm run build && git push', byMode);
  at.bash('ls', byMode);
  const allowed = await at.simulate({ pattern: 'npm run *' });
  const denied = await at.simulate({ decision: 'deny', pattern: 'npm run *' });
  const asked = await at.simulate({ decision: 'ask', pattern: 'npm run lint' });
  expect([
    { ...allowed, kinds: allowed.kinds.map(({ text, was, would, count }) => [text, was, would, count]) },
    [denied.matched, denied.would, denied.unasked],
    [asked.matched, asked.would],
  ]).toEqual([
    {
      from: new Date(2026, 9, 24).getTime(),
      ...{ calls: 5, matched: 4, unasked: 1 },
      was: { allowed: 1, agreed: 2, refused: 1, denied: 0 },
      would: { allowed: 4, asked: 0, denied: 0 },
      days: [
        { day: new Date(2026, 10, 20).getTime(), allowed: 3, asked: 0, denied: 0 },
        { day: new Date(2026, 10, 19).getTime(), allowed: 1, asked: 0, denied: 0 },
      ],
      outcomes: [
        { was: 'agreed', would: 'allowed', count: 2 },
        { was: 'refused', would: 'allowed', count: 1 },
        { was: 'allowed', would: 'allowed', count: 1 },
      ],
      kinds: [
        ['npm run dev', 'refused', 'allowed', 1],
        ['npm run lint', 'agreed', 'allowed', 2],
        ['npm run build && git push', 'allowed', 'allowed', 1],
      ],
    },
    [4, { allowed: 0, asked: 0, denied: 4 }, 0],
    [2, { allowed: 0, asked: 2, denied: 0 }],
  ]);
});

test('a rule allows nothing that another rule, a wall or text from outside stops', async () => {
  const at = await recordedCalls([{ id: 'no', decision: 'deny', tool: 'bash', pattern: 'npm run deploy *', scope: 'always' }]);
  at.bash('npm run deploy now', refused);
  at.bash('curl https://tides.example', refused);
  const { would } = await at.simulate({});
  expect(would).toEqual({ allowed: 0, asked: 1, denied: 1 });
});

test('a program is found however it is written, and where another one starts it', async () => {
  const at = await recordedCalls();
  for (const command of ["n'p'm run lint", 'find . -exec npm run lint ;', '$(echo ls)', 'pnpm run lint']) at.bash(command, byMode);
  const { matched } = await at.simulate({ decision: 'deny', pattern: 'npm *' });
  expect(matched).toBe(2);
});

test('a rule that is changed takes the place of the saved one, and one for another project has no say', async () => {
  const at = await recordedCalls([{ id: 'draft', decision: 'deny', tool: 'bash', pattern: 'ls *', scope: 'always' }]);
  at.bash('ls -l', byMode);
  expect([
    (await at.simulate({ pattern: 'ls *' })).would,
    (await at.simulate({ pattern: 'ls *', scope: 'project', of: '/other' })).matched,
  ]).toEqual([{ allowed: 1, asked: 0, denied: 0 }, 0]);
});

test('calls that are too old or of a deleted conversation are not replayed', async () => {
  const at = await recordedCalls();
  at.bash('ls', byMode, { daysAgo: 40 });
  at.bash('ls', byMode, { daysAgo: 10 });
  at.bash('ls', byMode, { conversation: 'gone' });
  at.calls.forget('gone');
  expect([(await at.simulate({}, 1)).calls, (await at.simulate({}, 2)).calls]).toEqual([0, 1]);
});

test('while 10,000 calls are replayed the thread does other work again and again', async () => {
  const at = await manyCalls(10_000);
  let turns = 0;
  let isOver = false;
  const others = (async () => {
    for (; !isOver; turns += 1) await new Promise(setImmediate);
  })();
  const { calls, matched } = await at.simulate({ pattern: 'npm run *' });
  isOver = true;
  await others;
  expect({ calls, matched, hasTurns: turns > 10 }).toEqual({ calls: 10_000, matched: 5000, hasTurns: true });
});

test('of many kinds of calls some of each outcome are named, and all are counted', async () => {
  const at = await recordedCalls();
  at.together(() => {
    for (let index = 0; index < 300; index += 1) at.bash(`npm run a${index}`, agreed);
    at.bash('npm run dev', refused);
  });
  const { outcomes, kinds } = await at.simulate({ pattern: 'npm run *' });
  expect({ outcomes, kinds: kinds.length, first: kinds[0]?.text }).toEqual({
    outcomes: expect.arrayContaining([
      { was: 'agreed', would: 'allowed', count: 300 },
      { was: 'refused', would: 'allowed', count: 1 },
    ]),
    kinds: 51,
    first: 'npm run dev',
  });
});

test('of many calls the newest are kept', async () => {
  const at = await recordedCalls();
  at.together(() => {
    for (let index = 0; index <= 20_500; index += 1) at.bash('ls', byMode);
  });
  expect(at.calls.since(now - 1000, 0, 30_000).length).toBeLessThanOrEqual(20_500);
});
