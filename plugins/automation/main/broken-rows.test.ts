import { expect, test } from 'vitest';
import { drafted, hour, opened } from './automation.fixture.ts';
import { rulesView, ruleView } from './views.ts';

const withDraft = (draft: unknown) => `UPDATE rules SET draft = '${typeof draft === 'string' ? draft : JSON.stringify(draft)}'`;
const cron = (fields: string, zone: string) => withDraft(drafted({ title: 'Broken', trigger: { kind: 'cron', cron: fields, zone } }));

test.for([
  ['cut off', withDraft('{"tit')],
  ['null', withDraft('null')],
  ['something else', withDraft({ a: 1 })],
  ['a schedule that is none', cron('99 99 * * *', 'UTC')],
  ['a time zone that there is not', cron('0 9 * * *', 'Mars/Olympus')],
  ['an interval of nothing', withDraft(drafted({ title: 'Broken', trigger: { kind: 'every', everyMs: 0, from: 0 } }))],
  ['out of bounds and without what it does', withDraft({ ...drafted({ title: 'Broken', limits: { minutes: 0 } }), action: null })],
  ['out of bounds twice and without a title', withDraft({ ...drafted({ cooldownMs: -1, limits: { minutes: 0 } }), title: null })],
  [
    'out of bounds in its interval and without where it goes',
    withDraft({ ...drafted({ trigger: { kind: 'every', everyMs: 5, from: 0 } }), deliver: null }),
  ],
] as const)('a rule whose row in the database is %s does not run and says so; it stays as it is, and the others run', async ([, sql]) => {
  using at = opened();
  at.add({ title: 'Good' });
  const broken = at.add({ title: 'Broken' });
  at.db.exec(`${sql} WHERE title = 'Broken'`);
  const stored = () => at.db.prepare<{ draft: string }>('SELECT draft FROM rules WHERE id = ?').get(broken)?.draft;
  const before = stored();
  await at.restart();
  await at.clock.pass(2 * hour);
  at.automation.rules.switch(broken, false, at.clock.now());
  const { automation } = at;
  const view = ruleView(automation, automation.rules.get(broken), 'en');
  expect({
    ran: at.receipts().map(({ title, status }) => `${title}: ${status}`),
    listed: rulesView(automation, 'fr').map(({ title, draft }) => [title, draft !== undefined]),
    told: [view.problem?.code, ruleView(automation, automation.rules.get(broken), 'fr').problem?.message],
    same: stored() === before,
    logged: at.logged,
  }).toEqual({
    ran: ['Good: ran', 'Good: ran'],
    listed: [
      ['Broken', false],
      ['Good', true],
    ],
    told: ['automation/unreadable', expect.stringContaining('endommagé')],
    same: true,
    logged: [],
  });
  expect(() => automation.runNow(broken)).toThrow(/damaged/);
  automation.remove(broken);
  expect(rulesView(automation, 'en').map(({ title }) => title)).toEqual(['Good']);
});

test('what cannot be read of why a rule was switched off, of how long it waits, of a receipt, of what was said and of the folders is left out', async () => {
  using at = opened();
  const id = at.add({ title: 'Good' });
  await at.clock.pass(hour);
  const [receipt] = at.receipts();
  at.automation.transcripts.keep(receipt?.id ?? '', id, [{ kind: 'said', text: 'x' }]);
  at.automation.folders.add('/home/me');
  at.db.exec("UPDATE rules SET problem = '{x', hold = '{x'");
  at.db.exec(`UPDATE receipts SET problem = '{x', delivery = '{"kind":"message","status":"waiting"', refused = '{x'`);
  at.db.exec("UPDATE transcripts SET steps = '{x'");
  at.db.exec("UPDATE settings SET value = '{x' WHERE name = 'folders'");
  await at.restart();
  await at.clock.pass(hour);
  const { automation } = at;
  expect({
    ran: at.told(),
    rules: rulesView(automation, 'en').map(({ title, problem }) => [title, problem]),
    delivered: [automation.receipts.undelivered('message'), automation.receipts.waiting('message')],
    said: automation.transcripts.of(receipt?.id ?? ''),
    folders: automation.folders.all(),
  }).toEqual({ ran: ['ran', 'ran'], rules: [['Good', undefined]], delivered: [[], false], said: [], folders: [] });
});
