import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Commands, type CommandsService } from '@atelier/agent/contract';
import { ConversationsChannel } from '@atelier/conversations/contract';
import { type AppError, Commands as NamedCommands } from '@atelier/kernel';
import { extension, type TestKernel, testKernel } from '@atelier/kernel/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { tempFolder } from '../../../../kernel/testing/temp-folder.ts';
import { lacks, needing } from '../../../../tests/support/needing.ts';
import { processesUnder } from '../../../../tests/support/processes.ts';
import { demoReady, listen } from '../../../agent/main/demo.fixture.ts';
import { WorktreeChannel } from '../../contract/index.ts';

// A machine under load starts a process in seconds; the limit only ends what hangs.
vi.setConfig({ testTimeout: 120_000 });

const plugins = ['worktree', 'conversations', 'agent', 'providers', 'demo'].map(name => `@atelier/${name}`);
const git = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });

/** A repository with one commit, a kernel, and what another plugin has of the commands. */
async function place() {
  const temp = tempFolder();
  const folder = join(realpathSync(temp.path), 'tide tables');
  mkdirSync(folder);
  git(folder, 'init', '-q', '-b', 'main');
  writeFileSync(join(folder, 'a.txt'), 'one\n');
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', 'first');
  const got: { commands?: CommandsService; run?: (command: string, conversation: string) => Promise<unknown> } = {};
  const guest = extension(
    '@test/guest',
    ctx => {
      got.commands = ctx.get(Commands);
      got.run = (command, conversation) => ctx.get(NamedCommands).run(command, { conversation });
    },
    { activation: 'startup', requires: { '@atelier/agent': '^0.1.0' } },
  );
  const kernel = await testKernel({ plugins, extensions: [guest] });
  onTestFinished(async () => {
    await kernel.close();
    temp[Symbol.dispose]();
  });
  await demoReady(kernel);
  const project = (await kernel.client(ConversationsChannel).call('addProject', { folder }))?.id ?? '';
  return { temp, folder, kernel, project, commands: got.commands as CommandsService, run: got.run, client: kernel.client(WorktreeChannel) };
}

async function conversationIn(kernel: TestKernel, project: string, words = 'hello'): Promise<string> {
  const { conversation } = await kernel.client(ConversationsChannel).call('send', { text: words, project });
  await listen(kernel, conversation).ended();
  return conversation;
}

const stateOf = async (client: Awaited<ReturnType<typeof place>>['client'], conversation: string) =>
  (await client.call('setup', { conversation })).run?.state;

test('a new worktree is set up by the command of its project, which writes in it alone and is followed while it runs', async () => {
  const { temp, folder, kernel, project, client } = await place();
  const conversation = await conversationIn(kernel, project);
  const line = `echo one; echo "$PORT $ATELIER_DATABASE" > own.txt; echo x > ${temp.path}/outside.txt; echo x > "$ATELIER_CHECKOUT/b.txt"; echo two`;
  await client.call('saveSetup', { conversation, line: ` ${line}\n`, network: false });
  const told: string[] = [];
  client.on('setupChanged', event => void told.push(event.conversation));
  const before = await client.call('setup', { conversation });
  const { status } = await client.call('create', { conversation });
  await expect.poll(() => stateOf(client, conversation)).toBe('ended');
  const { run, variables, ...after } = await client.call('setup', { conversation });
  const output = await client.call('setupOutput', { conversation, since: 0 });
  expect(before).toEqual({ line, network: false, isOwn: false, variables: [] });
  expect(after).toEqual({ line, network: false, isOwn: true });
  expect([run?.exitCode, output.text.startsWith('one\n'), output.text.endsWith('two\n')]).toEqual([0, true, true]);
  expect(readFileSync(join(status.folder, 'own.txt'), 'utf8')).toBe('20020 tidetables_1\n');
  expect(variables).toContainEqual({ name: 'ATELIER_WORKTREE', value: status.folder });
  // The checkout and the folder beside it are as they were.
  expect([readdirSync(folder).toSorted(), existsSync(join(temp.path, 'outside.txt'))]).toEqual([['.git', 'a.txt'], false]);
  expect([...new Set(told)]).toEqual([conversation]);
  expect((await client.call('status', { conversation }))?.setup).toBe('done');
});

