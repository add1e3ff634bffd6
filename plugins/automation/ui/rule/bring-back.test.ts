import { AppError, type Client } from '@atelier/kernel';
import { expect, test } from 'vitest';
import type { AutomationShape, Rule } from '../../contract/index.ts';
import { bringBack } from './bring-back.ts';

const draft: Rule['draft'] = {
  ...{ title: 'Look', trigger: { kind: 'webhook' }, deliver: 'always', missed: { policy: 'latest' } },
  action: { kind: 'notify', text: 'hi' },
};
const rule: Rule = { id: 'r', version: 1, title: 'Look', on: true, state: 'on', createdAt: 0, changedAt: 0, failures: 0, draft };

test('a removal that is taken back saves the rule anew only if it is not known any more, never because the call failed, and never a proposal', async () => {
  const asked = async (code: string | undefined, of: Rule): Promise<unknown> => {
    const calls: string[] = [];
    const client = {
      call: async (name: string) => {
        calls.push(name);
        if (name === 'restore' && code !== undefined) throw AppError.fromRecord({ code, message: 'x' });
      },
    } as unknown as Client<AutomationShape>;
    const thrown = await bringBack(client, of).then(
      () => undefined,
      (error: AppError) => error.code,
    );
    return [calls, thrown];
  };
  expect([
    await asked(undefined, rule),
    await asked('automation/unknown', rule),
    await asked('storage/full', rule),
    await asked('automation/unknown', { ...rule, on: false, state: 'proposed', by: '@x/y' }),
  ]).toEqual([
    [['restore'], undefined],
    [['restore', 'save'], undefined],
    [['restore'], 'storage/full'],
    [['restore'], 'automation/unknown'],
  ]);
});
