import { expect, test } from 'vitest';
import type { Draft } from '../contract/index.ts';
import { proposing } from './proposing.fixture.ts';

const turned = 'Pay \u202Eyadot\u200B the bill';
const spelled = /^Pay .*U\+202E.*yadot.*U\+200B.* the bill$/;

const draft: Draft = {
  title: turned,
  trigger: { kind: 'cron', cron: '0 10 * * 1-5', zone: 'Europe/Paris' },
  action: { kind: 'notify', text: turned },
  deliver: 'always',
  missed: { policy: 'latest' },
};

test('hidden and turning characters in a rule are spelled out where it is shown, and in one that an extension proposes also in what runs', async () => {
  const { kernel, client, service } = await proposing();
  await using _kernel = kernel;
  const proposed = await service?.save({ draft });
  const own = await client.call('save', { draft });
  await client.call('runNow', { id: own.id, version: own.version });
  await expect.poll(async () => (await client.call('receipts', { rule: own.id })).receipts[0]?.status).toBe('ran');
  const { rules } = await client.call('list', {});
  const { parts } = await client.call('describe', { draft, language: 'en' });
  const { receipts } = await client.call('receipts', { rule: own.id });
  const shown = [...rules.map(({ title }) => title), ...receipts.map(({ title }) => title)];
  const action = proposed?.draft?.action;
  expect({
    shown: shown.map(title => spelled.test(title)),
    raw: parts.some(({ text }) => text.includes('\u202E')),
    runs: action?.kind === 'notify' && spelled.test(action.text),
  }).toEqual({ shown: [true, true, true], raw: false, runs: true });
});