test('a set-up that fails keeps the worktree and says so, runs again when asked, and ends with all it started when it is stopped', async () => {
  const { kernel, project, client, temp } = await place();
  const conversation = await conversationIn(kernel, project);
  await client.call('saveSetup', { conversation, line: 'echo no >&2; exit 4', network: false });
  const { status } = await client.call('create', { conversation });
  await expect.poll(() => stateOf(client, conversation)).toBe('ended');
  expect((await client.call('setup', { conversation })).run).toMatchObject({ state: 'ended', exitCode: 4 });
  expect([(await client.call('status', { conversation }))?.setup, existsSync(status.folder)]).toEqual(['failed', true]);
  await client.call('saveSetup', { conversation, line: '(setsid sleep 4721 &); echo begun; sleep 4722', network: false });
  await client.call('runSetup', { conversation });
  await expect.poll(async () => (await client.call('setupOutput', { conversation, since: 0 })).text).toBe('begun\n');
  expect((await client.call('status', { conversation }))?.setup).toBe('running');
  await client.call('stopSetup', { conversation });
  expect((await client.call('setup', { conversation })).run?.state).toBe('stopped');
  expect(processesUnder(temp.path).filter(({ command }) => command.includes('sleep'))).toEqual([]);
});

test('a set-up goes on while its worktree is not left, because something would be lost, and has ended once it is', async () => {
  const { kernel, project, client, temp, folder } = await place();
  writeFileSync(join(folder, '.git/info/exclude'), '.env\n');
  const conversation = await conversationIn(kernel, project);
  await client.call('saveSetup', { conversation, line: 'echo begun; sleep 4741', network: false });
  const { status } = await client.call('create', { conversation });
  await expect.poll(() => stateOf(client, conversation)).toBe('running');
  writeFileSync(join(status.folder, '.env'), 'KEY=1\n');
  const refused = await client.call('leave', { conversation }).catch((error: AppError) => error.code);
  const during = await stateOf(client, conversation);
  rmSync(join(status.folder, '.env'));
  await client.call('leave', { conversation });
  const left = processesUnder(temp.path).filter(({ command }) => command.includes('sleep'));
  expect([refused, during, left, existsSync(status.folder)]).toEqual(['agent/git-worktree-ignored', 'running', [], false]);
});

test('another plugin is told why the set-up of the worktree that it asks for failed, and stops one that runs, with all it started', async () => {
  const { kernel, project, client, run, temp } = await place();
  const [failing, stopped] = [await conversationIn(kernel, project), await conversationIn(kernel, project)];
  await client.call('saveSetup', { conversation: failing, line: 'echo half; echo no such package >&2; exit 4', network: false });
  const failed = (await run?.('worktree.createFor', failing).catch(error => error)) as AppError;
  const kept = existsSync((await client.call('status', { conversation: failing }))?.folder ?? '');
  await client.call('saveSetup', { conversation: stopped, line: '(setsid sleep 4731 &); echo begun; sleep 4732', network: false });
  const stopping = run?.('worktree.createFor', stopped).catch(error => error.code);
  await expect.poll(async () => (await client.call('setupOutput', { conversation: stopped, since: 0 })).text).toBe('begun\n');
  await run?.('worktree.stopFor', stopped);
  expect({ code: failed.code, en: failed.in('en'), fr: failed.in('fr'), kept, end: await stopping }).toEqual({
    code: 'worktree/setup-ended',
    en: expect.stringMatching(/exit 4 ended with code 4\. It last said: no such package\./),
    fr: expect.stringContaining('no such package'),
    ...{ kept: true, end: 'worktree/setup-cut' },
  });
  expect(processesUnder(temp.path).filter(({ command }) => command.includes('sleep'))).toEqual([]);
});

test('what a file of the project says is only shown: it runs once the person has taken it over, and what it says later does not', async () => {
  const { kernel, folder, project, client } = await place();
  const file = join(folder, '.codex/environments/environment.toml');
  mkdirSync(join(folder, '.codex/environments'), { recursive: true });
  writeFileSync(file, "[setup]\nscript = '''\necho theirs > set-up.txt\n'''\n");
  const [first, second] = [await conversationIn(kernel, project), await conversationIn(kernel, project)];
  const { proposal } = await client.call('setup', { conversation: first });
  const { status } = await client.call('create', { conversation: first });
  expect([proposal, await stateOf(client, first), existsSync(join(status.folder, 'set-up.txt'))]).toEqual([
    'echo theirs > set-up.txt',
    undefined,
    false,
  ]);
  await client.call('saveSetup', { conversation: second, line: proposal ?? '', network: false });
  writeFileSync(file, "[setup]\nscript = 'echo other > set-up.txt'");
  expect((await client.call('setup', { conversation: second })).proposal).toBe('echo other > set-up.txt');
  const { status: later } = await client.call('create', { conversation: second });
  await expect.poll(() => stateOf(client, second)).toBe('ended');
  expect(readFileSync(join(later.folder, 'set-up.txt'), 'utf8')).toBe('theirs\n');
});

