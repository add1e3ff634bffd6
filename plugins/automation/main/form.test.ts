import { isAppError } from '@atelier/kernel';
import { testKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { AutomationChannel, type Draft } from '../contract/index.ts';
import { day, drafted, opened } from './automation.fixture.ts';
import { automationCalls, type CallParts, save } from './calls.ts';
import { proposing } from './proposing.fixture.ts';
import { modelTools, type ToolParts } from './tools.ts';

const offers = { triggers: { items: [] }, conditions: { items: [] }, actions: { items: [] } };

function parts(at: ReturnType<typeof opened>): CallParts {
  const { automation, clock } = at;
  return { automation, clock, offers, language: async () => 'en' } as unknown as CallParts;
}

const out: readonly Partial<Draft>[] = [
  { limits: { minutes: 0 } },
  { limits: { tokens: 0 } },
  { limits: { money: 0 } },
  { cooldownMs: 999 * day },
  { missed: { policy: 'latest', lateMs: 999 * day } },
  { trigger: { kind: 'every', everyMs: 1, from: 0 } },
];

test('what is out of bounds is not saved, whoever saves it, and what it can be is said in words in both languages', () => {
  using at = opened();
  const told = [undefined, 'model'].flatMap(by =>
    out.map(more => {
      try {
        return save(parts(at), { draft: drafted(more) }, undefined, by);
      } catch (error) {
        return isAppError(error) ? [error.code, error.in('en') !== error.in('fr'), /\/draft|undefined|\{/.test(error.in('en'))] : error;
      }
    }),
  );
  expect({ told, kept: [...at.automation.rules.all()].length }).toEqual({
    told: Array(2 * out.length).fill(['automation/out-of-bounds', true, false]),
    kept: 0,
  });
});

test('a rule that was stored out of bounds is not switched on', async () => {
  using at = opened();
  const calls = automationCalls(parts(at));
  const id = at.add({ limits: { minutes: 0 } }, false);
  const on = calls.setOn({ id, version: 1, on: true }, new AbortController().signal);
  await expect(on).rejects.toMatchObject({ code: 'automation/out-of-bounds' });
  expect(at.automation.rules.get(id).on).toBe(false);
});

test('words that say what is out of bounds give no draft, and say why', async () => {
  await using kernel = await testKernel({ plugins: ['@atelier/automation'] });
  const { draft, bounds } = await kernel
    .client(AutomationChannel)
    .call('understand', { text: 'Every day at 9, work. Stop after 0 minutes.' });
  expect([draft, bounds?.length]).toEqual([undefined, 1]);
});

test('a time that no calendar has is refused from an extension, a page and words, and the rules that there are stay to be listed', async () => {
  const { kernel, client, service } = await proposing();
  await using _kernel = kernel;
  const told = [];
  for (const trigger of [
    ...[9e15, -9e15, 1e300].map(at => ({ kind: 'once' as const, at, zone: 'UTC' })),
    ...[-1e300, -9e15, 1e300].map(from => ({ kind: 'every' as const, everyMs: 3_600_000, from })),
  ])
    for (const work of [
      service?.save({ draft: drafted({ trigger, action: { kind: 'emit', event: 'x' } }) }),
      client.call('save', { draft: drafted({ trigger }), on: false }),
      client.call('nextRuns', { trigger }),
    ])
      told.push(await work?.catch((error: { code?: string }) => error.code));
  const { draft, unknown, bounds } = await client.call('understand', { text: 'In 999999999 weeks, work' });
  const last = Date.parse('9999-12-31T23:59:59Z');
  const notice = { kind: 'notify' as const, text: 'work' };
  const far = await client.call('save', { draft: drafted({ trigger: { kind: 'once', at: last, zone: 'UTC' }, action: notice }) });
  const { sentence } = await client.call('describe', { draft: far.draft ?? drafted(), language: 'en' });
  const tools = (await kernel.run('automation.toolList', { args: {}, conversation: 'c' })) as { text: string };
  expect({ told, words: [draft, unknown.length, bounds?.length], sentence, listed: tools.text.includes('9999') }).toEqual({
    told: Array.from({ length: 6 }, () => ['automation/bad-rule', 'channel/invalid-params', 'channel/invalid-params']).flat(),
    words: [undefined, 1, 1],
    sentence: expect.stringContaining('31 December 9999'),
    listed: true,
  });
});

test('what was stored with a time that no calendar has is not switched on, and keeps no model from the list', async () => {
  using at = opened();
  const calls = automationCalls(parts(at));
  const id = at.add({ trigger: { kind: 'once', at: 9e15, zone: 'UTC' } }, false);
  await expect(calls.setOn({ id, version: 1, on: true }, new AbortController().signal)).rejects.toMatchObject({
    code: 'automation/out-of-bounds',
  });
  at.add({ title: 'Fine' });
  const listed = await modelTools(parts(at) as ToolParts)['automation.toolList']?.({ args: {}, conversation: 'c' });
  expect(listed?.text).toMatch(/"Fine".*every hour\n.*"Look".*out of bounds/);
});
