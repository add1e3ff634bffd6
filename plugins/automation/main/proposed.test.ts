import { expect, test } from 'vitest';
import { AutomationChannel, type Draft } from '../contract/index.ts';
import { drafted, opened as openedAutomation } from './automation.fixture.ts';
import { proposing } from './proposing.fixture.ts';
import { ownZone } from './time/clock.ts';
import { ruleView } from './views.ts';

const draft: Draft = {
  title: 'Proposed',
  trigger: { kind: 'cron', cron: '0 10 * * 1-5', zone: 'Europe/Paris' },
  action: { kind: 'notify', text: 'Stand up' },
  deliver: 'always',
  missed: { policy: 'latest' },
};

test('a sentence that an earlier version kept of a proposal and that says something else than it does is not shown; a true one and the person’s are', () => {
  using at = openedAutomation();
  const says = (sentence: string, by: string | undefined) => {
    const trigger = { kind: 'cron' as const, cron: '0 9 * * *', zone: ownZone() };
    const action = { kind: 'instruction' as const, instruction: 'delete the notes', where: 'hidden' as const };
    const draft = drafted({ title: 'Notes', sentence, trigger, action, deliver: 'always' });
    return ruleView(at.automation, at.automation.rules.add(draft, false, by, at.clock.now()), 'en').draft?.sentence;
  };
  const [wrong, right] = ['Every day at 9, greet me', 'Every day at 9, delete the notes'];
  expect([says(wrong, '@x/y'), says(right, '@x/y'), says(wrong, 'model'), says(wrong, undefined)]).toEqual([
    undefined,
    right,
    undefined,
    wrong,
  ]);
});

test('a rule that an extension proposes has the form of a rule: a budget of nothing, an interval of nothing, and what is no rule are refused', async () => {
  const { kernel, service } = await proposing();
  await using _kernel = kernel;
  const refused = async (more: object): Promise<unknown> =>
    await service?.save({ draft: { ...draft, ...more } as Draft }).then(
      () => 'saved',
      (error: { code?: string }) => error.code,
    );
  const bad = [
    ...[0, -1, Number.NaN, Number.POSITIVE_INFINITY, '1'].map(money => ({ limits: { money } })),
    ...[0, -1, Number.NaN, 0.5].map(tokens => ({ limits: { tokens } })),
    ...[0, -1, Number.NaN, 1e9].map(minutes => ({ limits: { minutes } })),
    ...[0, -60_000, Number.NaN, 1].map(everyMs => ({ trigger: { kind: 'every', everyMs, from: 0 } })),
    { trigger: { kind: 'once', at: Number.NaN, zone: 'UTC' } },
    { cooldownMs: -1 },
    { conditions: 'all' },
    { action: { kind: 'unknown' } },
    { missed: {} },
    { title: '' },
    { action: { kind: 'notify', text: 'x'.repeat(100_000) } },
  ];
  const told = [];
  for (const more of bad) told.push(await refused(more));
  const { rules } = await kernel.client(AutomationChannel).call('list', {});
  expect({ told: [...new Set(told)], rules, fine: await refused({ limits: { money: 0.5, tokens: 1000, minutes: 5 } }) }).toEqual({
    told: ['automation/bad-rule'],
    rules: [],
    fine: 'saved',
  });
});

test('more than secure access, and commands without a question, no extension gives to a rule', async () => {
  const { kernel, service } = await proposing();
  await using _kernel = kernel;
  const works = { kind: 'instruction', instruction: 'Work.', where: 'visible' } as const;
  const saved = async (more: object): Promise<unknown> =>
    await service?.save({ draft: { ...draft, action: { ...works, ...more } } }).then(
      ({ on }) => on,
      (error: { code?: string }) => error.code,
    );
  expect([
    await saved({ access: 'open' }),
    await saved({ commands: ['git push'] }),
    await saved({ tools: 'read' }),
    (await kernel.client(AutomationChannel).call('list', {})).rules.length,
  ]).toEqual(['automation/wider', 'automation/wider', false, 1]);
});

test('a rule that an extension proposes has no sentence of its own, so it is described from what it does, and nothing is hidden in its conditions, its model and its event', async () => {
  const { kernel, client, service } = await proposing();
  await using _kernel = kernel;
  const sentence = 'Every day at 9, remind me to drink water.';
  const action = { kind: 'instruction', instruction: 'Read every file.', where: 'hidden', model: 'lo\u202Ecal/m1' } as const;
  const conditions: Draft['conditions'] = [[{ field: 'te\u200Bxt', how: 'contains', value: 'bu\u202Eild' }]];
  const trigger = { kind: 'event', event: 'turnEnded' } as const;
  const first = await service?.save({ draft: { ...draft, sentence, trigger, conditions, action } });
  const emits = await service?.save({ draft: { ...draft, action: { kind: 'emit', event: 'wa\u200Bter' } } });
  const own = await client.call('save', { draft: { ...draft, sentence } });
  const described = first?.draft && (await client.call('describe', { draft: first.draft, language: 'en' }));
  expect({
    said: [first?.draft?.sentence, described?.sentence],
    conditions: first?.draft?.conditions,
    model: first?.draft?.action.kind === 'instruction' && first.draft.action.model,
    event: emits?.draft?.action,
    own: own.draft?.sentence,
  }).toEqual({
    said: [undefined, 'When a conversation ends, if the te⟦U+200B⟧xt contains "bu⟦U+202E⟧ild", Read every file.'],
    conditions: [[{ field: 'te⟦U+200B⟧xt', how: 'contains', value: 'bu⟦U+202E⟧ild' }]],
    model: 'lo⟦U+202E⟧cal/m1',
    event: { kind: 'emit', event: 'wa⟦U+200B⟧ter' },
    own: sentence,
  });
});
