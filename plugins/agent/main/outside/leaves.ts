import { wantsNetwork } from '../access/network.ts';
import { runsPrograms } from '../access/running-options.ts';
import { argumentsOf, isFixed, programsOf, type ShellLine, type SimpleCommand, unknown } from '../access/shell/shell-line.ts';
import { isElsewhere, isRunLater } from './targets.ts';

/** Programs that have others act for them, outside of the sandbox, over a socket in the file system. */
const overSockets: ReadonlySet<string> = new Set([
  ...['docker', 'docker-compose', 'podman', 'nerdctl', 'kubectl', 'oc', 'helm', 'systemctl', 'systemd-run', 'busctl', 'gdbus', 'dbus-send'],
  ...['psql', 'mysql', 'redis-cli', 'mongosh', 'tmux', 'screen', 'code', 'emacsclient', 'xdg-open', 'open', 'ssh-add', 'at', 'crontab'],
]);
/**
 * Programs that send nothing and start nothing, whatever they are given, except with an option that `runsPrograms` knows. Those that
 * another one starts are commands of the line themselves.
 */
const harmless: ReadonlySet<string> = new Set([
  ...['cat', 'head', 'tail', 'wc', 'ls', 'pwd', 'echo', 'printf', 'mkdir', 'rmdir', 'touch', 'cp', 'mv', 'rm', 'ln', 'chmod', 'stat'],
  ...['file', 'du', 'df', 'date', 'whoami', 'id', 'uname', 'basename', 'dirname', 'realpath', 'readlink', 'sort', 'uniq', 'cut', 'tr'],
  ...['diff', 'cmp', 'comm', 'nl', 'tac', 'rev', 'true', 'false', 'test', '[', 'cd', 'pushd', 'popd', 'sleep', 'seq', 'tee', 'grep'],
  ...['egrep', 'fgrep', 'which', 'type', 'sha256sum', 'md5sum', 'base64', 'jq', 'column', 'paste', 'exit', ':', 'tree'],
]);

/** Whether a command seems to reach something outside of its sandbox, so that the person has to give it the network. */
export function reachesOut(line: ShellLine): boolean {
  const isKnown = (command: SimpleCommand) => programsOf(command).some(name => overSockets.has(name));
  return wantsNetwork(line) || line.commands.some(isKnown);
}

/** Those of them that write, make or go to what their arguments name. */
const writers: ReadonlySet<string> = new Set([
  ...['mkdir', 'rmdir', 'touch', 'cp', 'mv', 'rm', 'ln', 'chmod', 'tee', 'sort', 'uniq', 'tree', 'cd', 'pushd'],
]);
/**
 * Whether nothing that a line runs can send anything, as far as its text says. Where no sandbox enforces it, this is all there is, so
 * everything in the line has to be known: what it is made of, its programs, and each of their words.
 */
export function sendsNothing(line: ShellLine): boolean {
  return line.isPlain && line.unclear === undefined && !wantsNetwork(line) && line.commands.every(isHarmless);
}

function isHarmless(command: SimpleCommand): boolean {
  const { words, assignments, redirects, places } = command;
  if (assignments.length > 0) return false;
  const isWriting = redirects.every(({ kind, target }) =>
    target.values.every(path => isFixed(path) && !isElsewhere(path, places) && (kind === 'in' || !isRunLater(path, places))),
  );
  if (!isWriting) return false;
  const [first] = words;
  if (first === undefined) return true;
  const names = programsOf(command);
  // A program that is named by its path is another one.
  const isPlain = first.values.length > 0 && first.values.every(value => harmless.has(value));
  if (!isPlain || names.length !== first.values.length) return false;
  const given = argumentsOf(command);
  return names.every(
    name =>
      !runsPrograms(name, given, new Set()) &&
      given.every(value => isKnown(value) && !isElsewhere(pathIn(value), places)) &&
      (!writers.has(name) || given.every(value => !isRunLater(pathIn(value), places) || isOption(value))),
  );
}

/** Whether a word is known, or is a pattern for names in the working directory that cannot be taken for options. */
function isKnown(value: string): boolean {
  return isFixed(value) || (/^[\w.]/.test(value) && !value.includes(unknown) && !value.includes('..'));
}

/** Whether a word is an option without any path in it. */
function isOption(value: string): boolean {
  return /^--?[A-Za-z0-9-]*$/.test(value);
}

/** The path in a word: behind the `=` or the letters of an option, too. */
function pathIn(value: string): string {
  if (!value.startsWith('-')) return value;
  return /=(.*)$/s.exec(value)?.[1] ?? /^-\w*?([/.\\~].*)$/s.exec(value)?.[1] ?? value;
}
