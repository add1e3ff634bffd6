import { expect, test } from 'vitest';
import { hour, opened, settled } from './automation.fixture.ts';
import { failingCount } from './views.ts';

test('runs that the person asks for show that a rule fails, and neither make it wait nor switch it off', async () => {
  using at = opened();
  const id = at.add({ trigger: { kind: 'event', event: 'turnEnded' } });
  at.state.run = () => Promise.reject(new Error('no'));
  for (let run = 0; run < 12; run += 1) {
    at.automation.runNow(id);
    await settled();
  }
  const { on, failures, backOffUntil } = at.automation.rules.get(id);
  at.fire();
  await settled();
  const after = at.automation.rules.get(id);
  expect({
    byHand: [on, failures, backOffUntil, at.notices],
    ofItself: [after.failures, (after.backOffUntil ?? 0) > at.clock.now()],
  }).toEqual({
    byHand: [true, 3, undefined, []],
    ofItself: [4, true],
  });
});

test('a rule that was switched off because it failed, and then succeeds for the person, fails no more, and says why it is off until the person switches it on or leaves it off', async () => {
  using at = opened();
  const id = at.add();
  at.automation.rules.change(id, { failures: 9 });
  at.state.run = () => Promise.reject(new Error('no'));
  await at.clock.pass(hour);
  const off = at.automation.rules.get(id);
  at.state.run = async () => undefined;
  at.automation.runNow(id);
  await settled();
  const { rules } = at.automation;
  const told = () => {
    const { on, failures, problem, offSince } = rules.get(id);
    return [on, failures, problem?.code, offSince === off.offSince, failingCount(at.automation)];
  };
  const after = told();
  rules.switch(id, false, at.clock.now() + 1);
  const left = told();
  rules.restore(off);
  rules.switch(id, true, at.clock.now() + 1);
  expect({ off: [off.on, off.problem?.code], after, left, on: told() }).toEqual({
    off: [false, 'automation/switched-off'],
    after: [false, 0, 'automation/switched-off', true, 1],
    left: [false, 0, undefined, false, 0],
    on: [true, 0, undefined, false, 0],
  });
});
