import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, test } from 'vitest';
import { day, hour, minute, opened, settled } from './automation.fixture.ts';

test('a rule runs when it is due, once, and its receipt says so', async () => {
  using at = opened();
  const id = at.add();
  await at.clock.pass(2 * hour + minute);
  expect({
    commands: at.commands.length,
    receipts: at.receipts(id).map(({ status, cause, due, began }) => [status, cause, due === began]),
  }).toEqual({
    commands: 2,
    receipts: [
      ['ran', 'time', true],
      ['ran', 'time', true],
    ],
  });
});

test('without a rule that waits for a time there is no timer; with some there is one, which wakes nobody before the next is due', async () => {
  using at = opened();
  const counts = [at.clock.timerCount];
  at.add({ trigger: { kind: 'event', event: 'turnEnded' } });
  counts.push(at.clock.timerCount);
  for (let rule = 0; rule < 50; rule += 1) at.add({ trigger: { kind: 'cron', cron: '0 9 * * *', zone: 'Europe/Paris' } });
  counts.push(at.clock.timerCount);
  await at.clock.pass(8 * hour);
  // The one at nine, when all fifty run.
  expect({ counts, wakeUps: at.clock.wakeUps, ran: at.commands.length }).toEqual({ counts: [0, 0, 1], wakeUps: 1, ran: 50 });
});

test('a machine that woke, or whose clock was set, begins what is due in its time, however long its timer was', async () => {
  using at = opened();
  at.add({ trigger: { kind: 'cron', cron: '0 9 * * *', zone: 'UTC' } });
  const ran: number[] = [];
  // Five hours asleep, then told; nine comes four hours later.
  at.clock.jump(5 * hour);
  at.automation.scheduler.nudge();
  await at.clock.pass(4 * hour - 1);
  ran.push(at.commands.length);
  await at.clock.pass(1);
  ran.push(at.commands.length);
  // Asleep over the next nine, woken half a minute late.
  at.clock.jump(day + minute / 2);
  at.automation.scheduler.nudge();
  await at.clock.pass(0);
  ran.push(at.commands.length);
  expect({ ran, wakeUps: at.clock.wakeUps }).toEqual({ ran: [0, 1, 2], wakeUps: 1 });
});

test.each([
  ['skip', ['skipped missed', 'skipped missed', 'skipped missed', 'skipped missed']],
  ['latest', ['skipped missed', 'skipped missed', 'skipped missed', 'ran']],
  ['all', ['ran', 'ran', 'ran', 'ran']],
] as const)('after a sleep a rule whose policy is %s has a receipt for each time', async (policy, told) => {
  using at = opened();
  const id = at.add({ missed: { policy } });
  at.clock.jump(3 * hour + 10 * minute);
  await at.clock.pass(hour);
  expect(at.told(id)).toEqual(told);
});

test('what is later than the rule allows does not run', async () => {
  using at = opened();
  const id = at.add({ missed: { policy: 'latest', lateMs: 5 * minute } });
  at.clock.jump(3 * hour + 10 * minute);
  at.automation.scheduler.nudge();
  await settled();
  expect(at.told(id)).toEqual(['skipped missed', 'skipped missed', 'skipped missed']);
});

test('C17: a clock that is set back runs nothing twice, and what was only missed while it was wrong still runs', async () => {
  using at = opened();
  const id = at.add({ missed: { policy: 'skip' } });
  await at.clock.pass(2 * hour + minute);
  at.clock.jump(-2 * hour);
  await at.clock.pass(2 * hour);
  const setBack = at.told(id);
  at.clock.jump(5 * hour);
  at.automation.scheduler.nudge();
  await settled();
  at.clock.jump(-5 * hour);
  await at.clock.pass(3 * hour);
  const dues = at.receipts(id).map(({ due }) => due);
  expect({ setBack, after: at.told(id), once: new Set(dues).size === dues.length, commands: at.commands.length }).toEqual({
    setBack: ['ran', 'ran'],
    after: ['ran', 'ran', 'ran', 'ran', 'ran', 'skipped missed', 'ran'],
    once: true,
    commands: 6,
  });
});

