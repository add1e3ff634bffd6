import { existsSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { openToTools } from '@atelier/schemas/profile/paths.mjs';
import { expect, test, vi } from 'vitest';
import { tempFolder } from '../../../kernel/testing/temp-folder.ts';
import { profilePlaces } from '../../../tests/support/profile-places.ts';
import type { Rule } from '../contract/index.ts';
import { verdictOn } from './access/decide-table.ts';
import { loadShellParser } from './access/shell/parse.ts';
import { readLine } from './access/shell/read-line.ts';
import { closedPlaceIn } from './closed-places.ts';

const parser = await loadShellParser();

/** A person's home with a profile, at the place that it has on Linux or, with a blank in it, on a Mac. */
function home(config = '.config') {
  const folder = tempFolder();
  const path = realpathSync(folder.path);
  const profile = join(path, config, 'Atelier');
  const project = join(path, 'work/project');
  for (const made of [profile, join(profile, 'workspace/global'), project]) mkdirSync(made, { recursive: true });
  const opened = openToTools(profile);
  const asks = (command: string, cwd = '/') => {
    vi.stubEnv('HOME', path);
    const line = readLine(parser, command, { cwd, isFolder: existsSync });
    return closedPlaceIn(command, line, cwd, { forbidden: [profile], opened }) !== undefined;
  };
  return { path, profile, project, opened, asks, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

/** How a command may name a file; each says where the file is in its own way. */
const ways: Readonly<Record<string, (at: { readonly home: string; readonly file: string }) => string>> = {
  'its path': ({ file }) => `cat '${file}'`,
  'the home by its sign': ({ home: path, file }) => `cat ~/"${relative(path, file)}"`,
  'the home by its variable': ({ home: path, file }) => `head -c 20 "$HOME/${relative(path, file)}"`,
  'a folder gone to before': ({ file }) => `cd "${dirname(file)}" && cat ${relative(dirname(file), file).replaceAll(' ', '\\ ')}`,
  'the way round': ({ home: path, file }) => `cat "${path}/work/../${relative(path, file)}"`,
  'a pattern': ({ file }) => `cat ${file.replaceAll(' ', '?').replace('Atelier', 'At*r')}`,
  'a redirection': ({ file }) => `echo planted>'${file}'`,
  'an option': ({ file }) => `dd if=/dev/null of="${file}"`,
  'a file renamed over it': ({ file }) => `mv -f /tmp/planted "${file}"`,
  'a link to it': ({ file }) => `ln -s "${file}" /tmp/mine`,
  'a text that another program reads': ({ file }) => `python3 - <<E\nprint(open("${file}").read())\nE`,
  'a variable that the line sets': ({ file }) => `d='${dirname(file)}'; cat "$d/${relative(dirname(file), file)}"`,
  'a loop': ({ file }) => `for f in '${file}'; do cat "$f"; done`,
  'another shell': ({ file }) => `bash -c "cat '${file}'"`,
  'a program': ({ file }) => `python3 -c 'print(open("${file}").read())'`,
  'parts in a program': ({ home: path, file }) => `node -e 'f(process.env.HOME + "/${relative(path, file)}")'`,
};

for (const config of ['.config', 'Library/Application Support']) {
  test(`each row of the profile that is closed to tools is noticed in a command, however it is named (${config})`, () => {
    using at = home(config);
    const rows = profilePlaces.filter(({ row }) => row.tools !== true);
    const missed = rows.flatMap(({ name, path }) =>
      Object.entries(ways).flatMap(([way, command]) => {
        const line = command({ home: at.path, file: join(at.profile, path) });
        return at.asks(line) ? [] : [[name, way, line]];
      }),
    );
    expect({ rows: rows.length > 100, missed }).toEqual({ rows: true, missed: [] });
  });
}

test('so is a folder above it that a command goes through or moves, a link to it, and what shows other processes', () => {
  using at = home();
  symlinkSync(at.profile, join(at.project, 'link'));
  const commands = [
    ...['grep -r sk- ~', 'find / -name "*.json"', 'rg secret ~/.config', 'cd ~ && rg secret', 'tar czf /tmp/all.tgz -C ~ .config'],
    ...['mv ~/.config ~/old', 'cp -a ~/.config /tmp', 'rm -rf ~/.config', 'find ~ -type f | xargs cat', 'grep -R x .', 'cat ~/.c*/A*/key'],
    ...[
      'cat /home/*/.config/*/key',
      'cat **/key',
      'cd ~/.config; cat */key',
      'cat ~/work/project/link/key',
      'cat $XDG_CONFIG_HOME/Atelier/key',
    ],
    ...[
      'cat "$d/auth.json"',
      'node <<E\nf("auth.json")\nE',
      'env cat auth.json',
      'cat /proc/1/environ',
      'cat /proc/*/environ',
      'cat /proc/$PPID/environ',
      'cd /proc; cat 4711/environ',
    ],
    ...[
      'tr "\\0" "\\n" </proc/self/root/proc/1/environ',
      'strings /proc/$(pgrep node)/mem',
      'ps auxe',
      'ps eww',
      'gdb -p 12',
      'FOO=1 strace -p 3',
    ],
  ].map(command => command.replace('/home/*', join(dirname(at.path), '*')));
  expect(commands.filter(command => !at.asks(command))).toEqual([]);
});

test('ordinary work is not: in a project, in the folders of the profile that are open, with the own process, with names that only look alike', () => {
  using at = home();
  const commands = [
    ...[
      'git status',
      'npm test',
      'ls -la ~',
      'ls -ltr ~',
      'cat ~/.gitconfig',
      'echo $PATH',
      'for f in *.ts; do echo "$f"; done',
      'ps aux',
      'ps -e',
    ],
    ...[
      `cd ${at.project} && rg todo`,
      `cd ${at.project} && grep -rn "a b" .`,
      `find ${at.project} -name "*.ts"`,
      `rm -rf ${at.project}/dist`,
    ],
    ...[
      `cat ${at.project}/*.json`,
      `git -C ${at.project} log`,
      `mv ${at.project}/a ${at.project}/b`,
      'mv a b',
      'cat /proc/cpuinfo',
      'cat /proc/self/status',
    ],
    ...[
      `cat ${at.opened[0]}/notes.md`,
      `cd ~/.config/Atelier/workspace/global && cat notes.md`,
      `rg x ${at.opened[0]}`,
      'npm run atelier',
      'ls /tmp/*',
    ],
    ...[
      'curl https://example.org/a/b?c=d',
      'sed -n 1,20p src/a.ts',
      `printf 'don't' > ${at.project}/a.txt`,
      'cat /etc/hosts',
      'tar xf a.tgz',
    ],
  ];
  expect(commands.filter(command => at.asks(command))).toEqual([]);
});

test('it is asked about in open mode without a sandbox, unless a rule of the person names the command', () => {
  const facts = {
    tool: 'shell',
    network: true,
    wantsNetwork: false,
    destructive: [],
    isUnclear: false,
    isGuarded: false,
    leaves: false,
    refused: undefined,
    veto: undefined,
    changed: [],
    closed: '/profile',
  } as const;
  const rule = (pattern?: string): Rule => ({ id: '1', decision: 'allow', tool: 'bash', scope: 'always', ...(pattern && { pattern }) });
  const verdicts = [
    ...([undefined, rule(), rule('cat x')] as const).map(one => verdictOn({ ...facts, mode: 'open', sandboxed: false, rule: one })),
    ...(['open', 'secure'] as const).map(mode => verdictOn({ ...facts, mode, sandboxed: true, rule: undefined })),
    verdictOn({ ...facts, mode: 'secure', sandboxed: false, rule: undefined }),
  ];
  expect(verdicts.map(verdict => Object.values(verdict)[0])).toEqual([
    'closed',
    'closed',
    'rule',
    'modeOpen',
    'modeSecureNetwork',
    'noSandbox',
  ]);
});

test('no command takes longer to read than its length lets expect', () => {
  using at = home();
  const many = (part: string) => part.repeat(Math.ceil(20_000 / part.length));
  const commands = [
    many('*a'),
    many('/*a'),
    many('cd a;'),
    many('{a,'),
    many('$HOME/'),
    many('../'),
    many('/proc/./'),
    many("'"),
    many('\\'),
    many('a=b '),
  ];
  commands.push(many('cat /x/y '), many('?*[a]'), `cat ${many('**/')}`, many('rg a;'), many('~/a/b '));
  const before = process.cpuUsage();
  for (const command of commands) at.asks(command);
  const { user, system } = process.cpuUsage(before);
  // Together; a pattern that goes back and forth takes minutes for one of them.
  expect((user + system) / 1e6).toBeLessThan(20);
});
