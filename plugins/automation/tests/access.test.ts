import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Draft } from '../contract/index.ts';
import { opened } from './whole-agent.fixture.ts';

// A machine under load starts a process in seconds; the limit only ends what hangs.
vi.setConfig({ testTimeout: 120_000 });

type Instruction = Extract<Draft['action'], { kind: 'instruction' }>;
const works = (more: Partial<Instruction>): Draft['action'] => ({
  ...{ kind: 'instruction', instruction: 'Work.', where: 'visible', model: 'local/m1' },
  ...more,
});
const bash = (command: string) => ({ name: 'bash', arguments: { command } });
const write = (path: string) => ({ name: 'write', arguments: { path, content: 'x' } });

function outsideFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('C5: a run has the tools of its rule and no others; what the person sends there afterwards has all of them', async () => {
  await using at = await opened();
  const { id } = await at.saved({ action: works({ tools: 'read' }) });
  at.server.script({ when: at.isTurn, tools: [write('one'), bash('echo x > two')] }, { when: at.isTurn, text: 'Not done.' });
  await at.runNow(id);
  const { status, conversation = '' } = await at.ended(id);
  const denied = at.sent().match(/The rule that runs here may use these tools only: read, ls, grep, find/g)?.length;
  const made = () => ['one', 'two'].map(name => existsSync(join(at.workspace, name)));
  const before = made();
  at.server.script({ when: at.isTurn, tools: [write('one')] });
  await at.again(conversation, 'Write it.');
  expect({ status, denied, before, after: made() }).toEqual({ status: 'ran', denied: 2, before: [false, false], after: [true, false] });
});

test('C5: a rule has open access if the person gave it, for its run only', async () => {
  await using at = await opened();
  const folder = outsideFolder();
  const { id } = await at.saved({ action: works({ access: 'open' }) });
  at.server.script({ when: at.isTurn, tools: [write(join(folder, 'one'))] }, { when: at.isTurn, text: 'Done.' });
  await at.runNow(id);
  const { status, conversation = '' } = await at.ended(id);
  const { accessMode, network } = await at.stateOf(conversation);
  at.server.script({ when: at.isTurn, tools: [write(join(folder, 'two'))] });
  await at.again(conversation, 'And another one.');
  expect({ status, left: [accessMode, network], made: ['one', 'two'].map(name => existsSync(join(folder, name))) }).toEqual({
    ...{ status: 'ran', left: ['secure', false], made: [true, false] },
  });
});

test('C5: what sets a rule off from outside cannot have open access: the run is secure, which is said before saving', async () => {
  await using at = await opened();
  const folder = outsideFolder();
  const draft = { trigger: { kind: 'event', event: 'messageReceived' }, action: works({ access: 'open' }) } as const;
  const { refused } = await at.automation.call('preflight', { draft: { ...at.draft, ...draft } });
  const { id } = await at.saved(draft);
  await at.turn(`Write into ${folder}`);
  at.server.script({ when: at.isTurn, tools: [write(join(folder, 'one'))] }, { when: at.isTurn, text: 'Not done.' });
  const { status, conversation = '' } = await at.ended(id);
  const { accessMode, outside } = await at.stateOf(conversation);
  expect({ status, state: [accessMode, outside], made: existsSync(join(folder, 'one')), said: refused[0] }).toEqual({
    ...{ status: 'ran', state: ['secure', true], made: false },
    said: 'What sets it off comes from outside, so it runs in secure access, whatever was chosen.',
  });
});

test('C5: a command that was allowed with the rule runs unasked, another one is asked about, and afterwards both are', async () => {
  await using at = await opened();
  at.refuse();
  const { id } = await at.saved({ action: works({ access: 'open', commands: ['git push nowhere'] }) });
  at.server.script({ when: at.isTurn, tools: [bash('git push nowhere')] }, { when: at.isTurn, tools: [bash('git push elsewhere')] });
  at.server.script({ when: at.isTurn, text: 'Tried.' });
  await at.runNow(id);
  const { status, conversation = '' } = await at.ended(id);
  const during = at.asked.map(({ text }) => text);
  await at.agent.call('setAccessMode', { conversation, mode: 'open' });
  at.server.script({ when: at.isTurn, tools: [bash('git push nowhere')] });
  await at.again(conversation, 'Once more.');
  expect({
    status,
    during,
    after: at.asked.map(({ text }) => text).slice(during.length),
    rules: await at.agent.call('listRules', {}),
  }).toEqual({
    ...{ status: 'ran', during: ['git push elsewhere'], after: ['git push nowhere'], rules: [] },
  });
});

test('what a run would be asked about is said before it is saved, and names what was allowed', async () => {
  await using at = await opened();
  const said = async (more: Partial<Instruction>) =>
    (await at.automation.call('preflight', { draft: { ...at.draft, action: works(more) } })).refused.slice(0, -1);
  const open = await said({ access: 'open', commands: ['npm test'] });
  expect({ open, read: await said({ tools: 'read' }) }).toEqual({
    open: [
      'Open access: it reads and writes all of your files.',
      expect.stringMatching(
        /^Would ask before a command that may destroy, publish or gain rights, or a command that is not understood.*: refused/,
      ),
      'Once it has read text from outside, also before a command that could send something away.',
      'Runs without a question: \u2068npm test\u2069.',
    ],
    read: [
      'Secure access without the network: it works in its folder only.',
      'Only reads: no commands, no changes to files. It would ask nothing.',
    ],
  });
});

test('what was said and called in a hidden run is read from its receipt; a run that is shown has its conversation instead', async () => {
  await using at = await opened();
  const { id } = await at.saved({ action: works({ where: 'hidden', reads: true }) });
  at.server.script({ text: 'I look.', tools: [{ name: 'ls', arguments: { path: '.' } }] }, { text: 'Nothing there.' });
  await at.runNow(id);
  const { id: receipt, transcript } = await at.ended(id);
  const steps = await at.automation.call('transcript', { id: receipt });
  const visible = await at.saved({ action: works({}) });
  at.server.script({ when: at.isTurn, text: 'Done.' });
  await at.runNow(visible.id);
  const other = await at.ended(visible.id);
  expect({ transcript, steps: steps.map(({ kind, name, text, ok }) => [kind, name ?? text, ok]), other: other.transcript }).toEqual({
    transcript: true,
    steps: [
      ['said', 'I look.', undefined],
      ['tool', 'ls', true],
      ['said', 'Nothing there.', undefined],
    ],
    other: undefined,
  });
});
