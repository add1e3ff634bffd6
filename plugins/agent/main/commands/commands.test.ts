import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { extension, problemOf, testKernel } from '@atelier/kernel/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { tempFolder } from '../../../../kernel/testing/temp-folder.ts';
import { lacks, needing } from '../../../../tests/support/needing.ts';
import { processesUnder } from '../../../../tests/support/processes.ts';
import { Commands, type CommandsService, commandChanged } from '../../contract/index.ts';
import { detectSandbox } from '../../engine/detect-sandbox.ts';
import { LeftProcesses } from '../left-processes.ts';
import { PersonCommands } from './commands.ts';

// A machine under load starts a process in seconds; the limit only ends what hangs.
vi.setConfig({ testTimeout: 120_000 });

const sandbox = await detectSandbox();
const sandboxed = needing(sandbox === undefined && lacks.sandbox);
const onLinux = needing(process.platform !== 'linux' && lacks.linux);
const codeOf = async (work: Promise<unknown>) => ((await problemOf(work)) as readonly string[])[0];

/** A project, the app's own folder beside it, and the commands that run there. */
function place({ hasNone = false } = {}) {
  const program = hasNone ? undefined : sandbox;
  const folder = tempFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  const [project, data] = [folder.file('project'), folder.file('data')];
  for (const path of [project, data]) mkdirSync(path);
  writeFileSync(folder.file('data/auth.json'), 'KEY-51f0');
  const told: string[] = [];
  const commands = new PersonCommands({
    places: { forbidden: [data], opened: [], readable: [] },
    sandbox: async () => program,
    left: new LeftProcesses(folder.file('data/commands.json')),
    changed: ({ state }) => void told.push(state),
  });
  onTestFinished(() => commands.end());
  const run = async (line: string, more: Partial<Parameters<CommandsService['start']>[0]> = {}) => {
    const { id } = await commands.start({ folder: project, line, accessMode: 'secure', ...more });
    return await commands.ended(id);
  };
  return { folder, project, data, commands, told, run };
}

sandboxed('a command of the person runs in the project with its variables, and says how it ended', async () => {
  const { project, run, told } = place();
  const ended = await run('pwd; echo "$PORT $HOME" | cut -d" " -f1; echo wrong >&2; exit 3', { variables: { PORT: '5123' } });
  expect(ended).toMatchObject({ state: 'ended', exitCode: 3, text: `${project}\n5123\nwrong\n`, cut: 0, end: project.length + 12 });
  expect(ended.milliseconds).toBeGreaterThan(0);
  expect(told.at(-1)).toBe('ended');
});

sandboxed('it writes in the project alone, reads nothing of the app and of the home, and has no network', async () => {
  const { folder, project, data, run } = place();
  const outside = folder.file('outside');
  const home = `${homedir()}/atelier-test-${process.pid}`;
  const lines = [
    `echo 1 > in.txt; mkdir -p ${folder.path}; echo 1 > ${outside}; echo tried`,
    `echo 1 > ${home} || echo kept`,
    `cat ${data}/auth.json || echo closed`,
    'tail -n +3 /proc/net/dev | cut -d: -f1 | tr -d " "',
  ];
  const said = [];
  for (const line of lines) said.push((await run(`{ ${line}; } 2>/dev/null`)).text);
  expect(said).toEqual(['tried\n', 'kept\n', 'closed\n', 'lo\n']);
  expect([existsSync(`${project}/in.txt`), existsSync(outside), existsSync(home)]).toEqual([true, false, false]);
});

test('no secret of the app’s own environment is in that of a command, in either mode', async () => {
  vi.stubEnv('ANTHROPIC_API_KEY', 'SECRET-77');
  vi.stubEnv('ATELIER_NODE_TOKEN', 'SECRET-78');
  vi.stubEnv('PROD_DATABASE', 'SECRET-79');
  onTestFinished(() => void vi.unstubAllEnvs());
  const { run } = place();
  const [secure, open] = [await run('env; cat /proc/*/environ', { allowed: true }), await run('env', { accessMode: 'open' })];
  expect(secure.text).toContain('PATH=');
  if (sandbox !== undefined) expect(secure.text).not.toMatch(/SECRET/);
  // What the person exported themselves is theirs in open mode.
  expect(open.text.match(/SECRET-\d+/g)).toEqual(['SECRET-79']);
});

