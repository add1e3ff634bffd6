import { migrateTo } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import type { Draft } from '../contract/index.ts';
import { drafted } from './automation.fixture.ts';
import { migrations } from './migrations/index.ts';
import { proposing } from './proposing.fixture.ts';
import { Rules } from './store/rules.ts';

const drink = drafted({ title: 'Drink', action: { kind: 'notify', text: 'drink' } });
const reads = drafted({ title: 'Drink', action: { kind: 'instruction', instruction: 'Read all.', where: 'hidden', reads: true } });

const code = (work: Promise<unknown> | undefined): Promise<unknown> =>
  Promise.resolve(work).then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );

async function opened() {
  const { kernel, client, service } = await proposing();
  if (service === undefined) throw new Error('no service');
  return { kernel, client, service, [Symbol.asyncDispose]: () => kernel[Symbol.asyncDispose]() };
}

test('a rule is switched on and run only as the person saw it', async () => {
  await using at = await opened();
  const seen = await at.service.save({ draft: drink });
  await at.service.save({ id: seen.id, version: seen.version, draft: reads });
  const late = await code(at.client.call('setOn', { id: seen.id, version: seen.version, on: true }));
  const { on, version } = await at.client.call('get', { id: seen.id });
  const own = await at.client.call('save', { draft: drink });
  const changed = await at.client.call('save', { id: own.id, version: own.version, draft: reads });
  const call = async (name: 'runNow' | 'setOn', more: object) => await code(at.client.call(name, { id: own.id, ...more } as never));
  expect({
    late: [late, on],
    run: await call('runNow', { version: own.version }),
    // Off is never refused for that.
    off: await call('setOn', { version: own.version, on: false }),
    on: await call('setOn', { version: changed.version, on: true }),
    hostile: [
      await call('setOn', { on: true }),
      await call('runNow', {}),
      await call('runNow', { version: '2' }),
      await call('runNow', { version: 0 }),
    ],
    now: await code(at.client.call('setOn', { id: seen.id, version, on: true })),
  }).toEqual({
    late: ['automation/changed', false],
    run: 'automation/changed',
    off: 'done',
    on: 'automation/changed',
    hostile: Array.from({ length: 4 }, () => 'channel/invalid-params'),
    now: 'done',
  });
});

test('what an extension proposes has a state of its own until the person saves it or switches it on, and does not run before', async () => {
  await using at = await opened();
  const { id, version, state, offSince, by } = await at.service.save({ draft: drink });
  const run = await code(at.client.call('runNow', { id, version }));
  const still = await at.client.call('setOn', { id, version, on: false });
  const on = await at.client.call('setOn', { id, version: still.version, on: true });
  const off = await at.client.call('setOn', { id, version: on.version, on: false });
  const other = await at.service.save({ draft: drink });
  const kept = await at.client.call('save', { id: other.id, version: other.version, draft: drink, on: false });
  expect({
    proposed: [state, offSince, by],
    run,
    states: [still.state, on.state, off.state, kept.state],
    off: typeof off.offSince,
    runs: await code(at.client.call('runNow', { id: kept.id, version: kept.version })),
    receipts: (await at.client.call('receipts', { rule: id })).receipts,
  }).toEqual({
    proposed: ['proposed', undefined, '@test/plugin'],
    run: 'automation/proposed',
    states: ['proposed', 'on', 'off', 'off'],
    off: 'number',
    runs: 'done',
    receipts: [],
  });
});

test('an extension neither writes over nor removes a rule that the person has saved or switched on since; it may propose another one', async () => {
  await using at = await opened();
  const [saved, switched, own] = [
    await at.service.save({ draft: drink }),
    await at.service.save({ draft: drink }),
    await at.service.save({ draft: drink }),
  ];
  const mine = await at.client.call('save', {
    ...{ id: saved.id, version: saved.version, on: true },
    draft: { ...drink, title: 'Mine', action: { kind: 'notify', text: 'my own words' } },
  });
  const on = await at.client.call('setOn', { id: switched.id, version: switched.version, on: true });
  const over = (id: string, version: number) => code(at.service.save({ id, version, draft: reads }));
  const refused = [await over(mine.id, mine.version), await over(on.id, on.version)];
  const removed = [await code(at.service.remove(mine.id)), await code(at.service.remove(on.id))];
  const left = [await at.client.call('get', { id: mine.id }), await at.client.call('get', { id: on.id })];
  expect({
    ...{ refused, removed },
    left: left.map(rule => [rule.on, rule.version, rule.draft?.action]),
    own: [await over(own.id, own.version), await code(at.service.remove(own.id))],
    beside: (await at.service.save({ draft: reads })).state,
  }).toEqual({
    refused: ['automation/taken-over', 'automation/taken-over'],
    removed: ['automation/taken-over', 'automation/taken-over'],
    left: [
      [true, 2, { kind: 'notify', text: 'my own words' }],
      [true, 2, { kind: 'notify', text: 'drink' }],
    ],
    own: ['done', 'done'],
    beside: 'proposed',
  });
});

