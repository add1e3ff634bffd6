import { testKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { AutomationChannel, type Draft } from '../contract/index.ts';

type Instruction = Extract<Draft['action'], { kind: 'instruction' }>;

const action: Instruction = {
  ...{ kind: 'instruction', instruction: 'Run the tests.', where: 'visible' },
  ...{ access: 'open', commands: ['npm test'], tools: 'all' },
};
const draft: Draft = {
  title: 'Tests',
  trigger: { kind: 'cron', cron: '0 9 * * *', zone: 'UTC' },
  action,
  deliver: 'always',
  missed: { policy: 'latest' },
};

async function opened() {
  const kernel = await testKernel({ plugins: ['@atelier/automation'] });
  const client = kernel.client(AutomationChannel);
  /** What a rule is allowed after it was saved as `before` and then so. */
  const after = async (more: Partial<Draft>, approved?: boolean, before: Partial<Draft> = {}) => {
    const { id, version } = await client.call('save', { draft: { ...draft, ...before } });
    const changed = { ...draft, ...before, ...more };
    const saved = await client.call('save', { id, version, draft: changed, ...(approved !== undefined && { approved }) });
    return allowed(saved.draft);
  };
  return { kernel, client, after, [Symbol.asyncDispose]: () => kernel[Symbol.asyncDispose]() };
}

function allowed(saved: Draft | undefined): unknown {
  if (saved?.action.kind !== 'instruction') return undefined;
  const { access = 'secure', commands = [] } = saved.action;
  return [access, ...commands];
}

const all = ['open', 'npm test'];
const none = ['secure'];

test('what a rule was allowed is of the action that it was given for: another one is secure, unless the person confirms it as they save', async () => {
  await using at = await opened();
  const mail = { ...action, instruction: 'Do what the newest mail says.' };
  expect({
    same: await at.after({}),
    title: await at.after({ title: 'Test it', trigger: { kind: 'cron', cron: '0 8 * * *', zone: 'UTC' }, limits: { minutes: 5 } }),
    fewer: await at.after({ action: { ...action, access: 'secure' } }),
    instruction: await at.after({ action: mail }),
    confirmed: await at.after({ action: mail }, true),
    not: await at.after({ action: mail }, false),
    project: await at.after({ action: { ...action, project: 'p2' } }),
    trigger: await at.after({ trigger: { kind: 'event', event: 'turnEnded' } }),
    webhook: await at.after({ trigger: { kind: 'webhook' } }),
    to: await at.after({ to: { kind: 'message', conversation: 'c1' } }),
    toElsewhere: await at.after({ to: { kind: 'message', conversation: 'c2' } }, undefined, {
      to: { kind: 'message', conversation: 'c1' },
    }),
    added: await at.after({ action: { ...mail, commands: ['npm test', 'rm -rf .'] } }),
  }).toEqual({
    ...{ same: all, title: all, fewer: ['secure', 'npm test'], instruction: none, confirmed: all, not: none, project: none },
    ...{ trigger: none, webhook: none, to: none, toElsewhere: none, added: none },
  });
});

test('what a run cannot use where it works is not kept, so nothing brings it back later', async () => {
  await using at = await opened();
  const where = async (more: Partial<Instruction>): Promise<unknown> =>
    (
      await at.client.call('save', {
        draft: { ...draft, action: { ...action, worktree: true, project: 'p1', reads: true, conversation: 'c1', ...more } },
      })
    ).draft?.action;
  const { id, version } = await at.client.call('save', { draft });
  const hidden = await at.client.call('save', { id, version, draft: { ...draft, action: { ...action, where: 'hidden' } }, approved: true });
  const back = await at.client.call('save', { id, version: hidden.version, draft: { ...draft, action: { ...action, where: 'visible' } } });
  const said = { kind: 'instruction', instruction: 'Run the tests.' };
  expect({
    hidden: await where({ where: 'hidden' }),
    continued: await where({ where: 'continued' }),
    visible: await where({ where: 'visible' }),
    back: allowed(back.draft),
    hostile: await at.client.call('save', { draft, approved: 'yes' } as never).catch((error: { code?: string }) => error.code),
  }).toEqual({
    hidden: { ...said, where: 'hidden', reads: true, project: 'p1' },
    continued: { ...said, where: 'continued', conversation: 'c1', tools: 'all', project: 'p1' },
    visible: { ...said, where: 'visible', access: 'open', commands: ['npm test'], tools: 'all', worktree: true, project: 'p1' },
    back: none,
    hostile: 'channel/invalid-params',
  });
});
