import { expect, test } from 'vitest';
import { day, hour, minute, opened, settled } from './automation.fixture.ts';

test('what waits for its turn when all rules are paused does not begin any more and says so; what runs comes to its end, and what the person asks for too', async () => {
  using at = opened();
  const ids = Array.from({ length: 6 }, () => at.add());
  const asked = at.add({ trigger: { kind: 'event', event: 'turnEnded' } });
  const end = Promise.withResolvers<void>();
  at.state.run = () => end.promise;
  await at.clock.pass(hour);
  at.automation.runNow(asked);
  at.automation.setPaused(true);
  const paused = ids.map(id => at.told(id).join());
  end.resolve();
  await settled();
  expect({ paused, ended: ids.map(id => at.told(id).join()), asked: at.told(asked), commands: at.commands.length }).toEqual({
    paused: ['running', 'running', 'running', 'running', 'skipped paused', 'skipped paused'],
    ended: ['ran', 'ran', 'ran', 'ran', 'skipped paused', 'skipped paused'],
    asked: ['ran'],
    commands: 5,
  });
});

test('a rule that is deleted while it runs ends with it: its receipts stay, nothing is told of it, and the others go on', async () => {
  using at = opened();
  const id = at.add({ deliver: 'always' });
  const other = at.add();
  const end = Promise.withResolvers<string>();
  at.state.run = () => end.promise;
  await at.clock.pass(hour);
  at.automation.remove(id);
  await settled();
  const removed = at.told(id);
  end.resolve('Too late.');
  at.state.run = async () => undefined;
  await settled();
  await at.clock.pass(2 * hour);
  expect({ removed, after: at.told(id), other: at.told(other), told: at.notifications, notices: at.notices, logged: at.logged }).toEqual({
    ...{ removed: ['failed stopped'], after: ['failed stopped'], other: ['ran', 'ran', 'ran'] },
    ...{ told: [], notices: [], logged: [] },
  });
});

test('a rule for one time that was only missed because the clock was wrong runs at its time, once the clock is right', async () => {
  using at = opened();
  const once = (missed: 'skip' | 'latest') =>
    at.add({ trigger: { kind: 'once', at: at.clock.now() + day, zone: 'UTC' }, missed: { policy: missed } });
  const [skips, off] = [once('skip'), once('skip')];
  at.clock.jump(400 * day);
  at.automation.scheduler.nudge();
  await settled();
  const wrong = [at.told(skips), at.automation.rules.get(skips).on];
  // What the person does is theirs, also under a wrong clock.
  await at.clock.pass(minute);
  at.automation.rules.switch(off, false, at.clock.now());
  at.automation.changed();
  at.clock.jump(-400 * day);
  at.automation.scheduler.nudge();
  await at.clock.pass(2 * day);
  const right = [at.told(skips), at.automation.rules.get(skips).on];
  at.clock.jump(-2 * hour);
  at.automation.scheduler.nudge();
  await at.clock.pass(day);
  expect({ wrong, right, again: at.told(skips), off: at.told(off), commands: at.commands.length }).toEqual({
    wrong: [['skipped missed'], false],
    right: [['ran'], false],
    again: ['ran'],
    off: ['skipped missed'],
    commands: 1,
  });
});

test('a run whose result cannot be told, because nothing answers any more, has ended, and the rule runs again', async () => {
  using at = opened();
  const id = at.add({ deliver: 'always' });
  at.state.language = () => Promise.reject(new Error('closed'));
  await at.clock.pass(hour);
  at.state.language = async () => 'en';
  await at.clock.pass(hour);
  expect(at.receipts(id).map(({ status, delivery }) => [status, delivery?.status])).toEqual([
    ['ran', 'failed'],
    ['ran', 'sent'],
  ]);
});