test('of the proposals of an extension only those are dismissed that the person has seen, in the version that was seen', async () => {
  await using at = await opened();
  const proposed = [];
  for (let one = 0; one < 3; one += 1) proposed.push(await at.service.save({ draft: drink }));
  const [seen, changed, later] = proposed;
  const shown = [seen, changed].map(rule => ({ rule: rule?.id ?? '', version: rule?.version ?? 0 }));
  await at.service.save({ id: changed?.id ?? '', version: changed?.version ?? 0, draft: reads });
  const dismissed = await at.client.call('dismissProposals', { by: '@test/plugin', seen: shown });
  const wrong = [];
  for (const what of [7, [{}], [{ rule: 'a', version: 0 }], [{ rule: '', version: 1 }]])
    wrong.push(await code(at.client.call('dismissProposals', { by: '@test/plugin', seen: what } as never)));
  const left = (await at.client.call('list', {})).rules.map(({ id }) => id);
  expect({ dismissed, left: left.toSorted(), wrong: [...new Set(wrong)] }).toEqual({
    ...{ dismissed: 1, left: [changed?.id, later?.id].toSorted(), wrong: ['channel/invalid-params'] },
  });
});

test('an extension has 20 open proposals and 100 rules at most, and the person dismisses all proposals of one at once', async () => {
  await using at = await opened();
  const own = await at.client.call('save', { draft: drink });
  const propose = () => code(at.service.save({ draft: drink }));
  const filled = [];
  for (let one = 0; one < 21; one += 1) filled.push(await propose());
  const { rules } = await at.client.call('list', {});
  const [first] = rules.filter(({ state }) => state === 'proposed');
  const changed = await code(at.service.save({ id: first?.id ?? '', version: 1, draft: reads }));
  const kept = rules.find(({ state, id }) => state === 'proposed' && id !== first?.id);
  await at.client.call('setOn', { id: kept?.id ?? '', version: 1, on: true });
  const again = await propose();
  const nobody = await at.client.call('dismissProposals', { by: '@other/plugin' });
  const hostile = [];
  for (const params of [{}, { by: '' }, { by: 7 }, { by: 'x'.repeat(101) }, { by: '@test/plugin', all: true }])
    hostile.push(await code(at.client.call('dismissProposals', params as never)));
  const dismissed = await at.client.call('dismissProposals', { by: '@test/plugin' });
  const left = (await at.client.call('list', {})).rules.map(({ id }) => id);
  const turns = [];
  for (let one = 0; one < 100; one += 1) {
    const rule = await at.service.save({ draft: drink }).catch((error: { code?: string }) => error.code ?? '');
    if (typeof rule === 'string') turns.push(rule);
    else await at.client.call('setOn', { id: rule.id, version: rule.version, on: true });
  }
  expect({
    filled: [new Set(filled.slice(0, 20)), filled[20]],
    ...{ changed, again, nobody, dismissed, turns },
    hostile: [...new Set(hostile)],
    left: left.toSorted(),
    own: await code(at.client.call('save', { draft: drink })),
  }).toEqual({
    filled: [new Set(['done']), 'automation/too-many-proposals'],
    ...{ changed: 'done', again: 'done', nobody: 0, dismissed: 20, turns: ['automation/too-many-of'] },
    hostile: ['channel/invalid-params'],
    left: [own.id, kept?.id ?? ''].toSorted(),
    own: 'done',
  });
});

test('what an extension removes itself cannot be brought back, and keeps nothing that the person removed from coming back', async () => {
  await using at = await opened();
  const own = await at.client.call('save', { draft: drink });
  await at.client.call('remove', { id: own.id });
  const proposed = [];
  for (let one = 0; one < 3; one += 1) proposed.push((await at.service.save({ draft: drink })).id);
  for (const id of proposed) await at.service.remove(id);
  expect([await code(at.client.call('restore', { id: proposed[2] ?? '' })), await code(at.client.call('restore', { id: own.id }))]).toEqual(
    [...['automation/unknown', 'done']],
  );
});

test('of rules that an earlier version has stored, those are proposals that nobody has touched or run since an extension saved them', () => {
  using old = migrateTo(migrations, 50);
  const add = (id: string, by: string | null, version: number, on: number) =>
    old.database
      .prepare(
        `INSERT INTO rules (id, version, format, title, draft, is_on, saved_by, created_at, changed_at, off_since, planned)
         VALUES (:id, :version, 1, 'x', :draft, :on, :by, 1, 1, 1, 1)`,
      )
      .run({ id, by, version, on, draft: JSON.stringify(drink satisfies Draft) });
  add('proposed', '@a/b', 1, 0);
  const ran = (rule: string, cause: string) =>
    old.database
      .prepare("INSERT INTO receipts (id, rule, title, cause, due, occurrence, status) VALUES (?, ?, 'x', ?, 1, 'one', 'ran')")
      .run(`of ${rule}`, rule, cause);
  ran('proposed', 'time');
  add('run by hand', '@a/b', 1, 0);
  ran('run by hand', 'person');
  add('saved', '@a/b', 2, 0);
  add('on', '@a/b', 1, 1);
  add('model', 'model', 1, 0);
  add('own', null, 1, 0);
  old.goOnTo(70);
  const all = [...new Rules(old.database).all()];
  expect(all.filter(({ proposed }) => proposed).map(({ id }) => id)).toEqual(['proposed']);
});
