import { expect, test } from 'vitest';
import { hour, minute, opened } from './automation.fixture.ts';

/** The disk takes no end of a run until it is told to. */
function fullDisk(at: ReturnType<typeof opened>) {
  at.db.exec(
    "CREATE TEMP TRIGGER full BEFORE UPDATE ON receipts WHEN NEW.status <> 'running' BEGIN SELECT RAISE(ABORT, 'disk is full'); END",
  );
  return () => at.db.exec('DROP TRIGGER full');
}

test('a run whose end the disk does not take is ended once it does, as it was, and the person is told once', async () => {
  using at = opened();
  const [fine, failing] = [at.add(), at.add({ title: 'Fails', action: { kind: 'command', command: 'fail' } })];
  at.state.run = async command => (command === 'fail' ? Promise.reject(new Error('no such file')) : 'Done.');
  const makeRoom = fullDisk(at);
  await at.clock.pass(hour + 3 * minute);
  const full = { told: [at.told(fine), at.told(failing)], failures: at.automation.rules.get(failing).failures };
  makeRoom();
  await at.clock.pass(minute);
  const [receipt] = at.receipts(fine);
  expect({
    full,
    after: [at.told(fine), at.told(failing)],
    ...{ answer: receipt?.answer, lasted: receipt?.durationMs, failures: at.automation.rules.get(failing).failures },
    notices: at.notices.map(({ code }) => code),
    timers: at.clock.timerCount,
  }).toEqual({
    full: { told: [['running'], ['running']], failures: 0 },
    after: [['ran'], ['failed error']],
    ...{ answer: 'Done.', lasted: 0, failures: 1 },
    notices: ['automation/not-ended'],
    timers: 1,
  });
});

test('the end of another run is a chance to write it, and what is never written was cut off', async () => {
  using at = opened();
  const id = at.add({ trigger: { kind: 'event', event: 'turnEnded' } });
  const makeRoom = fullDisk(at);
  at.automation.runNow(id);
  await at.clock.pass(minute / 2);
  makeRoom();
  at.automation.runNow(id);
  await at.clock.pass(0);
  const both = at.told(id);
  const again = fullDisk(at);
  at.automation.runNow(id);
  await at.clock.pass(0);
  again();
  await at.restart();
  expect([both, at.told(id)]).toEqual([
    ['ran', 'ran'],
    ['ran', 'ran', 'failed interrupted'],
  ]);
});

test('an event that comes while the disk takes nothing has a receipt once it does, starts no cooldown, and the person is told once', async () => {
  using at = opened();
  const id = at.add({ trigger: { kind: 'event', event: 'turnEnded' }, cooldownMs: hour });
  at.db.exec("CREATE TEMP TRIGGER full BEFORE INSERT ON receipts BEGIN SELECT RAISE(ABORT, 'disk is full'); END");
  at.fire();
  await at.clock.pass(1000);
  const full = [at.told(id), at.automation.rules.get(id).beganAt];
  at.db.exec('DROP TRIGGER full');
  await at.clock.pass(minute);
  const after = at.told(id);
  at.fire();
  await at.clock.pass(0);
  expect({ full, after, next: at.told(id), notices: at.notices.map(({ code }) => code) }).toEqual({
    ...{ full: [[], undefined], after: ['skipped missed'], next: ['skipped missed', 'ran'], notices: ['automation/not-ended'] },
  });
});

test('C17: a database that is closed under a run ends nothing else, and the next start says of the run that it was interrupted, once', async () => {
  using at = opened();
  const id = at.add();
  const end = Promise.withResolvers<void>();
  at.state.run = () => end.promise;
  await at.clock.pass(hour);
  at.closeDatabase();
  at.fire();
  end.resolve();
  await at.clock.pass(hour);
  const logged = at.logged.length > 0;
  at.state.run = async () => undefined;
  await at.reopen();
  await at.clock.pass(hour);
  const dues = at.receipts(id).map(({ due }) => due);
  expect({ logged, told: at.told(id), once: new Set(dues).size === dues.length }).toEqual({
    logged: true,
    told: ['failed interrupted', 'ran', 'ran'],
    once: true,
  });
});
