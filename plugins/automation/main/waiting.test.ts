import { expect, test } from 'vitest';
import type { Draft } from '../contract/index.ts';
import { drafted, hour, opened, settled } from './automation.fixture.ts';

const command = (of: string) => ({ kind: 'command', command: of }) as const;
const goesOn = (conversation: string): Partial<Draft> => ({
  action: { kind: 'instruction', instruction: 'Count.', where: 'continued', conversation },
});

/** Rules that are due at once, of which the first four run and the others wait for their turn. */
async function waiting(more: Partial<Draft> = {}) {
  const at = opened();
  const gates: (() => void)[] = [];
  at.state.run = async () => await new Promise<void>(resolve => gates.push(resolve));
  const due = at.clock.now() + hour;
  const ids = ['c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7'].map(of =>
    at.add({ trigger: { kind: 'once', at: due, zone: 'UTC' }, action: command(of), ...more }),
  );
  await at.clock.pass(hour);
  const end = async () => {
    for (let round = 0; round < 10; round += 1) {
      for (const gate of gates.splice(0)) gate();
      await settled();
    }
  };
  const save = (id: string, changed: Partial<Draft>) => {
    const { version, draft } = at.automation.rules.get(id);
    at.automation.rules.replace(id, version, { ...drafted(), ...draft, ...changed }, true, at.clock.now());
    at.automation.changed();
  };
  return { at, ids, end, save, ran: () => at.commands.map(({ command: of }) => of) };
}

test('a run that waits takes the rule as it is when it begins: one that is off, removed or of another time by then is skipped, with one receipt', async () => {
  const { at, ids, end, save, ran } = await waiting();
  using _at = at;
  const [, , , , five = '', six = '', seven = ''] = ids;
  const begun = ran();
  at.automation.rules.switch(five, false, at.clock.now());
  at.automation.changed();
  save(six, { trigger: { kind: 'once', at: at.clock.now() + 9 * hour, zone: 'UTC' } });
  at.automation.remove(seven);
  await end();
  expect({ begun, ran: ran(), told: [five, six, seven].map(id => at.told(id)) }).toEqual({
    begun: ['c1', 'c2', 'c3', 'c4'],
    ran: ['c1', 'c2', 'c3', 'c4'],
    told: [['skipped disabled'], ['skipped changed'], ['skipped disabled']],
  });
});

test('a run that waits does what the rule says by then, under its conditions by then, and one that the person asked for is not of another rule than they saw', async () => {
  const { at, ids, end, save, ran } = await waiting();
  using _at = at;
  const [, , , , five = '', six = '', seven = ''] = ids;
  const asked = at.add({ action: command('asked') }, false);
  const asIs = at.add({ action: command('as it is') }, false);
  for (const id of [asked, asIs]) at.automation.runNow(id);
  save(five, { action: command('narrowed') });
  save(six, { conditions: [[{ field: 'text', how: 'contains', value: 'never' }]] });
  // Off and on again is the same rule.
  for (const on of [false, true]) at.automation.rules.switch(seven, on, at.clock.now());
  save(asked, { action: command('another') });
  await end();
  expect({ ran: ran().slice(4).toSorted(), told: [five, six, seven, asked, asIs].map(id => at.told(id)) }).toEqual({
    ran: ['as it is', 'c7', 'narrowed'],
    told: [['ran'], ['skipped condition'], ['ran'], ['skipped changed'], ['ran']],
  });
});

test('what waits does not run after its rule was switched off because it fails', async () => {
  using at = opened();
  const id = at.add({ missed: { policy: 'all' } });
  at.automation.rules.change(id, { failures: 9 });
  at.state.run = () => Promise.reject(new Error('no'));
  at.clock.jump(3 * hour);
  at.automation.scheduler.nudge();
  await settled();
  expect([at.told(id), at.automation.rules.get(id).on]).toEqual([['failed error', 'skipped disabled', 'skipped disabled'], false]);
});

test('runs that go on in the same conversation wait for each other, without taking the place of others', async () => {
  const { at, ids, end } = await waiting();
  using _at = at;
  const begun: string[] = [];
  const gates: (() => void)[] = [];
  // The first four go on in one conversation.
  await end();
  const { Runner } = await import('./runs/runner.ts');
  const runner = new Runner({
    now: () => at.clock.now(),
    fresh: run => run,
    started: ({ receipt }) => void begun.push(receipt),
    act: async () => {
      await new Promise<void>(resolve => gates.push(resolve));
      return { status: 'ran' };
    },
    ended: () => undefined,
    dropped: () => undefined,
  });
  const one = at.automation.rules.usable(ids[0] ?? '');
  const add = (receipt: string, more: Partial<Draft>) =>
    runner.add({ receipt, rule: { ...one, id: receipt, draft: drafted(more) }, event: undefined, isConditional: true });
  for (const receipt of ['a', 'b', 'c', 'd']) add(receipt, goesOn('same'));
  add('other', goesOn('other'));
  add('none', {});
  const first = [...begun];
  for (let round = 0; round < 4; round += 1) {
    gates.shift()?.();
    await settled();
  }
  expect({ first, all: begun }).toEqual({
    first: ['a', 'other', 'none'],
    all: ['a', 'other', 'none', 'b', 'c', 'd'].slice(0, begun.length),
  });
  expect(begun.length).toBeGreaterThan(3);
});