test('C17: after the clock was set back a year nothing runs twice, and what waits for a time or an event goes on', async () => {
  using at = opened();
  const hourly = at.add();
  const failing = at.add({ title: 'Fails', trigger: { kind: 'every', everyMs: minute, from: 0 } });
  const heard = at.add({ trigger: { kind: 'event', event: 'turnEnded' }, cooldownMs: hour });
  at.state.run = async () => Promise.reject(new Error('no'));
  await at.clock.pass(3 * minute);
  at.automation.rules.change(hourly, { failures: 0, backOffUntil: undefined });
  at.state.run = async () => undefined;
  at.fire();
  await at.clock.pass(hour);
  const before = at.commands.length;
  at.clock.jump(-365 * day);
  // Nobody tells it; it looks at the clock by itself.
  await at.clock.pass(3 * hour);
  at.fire();
  await settled();
  const dues = [hourly, failing].map(id => at.receipts(id).map(({ due }) => due));
  expect({
    more: at.commands.length > before,
    hourly: at.told(hourly),
    heard: at.told(heard),
    failing: at.told(failing).at(-1),
    once: dues.every(due => new Set(due).size === due.length),
  }).toEqual({ more: true, hourly: ['ran', 'ran', 'ran', 'ran'], heard: ['ran', 'ran'], failing: 'ran', once: true });
});

test('C17: what ran when Atelier was killed has failed and is not run again; what only waited was missed', async () => {
  using at = opened();
  const id = at.add({ missed: { policy: 'all' } });
  at.state.run = () => new Promise(() => undefined);
  at.clock.jump(2 * hour);
  at.automation.scheduler.nudge();
  await settled();
  const before = at.told(id);
  at.state.run = async () => undefined;
  await at.restart();
  await at.clock.pass(minute);
  expect({ before, after: at.told(id), commands: at.commands.length }).toEqual({
    before: ['running', 'running'],
    after: ['failed interrupted', 'skipped missed'],
    commands: 1,
  });
});

test('one run of a rule at a time: what is due meanwhile is skipped and says why', async () => {
  using at = opened();
  const id = at.add({ limits: { minutes: 1440 } });
  const end = Promise.withResolvers<void>();
  at.state.run = () => end.promise;
  await at.clock.pass(2 * hour);
  end.resolve();
  await settled();
  expect(at.told(id)).toEqual(['ran', 'skipped overlap']);
});

test('paused rules have receipts that say so, also after a restart, and a rule in its cooldown too', async () => {
  using at = opened();
  const id = at.add({ cooldownMs: 90 * minute });
  await at.clock.pass(2 * hour + minute);
  at.automation.pause.set(true);
  await at.restart();
  await at.clock.pass(hour);
  at.automation.pause.set(false);
  await at.clock.pass(hour);
  expect(at.told(id)).toEqual(['ran', 'skipped cooldown', 'skipped paused', 'ran']);
});

test('a rule that fails waits longer each time, and is switched off after ten failures with a notice', async () => {
  using at = opened();
  const id = at.add({ trigger: { kind: 'every', everyMs: minute, from: 0 } });
  at.state.run = () => Promise.reject(new Error('no such file'));
  await at.clock.pass(3 * minute);
  const third = at.automation.rules.get(id);
  await at.clock.pass(2 * minute);
  const waiting = at.told(id).slice(-2);
  await at.clock.pass(3 * day);
  const { failures, on, problem } = at.automation.rules.get(id);
  expect({
    third: [third.failures, (third.backOffUntil ?? 0) - at.receipts(id)[2]!.due],
    waiting,
    end: [failures, on, problem?.code, at.notices.map(({ code }) => code)],
    reason: at.receipts(id)[0]?.problem?.message,
  }).toEqual({
    third: [3, 5 * minute],
    waiting: ['skipped back-off', 'skipped back-off'],
    end: [10, false, 'automation/switched-off', ['automation/switched-off']],
    reason: 'The rule could not do its work: no such file. Look at what it does, then run it again.',
  });
});

test('C5: a run ends when the person stops it, which is no failure, and one that succeeds ends the failures', async () => {
  using at = opened();
  const id = at.add();
  at.state.run = () => Promise.reject(new Error('once'));
  await at.clock.pass(hour);
  at.state.run = () => new Promise(() => undefined);
  await at.clock.pass(hour);
  at.automation.runner.stop(id);
  await settled();
  const stopped = at.automation.rules.get(id).failures;
  at.state.run = async () => undefined;
  await at.clock.pass(hour);
  expect({ stopped, now: at.automation.rules.get(id).failures, told: at.told(id) }).toEqual({
    stopped: 1,
    now: 0,
    told: ['failed error', 'failed stopped', 'ran'],
  });
});

