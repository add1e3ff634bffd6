import { extension, testKernel } from '@atelier/kernel/testing';
import { Badges } from '@atelier/workbench/contract';
import { expect, test } from 'vitest';
import { AutomationChannel } from '../contract/index.ts';
import { drafted, hour, minute, opened } from './automation.fixture.ts';
import { ruleView, summaryView } from './views.ts';

/** Everything that says when a rule runs next, after midnight in minutes. */
function said(at: ReturnType<typeof opened>, id: string) {
  const { automation } = at;
  const midnight = Date.parse('2027-01-01T00:00:00Z');
  const rule = automation.rules.get(id);
  const after = (moment: number | undefined) => (moment === undefined ? undefined : (moment - midnight) / minute);
  const { first } = automation.scheduler;
  return {
    list: after(ruleView(automation, rule, 'en').nextAt),
    card: after(summaryView(automation, midnight, 'en').next?.at),
    sidebar: Number.isFinite(first) ? after(first) : undefined,
    runs: rule.draft && automation.scheduler.nextRuns(rule.draft.trigger, at.clock.now(), 2).map(after),
  };
}

const all = (moment: number, second: number) => ({ list: moment, card: moment, sidebar: moment, runs: [moment, second] });
const none = { list: undefined, card: undefined, sidebar: undefined, runs: [] };

test('a rule that waits after its failures runs next at the first time that is not skipped, and everything says so', async () => {
  using at = opened();
  const id = at.add({ trigger: { kind: 'every', everyMs: minute, from: 0 } });
  at.state.run = () => Promise.reject(new Error('no such file'));
  await at.clock.pass(3 * minute);
  const waiting = said(at, id);
  at.state.run = async () => undefined;
  await at.clock.pass(4 * minute);
  const before = at.told(id).at(-1);
  await at.clock.pass(minute);
  expect({ waiting, before, at: at.told(id).at(-1), later: said(at, id) }).toEqual({
    waiting: all(8, 9),
    before: 'skipped back-off',
    at: 'ran',
    later: all(9, 10),
  });
});

test('a rule in its cooldown runs next after it, and one whose trigger another rule has is told by the one that runs first', async () => {
  using at = opened();
  const id = at.add({ cooldownMs: 90 * minute });
  await at.clock.pass(hour);
  const alone = said(at, id);
  at.add();
  const { card, runs } = said(at, id);
  expect({ alone, card, runs }).toEqual({ alone: all(180, 240), card: 120, runs: [120, 180] });
});

test('while all rules are paused, and of a rule that is off, nothing says a next time', async () => {
  using at = opened();
  const id = at.add();
  const on = said(at, id);
  at.automation.setPaused(true);
  const paused = said(at, id);
  at.automation.setPaused(false);
  at.automation.rules.switch(id, false, at.clock.now());
  at.automation.changed();
  const { runs: _of, ...off } = said(at, id);
  const { runs: _none, ...nothing } = none;
  expect({ on, paused, off }).toEqual({ on: all(60, 120), paused: none, off: nothing });
});

test('the entry in the sidebar says the next time, and that all rules are paused while they are', async () => {
  const shown: { readonly items: readonly { readonly value: unknown }[] }[] = [];
  const reader = extension('@test/reader', ctx => void shown.push(ctx.contributions(Badges)), {
    activation: 'startup',
    requires: { '@atelier/workbench': '^0.1.0' },
  });
  await using kernel = await testKernel({ plugins: ['@atelier/automation'], extensions: [reader] });
  const client = kernel.client(AutomationChannel);
  const said = () => shown[0]?.items.map(({ value }) => (value as { readonly text: { readonly en: string } }).text.en)[0];
  await client.call('save', { draft: drafted({ action: { kind: 'notify', text: 'Look' } }) });
  await expect.poll(said).toMatch(/^next /);
  await client.call('pauseAll', {});
  await expect.poll(said).toBe('paused');
  await client.call('resumeAll', {});
  await expect.poll(said).toMatch(/^next /);
});

test('the entry in the sidebar says in words how many rules fail, live, and the next time again when none does', async () => {
  const shown: { readonly items: readonly { readonly value: unknown }[] }[] = [];
  const reader = extension('@test/reader', ctx => void shown.push(ctx.contributions(Badges)), {
    activation: 'startup',
    requires: { '@atelier/workbench': '^0.1.0' },
  });
  await using kernel = await testKernel({ plugins: ['@atelier/automation'], extensions: [reader] });
  const client = kernel.client(AutomationChannel);
  const badge = () => shown[0]?.items.map(({ value }) => value)[0];
  const failing = (count: number) => ({
    ...{ view: 'automation.page', count: true, text: { en: `${count} failing`, fr: `${count} en échec` } },
  });
  const ids: string[] = [];
  for (const title of ['One', 'Two']) {
    const { id } = await client.call('save', { draft: drafted({ title, action: { kind: 'command', command: 'automation.labels' } }) });
    ids.push(id);
    await client.call('runNow', { id, version: 1 });
    await expect.poll(badge).toEqual(failing(ids.length));
  }
  await client.call('remove', { id: ids[0] ?? '' });
  await expect.poll(badge).toEqual(failing(1));
  await client.call('setOn', { id: ids[1] ?? '', version: 1, on: false });
  await expect.poll(badge).toBe(undefined);
});
