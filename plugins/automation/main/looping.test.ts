import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, test } from 'vitest';
import { day, hour, minute, opened, settled } from './automation.fixture.ts';

/** As what nobody can follow does it: another process, or somebody at the other end of a channel. */
const unseen = AsyncLocalStorage.snapshot();

const bell = { kind: 'extension', from: '@x/y', id: 'bell' } as const;

test('rules that set off each other, through what hears of their runs, begin few runs, wait longer each time, and the person is told', async () => {
  using at = opened();
  const ring = () => at.automation.events.happened({ from: bell.from, id: bell.id }, async () => ({ fields: {}, sources: [] }));
  const ids = ['One', 'Two'].map(title => at.add({ title, trigger: bell }));
  // An extension that hears of each run rings again.
  at.state.heard = () => unseen(ring);
  ring();
  for (let passed = 0; passed < 60; passed += 1) {
    await at.clock.pass(minute);
    ring();
    for (let turns = 0; turns < 40; turns += 1) await settled();
  }
  at.automation.events.flush();
  const { length } = at.commands;
  expect({
    few: length >= 20 && length <= 120,
    whys: [...new Set(ids.flatMap(id => at.told(id).map(said => said.split(' ×')[0])))].toSorted(),
    notices: at.notices.map(({ code }) => code),
    off: ids.filter(id => !at.automation.rules.get(id).on),
  }).toEqual({
    few: true,
    whys: ['ran', 'skipped overlap', 'skipped rate'],
    notices: ['automation/too-often', 'automation/too-often'],
    off: [],
  });

  // Once it is calm, it runs as before.
  at.state.heard = () => undefined;
  await at.clock.pass(26 * hour);
  ring();
  await settled();
  expect(at.commands.length).toBe(length + 2);
});

test('a rule that many events of Atelier itself set off goes on in each minute', async () => {
  using at = opened();
  at.add({ trigger: { kind: 'event', event: 'turnEnded' } });
  for (let passed = 0; passed < 5; passed += 1) {
    for (let event = 0; event < 20; event += 1) {
      at.fire();
      await settled();
    }
    await at.clock.pass(minute + 1000);
  }
  expect([at.commands.length, at.notices]).toEqual([50, []]);
});

test('a rule of an event of Atelier that comes of its own runs begins 120 times in an hour, and the person is told', async () => {
  using at = opened();
  const id = at.add({ trigger: { kind: 'event', event: 'turnEnded' } });
  // What hears of the run writes somewhere, and that turn ends.
  at.state.heard = () => unseen(() => at.fire());
  at.fire();
  for (let passed = 0; passed < 59; passed += 1) {
    await at.clock.pass(minute);
    at.fire();
    for (let turns = 0; turns < 15; turns += 1) await settled();
  }
  const inHour = at.commands.length;
  at.state.heard = () => undefined;
  await at.clock.pass(hour);
  at.fire();
  await settled();
  const later = at.commands.length - inHour;
  expect({
    inHour,
    later,
    on: at.automation.rules.get(id).on,
    notices: at.notices.map(({ code, details }) => [code, Number(details?.minutes) <= 60]),
  }).toEqual({
    ...{ inHour: 120, later: 1, on: true, notices: [['automation/too-often', true]] },
  });
});

test('a rule that waits because it ran too often begins at once when the person switches it on or saves it, and the person is told again only after as many', async () => {
  using at = opened();
  const id = at.add({ trigger: { kind: 'event', event: 'turnEnded' } });
  const { rules } = at.automation;
  const pass = async (minutes: number) => {
    for (let passed = 0; passed < minutes; passed += 1) {
      for (let event = 0; event < 4; event += 1) {
        at.fire();
        await settled();
      }
      await at.clock.pass(minute);
    }
    return [at.commands.length, at.notices.length];
  };
  const waits = await pass(31);
  rules.switch(id, false, at.clock.now());
  rules.switch(id, true, at.clock.now());
  at.automation.changed();
  const on = await pass(10);
  const again = await pass(25);
  const { version, draft } = rules.usable(id);
  rules.replace(id, version, draft, true, at.clock.now());
  at.automation.changed();
  const saved = await pass(1);
  // Saved under a clock that was a day ahead, it has its limits all the same.
  const { version: newer } = rules.usable(id);
  rules.replace(id, newer, draft, true, at.clock.now() + day);
  at.automation.changed();
  expect([waits, on, again, saved, await pass(31)]).toEqual([
    [120, 1],
    [160, 1],
    [240, 2],
    [244, 2],
    [268, 3],
  ]);
});

