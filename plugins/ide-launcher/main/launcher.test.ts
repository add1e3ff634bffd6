import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { ConversationsService } from '@atelier/conversations/contract';
import { endProcesses, isAlive } from '@atelier/kernel/children';
import { expect, test } from 'vitest';
import { tempFolder } from '../../../kernel/testing/temp-folder.ts';
import type { Editor } from '../contract/index.ts';
import { knownEditors, knownTerminals } from './editors.ts';
import { findEditor } from './find.ts';
import { Launcher, type LauncherParts } from './launcher.ts';

const messageOf = (error: unknown): string => (error as Error).message;
const codeOf = (error: unknown): string => (error as { code: string }).code;

/** A computer with a PATH of its own, a project, and a conversation `c1` that works in it. */
function place(given: Partial<LauncherParts> = {}) {
  const temp = tempFolder();
  const root = realpathSync(temp.path);
  const [bin, home, folder, said] = ['bin', 'home', 'tide tables', 'said'].map(name => join(root, name)) as [
    string,
    string,
    string,
    string,
  ];
  for (const one of [bin, home, folder]) mkdirSync(one);
  const kept = new Map<string, string>();
  const choices = {
    of: (project: string) => kept.get(project),
    newest: () => [...kept.values()].at(-1),
    keep(project: string, editor: string) {
      kept.delete(project);
      kept.set(project, editor);
    },
  };
  const describe = async (conversation: string) => ({ folder, row: { project: conversation === 'c2' ? 'p2' : 'p1' } });
  const machine = { platform: 'linux' as NodeJS.Platform, home, environment: { PATH: bin } };
  const launcher = new Launcher({
    conversations: { describe, projectFolder: async () => folder } as unknown as Pick<ConversationsService, 'describe' | 'projectFolder'>,
    choices,
    added: () => [],
    machine: () => machine,
    ...given,
  });
  return {
    ...{ bin, home, folder, root, machine, launcher },
    /** A program that writes down what it was given, and then runs `rest`. */
    program(name: string, rest = 'exit 0', in_ = bin): string {
      const path = join(in_, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, `#!/bin/sh\nprintf '%s\\0' "\${0##*/}" "$@" > '${said}'\n${rest}\n`);
      chmodSync(path, 0o755);
      return path;
    },
    put(name: string): string {
      const path = join(folder, name);
      writeFileSync(path, '');
      return path;
    },
    /** The name of the last program, and its arguments with `@` for the project's folder. */
    said(): readonly string[] | undefined {
      if (!existsSync(said)) return undefined;
      const parts = readFileSync(said, 'utf8').split('\0').slice(0, -1);
      rmSync(said);
      return parts.map(part => part.replace(folder, '@'));
    },
    [Symbol.dispose]: () => temp[Symbol.dispose](),
  };
}

const jetBrains = ['idea', 'webstorm', 'pycharm', 'phpstorm', 'goland', 'rider', 'clion', 'rubymine', 'rustrover'];
const vims = ['neovim', 'vim'];

/** What each editor is given for the folder, a file, a line of it, and a column of that. */
const forms: Readonly<Record<string, readonly (readonly string[])[]>> = {
  ...Object.fromEntries(
    ['vscode', 'cursor', 'windsurf', 'vscodium'].map(id => [id, [['@'], ['@/a.ts'], ['-g', '@/a.ts:12'], ['-g', '@/a.ts:12:5']]]),
  ),
  zed: [['@'], ['@/a.ts'], ['@/a.ts:12'], ['@/a.ts:12:5']],
  sublime: [['@'], ['@/a.ts'], ['@/a.ts:12'], ['@/a.ts:12:5']],
  ...Object.fromEntries(
    jetBrains.map(id => [id, [['@'], ['@/a.ts'], ['--line', '12', '@/a.ts'], ['--line', '12', '--column', '5', '@/a.ts']]]),
  ),
  ...Object.fromEntries(
    vims.map(id => [
      id,
      [
        ['--', '@'],
        ['--', '@/a.ts'],
        ['+12', '--', '@/a.ts'],
        ['+call cursor(12,5)', '--', '@/a.ts'],
      ],
    ]),
  ),
};

