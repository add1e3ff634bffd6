import { extension, testKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { Automation, AutomationChannel, type AutomationService, type Draft } from '../contract/index.ts';

const from = '@test/mail';
const draft = (action: Draft['action']): Draft => ({
  ...{ title: 'Send my notes', trigger: { kind: 'cron', cron: '0 10 * * 1-5', zone: 'Europe/Paris' }, action },
  ...{ deliver: 'never', missed: { policy: 'latest' } },
});
const sends = (settings: Record<string, unknown>) => draft({ kind: 'extension', from, id: 'send', settings });
const runs = (args: Record<string, unknown>) => draft({ kind: 'command', command: 'mail.send', args });

async function opened() {
  const services: AutomationService[] = [];
  const sent: unknown[] = [];
  const take = (given: unknown) => void sent.push(given);
  const mail = extension(from, ctx => void ctx.handle('mail.send', async given => take(given)), {
    requires: { '@atelier/automation': '^0.1.0' },
    contributes: {
      commands: [{ id: 'mail.send', title: 'Send' }],
      '@atelier/automation:actions@1': [{ id: 'send', title: 'Send my notes by mail', command: 'mail.send' }],
    },
  });
  const plugin = extension('@test/plugin', ctx => void services.push(ctx.get(Automation)), {
    activation: 'startup',
    requires: { '@atelier/automation': '^0.1.0' },
  });
  const kernel = await testKernel({ plugins: ['@atelier/automation'], extensions: [mail, plugin] });
  const client = kernel.client(AutomationChannel);
  return {
    ...{ client, sent, services },
    /** Each place in which a person is shown what a rule does. */
    async shown(of: Draft): Promise<Record<string, string>> {
      const { sentence, parts, given } = await client.call('describe', { draft: of, language: 'en' });
      const { text, needs } = await client.call('dryRun', { draft: of });
      const before = (await client.call('preflight', { draft: of })).needs;
      const places = { sentence, parts, form: given, trial: text, tried: needs, before };
      return Object.fromEntries(Object.entries(places).map(([name, place]) => [name, JSON.stringify(place)]));
    },
    [Symbol.asyncDispose]: () => kernel[Symbol.asyncDispose](),
  };
}

const code = (work: Promise<unknown> | undefined): Promise<unknown> =>
  Promise.resolve(work).then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );

test('what a rule gives to an action of an extension, or to a command, is shown wherever the rule is, with nothing hidden in it and long values cut with a mark', async () => {
  await using at = await opened();
  const values = { to: 'thief@evil.example', all: true, cc: { name: 'Eve\u202E' }, note: 'x'.repeat(2000) };
  for (const of of [sends(values), runs(values)]) {
    const shown = await at.shown(of);
    const isIn = (words: string) => Object.values(shown).map(place => place.includes(words));
    const everywhere = Array(6).fill(true);
    expect({
      to: isIn(JSON.stringify('to: "thief@evil.example"').slice(1, -1)),
      all: isIn('all: true'),
      hidden: isIn('⟦U+202E⟧'),
      raw: isIn('\u202E'),
      cut: isIn(`${'x'.repeat(400)}`).map((isThere, at) => isThere && !(Object.values(shown)[at] ?? '').includes('x'.repeat(600))),
      mark: isIn('x…'),
    }).toEqual({ to: everywhere, all: everywhere, hidden: everywhere, raw: Array(6).fill(false), cut: everywhere, mark: everywhere });
  }
  expect((await at.client.call('describe', { draft: sends({ to: 'Eve' }), language: 'en' })).given).toEqual(['to: "Eve"']);
});

test('what is not shown is not kept: hidden characters of a proposed rule run as they are shown, and longer or more values than are shown are refused', async () => {
  await using at = await opened();
  const { client, services, sent } = at;
  const proposed = await services[0]?.save({ draft: sends({ to: 'Pay \u202Eyadot', cc: [{ 'na\u200Bme': 'Eve' }] }) });
  const id = proposed?.id ?? '';
  await client.call('setOn', { id, version: 1, on: true });
  await client.call('runNow', { id, version: 2 });
  await expect.poll(() => sent.length).toBe(1);
  const long = { note: 'x'.repeat(2000) };
  const many = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`n${index}`, index]));
  const refused = [
    await code(services[0]?.save({ draft: sends(long) })),
    await code(services[0]?.save({ draft: sends(many) })),
    await code(client.call('save', { draft: sends(long) })),
    await code(client.call('save', { draft: runs(many) })),
  ];
  expect({ sent, refused, kept: (await client.call('list', {})).rules.length }).toEqual({
    sent: [{ settings: { to: 'Pay ⟦U+202E⟧yadot', cc: [{ 'na⟦U+200B⟧me': 'Eve' }] }, event: {} }],
    refused: Array(4).fill('automation/unseen'),
    kept: 1,
  });
});