onLinux('stopping a command ends its process group and what has left it, with a sandbox and without one', async () => {
  for (const hasNone of [false, true]) {
    const { folder, commands, project } = place({ hasNone });
    const line = '(setsid sleep 4711 </dev/null >/dev/null 2>&1 &); sleep 4712 & echo begun; trap "" TERM; sleep 4713';
    const { id } = await commands.start({ folder: project, line, accessMode: 'open' });
    await expect.poll(async () => (await commands.output(id, 0)).text).toContain('begun');
    expect(await commands.stop(id)).toMatchObject({ state: 'stopped', text: 'begun\n' });
    expect(processesUnder(folder.path)).toEqual([]);
    expect(await commands.stop(id)).toMatchObject({ state: 'stopped' });
  }
});

sandboxed('what a command leaves running ends with it, and a command that is late is ended', async () => {
  const { folder, run } = place();
  expect(await run('(setsid sleep 4714 &) ; echo done')).toMatchObject({ state: 'ended', exitCode: 0 });
  expect(await run('echo slow; sleep 4715', { seconds: 0.5 })).toMatchObject({ state: 'late', text: 'slow\n' });
  expect(processesUnder(folder.path)).toEqual([]);
});

sandboxed('of 100 MB of output the end is kept, what is not kept is counted, and it can be followed', async () => {
  const { commands, project } = place();
  const line = 'head -c 104857600 /dev/zero | tr "\\0" x; echo; echo the end é';
  const { id } = await commands.start({ folder: project, line, accessMode: 'secure', keptBytes: 1_000 });
  const ended = await commands.ended(id);
  expect(ended).toMatchObject({ state: 'ended', end: 104_857_612, cut: 104_856_612 });
  expect(ended.text).toHaveLength(999);
  expect(ended.text.endsWith('xx\nthe end é\n')).toBe(true);
  const last = await commands.output(id, ended.end - 4);
  expect([last.text, last.cut, last.end]).toEqual([' é\n', 0, ended.end]);
  expect(await commands.output(id, ended.end)).toMatchObject({ text: '', cut: 0, end: ended.end });
});

sandboxed('a command that makes what other programs obey is ended, and says so in both languages', async () => {
  const { run } = place();
  const { state, problem } = await run('mkdir .vscode; echo {} > .vscode/tasks.json; sleep 4716');
  expect([state, problem?.code]).toEqual(['failed', 'agent/command-guarded']);
  expect(problem?.texts.en).toMatch(/it made \.vscode.*moved to \.vscode\.set-aside/);
  expect(problem?.texts.fr).toMatch(/elle a créé \.vscode/);
});

test('a folder, a line or a variable that a command may not have is refused before anything runs', async () => {
  const { commands, folder, project, data, run } = place();
  symlinkSync(data, folder.file('link'));
  const start = (more: object) => codeOf(commands.start({ folder: project, line: 'true', accessMode: 'secure', ...more }));
  expect(await start({ folder: folder.file('none') })).toBe('agent/command-no-folder');
  expect(await start({ folder: data })).toBe('agent/command-closed-folder');
  expect(await start({ folder: folder.file('link'), accessMode: 'open' })).toBe('agent/command-closed-folder');
  expect(await start({ folder: '/' })).toBe('agent/command-wide-folder');
  for (const line of ['', ' ', 'a\0b', 'x'.repeat(20_000)]) expect(await start({ line })).toBe('agent/command-line');
  for (const name of ['LD_PRELOAD', 'LD_AUDIT', 'BASH_ENV', 'BASH_FUNC_x%%', 'ENV', 'PATH', 'HOME', 'GCONV_PATH', 'A B', '', 'a=b', '1A'])
    expect([name, await start({ variables: { [name]: 'x' } })]).toEqual([name, 'agent/command-variable']);
  expect(await start({ variables: { A: 'x\0y' } })).toBe('agent/command-variable');
  expect(await start({ variables: Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`V${at}`, '1'])) })).toBe(
    'agent/command-variable',
  );
  expect(await codeOf(commands.output('none', 0))).toBe('agent/command-gone');
  expect((await run('echo fine', { accessMode: 'open' })).text).toBe('fine\n');
});