test.each(knownEditors.map(({ id, commands }) => ({ id, command: commands[0] ?? '' })))(
  'a program is given the folder, a file, a line and a column as its documentation says: $id',
  async ({ id, command }) => {
    using at = place();
    at.program(command);
    at.program('xterm', 'shift; exec "$@"');
    at.put('a.ts');
    const given: (readonly string[] | undefined)[] = [];
    for (const what of [{}, { path: 'a.ts' }, { path: 'a.ts', line: 12 }, { path: 'a.ts', line: 12, column: 5 }]) {
      await at.launcher.open({ conversation: 'c1', editor: id, ...what });
      given.push(at.said());
    }
    expect(given).toEqual(forms[id]?.map(form => [command, ...form]));
  },
);

test('Vim runs in the first terminal that is found, and is not offered where there is none', async () => {
  using at = place();
  at.program('vim');
  const without = (await at.launcher.list('c1')).editors;
  at.program('kitty', `shift 0; exec "$@"`);
  at.program('konsole');
  const { editors } = await at.launcher.list('c1', true);
  await at.launcher.open({ conversation: 'c1' });
  expect([without, editors.map(({ id }) => id), at.said(), knownTerminals.length > 5]).toEqual([
    [],
    ['vim'],
    ['konsole', '-e', join(at.bin, 'vim'), '--', '@'],
    true,
  ]);
});

test('a name of a file is never an option, a placeholder, a line or a command', async () => {
  using at = place();
  at.program('code');
  const names = ['--wait', '-rf', '$(touch ran)', '; touch ran', '{line}{path}', 'a\nb', "it's", 'é ☃', 'a:12', 'a:12:3'];
  const given: (readonly string[] | undefined)[] = [];
  for (const name of names) {
    at.put(name);
    await at.launcher.open({ conversation: 'c1', path: name, line: 7 });
    given.push(at.said());
  }
  // Of two names with a colon and a number nobody could tell the line.
  const expected = names.map(name => (/:\d/.test(name) ? ['code', `@/${name}`] : ['code', '-g', `@/${name}:7`]));
  expect([given, existsSync(join(at.folder, 'ran'))]).toEqual([expected, false]);
});

test('only a file or folder of the conversation is opened, also through links', async () => {
  using at = place();
  at.program('code');
  writeFileSync(join(at.root, 'secret'), '');
  mkdirSync(join(at.root, 'tide tables of others'));
  mkdirSync(join(at.folder, 'inner'));
  at.put('a.ts');
  symlinkSync(join(at.root, 'secret'), join(at.folder, 'link'));
  symlinkSync(at.root, join(at.folder, 'out'));
  symlinkSync('a.ts', join(at.folder, 'near'));
  execFileSync('mkfifo', [join(at.folder, 'pipe')]);
  const tried: unknown[] = [];
  for (const path of [
    'link',
    'out/secret',
    '../secret',
    '/etc/passwd',
    at.root,
    '../tide tables of others',
    'pipe',
    'nothing',
    'a\0b',
    '~',
  ])
    tried.push(await at.launcher.open({ conversation: 'c1', path }).catch(codeOf));
  const refused = at.said();
  const opened: unknown[] = [];
  for (const path of ['near', 'inner', join(at.folder, 'a.ts'), '.']) {
    await at.launcher.open({ conversation: 'c1', path });
    opened.push(at.said()?.[1]);
  }
  const [outside, noFile] = ['ide-launcher/outside', 'ide-launcher/no-file'];
  expect([tried, refused, opened]).toEqual([
    [outside, outside, outside, outside, outside, outside, noFile, noFile, noFile, noFile],
    undefined,
    ['@/a.ts', '@/inner', '@/a.ts', '@'],
  ]);
});

