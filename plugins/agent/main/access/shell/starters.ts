import { argumentTexts } from './command-texts.ts';
import { anyName, argumentsOf, isFixed, programsOf, type ShellWord, type SimpleCommand, unknown } from './shell-line.ts';

/** What a command starts: a command that begins at one of its words, a text that a shell runs, or something that is not known. */
export type Started =
  | { readonly at: number; readonly words?: readonly ShellWord[]; readonly moves?: true }
  | { readonly text: string }
  | 'unclear';

/** The options of a program that starts the command which follows them. */
interface Options {
  /** Letters of options that take the next word as their value, or the rest of theirs. */
  readonly letters?: string;
  /** Long options that take the next word as their value. */
  readonly long?: readonly string[];
  /** How many other words stand before the command. */
  readonly operands?: number;
  /** Settings of variables may stand before the command. */
  readonly assignments?: true;
  /** Options after which no command follows. */
  readonly none?: readonly string[];
  /** Options that change the working directory; an empty one: it always changes. */
  readonly moving?: readonly string[];
}

/** How many commands `find` may start. */
const maxStarted = 16;
const plain: Options = {};
const options: Readonly<Record<string, Options>> = {
  sudo: {
    letters: 'ughpCrtTUDRac',
    long: ['--user', '--group', '--chdir', '--host', '--prompt', '--role', '--type'],
    assignments: true,
    moving: ['-D', '--chdir', '-R', '--chroot'],
  },
  doas: { letters: 'uCa' },
  pkexec: { long: ['--user'] },
  env: { letters: 'uCS', long: ['--unset', '--chdir'], assignments: true, moving: ['-C', '--chdir'] },
  nice: { letters: 'n', long: ['--adjustment'] },
  ionice: { letters: 'cnpPu' },
  chrt: { operands: 1 },
  taskset: { operands: 1 },
  nohup: plain,
  setsid: plain,
  caffeinate: { letters: 'tw' },
  unbuffer: plain,
  stdbuf: { letters: 'ioe' },
  time: { letters: 'fo' },
  timeout: { letters: 'ks', long: ['--kill-after', '--signal'], operands: 1 },
  gtimeout: { letters: 'ks', operands: 1 },
  command: { none: ['-v', '-V'] },
  builtin: plain,
  exec: { letters: 'a' },
  busybox: plain,
  toybox: plain,
  chroot: { operands: 1, moving: [''] },
  unshare: { letters: 'SGw' },
  nsenter: { letters: 'tSGw' },
  strace: { letters: 'aAbeEIoOpPsSuUX' },
  ltrace: { letters: 'aAeEFlnopsuxX' },
  flock: { letters: 'wE', operands: 1 },
  'xvfb-run': { letters: 'efnpsw' },
  'systemd-run': { letters: 'pHMudtEG' },
  direnv: { operands: 2 },
  setarch: plain,
  ...Object.fromEntries(
    ['linux32', 'linux64', 'fakeroot', 'ssh-agent', 'firejail', 'torsocks', 'chronic', 'valgrind'].map(name => [name, plain]),
  ),
  setpriv: { long: ['--reuid', '--regid', '--groups', '--inh-caps', '--bounding-set', '--ambient-caps', '--securebits', '--pdeathsig'] },
  prlimit: { letters: 'p' },
  'dbus-run-session': { long: ['--config-file', '--dbus-daemon'] },
  'flatpak-spawn': plain,
  numactl: { letters: 'iNCmpP' },
  faketime: { operands: 1 },
  watchexec: { letters: 'wefisdWN' },
  entr: plain,
};
/** Programs whose subcommand starts the command that follows it. */
const subcommands: Readonly<Record<string, readonly string[]>> = {
  poetry: ['run'],
  pipenv: ['run'],
  uv: ['run'],
  bundle: ['exec'],
  pnpm: ['exec', 'dlx'],
  yarn: ['exec', 'dlx'],
  bun: ['x'],
  pipx: ['run'],
  docker: ['exec'],
  podman: ['exec'],
  nerdctl: ['exec'],
  kubectl: ['exec'],
  oc: ['exec'],
  npm: ['exec', 'x'],
  mise: ['exec', 'x'],
  op: ['run'],
  doppler: ['run'],
  conda: ['run'],
  pdm: ['run'],
  perf: ['stat', 'record', 'trace'],
  distrobox: ['--'],
};
const ofPackages: Options = { letters: 'p', long: ['--package'] };
const containers: ReadonlySet<string> = new Set(['docker', 'podman', 'nerdctl', 'kubectl', 'oc']);
const inContainer: Options = {
  letters: 'euwcn',
  long: ['--env', '--user', '--workdir', '--env-file', '--container', '--index'],
  operands: 1,
};
/** What a program that no table here has most likely starts, if a word of it is one of these. */
const startable: ReadonlySet<string> = new Set(['rm', 'unlink', 'shred', 'sudo', 'doas']);
/** Programs whose arguments name no program to start. */
const notStarting: ReadonlySet<string> = new Set([
  ...['echo', 'printf', 'grep', 'egrep', 'fgrep', 'rg', 'git', 'man', 'info', 'which', 'type', 'whereis', 'whatis', 'tldr', 'test', '['],
  ...['ls', 'cat', 'sed', 'awk', 'jq', 'gh', 'npm', 'pnpm', 'yarn', 'pip', 'apt', 'apt-get', 'brew', 'rm', 'unlink', 'shred'],
  ...['usermod', 'gpasswd', 'adduser', 'getent', 'systemctl', 'dpkg'],
]);
const onFiles: ReadonlySet<string> = new Set([
  'cp',
  'mv',
  'ln',
  'mkdir',
  'touch',
  'tee',
  'head',
  'tail',
  'wc',
  'sort',
  'cd',
  'chmod',
  'cut',
  'tr',
]);
const shells: ReadonlySet<string> = new Set([
  'sh',
  'bash',
  'dash',
  'zsh',
  'ksh',
  'ash',
  'fish',
  'rbash',
  'tcsh',
  'csh',
  'mksh',
  'nu',
  'pwsh',
]);
/** Commands that print names of files below the folders that they are given, or the working directory. */
const listers: ReadonlySet<string> = new Set(['find', 'fd', 'ls', 'grep', 'rg', 'git']);
/** Commands of a pipeline that leave out lines, and change none. */
const filters: ReadonlySet<string> = new Set(['grep', 'egrep', 'fgrep', 'sort', 'head', 'tail', 'uniq', 'cat']);

