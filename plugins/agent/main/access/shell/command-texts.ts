import { argumentsOf, isFixed, type ShellWord, type SimpleCommand, unknown } from './shell-line.ts';

/** A text that a program hands to a shell; undefined if it is not known. */
export type CommandText = string | undefined;

/** Settings and variables whose value is a command, by their names in small letters. */
const settings: ReadonlySet<string> = new Set([
  ...[
    'git_ssh',
    'git_ssh_command',
    'git_editor',
    'git_sequence_editor',
    'git_pager',
    'git_external_diff',
    'git_askpass',
    'git_proxy_command',
  ],
  ...['pager', 'manpager', 'editor', 'visual', 'browser', 'lessopen', 'lessclose', 'prompt_command', 'rsync_rsh', 'ssh_askpass', 'shell'],
  ...['core.pager', 'core.editor', 'core.sshcommand', 'core.fsmonitor', 'core.askpass', 'core.gitproxy', 'diff.external', 'gpg.program'],
  ...['sequence.editor', 'credential.helper', 'proxycommand', 'localcommand', 'remotecommand', 'knownhostscommand'],
  ...['--script-shell', '--use-compress-program', '--compress-program', '--to-command', '--info-script', '--checkpoint-action'],
  ...['--rsh', '--rsync-path', '--upload-pack', '--receive-pack', '--exec', '--unzip-command', '--pager', '--editor', '--pre'],
]);
const settingFamilies = /^(?:alias|pager)\.|\.(?:textconv|clean|smudge|process|cmd|command|driver|helper)$/;
/** Ways to give git any setting; its name and its value stand apart. */
const ofGit = /^(?:git_config_(?:count|key_\d+|value_\d+|parameters)|--config-env)$/;

/** Letters of options whose next word is a command. */
const letters: Readonly<Record<string, string>> = { tar: '-I', rsync: '-e', nodemon: '-x', entr: '-s', socat: '' };
/** Programs each of whose arguments is a command. */
const ofCommands: ReadonlySet<string> = new Set(['hyperfine', 'concurrently']);
/** Programs that run what stands behind a `!` or a word of theirs in an argument. */
const escaping: ReadonlySet<string> = new Set([
  ...['vim', 'vi', 'nvim', 'view', 'ex', 'ed', 'sqlite3', 'psql', 'mysql', 'mariadb', 'gdb', 'lldb', 'less', 'ftp', 'sftp', 'lftp'],
]);
const shellEscape = /^[+:\s]*(?:\\?!|\.shell\b|\.system\b|shell\b|system\b|platform shell\b)\s*(.*)$/s;

/** The command in the value of a setting, such as `GIT_EDITOR=…`, `-c core.pager=…` or `--rsh=…`. */
export function settingTexts(words: readonly ShellWord[]): readonly CommandText[] {
  return words.flatMap(({ values }, at) =>
    values.flatMap((value): readonly CommandText[] => {
      const plain = value.replace(/^-[a-zA-Z](?=[a-zA-Z])/, '');
      const end = plain.indexOf('=');
      const name = (end < 0 ? plain : plain.slice(0, end)).toLowerCase();
      if (ofGit.test(name)) return [undefined];
      if (!settings.has(name) && !settingFamilies.test(name)) return [];
      if (end < 0) return name.startsWith('--') ? (words[at + 1]?.values ?? []).map(textOf) : [];
      // An alias without `!` is a subcommand.
      if (name.startsWith('alias.') && !plain.startsWith('!', end + 1)) return [textOf(`git ${plain.slice(end + 1)}`)];
      return [textOf(plain.slice(end + 1).replace(/^(?:!|exec=)/, ''))];
    }),
  );
}

/** The commands in the arguments of a program that has its own way to name them. */
export function argumentTexts(name: string, command: SimpleCommand): readonly CommandText[] {
  const given = argumentsOf(command);
  if (ofCommands.has(name)) return given.filter(value => !value.startsWith('-')).map(textOf);
  if (escaping.has(name)) return given.flatMap(value => shellEscape.exec(value)?.slice(1) ?? []).map(textOf);
  if (/^[gmn]?awk$/.test(name)) return given.flatMap(awkTexts);
  if (name === 'sed' || name === 'gsed') return given.some(isRunningSed) ? [undefined] : [];
  if (name === 'emacs') return given.some(value => /^-?-(?:batch|eval|load|l|f|funcall|script)\b/.test(value)) ? [undefined] : [];
  if (name === 'make' || name === 'gmake') {
    const isText = given.some((value, at) => value.startsWith('--eval') || (/^(?:-|\/dev\/stdin)$/.test(value) && given[at - 1] === '-f'));
    return isText ? [undefined] : [];
  }
  const letter = Object.hasOwn(letters, name) ? letters[name] : undefined;
  return letter === undefined ? [] : given.filter((_value, at) => given[at - 1] === letter).map(textOf);
}

function textOf(value: string): CommandText {
  return isFixed(value) ? value : undefined;
}

/** What a script of awk has a shell run: `system("…")`, `"…" | getline` and `print | "…"`. */
function awkTexts(script: string): readonly CommandText[] {
  const plain = script.replace(/\/(?:[^/\\\n]|\\.)*\/|\|\|/g, ' ');
  const texts = [/system\(\s*"([^"\\]*)"\s*\)/g, /"([^"\\]*)"\s*\|&?\s*getline/g, /\|&?\s*"([^"\\]*)"/g];
  const found = texts.flatMap(pattern => [...plain.matchAll(pattern)].map(([, text]) => text));
  return found.length > 0 ? found : /\bsystem\s*\(|\|\s*getline/.test(plain) ? [undefined] : [];
}

/** Whether a script of sed runs a program: its command `e`, or that letter behind a replacement. */
function isRunningSed(script: string): boolean {
  if (script.includes(unknown)) return false;
  return script.split(/[;\n{}]/).some(part => {
    const plain = part.trimStart().replace(/^(?:[\d$,~+!]+|\/[^/]*\/)\s*/, '');
    if (/^e(?:\s|$)/.test(plain)) return true;
    const pieces = plain.startsWith('s') ? plain.slice(2).split(plain.charAt(1)) : [];
    return pieces.length === 3 && /^[gpiIm\d]*e/.test(pieces[2] ?? '');
  });
}
