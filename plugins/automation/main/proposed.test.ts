import { extension, testKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { Automation, AutomationChannel, type AutomationService, type Draft } from '../contract/index.ts';

const draft: Draft = {
  title: 'Proposed',
  trigger: { kind: 'cron', cron: '0 10 * * 1-5', zone: 'Europe/Paris' },
  action: { kind: 'notify', text: 'Stand up' },
  deliver: 'always',
  missed: { policy: 'latest' },
};

test('a rule that an extension proposes has the form of a rule: a budget of nothing, an interval of nothing, and what is no rule are refused', async () => {
  const services: AutomationService[] = [];
  const plugin = extension('@test/plugin', ctx => void services.push(ctx.get(Automation)), {
    activation: 'startup',
    requires: { '@atelier/automation': '^0.1.0' },
  });
  await using kernel = await testKernel({ plugins: ['@atelier/automation'], extensions: [plugin] });
  const [service] = services;
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