/** A server and its database, by what the environment says; both are kept until the test ends them. */
const server = `
  import { createServer } from 'node:http';
  import { DatabaseSync } from 'node:sqlite';
  const { PORT, ATELIER_DATABASE, DATABASES } = process.env;
  const db = new DatabaseSync(DATABASES + '/' + ATELIER_DATABASE + '.sqlite');
  db.exec('CREATE TABLE mine (folder TEXT)');
  db.prepare('INSERT INTO mine VALUES (?)').run(process.cwd());
  createServer((_request, response) => response.end(JSON.stringify(db.prepare('SELECT folder FROM mine').all())))
    .listen(Number(PORT), '127.0.0.1', () => console.log('listens'));
`;

needing(process.platform !== 'linux' && lacks.linux)(
  'ten worktrees run their servers and databases at once without a collision, and a new one has the number of none that is gone',
  async () => {
    const { kernel, folder, temp, project, client, commands } = await place();
    writeFileSync(join(folder, 'server.mjs'), server);
    git(folder, 'add', '-A');
    git(folder, 'commit', '-qm', 'server');
    const databases = temp.file('databases');
    mkdirSync(databases);
    const worktrees: { readonly conversation: string; readonly folder: string }[] = [];
    for (let at = 0; at < 10; at += 1) {
      const conversation = await conversationIn(kernel, project, `hello ${at}`);
      const { status } = await client.call('create', { conversation });
      worktrees.push({ conversation, folder: status.folder });
    }
    const running = await Promise.all(
      worktrees.map(async one => {
        const variables = await commands.variables(one.conversation);
        const line = `DATABASES='${databases}' exec '${process.execPath}' server.mjs`;
        const { id } = await commands.start({ folder: one.folder, line, accessMode: 'open', variables });
        return { ...one, id, port: variables.PORT ?? '' };
      }),
    );
    for (const { id } of running)
      await expect.poll(async () => (await commands.output(id, 0)).text, { timeout: 60_000 }).toContain('listens');
    const answers = await Promise.all(running.map(({ port }) => asked(port)));
    expect(answers).toEqual(running.map(({ folder: own }) => JSON.stringify([{ folder: own }])));
    expect(new Set(running.map(({ port }) => port)).size).toBe(10);
    expect(readdirSync(databases)).toHaveLength(10);
    await Promise.all(running.map(({ id }) => commands.stop(id)));
    const third = running[2];
    const port = third?.port;
    await client.call('leave', { conversation: third?.conversation ?? '' });
    const next = await conversationIn(kernel, project);
    await client.call('create', { conversation: next });
    expect([port, (await commands.variables(next)).PORT]).toEqual(['20060', '20220']);
    // The others keep theirs.
    expect((await commands.variables(running[4]?.conversation ?? '')).PORT).toBe(running[4]?.port);
  },
);

function asked(port: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port }, response => void text(response).then(resolve, reject)).on('error', reject);
  });
}

test('the commands of the agent in a worktree have what the worktree has for itself, and none in the project’s own folder', async () => {
  const { kernel, project, client, commands } = await place();
  const conversation = await conversationIn(kernel, project);
  expect(await commands.variables(conversation)).toEqual({});
  await client.call('create', { conversation });
  expect((await commands.variables(conversation)).PORT).toBe('20020');
});

test.each(['leave', 'putAway'] as const)(
  'a set-up ends before its worktree is removed, and the next worktree has its own: %s',
  async away => {
    const { kernel, project, client, temp } = await place();
    const conversation = await conversationIn(kernel, project);
    await client.call('saveSetup', { conversation, line: '(setsid sleep 4731 &); echo begun; sleep 4732', network: false });
    const begun = () => expect.poll(async () => (await client.call('setupOutput', { conversation, since: 0 })).text).toBe('begun\n');
    const { status } = await client.call('create', { conversation });
    await begun();
    await client.call(away, { conversation });
    const sleeping = processesUnder(temp.path).filter(({ command }) => command.includes('sleep'));
    expect([sleeping, existsSync(status.folder), (await client.call('setup', { conversation })).run]).toEqual([[], false, undefined]);
    await client.call('create', { conversation });
    await begun();
    expect((await client.call('status', { conversation }))?.setup).toBe('running');
    await client.call('stopSetup', { conversation });
  },
);