test('a rule for one time runs once and is off then', async () => {
  using at = opened();
  const once = at.clock.now() + 10 * minute;
  const id = at.add({ trigger: { kind: 'once', at: once, zone: 'Europe/Paris' } });
  await at.clock.pass(hour);
  expect([at.told(id), at.automation.rules.get(id).on, at.clock.timerCount]).toEqual([['ran'], false, 0]);
});

test('an event sets off the rules that wait for it and whose conditions hold', async () => {
  using at = opened();
  const [any, some, none] = [
    at.add({ trigger: { kind: 'event', event: 'turnEnded' } }),
    at.add({ trigger: { kind: 'event', event: 'turnEnded' }, conditions: [[{ field: 'text', how: 'contains', value: 'ERROR' }]] }),
    at.add({ trigger: { kind: 'event', event: 'projectCreated' } }),
  ];
  at.fire({ text: 'all is well' });
  await settled();
  at.fire({ text: 'an error came' });
  await settled();
  expect([at.told(any), at.told(some), at.told(none)]).toEqual([['ran', 'ran'], ['ran'], []]);
});

test('C18: a flood of events begins few runs, and the rest share a receipt that counts them', async () => {
  using at = opened();
  const id = at.add({ trigger: { kind: 'event', event: 'turnEnded' } });
  for (let batch = 0; batch < 20; batch += 1) {
    for (let event = 0; event < 500; event += 1) at.fire({ text: 'x' });
    for (let turn = 0; turn < 200; turn += 1) await settled();
  }
  await at.clock.pass(2000);
  at.automation.events.flush();
  const receipts = at.receipts(id);
  const sum = receipts.reduce((all, { count = 1 }) => all + count, 0);
  expect({ ran: at.commands.length <= 10, sum, few: receipts.length < 15 }).toEqual({ ran: true, sum: 10_000, few: true });
});

test('an event that comes too fast to be looked at counts for the rules that it sets off whatever it says, and not for those that it may not meet', async () => {
  using at = opened();
  const any = at.add({ trigger: { kind: 'event', event: 'turnEnded' } });
  const some = at.add({
    trigger: { kind: 'event', event: 'turnEnded' },
    conditions: [[{ field: 'text', how: 'contains', value: 'error' }]],
  });
  const one = at.add({ trigger: { kind: 'event', event: 'turnEnded', project: 'p1' } });
  for (let event = 0; event < 3000; event += 1) at.fire({ text: 'all is well' });
  await settled();
  await at.clock.pass(2000);
  at.automation.events.flush();
  const sum = at.receipts(any).reduce((all, { count = 1 }) => all + count, 0);
  expect([sum, at.told(some), at.told(one)]).toEqual([3000, [], []]);
});

test('a condition of an extension is asked, and a rule whose condition does not hold says so', async () => {
  using at = opened();
  const id = at.add({ conditions: [[{ from: '@x/y', id: 'open' }]] });
  at.state.run = async command => ({ holds: command === 'x.open' && at.clock.now() % day === 2 * hour });
  await at.clock.pass(2 * hour);
  expect([at.told(id), at.commands.map(({ command }) => command)]).toEqual([
    ['skipped condition', 'ran'],
    ['x.open', 'x.open', 'test.run'],
  ]);
});

test('a notification is sent of what was asked for, and the receipt says that it was', async () => {
  using at = opened();
  const notify = at.add({ action: { kind: 'notify', text: 'Stand up' }, deliver: 'always' });
  const failing = at.add({ deliver: 'failure', title: 'Back up' });
  at.state.run = () => Promise.reject(new Error('disk full'));
  await at.clock.pass(hour);
  expect({
    notifications: at.notifications,
    deliveries: [notify, failing].map(id => at.receipts(id).map(({ delivery }) => delivery?.status)),
  }).toEqual({
    notifications: [
      { title: 'Look', body: 'Stand up', command: 'automation.open', args: { rule: notify }, keep: true },
      {
        ...{ title: 'Back up', body: 'The rule could not do its work: disk full. Look at what it does, then run it again.' },
        ...{ command: 'automation.open', args: { rule: failing }, keep: true },
      },
    ],
    deliveries: [['sent'], ['sent']],
  });
});