test('what is due right after the machine woke is not late, although it is noticed a minute later where nothing tells of waking', async () => {
  using at = opened(Date.parse('2027-01-01T00:00:00Z'));
  const id = at.add({ trigger: { kind: 'cron', cron: '0 9 * * *', zone: 'UTC' }, missed: { policy: 'skip' } });
  // Asleep until a moment before nine; the kernel looks a minute later, on a busy machine.
  at.clock.jump(9 * hour - 10);
  at.clock.jump(minute + 3000);
  at.automation.scheduler.nudge();
  await settled();
  expect(at.told(id)).toEqual(['ran']);
});

test('many rules that are due at one moment are written at once, and one that cannot be written keeps no other from running', async () => {
  using at = opened();
  const ids = Array.from({ length: 50 }, (_, rule) => at.add({ title: `Rule ${rule}` }));
  const { writes } = at;
  await at.clock.pass(hour);
  const together = at.writes - writes - at.commands.length * 2;
  at.db.exec("CREATE TEMP TRIGGER broken BEFORE INSERT ON receipts WHEN NEW.title = 'Rule 7' BEGIN SELECT RAISE(ABORT, 'broken'); END");
  await at.clock.pass(hour);
  const broken = [at.told(ids[7]), at.told(ids[8]), at.logged.length];
  at.db.exec('DROP TRIGGER broken');
  await at.clock.pass(minute);
  expect({ together, broken, after: at.told(ids[7]), commands: at.commands.length }).toEqual({
    together: 1,
    broken: [['ran'], ['ran', 'ran'], 1],
    after: ['ran', 'ran'],
    commands: 100,
  });
});

test('what a killed run was given is taken back before its receipt says that it ended, and only then anything begins', async () => {
  using at = opened();
  const id = at.add();
  const never = Promise.withResolvers<void>();
  at.state.run = () => never.promise;
  await at.clock.pass(hour);
  at.automation.receipts.inConversation(at.receipts(id)[0]?.id ?? '', id, 'c', true);
  const back = Promise.withResolvers<void>();
  const given: unknown[] = [];
  at.state.setAccess = access => {
    given.push(access);
    return back.promise;
  };
  at.state.run = async () => undefined;
  const due = at.add();
  at.clock.jump(hour);
  await at.restart();
  const before = [at.told(id), at.told(due)];
  back.resolve();
  await settled();
  expect({ given, before, after: [at.told(id)[0], at.told(due)] }).toEqual({
    given: [{ accessMode: 'secure', commands: [] }],
    before: [['running'], []],
    after: ['failed interrupted', ['ran']],
  });
});

test('what cannot be taken back keeps no rule from running for more than a moment', async () => {
  using at = opened();
  const id = at.add();
  const never = Promise.withResolvers<void>();
  at.state.run = () => never.promise;
  await at.clock.pass(hour);
  at.automation.receipts.inConversation(at.receipts(id)[0]?.id ?? '', id, 'c', true);
  at.state.setAccess = () => never.promise;
  await at.restart();
  await at.clock.pass(minute);
  expect(at.told(id)).toEqual(['failed interrupted']);
});

test('a run that the person asked for and that was cut off neither makes its rule wait nor switches it off; one of its own does', async () => {
  using at = opened();
  const never = Promise.withResolvers<void>();
  const cutOff = async (failures: number, isAsked: boolean) => {
    const id = at.add({ trigger: { kind: 'event', event: 'turnEnded' } });
    at.automation.rules.change(id, { failures });
    at.state.run = () => never.promise;
    if (isAsked) at.automation.runNow(id);
    else at.fire();
    await settled();
    await at.restart();
    const { on, failures: after, backOffUntil } = at.automation.rules.get(id);
    at.automation.remove(id);
    return [at.told(id), on, after, backOffUntil !== undefined];
  };
  expect([await cutOff(9, true), await cutOff(2, true), await cutOff(2, false), await cutOff(9, false)]).toEqual([
    [['failed interrupted'], true, 9, false],
    [['failed interrupted'], true, 3, false],
    [['failed interrupted'], true, 3, true],
    [['failed interrupted'], false, 10, true],
  ]);
});
