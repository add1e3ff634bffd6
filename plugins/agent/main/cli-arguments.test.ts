import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { place, standIn } from './cli.fixture.ts';
import { checkArguments } from './cli-arguments.ts';

const quietly = '--offline --no-session --no-extensions --no-skills --no-prompt-templates --no-themes --no-context-files --no-approve';

test('each known command is passed with what keeps it quiet, and with its own time', () => {
  const lists = [
    ['list'],
    ['--version'],
    ['--help'],
    ['install', '--help'],
    ['--list-models'],
    ['--list-models', 'openai/gpt 5'],
    ['install', 'npm:@scope/skill-pack@1.2.3'],
    ['install', 'git:github.com/user/repo@v1'],
    ['install', 'git:git@github.com:user/repo'],
    ['install', 'https://example.org:8443/user/repo.git'],
    ['install', 'ssh://git@example.org/user/repo'],
    ['remove', '/people/somebody/my skills'],
    ['uninstall', 'npm:x'],
    ['update', '--extensions'],
    ['update', '--models'],
    ['update', 'npm:x'],
    ['update', '--extension', 'npm:pi'],
  ];
  expect(lists.map(list => checkArguments(list)).map(({ argv, timeoutMs }) => `${argv.join(' ')} (${timeoutMs / 1_000} s)`)).toEqual([
    'list --no-approve (20 s)',
    '--version (20 s)',
    `--help ${quietly} (20 s)`,
    'install --help (20 s)',
    `--list-models ${quietly} (20 s)`,
    `--list-models openai/gpt 5 ${quietly} (20 s)`,
    'install npm:@scope/skill-pack@1.2.3 --no-approve (60 s)',
    'install git:github.com/user/repo@v1 --no-approve (60 s)',
    'install git:git@github.com:user/repo --no-approve (60 s)',
    'install https://example.org:8443/user/repo.git --no-approve (60 s)',
    'install ssh://git@example.org/user/repo --no-approve (60 s)',
    'remove /people/somebody/my skills --no-approve (60 s)',
    'uninstall npm:x --no-approve (60 s)',
    'update --extensions --no-approve (60 s)',
    'update --models --no-approve (60 s)',
    'update --extension npm:x --no-approve (60 s)',
    'update --extension npm:pi --no-approve (60 s)',
  ]);
});