test('a rule that was removed and is brought back is the same one, with its receipts and what was said in its runs; only the newest are', async () => {
  using at = opened();
  const id = at.add({ title: 'Back' });
  await at.clock.pass(hour);
  const [receipt] = at.receipts(id);
  at.automation.transcripts.keep(receipt?.id ?? '', id, [{ kind: 'said', text: 'Calm seas.' }]);
  const before = { rule: at.automation.rules.get(id), said: at.automation.transcripts.of(receipt?.id ?? '') };
  at.automation.remove(id);
  const gone = [at.automation.rules.find(id), at.automation.transcripts.of(receipt?.id ?? '')];
  at.automation.restore(id);
  await at.restart();
  const after = { rule: at.automation.rules.get(id), said: at.automation.transcripts.of(receipt?.id ?? '') };
  await at.clock.pass(hour);
  const others = ['a', 'b', 'c'].map(title => at.add({ title }, false));
  for (const one of [id, ...others]) at.automation.remove(one);
  expect({ gone, after, told: at.told(id) }).toEqual({ gone: [undefined, []], after: before, told: ['ran', 'ran'] });
  expect(() => at.automation.restore(id)).toThrow(/no rule with the id/);
});

test('a notification of a result has its words without the marks of Markdown, and the receipt keeps them', async () => {
  using at = opened();
  const answer = '## News\n\n**3** issues, see [the list](https://x.example/list) and `npm test`';
  const id = at.add({ deliver: 'always' });
  at.state.run = async () => answer;
  await at.clock.pass(hour);
  expect([at.notifications.map(one => (one as { body: string }).body), at.receipts(id).map(one => one.answer)]).toEqual([
    ['News\n\n3 issues, see the list (https://x.example/list) and npm test'],
    [answer],
  ]);
});

test('the runs of a rule that was removed lead nowhere, unless they have a conversation, and are listed only where that is not asked for', async () => {
  using at = opened();
  const [gone, kept] = [at.add(), at.add()];
  await at.clock.pass(hour);
  const [first] = at.receipts(gone);
  at.automation.receipts.inConversation(first?.id ?? '', gone, 'c', true);
  await at.clock.pass(hour);
  at.automation.remove(gone);
  const listed = (leads: boolean) => at.automation.receipts.page({ leads }, 'en').receipts.map(({ rule }) => rule === kept);
  expect([listed(true).toSorted(), listed(false).length]).toEqual([[false, true, true], 4]);
});

test('a rule of a newer Atelier is kept as it is, does not run, and can only be removed', async () => {
  using at = opened();
  const id = at.add();
  at.db.exec(`UPDATE rules SET format = 99, draft = '{"from":"the future"}'`);
  await at.restart();
  await at.clock.pass(3 * hour);
  const code = (work: () => unknown) => {
    try {
      return work();
    } catch (error) {
      return (error as { code?: string }).code;
    }
  };
  expect({
    told: at.told(id),
    draft: at.automation.rules.get(id).draft,
    run: code(() => at.automation.runNow(id)),
    kept: at.db.prepare<{ draft: string }>('SELECT draft FROM rules').get()?.draft,
    removed: code(() => at.automation.rules.remove(id)),
  }).toEqual({ told: [], draft: undefined, run: 'automation/newer', kept: '{"from":"the future"}', removed: undefined });
});

test('X4: a run acts for whom its event happened, also if it begins when another one ends, and what is due acts for nobody', async () => {
  using at = opened();
  const name = new AsyncLocalStorage<string>();
  const acted: string[] = [];
  const ends: (() => void)[] = [];
  at.state.run = async command => {
    acted.push(`${command} ${name.getStore() ?? 'nobody'}`);
    await new Promise<void>(resolve => ends.push(resolve));
  };
  const command = (of: string) => ({ action: { kind: 'command' as const, command: of } });
  for (let rule = 0; rule < 4; rule += 1) at.add({ trigger: { kind: 'event', event: 'turnEnded' }, ...command('heard') });
  at.add({ trigger: { kind: 'event', event: 'projectCreated' }, ...command('other') });
  const own = at.add({ trigger: { kind: 'event', event: 'fileChanged' }, ...command('asked') });
  at.add(command('due'));
  name.run('bell', () => at.fire());
  // Read after the bell, by what reads its event.
  at.automation.events.happened('projectCreated', async () => ({ fields: {}, sources: [] }));
  await settled();
  at.automation.runNow(own);
  at.clock.jump(hour);
  name.run('list', () => at.automation.scheduler.nudge());
  for (let round = 0; round < 3; round += 1) {
    for (const end of ends.splice(0)) end();
    await settled();
  }
  expect(acted.toSorted()).toEqual(['asked nobody', 'due nobody', ...Array.from({ length: 4 }, () => 'heard bell'), 'other nobody']);
});