/** Whether a program of this name may start what its words name; those that only work on files or texts do not. */
export function mayStartOthers(name: string): boolean {
  return !notStarting.has(name) && !onFiles.has(name);
}

export function isShell(name: string): boolean {
  return shells.has(name);
}

/** What a command of this name starts. */
export function startedBy(name: string, command: SimpleCommand): readonly Started[] {
  if (shells.has(name)) return [...startedByShell(command), ...(name === 'fish' ? textOf(command, ['-C', '--init-command']) : [])];
  const special = Object.hasOwn(specials, name) ? specials[name]?.(command) : undefined;
  if (special !== undefined) return special;
  const { words } = command;
  const runs = Object.hasOwn(subcommands, name) ? subcommands[name] : undefined;
  if (runs !== undefined) {
    const at = words.findIndex((word, index) => index > 0 && runs.includes(only(word)));
    if (at < 0) return [];
    // A command in a container stands behind the container's name.
    if (only(words[at]) === 'exec' && containers.has(name)) return from(words, skipped(words, at + 1, inContainer));
    return [...textOf(command, ['-c', '--call']), ...from(words, skipped(words, at + 1, ofPackages))];
  }
  const known = Object.hasOwn(options, name) ? options[name] : undefined;
  const texts = argumentTexts(name, command).map((text): Started => (text === undefined ? 'unclear' : { text }));
  if (known === undefined) return [...texts, ...startedByUnknown(name, words)];
  if (known.none?.some(option => words.some(word => only(word) === option))) return [];
  const at = skipped(words, 1, known);
  const moves = known.moving?.some(option => option === '' || words.slice(1, at).some(word => only(word).startsWith(option))) ?? false;
  return at < words.length ? [{ at, ...(moves && { moves }) }] : [];
}

/** A program that no table has may start what its words name: `dotenv -- rm x`. */
function startedByUnknown(name: string, words: readonly ShellWord[]): readonly Started[] {
  if (notStarting.has(name)) return [];
  const at = words.findIndex((word, index) => {
    const value = only(word);
    const program = value.slice(value.lastIndexOf('/') + 1);
    return index > 0 && (startable.has(program) || (shells.has(program) && only(words[index + 1]).startsWith('-')));
  });
  return at < 0 ? [] : [{ at }];
}

