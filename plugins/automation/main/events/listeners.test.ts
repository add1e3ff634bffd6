import { expect, test } from 'vitest';
import type { Draft, EventFields, Test } from '../../contract/index.ts';
import { drafted } from '../automation.fixture.ts';
import { mayHold } from './conditions.ts';
import { Listeners, type UsableRule } from './listeners.ts';

const ruleOf = (id: number, draft: Draft): UsableRule => ({
  ...{
    id: String(id),
    version: 1,
    title: draft.title,
    draft,
    on: true,
    by: undefined,
    createdAt: 0,
    changedAt: 0,
    planned: 0,
    failures: 0,
  },
  ...{ offSince: undefined, backOffUntil: undefined, beganAt: undefined, problem: undefined, proposed: false, hold: undefined },
});

const values = ['Failed', 'fail', 'a', '', ' build ', '*ILD 1?*', '??', 'Straße', 'main.ts', '*', 'x*fail*'];
const texts = ['build 12 FAILED', 'fail', 'A', '', 'build', 'straße main.ts', 'the build 1', 'x of a fail', 'İstanbul'];
const all = (['equals', 'contains', 'matches'] as const).flatMap(how =>
  values.flatMap(value => ['text', 'project'].flatMap(field => [false, true].map((not): Test => ({ field, how, value, not })))),
);

test('an index finds the same rules as holding each against the event', () => {
  const drafts = all.flatMap((one, at) => {
    const other = all[(at * 7 + 3) % all.length] ?? one;
    return [[[one]], [[one, other]], [[one], [other]], []].flatMap(conditions =>
      [undefined, 'fail'].map(project =>
        drafted({ conditions, trigger: { kind: 'event', event: 'turnEnded', ...(project !== undefined && { project }) } }),
      ),
    );
  });
  const listeners = new Listeners();
  for (const [id, draft] of drafts.entries()) listeners.add(ruleOf(id, draft));
  const events = texts.flatMap((text): EventFields[] => [
    { text },
    { text, project: 'fail' },
    { text: 'none', project: text },
    { path: text },
  ]);
  const wrong = events.filter(event => {
    const ids = drafts.flatMap((draft, id) => {
      const only = draft.trigger.kind === 'event' ? draft.trigger.project : undefined;
      return (only === undefined || only === event.project) && mayHold(draft, event) ? [String(id)] : [];
    });
    const found = listeners.found(event).rules.map(({ id }) => id);
    return JSON.stringify(ids) !== JSON.stringify(found.toSorted((a, b) => Number(a) - Number(b)));
  });
  expect({ wrong, rules: drafts.length > 500 }).toEqual({ wrong: [], rules: true });
});

test('an event is held against the few rules that it can set off', () => {
  const listeners = new Listeners();
  for (let id = 0; id < 1000; id += 1) {
    const text: Test = { field: 'text', how: 'contains', value: `job-${id}.` };
    const conditions: Draft['conditions'] = [id % 2 === 0 ? [text] : [{ field: 'project', how: 'equals', value: `p${id}` }]];
    listeners.add(ruleOf(id, drafted({ conditions })));
  }
  const { rules, looks } = listeners.found({ text: 'It is job-500. It ended', project: 'p501' });
  expect([rules.map(({ id }) => id).toSorted(), looks < 100]).toEqual([['500', '501'], true]);
});