const notCommands = [
  [],
  [''],
  [' '],
  ['search'],
  ['search', 'x'],
  ['config'],
  ['auth'],
  ['auth', 'print-api-key', '--provider', 'openai'],
  ['auth', 'print-bearer-token', '--provider', 'openai-codex'],
  ['auth', 'check', '--credentials'],
  ['Install', 'npm:x'],
  ['LIST'],
  ['list '],
  [' list'],
  ['list\n'],
  ['ls'],
  ['hello'],
  ['what is in this folder?'],
  ['--'],
  ['--', 'list'],
  ['-p', 'hello'],
  ['--print', 'hello'],
  ['-c'],
  ['--continue'],
  ['-r'],
  ['--resume'],
  ['--fork', 'x'],
  ['--session', 'x'],
  ['--export', '/etc/passwd'],
  ['--mode', 'rpc'],
  ['--mode', 'json', 'hi'],
  ['--api-key', 'x', 'list'],
  ['--extension', './evil.ts'],
  ['-e', './evil.ts', 'list'],
  ['--approve', 'list'],
  ['@/etc/passwd'],
  ['@auth.json', 'read this aloud'],
  ['-h'],
  ['-v'],
  ['help'],
  ['version'],
  ['rpc'],
  ['upgrade'],
  ['i', 'npm:x'],
  ['rm', 'npm:x'],
  ['toString'],
  ['__proto__'],
  ['constructor'],
  ['hasOwnProperty'],
  [undefined],
  [null],
  [['list']],
  [{ toString: () => 'list' }],
];
const notArguments = [
  ['list', 'hello'],
  ['list', '--approve'],
  ['list', '-a'],
  ['list', '--no-approve', 'hello'],
  ['--version', 'hello'],
  ['--version', '-p'],
  ['--help', 'hello'],
  ['--help', '-e'],
  ['--list-models', '-p'],
  ['--list-models', '@auth.json'],
  ['--list-models', '--api-key'],
  ['--list-models', 'x', 'hello'],
  ['--list-models', ''],
  ['--list-models', 'a\nb'],
  ['install'],
  ['install', 'npm:x', '-l'],
  ['install', 'npm:x', '--approve'],
  ['install', 'npm:x', 'npm:y'],
  ['update'],
  ['update', 'self'],
  ['update', 'pi'],
  ['update', 'PI'],
  ['update', '--extension'],
  ['update', '--extension', 'self'],
  ['update', '--extension', 'npm:x', '--force'],
];
const notSources = [
  ['update', '--self'],
  ['update', '--all'],
  ['update', '--force'],
  ['update', '--approve'],
  ['install', '-l'],
  ['install', '--local'],
  ['install', '-h'],
  ['install', ''],
  ['install', 'x'],
  ['install', '.'],
  ['install', './x'],
  ['install', '~/x'],
  ['install', '@scope/x'],
  ['install', 'npm:'],
  ['install', 'npm:--registry=https://evil.example'],
  ['install', 'npm:x@https://evil.example/x.tgz'],
  ['install', 'npm:x@file:/etc'],
  ['install', 'npm:x y'],
  ['install', 'npm:../x'],
  ['install', 'npm:x\0y'],
  ['install', 'npm:x\ny'],
  ['install', 'git:ext::sh -c touch% x'],
  ['install', 'ext::sh -c id'],
  ['install', 'git:file:///etc'],
  ['install', 'git:-u/x/y'],
  ['install', 'git:github.com/../../x'],
  ['install', 'git:github.com/--upload-pack=id/x'],
  ['install', 'http://example.org/user/repo'],
  ['install', 'git://example.org/user/repo'],
  ['install', 'file:///etc'],
  ['install', 'https://user:password123@example.org/x/y'],
  ['install', 'https://-evil/x'],
  ['install', 'ssh://-oProxyCommand=id/x'],
  ['install', 'ssh://root@example.org/x/y'],
  ['install', '/people/x/../../etc'],
  ['install', `/${'x'.repeat(3_000)}`],
  ['install', 'javascript:alert(1)'],
  ['install', '$(id)'],
  ['install', '`id`'],
  ['install', 'npm:x;id'],
  ['remove', '--all'],
  ['remove', '*'],
  ['uninstall', 'x'],
  ['install', 7],
  ['install', ['npm:x']],
];

test('no hostile list of arguments reaches a program, and each is told why', async () => {
  const directory = place();
  const ran = join(directory, 'ran');
  const cli = standIn(directory, `echo "$@" >> ${ran}`);
  const codeOf = (list: readonly unknown[]): Promise<string> =>
    cli.runAgentExec(list as readonly string[]).then(
      () => 'ran',
      (error: { code: string }) => error.code,
    );
  const told = async (lists: readonly (readonly unknown[])[]): Promise<readonly unknown[]> => {
    const codes = await Promise.all(lists.map(async list => ({ list, code: await codeOf(list) })));
    return [...new Set(codes.map(({ code }) => code))];
  };

  expect({
    count: notCommands.length + notArguments.length + notSources.length > 100,
    commands: await told(notCommands),
    arguments: await told(notArguments),
    sources: await told(notSources),
    ran: existsSync(ran),
    known: await codeOf(['list']),
    afterwards: existsSync(ran),
  }).toEqual({
    count: true,
    commands: ['agent/cli-unknown-command'],
    arguments: ['agent/cli-argument'],
    sources: ['agent/cli-source'],
    ran: false,
    known: 'ran',
    afterwards: true,
  });
});

test('a password in an address that is refused is not repeated', () => {
  expect(() => checkArguments(['install', 'https://user:password123@example.org/x/y'])).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining('password123') }),
  );
});