/** Programs that start commands in their own way; undefined: as the tables say. */
const specials: Readonly<Record<string, (command: SimpleCommand) => readonly Started[] | undefined>> = {
  xargs: command => [startedByXargs(command)],
  parallel: ({ words }) => {
    const at = skipped(words, 1, { letters: 'jaINnLl' });
    // One word with blanks is a line of its own.
    if (/\s/.test(only(words[at]))) return [asText(words[at])];
    return [{ at, words: [...words.slice(at), { values: [unknown], source: '' }] }];
  },
  find: startedByFind,
  git: startedByGit,
  su: command => textOf(command, ['-c', '--command', '--session-command']),
  runuser: command => textOf(command, ['-c', '--command', '--session-command']),
  script: command => textOf(command, ['-c', '--command']),
  ...Object.fromEntries(['npx', 'pnpx', 'bunx', 'uvx'].map(name => [name, startedByPackage])),
  fd: startedByFd,
  fdfind: startedByFd,
  'nix-shell': command => textOf(command, ['--run', '--command']),
  trap: ({ words }) => {
    const at = only(words[1]) === '--' ? 2 : 1;
    return words.length > at + 1 && !['-', '', '-p', '-l'].includes(only(words[at])) ? [asText(words[at])] : [];
  },
  sg: command => textOf(command, ['-c']),
  nix: command => {
    const at = command.words.findIndex(word => only(word) === '-c' || only(word) === '--command') + 1;
    return at > 0 ? from(command.words, at) : undefined;
  },
  watch: ({ words }) => startedAsText(words.slice(skipped(words, 1, { letters: 'n', long: ['--interval'] }))),
  ssh: ({ words }) => startedAsText(words.slice(skipped(words, 1, { letters: 'BbcDEeFIiJLlmOopQRSWw', operands: 1 }))),
  env: ({ words }) => (words.some(word => /^(?:-[a-zA-Z]*S|--split-string)/.test(only(word))) ? ['unclear'] : undefined),
  flock: command => (command.words.some(word => only(word) === '-c') ? textOf(command, ['-c']) : undefined),
};

/** The only value of a word; text that stands for anything if there are several, or none. */
function only(word: ShellWord | undefined): string {
  return word?.values.length === 1 ? (word.values[0] ?? unknown) : unknown;
}

function from(words: readonly ShellWord[], at: number): readonly Started[] {
  return at < words.length ? [{ at }] : [];
}

/** The index of the first word behind the options. */
function skipped(words: readonly ShellWord[], begin: number, { letters = '', long = [], operands = 0, assignments }: Options): number {
  let left = operands;
  let at = begin;
  for (; at < words.length; at += 1) {
    const value = only(words[at]);
    if (value === '--') return at + 1 + left;
    if (value.startsWith('--')) at += long.includes(value) ? 1 : 0;
    else if (value.startsWith('-') && value.length > 1) {
      const letter = [...value.slice(1)].findIndex(one => letters.includes(one));
      // The value of the last letter is the next word.
      if (letter >= 0 && letter === value.length - 2) at += 1;
    } else if (assignments && (value === '-' || /^[A-Za-z_]\w*=/.test(value))) continue;
    else if (left > 0) left -= 1;
    else return at;
  }
  return at;
}

function asText(word: ShellWord | undefined): Started {
  const value = only(word);
  return isFixed(value) ? { text: value } : 'unclear';
}

function startedAsText(words: readonly ShellWord[]): readonly Started[] {
  const text = words.map(only).join(' ');
  if (text === '') return [];
  return [isFixed(text) ? { text } : 'unclear'];
}

/** The texts that these options give. */
function textOf({ words }: SimpleCommand, names: readonly string[]): readonly Started[] {
  return words.flatMap((word, at): readonly Started[] => {
    const value = only(word);
    const isCluster = names.includes('-c') && /^-[A-Za-z]+c$/.test(value);
    if (names.includes(value) || isCluster) return [asText(words[at + 1])];
    const long = names.find(name => name.startsWith('--') && value.startsWith(`${name}=`));
    if (long === undefined) return [];
    return [isFixed(value) ? { text: value.slice(long.length + 1) } : 'unclear'];
  });
}

function startedByShell({ words, input, before }: SimpleCommand): readonly Started[] {
  let at = 1;
  let isText = false;
  let isInput = false;
  for (; at < words.length; at += 1) {
    const value = only(words[at]);
    if (value === '--') {
      at += 1;
      break;
    }
    if (/^[-+][A-Za-z]+$/.test(value)) {
      isText ||= value.startsWith('-') && value.includes('c');
      isInput ||= value.includes('s');
      if (/[oO]$/.test(value)) at += 1;
    } else if (value.startsWith('--')) at += ['--rcfile', '--init-file'].includes(value) ? 1 : 0;
    else break;
  }
  if (isText) return [asText(words[at])];
  const script = words[at];
  if (script !== undefined && !isInput && !['-', '/dev/stdin', '/dev/fd/0'].includes(only(script)))
    return script.values.some(value => value.startsWith(unknown) && !value.includes('/')) ? ['unclear'] : [];
  if (input !== undefined) return [isFixed(input) ? { text: input } : 'unclear'];
  return before.length > 0 ? ['unclear'] : [];
}

