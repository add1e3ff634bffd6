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
