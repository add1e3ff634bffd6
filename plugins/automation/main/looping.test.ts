import { expect, test } from 'vitest';
import { hour, minute, opened, settled } from './automation.fixture.ts';

const bell = { kind: 'extension', from: '@x/y', id: 'bell' } as const;

test('rules that set off each other, through what hears of their runs, begin few runs, wait longer each time, and the person is told', async () => {
  using at = opened();
  const ring = () => at.automation.events.happened({ from: bell.from, id: bell.id }, async () => ({ fields: {}, sources: [] }));
  const ids = ['One', 'Two'].map(title => at.add({ title, trigger: bell }));
  // An extension that hears of each run rings again.
  at.state.heard = ring;
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
    notices: [...new Set(at.notices.map(({ code }) => code))],
    off: ids.filter(id => !at.automation.rules.get(id).on),
  }).toEqual({ few: true, whys: ['ran', 'skipped overlap', 'skipped rate'], notices: ['automation/too-often'], off: [] });

  // Once it is calm, it runs as before.
  at.state.heard = () => undefined;
  await at.clock.pass(26 * hour);
  ring();
  await settled();
  expect(at.commands.length).toBe(length + 2);
});

test('a rule that many events of Atelier itself set off goes on in each minute: it cannot be what sets them off', async () => {
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