test('in a worktree its own folder is opened, and a file of the project’s checkout by its whole path', async () => {
  using at = place();
  const worktree = join(at.root, 'worktrees', 'tide tables');
  mkdirSync(worktree, { recursive: true });
  for (const folder of [worktree, at.folder]) writeFileSync(join(folder, 'a.ts'), '');
  const conversations = { describe: async () => ({ folder: worktree, row: { project: 'p1' } }), projectFolder: async () => at.folder };
  using there = place({ conversations: conversations as unknown as LauncherParts['conversations'] });
  there.program('code');
  const opened: (string | undefined)[] = [];
  for (const path of [undefined, 'a.ts', join(at.folder, 'a.ts')]) {
    await there.launcher.open({ conversation: 'c1', ...(path !== undefined && { path }) });
    opened.push(there.said()?.[1]);
  }
  expect(opened).toEqual([worktree, join(worktree, 'a.ts'), join(at.folder, 'a.ts')]);
});

test('nothing found, an editor that is gone, one that fails, and one that is no program are told in words', async () => {
  using at = place();
  const open = (editor?: string) => at.launcher.open({ conversation: 'c1', ...(editor !== undefined && { editor }) });
  const none = await open().catch(messageOf);
  at.program('code', 'echo "" >&2; echo "  no display \u202e given" >&2; echo more >&2; exit 3');
  at.program('cursor', 'exit 4');
  at.program('subl', 'kill -9 $$');
  const broken = at.program('zed');
  writeFileSync(broken, '#!/nothing/here\n');
  at.launcher.forget();
  const told = [await open().catch(messageOf), await open('cursor').catch(messageOf), await open('sublime').catch(messageOf)];
  const notStarted = await open('zed').catch(codeOf);
  rmSync(join(at.bin, 'code'));
  const gone = await open('vscode').catch(messageOf);
  expect([none, told, notStarted, gone]).toEqual([
    expect.stringContaining('no code editor was found on this computer'),
    [
      expect.stringMatching(/^VS Code did not open .*tide tables\. It ended with 3 and said “no display .*202e.* given”/i),
      expect.stringMatching(/^Cursor did not open .* It ended with 4 and did not say why/),
      expect.stringMatching(/^Sublime Text did not open .* It ended with SIGKILL /),
    ],
    'ide-launcher/not-started',
    expect.stringContaining('VS Code is not found any more'),
  ]);
});

test('an editor that an update has put elsewhere is found again', async () => {
  using at = place();
  const old = at.program('code');
  await at.launcher.list('c1');
  rmSync(old);
  at.program('code', 'exit 0', join(at.home, '.local/bin'));
  const opened = await at.launcher.open({ conversation: 'c1' });
  expect([opened.editor, at.said()]).toEqual(['VS Code', ['code', '@']]);
});

test('what a PATH has in the project, or only from where Atelier was started, is not started', async () => {
  using at = place();
  at.program('code', 'exit 0', join(at.folder, 'bin'));
  at.program('cursor', 'exit 0', join(at.root, 'elsewhere'));
  at.machine.environment.PATH = ['', '.', relative(process.cwd(), join(at.root, 'elsewhere')), join(at.folder, 'bin')].join(':');
  const { editors } = await at.launcher.list('c1');
  symlinkSync(join(at.folder, 'bin/code'), join(at.bin, 'zed'));
  at.machine.environment.PATH = at.bin;
  const linked = (await at.launcher.list('c1', true)).editors;
  expect([editors, linked, await at.launcher.open({ conversation: 'c1' }).catch(codeOf), at.said()]).toEqual([
    [],
    [],
    'ide-launcher/none',
    undefined,
  ]);
});