/** Two rules, each of which is set off by what the other one does: a turn ends, then somebody writes, then a turn ends. */
function twoHops(at: ReturnType<typeof opened>, through: (work: () => void) => void) {
  const [a, b] = [
    at.add({ title: 'A', trigger: { kind: 'event', event: 'turnEnded' } }),
    at.add({ title: 'B', trigger: { kind: 'event', event: 'messageReceived' } }),
  ];
  at.state.heard = ({ rule }) =>
    through(() => {
      if (rule === a) at.automation.events.happened('messageReceived', async () => ({ fields: {}, sources: [] }));
      else at.fire();
    });
  const pass = async (minutes: number, step = 1) => {
    for (let passed = 0; passed < minutes; passed += step) {
      await at.clock.pass(step * minute);
      at.fire();
      for (let turns = 0; turns < 10; turns += 1) for (let one = 0; one < 60; one += 1) await Promise.resolve();
    }
    at.automation.events.flush();
  };
  return { ids: [a, b], pass };
}

test('a rule is not set off by what came of its own run, over however many rules that went, and its receipt says so', async () => {
  using at = opened();
  const { ids, pass } = twoHops(at, work => work());
  at.fire();
  for (let turns = 0; turns < 10; turns += 1) await settled();
  await at.clock.pass(2000);
  const once = [at.commands.length, ids.map(id => at.told(id))];
  // What is not of its own run does.
  await pass(2);
  expect({ once, later: at.commands.length, notices: at.notices }).toEqual({
    once: [2, [['ran', 'skipped loop ×1'], ['ran']]],
    ...{ later: 6, notices: [] },
  });
});

test('what goes on long after a run, in a place that the run once opened, is not of the run', async () => {
  using at = opened();
  const id = at.add({ trigger: { kind: 'event', event: 'turnEnded' } });
  let kept: typeof unseen | undefined;
  at.state.run = async () => {
    kept = AsyncLocalStorage.snapshot();
  };
  at.fire();
  await settled();
  kept?.(() => at.fire());
  await settled();
  await at.clock.pass(2 * minute);
  kept?.(() => at.fire());
  await settled();
  at.automation.events.flush();
  expect(at.told(id)).toEqual(['ran', 'skipped loop ×1', 'ran']);
});

test('rules of events of Atelier that set off each other unseen wait longer each time, which is said once, and are switched off after a day, also over restarts', async () => {
  using at = opened();
  const { ids, pass } = twoHops(at, work => unseen(work));
  await pass(3 * 60, 4);
  const three = { few: at.commands.length <= 2 * 150, notices: at.notices.map(({ code }) => code) };
  await at.restart();
  await pass(45 * 60, 4);
  const rules = ids.map(id => at.automation.rules.get(id));
  const codes = at.notices.map(({ code }) => code);
  expect({
    three,
    few: at.commands.length <= 2 * 400,
    off: rules.filter(({ on, problem }) => !on && problem?.code === 'automation/loops').length > 0,
    codes: [codes.filter(code => code === 'automation/too-often').length, codes.filter(code => code === 'automation/loops').length >= 1],
  }).toEqual({
    three: { few: true, notices: ['automation/too-often'] },
    few: true,
    off: true,
    codes: [1, true],
  });
  // Who switches it on begins anew.
  const [off = ''] = rules.flatMap(({ id, on }) => (on ? [] : [id]));
  at.state.heard = () => undefined;
  at.automation.rules.switch(off, true, at.clock.now());
  at.automation.changed();
  const before = at.told(off).length;
  await at.clock.pass(2 * hour);
  at.fire();
  at.automation.events.happened('messageReceived', async () => ({ fields: {}, sources: [] }));
  await settled();
  expect(at.told(off).slice(before)).toEqual(['ran']);
});

test('a rule of an extension that comes in bursts for more than a day is switched off for that, and nothing is said of its own runs', async () => {
  using at = opened();
  const id = at.add({ trigger: bell });
  for (let passed = 0; passed < 4 * day && at.automation.rules.get(id).on; passed += hour / 2) {
    for (let call = 0; call < 12; call += 1) {
      at.automation.events.happened({ from: bell.from, id: bell.id }, async () => ({ fields: {}, sources: [] }));
      await settled();
    }
    await at.clock.pass(hour / 2);
  }
  const { on, problem } = at.automation.rules.get(id);
  const said = at.notices.at(-1)?.in('en') ?? '';
  expect([on, problem?.code, said.includes('more than 10 times in a minute'), said.includes('its own run')]).toEqual([
    ...[false, 'automation/bursts', true, false],
  ]);
});

test('a rule that is often set off for hours, with breaks, is not one that sets itself off', async () => {
  using at = opened();
  const id = at.add({ trigger: { kind: 'event', event: 'turnEnded' } });
  for (let passed = 0; passed < (day + 2 * hour) / hour; passed += 1) {
    for (let event = 0; event < 15; event += 1) {
      at.fire();
      await settled();
      await at.clock.pass(minute);
    }
    await at.clock.pass(hour - 15 * minute);
  }
  expect([at.commands.length, at.notices, at.automation.rules.get(id).on]).toEqual([26 * 15, [], true]);
});