test('without a sandbox secure mode runs what the person has allowed, and nothing else', async () => {
  const { commands, project, run } = place({ hasNone: true });
  expect(await codeOf(commands.start({ folder: project, line: 'true', accessMode: 'secure' }))).toBe('agent/command-no-sandbox');
  expect((await run('echo allowed', { allowed: true })).text).toBe('allowed\n');
});

test('a plugin has the service, hears of the end, and no more than 32 commands run at once', async () => {
  using folder = tempFolder();
  const heard: string[] = [];
  const got: { commands?: CommandsService } = {};
  const guest = extension(
    '@test/guest',
    ctx => {
      got.commands = ctx.get(Commands);
      ctx.tap(commandChanged, async ({ state }) => void heard.push(state));
    },
    { activation: 'startup', requires: { '@atelier/agent': '^0.1.0' }, taps: ['@atelier/agent:commandChanged@1'] },
  );
  await using kernel = await testKernel({ plugins: ['@atelier/workbench', '@atelier/providers', '@atelier/agent'], extensions: [guest] });
  void kernel;
  const { commands } = got;
  if (commands === undefined) throw new Error('the guest is not awake');
  const one = { folder: folder.path, line: 'echo hello', accessMode: 'open' } as const;
  const { id } = await commands.start(one);
  expect(await commands.ended(id)).toMatchObject({ state: 'ended', exitCode: 0, text: 'hello\n' });
  await expect.poll(() => heard).toContain('ended');
  const started = await Promise.all(Array.from({ length: 32 }, () => commands.start({ ...one, line: 'sleep 4717' })));
  expect(await codeOf(commands.start(one))).toBe('agent/command-too-many');
  await Promise.all(started.map(({ id: each }) => commands.stop(each)));
  expect(processesUnder(folder.path)).toEqual([]);
});

test('of commands that have ended the first to end are dropped, and none that somebody waits for', async () => {
  const { commands, folder, project, run } = place({ hasNone: true });
  const gate = folder.file('gate');
  const { id } = await commands.start({
    folder: project,
    line: `until [ -e ${gate} ]; do sleep 0.01; done; echo done`,
    accessMode: 'open',
  });
  const waited = Promise.all([commands.ended(id), codeOf(commands.stop('none'))]);
  const first = await commands.start({ folder: project, line: 'true', accessMode: 'open' });
  await commands.ended(first.id);
  for (let at = 0; at < 50; at += 1) await run('true', { accessMode: 'open' });
  writeFileSync(gate, '');
  const [ended] = await waited;
  expect([ended.text, (await commands.output(id, 0)).text, await codeOf(commands.output(first.id, 0))]).toEqual([
    ...['done\n', 'done\n', 'agent/command-gone'],
  ]);
});

test('the end of all waits for each, also for one that began long ago, and begins none any more, also not one that was waiting to begin', async () => {
  const folder = tempFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  const said: string[] = [];
  const asked = Promise.withResolvers<undefined>();
  let program: Promise<undefined> = Promise.resolve(undefined);
  const commands = new PersonCommands({
    places: { forbidden: [], opened: [], readable: [] },
    sandbox: () => program,
    left: { record: () => void said.push('record'), clear: () => void said.push('clear') },
    changed: ({ state }) => void said.push(state),
  });
  const start = (line: string) => commands.start({ folder: folder.path, line, accessMode: 'open' });
  await start('sleep 4718');
  // As many as are kept of those that have ended.
  for (let at = 0; at < 50; at += 1) await commands.ended((await start('true')).id);
  for (let at = 0; at < 4; at += 1) await start('sleep 4718');
  program = asked.promise;
  const late = start('sleep 4719');
  await commands.end();
  asked.resolve(undefined);
  expect({
    late: await codeOf(late),
    again: await codeOf(start('true')),
    stopped: said.filter(state => state === 'stopped').length,
    written: said.filter(one => one === 'record' || one === 'clear'),
    last: said.at(-1),
    left: processesUnder(folder.path),
  }).toEqual({
    late: 'agent/command-gone',
    again: 'agent/command-gone',
    stopped: 5,
    written: ['record', 'clear'],
    last: 'clear',
    left: [],
  });
});