test('the choice is kept for the project, holds for others that have none, and is not kept for an editor that failed', async () => {
  using at = place();
  for (const name of ['code', 'zed']) at.program(name);
  at.program('cursor', 'exit 1');
  const chosen = async () => [(await at.launcher.list('c1')).chosen, (await at.launcher.list('c2')).chosen];
  const first = await chosen();
  await at.launcher.open({ conversation: 'c1', editor: 'zed' });
  const second = await chosen();
  await at.launcher.open({ conversation: 'c2', editor: 'vscode' });
  const third = await chosen();
  await at.launcher.open({ conversation: 'c1', editor: 'cursor' }).catch(() => undefined);
  await at.launcher.open({ conversation: 'c1' });
  expect([first, second, third, await chosen(), at.said()]).toEqual([
    ['vscode', 'vscode'],
    ['zed', 'zed'],
    ['zed', 'vscode'],
    ['zed', 'vscode'],
    ['zed', '@'],
  ]);
});

test('an editor that goes on running is not waited for, and is in a session of its own', async () => {
  using at = place({ whileMs: 1 });
  const pids = join(at.root, 'pid');
  at.program('code', `echo $$ > '${pids}'; exec sleep 600`);
  const opened = await at.launcher.open({ conversation: 'c1' });
  await expect.poll(() => existsSync(pids) && readFileSync(pids, 'utf8').trim() !== '').toBe(true);
  const pid = readFileSync(pids, 'utf8').trim();
  const session = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')[3];
  const lived = isAlive(pid);
  await endProcesses(() => (isAlive(pid) ? [Number(pid)] : []));
  expect([opened.editor, lived, session]).toEqual(['VS Code', true, pid]);
});

test('the usual places of a Mac and of Windows are looked at, and the newest version counts', () => {
  using at = place();
  const mac = { platform: 'darwin' as const, home: at.home, environment: {} };
  const windows = {
    platform: 'win32' as const,
    home: at.home,
    environment: { LOCALAPPDATA: join(at.root, 'local'), ProgramFiles: join(at.root, 'files') },
  };
  const put = (path: string) => at.program(path, 'exit 0', at.root);
  const apps = ['Zed.app/Contents/MacOS/cli', 'IntelliJ IDEA CE.app/Contents/MacOS/idea', 'Cursor.app/Contents/Resources/app/bin/cursor'];
  for (const app of apps) put(`home/Applications/${app}`);
  for (const version of ['2023.3', '2024.10', '2024.9']) put(`files/JetBrains/IntelliJ IDEA ${version}/bin/idea64.exe`);
  put('local/Programs/Microsoft VS Code/Code.exe');
  const found = (machine: Parameters<typeof findEditor>[1]) =>
    knownEditors.flatMap(editor => {
      const start = findEditor(editor, machine);
      return start === undefined || !start.program.startsWith(at.root) ? [] : [start.program.slice(at.root.length + 1)];
    });
  expect([found(mac), found(windows)]).toEqual([
    [`home/Applications/${apps[2]}`, `home/Applications/${apps[0]}`, `home/Applications/${apps[1]}`],
    ['local/Programs/Microsoft VS Code/Code.exe', 'files/JetBrains/IntelliJ IDEA 2024.10/bin/idea64.exe'],
  ]);
});

test('an editor of an extension is offered under its extension’s name and opened by its own arguments', async () => {
  const value: Editor = { id: 'nova', title: 'Nova', commands: ['nova'], folder: ['--project', '{path}'], file: ['{path}'] };
  using at = place({ added: () => [{ from: '@acme/nova', value }] as unknown as ReturnType<LauncherParts['added']> });
  at.program('nova');
  at.put('a.ts');
  const { editors } = await at.launcher.list('c1');
  await at.launcher.open({ conversation: 'c1' });
  const folder = at.said();
  await at.launcher.open({ conversation: 'c1', path: 'a.ts', line: 3 });
  expect([editors, folder, at.said()]).toEqual([
    [{ id: '@acme/nova/nova', title: 'Nova', from: '@acme/nova' }],
    ['nova', '--project', '@'],
    ['nova', '@/a.ts'],
  ]);
});
