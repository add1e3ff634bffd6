import { existsSync, mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { AgentChannel } from '@atelier/agent/contract';
import { ConversationsChannel } from '@atelier/conversations/contract';
import { isAlive } from '@atelier/kernel/children';
import { type TestKernel, testKernel } from '@atelier/kernel/testing';
import { beforeEach, expect, test } from 'vitest';
import { tempFolder } from '../../../kernel/testing/temp-folder.ts';
import { demoReady } from '../../agent/main/demo.fixture.ts';
import { TerminalChannel } from '../contract/index.ts';
import { hasPty } from './pty.ts';

const plugins = ['terminal', 'conversations', 'agent', 'providers', 'demo'].map(name => `@atelier/${name}`);
beforeEach(context => context.skip(!hasPty() || process.platform === 'win32', 'There is no pseudo-terminal with a POSIX shell here.'));

/** A machine under load takes its time; the limit only ends what hangs. */
const patience = { timeout: 100_000 };

/** A shell in the folder of a project, without anything of the person's own set-up. */
async function shellIn(kernel: TestKernel) {
  const temp = tempFolder();
  const folder = join(realpathSync(temp.path), 'tides');
  mkdirSync(folder);
  await demoReady(kernel);
  const conversations = kernel.client(ConversationsChannel);
  const project = await conversations.call('addProject', { folder });
  const { conversation } = await conversations.call('send', { text: 'hello', project: project?.id ?? '', model: 'demo/demo' });
  const agent = kernel.client(AgentChannel);
  await agent.call('setAccessMode', { conversation, mode: 'open' });
  const client = kernel.client(TerminalChannel);
  const { id: run } = await client.call('open', { conversation, columns: 80, rows: 24 });
  const screen = async () => {
    const { head, tail } = await client.call('output', { run, since: 0 });
    return head + tail;
  };
  const type = async (text: string) => await client.call('type', { run, text });
  // Until a shell has its prompt, what is typed is echoed by nobody, and yet kept.
  await type('exec sh\n');
  await type("PS1='rea''dy '\n");
  await expect.poll(screen, patience).toContain('ready ');
  return {
    ...{ folder, conversation, client, agent, run, screen, type },
    stateOf: async () => (await client.call('overview', { conversation })).runs.find(({ id }) => id === run),
    says: (what: string | RegExp) => expect.poll(screen, patience).toMatch(what),
    [Symbol.dispose]: () => temp[Symbol.dispose](),
  };
}

test('a shell is a terminal: it has the folder, its size, follows a new size, echoes what is typed, and Ctrl+C interrupts what runs', async () => {
  await using kernel = await testKernel({ plugins });
  using at = await shellIn(kernel);
  await at.type('pwd; stty size; echo "te""rm $TERM"; test -t 0 && test -t 1 && echo "it ""is one"\n');
  await at.says(new RegExp(`${at.folder}\\r\\n24 80\\r\\nterm xterm-256color\\r\\nit is one`));
  await at.client.call('resize', { run: at.run, columns: 132, rows: 50 });
  await expect
    .poll(async () => {
      await at.type('stty size\n');
      return await at.screen();
    }, patience)
    .toContain('50 132');
  await at.type('echo "sle""eping"; sleep 1000\n');
  await at.says('sleeping');
  await at.type('\u0003');
  await at.type('echo "af""ter"\n');
  await at.says('after');
  await at.type('exit 7\n');
  await expect.poll(at.stateOf, patience).toMatchObject({ isShell: true, line: expect.any(String), state: 'ended', code: 7 });
  expect(await at.client.call('type', { run: at.run, text: 'too late' })).toBe(null);
});

test('long text arrives whole, whatever its letters, and what floods is kept at both ends', async () => {
  await using kernel = await testKernel({ plugins });
  using at = await shellIn(kernel);
  const lines = Array.from({ length: 2_000 }, (_, at) => `${at} l’été 🌊 a\u2028b`);
  await at.type(`cat > long.txt <<'END'\n${lines.join('\n')}\nEND\necho "wri""tten"\n`);
  await at.says('written');
  expect(readFileSync(join(at.folder, 'long.txt'), 'utf8')).toBe(`${lines.join('\n')}\n`);
  await at.type('seq 1 400000; echo "all ""said"\n');
  await at.says('all said');
  const { head, cut, tail } = await at.client.call('output', { run: at.run, since: 0 });
  expect({ first: head.includes('ready '), isCut: cut > 1_000_000, last: tail.includes('400000\r\nall said') }).toEqual({
    ...{ first: true, isCut: true, last: true },
  });
});

test('when it is stopped, nothing of what was started in it is left', async context => {
  context.skip(process.platform !== 'linux', 'Only Linux tells the processes of a command apart.');
  await using kernel = await testKernel({ plugins });
  using at = await shellIn(kernel);
  const pidOf = (name: string) => readFileSync(join(at.folder, name), 'utf8').trim();
  await at.type("(trap '' HUP TERM; echo $$ > outer; sh -c 'echo $$ > inner; sleep 1000') & setsid sh -c 'echo $$ > away; sleep 1000' &\n");
  await expect.poll(() => ['inner', 'away'].every(name => existsSync(join(at.folder, name)) && pidOf(name) !== ''), patience).toBe(true);
  const pids = [pidOf('inner'), pidOf('away')];
  expect(pids.map(isAlive)).toEqual([true, true]);
  expect(await at.client.call('stop', { run: at.run })).toMatchObject({ state: 'stopped' });
  expect(pids.map(isAlive)).toEqual([false, false]);
});

test('it opens in open access only, takes nothing once that has ended, goes on when it is back, and a command takes no input at all', async () => {
  await using kernel = await testKernel({ plugins });
  using at = await shellIn(kernel);
  const mode = (mode: 'open' | 'secure') => at.agent.call('setAccessMode', { conversation: at.conversation, mode });
  await mode('secure');
  const refused = await at.type('touch refused\n').catch(error => error.code);
  const opened = await at.client.call('open', { conversation: at.conversation, columns: 80, rows: 24 }).catch(error => error.code);
  await mode('open');
  await at.type('echo "ba""ck"; ls\n');
  await at.says('back');
  const { id: run } = await at.client.call('start', { conversation: at.conversation, line: 'true' });
  const typed = await at.client.call('type', { run, text: 'x' }).catch(error => error.code);
  expect({ refused, opened, typed, isThere: existsSync(join(at.folder, 'refused')) }).toEqual({
    ...{ refused: 'terminal/not-open', opened: 'terminal/not-open', typed: 'terminal/no-input', isThere: false },
  });
});

test.each([
  ['no screen', 'open', { columns: 0, rows: 24 }],
  ['a screen without end', 'open', { columns: 80, rows: 1e9 }],
  ['half a column', 'open', { columns: 80.5, rows: 24 }],
  ['nothing typed', 'type', { text: '' }],
  ['more than can be typed', 'type', { text: 'x'.repeat(100_001) }],
])('%s is refused at the border', async (_what, call, params) => {
  await using kernel = await testKernel({ plugins });
  const all = { ...(call === 'open' ? { conversation: 'c' } : { run: 'r' }), ...params };
  await expect(kernel.client(TerminalChannel).call(call as 'type', all as never)).rejects.toMatchObject({ code: 'channel/invalid-params' });
});