function startedByXargs({ words, before }: SimpleCommand): Started {
  const at = skipped(words, 1, {
    letters: 'aEIdLnPs',
    long: ['--arg-file', '--delimiter', '--max-args', '--max-procs', '--replace', '--max-lines'],
  });
  const given: ShellWord = { values: listed(before) ?? [unknown], source: '' };
  const inner = words.slice(at);
  const mark = words
    .slice(1, at)
    .map((word, index) => replacedBy(only(word), only(words[index + 2])))
    .find(found => found !== undefined);
  return { at, words: mark === undefined ? [...inner, given] : inner.map(word => filled(word, mark, given.values)) };
}

/** The mark that an option of xargs makes it replace. */
function replacedBy(option: string, next: string): string | undefined {
  if (option === '-I') return next;
  if (option === '-i' || option === '--replace') return '{}';
  return /^-[Ii]./.test(option) ? option.slice(2) : undefined;
}

/** A word in which a mark is replaced. */
function filled({ values, source }: ShellWord, mark: string, by: readonly string[]): ShellWord {
  return { source, values: values.flatMap(value => (value.includes(mark) ? by.map(one => value.replaceAll(mark, () => one)) : [value])) };
}

/** The paths that the commands of a pipeline print, where they are names below known folders. */
function listed(before: readonly SimpleCommand[]): readonly string[] | undefined {
  const [first, ...rest] = before;
  if (first === undefined || !programsOf(first).every(name => listers.has(name))) return undefined;
  if (!rest.every(command => programsOf(command).every(name => filters.has(name)))) return undefined;
  if (programsOf(first).some(name => name === 'find' || name === 'ls')) return rootsOf(first).map(below);
  return argumentsOf(first).some(value => /^[/~]|\.\./.test(value) || !isFixed(value)) ? undefined : [below('.')];
}

/** The folders that `find` or `ls` begins at. */
export function rootsOf(command: SimpleCommand): readonly string[] {
  const isFind = programsOf(command).includes('find');
  const roots: string[] = [];
  for (const { values } of command.words.slice(1)) {
    if (!values.some(value => /^[-(!]/.test(value))) roots.push(...values);
    else if (isFind && !values.every(value => /^-(?:[HLP]|O\d)$/.test(value))) break;
  }
  return roots.length === 0 ? ['.'] : roots;
}

function below(root: string): string {
  return `${root}${root.endsWith('/') ? '' : '/'}${anyName}`;
}

function startedByFind(command: SimpleCommand): readonly Started[] {
  const { words } = command;
  const found = rootsOf(command).map(below);
  const isStart = (word: ShellWord) => ['-exec', '-execdir', '-ok', '-okdir'].includes(only(word));
  if (words.filter(isStart).length > maxStarted) return ['unclear'];
  return words.flatMap((word, index): readonly Started[] => {
    if (!isStart(word)) return [];
    const rest = words.slice(index + 1);
    const end = rest.findIndex(each => [';', '+'].includes(only(each)));
    return [{ at: index + 1, words: rest.slice(0, end < 0 ? undefined : end).map(each => filled(each, '{}', found)) }];
  });
}

function startedByPackage(command: SimpleCommand): readonly Started[] {
  const texts = textOf(command, ['-c', '--call']);
  return texts.length > 0 ? texts : from(command.words, skipped(command.words, 1, ofPackages));
}

function startedByFd({ words }: SimpleCommand): readonly Started[] {
  const at = words.findIndex(word => /^(?:-x|-X|--exec|--exec-batch)$/.test(only(word))) + 1;
  if (at === 0) return [];
  const isHere = words.slice(1, at).every(({ values }) => values.every(value => isFixed(value) && !/^[/]|\.\./.test(value)));
  return [{ at, words: [...words.slice(at), { values: [isHere ? below('.') : unknown], source: '' }] }];
}

function startedByGit(command: SimpleCommand): readonly Started[] {
  const { words } = command;
  const at = words.findIndex((word, index) => index > 0 && ['bisect', 'submodule', 'rebase', 'filter-branch'].includes(only(word)));
  if (at < 0) return [];
  if (only(words[at]) === 'bisect') return only(words[at + 1]) === 'run' ? from(words, at + 2) : [];
  if (only(words[at]) === 'submodule') {
    const foreach = words.findIndex(word => only(word) === 'foreach');
    return foreach < 0 ? [] : startedAsText(words.slice(skipped(words, foreach + 1, plain)));
  }
  return textOf(command, ['-x', '--exec', '--tree-filter', '--index-filter', '--msg-filter', '--env-filter', '--commit-filter']);
}
