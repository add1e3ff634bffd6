import { cliErrors } from './cli-errors.ts';

/** An allowed command, with all arguments that are passed for it. */
export interface CheckedArguments {
  readonly command: string;
  readonly argv: readonly string[];
  readonly timeoutMs: number;
  /** Writes packages and settings, so that only one runs at a time. */
  readonly writes: boolean;
}

const usages: Readonly<Record<string, string>> = {
  list: 'list',
  install: 'install <source>',
  remove: 'remove <source>',
  uninstall: 'uninstall <source>',
  update: 'update --extensions | --models | <source>',
  '--list-models': '--list-models [words]',
  '--version': '--version',
  '--help': '--help',
};

/** Ignores the settings of a project, and asks no question on a terminal. */
const trustNothing = '--no-approve';
/** For commands that only print: they must not load anything from installed packages. */
const loadNothing = [
  '--offline',
  '--no-session',
  '--no-extensions',
  '--no-skills',
  '--no-prompt-templates',
  '--no-themes',
  '--no-context-files',
  trustNothing,
];

/** The names under which the engine updates itself. They are refused, because Atelier pins the engine's version. */
const selfUpdate = /^(?:self|pi)$/i;

/**
 * The engine takes a word that it does not know for a message to a model, prints keys on request and updates itself by default,
 * so only the arguments that are listed here are passed.
 */
export function checkArguments(args: readonly unknown[]): CheckedArguments {
  const [command, ...rest] = args;
  if (typeof command !== 'string' || !Object.hasOwn(usages, command)) {
    throw cliErrors['agent/cli-unknown-command']({ command: forMessage(command), commands: Object.keys(usages).join(', ') });
  }
  const usage = usages[command] ?? '';
  const refuse = (argument: unknown): never => {
    throw cliErrors['agent/cli-argument']({ command, argument: forMessage(argument), usage });
  };
  const quick = (...argv: readonly string[]): CheckedArguments => ({ command, argv, timeoutMs: 20_000, writes: false });
  const slow = (...argv: readonly string[]): CheckedArguments => ({
    command,
    argv: [...argv, trustNothing],
    timeoutMs: 60_000,
    writes: true,
  });
  if (rest.length > 2) return refuse(rest[2]);
  if (rest.length === 2 && !(command === 'update' && rest[0] === '--extension')) return refuse(rest[1]);
  const [first, second] = rest;

  if (command === '--version') return first === undefined ? quick(command) : refuse(first);
  if (command === '--help') return first === undefined ? quick(command, ...loadNothing) : refuse(first);
  if (command === '--list-models') {
    if (first === undefined) return quick(command, ...loadNothing);
    // A leading dash would be an option, a leading @ the name of a file to read.
    return typeof first === 'string' && /^[\w.:][\w.:/+ -]{0,199}$/.test(first) ? quick(command, first, ...loadNothing) : refuse(first);
  }
  if (first === '--help') return quick(command, first);
  if (command === 'list') return first === undefined ? quick(command, trustNothing) : refuse(first);
  if (command === 'update') {
    if (first === '--extensions' || first === '--models') return slow(command, first);
    const source = first === '--extension' ? second : first;
    if (source === undefined || (typeof source === 'string' && selfUpdate.test(source))) return refuse(source ?? first ?? '');
    return slow(command, '--extension', checkSource(command, source));
  }
  return first === undefined ? refuse('') : slow(command, checkSource(command, first));
}

const sources: readonly RegExp[] = [
  /^npm:(?:@[a-z\d~][\w.~-]*\/)?[a-z\d~][\w.~-]*(?:@[\w.+~^-]+)?$/i,
  // git runs programs for addresses of other forms, such as `ext::`.
  /^git:(?:git@[a-z\d][a-z\d.-]*:|(?:https:\/\/|ssh:\/\/(?:git@)?)?[a-z\d][a-z\d.-]*(?::\d{1,5})?\/)(?!-)[\w.~/-]+(?:@[\w./-]+)?$/i,
  /^(?:https:\/\/|ssh:\/\/(?:git@)?)[a-z\d][a-z\d.-]*(?::\d{1,5})?\/(?!-)[\w.~/-]+(?:@[\w./-]+)?$/i,
];
const folder = /^(?:\/|[a-z]:[\\/])/i;

function checkSource(command: string, source: unknown): string {
  const known = typeof source === 'string' && source.length <= 2_000 && !hasControl(source);
  const steps = known && source.replace(/^\w+:/, '').split(/[\\/]/);
  if (known && steps && !steps.includes('..') && (folder.test(source) || sources.some(form => form.test(source)))) return source;
  throw cliErrors['agent/cli-source']({ command, argument: forMessage(source) });
}

function hasControl(text: string): boolean {
  return [...text].some(letter => letter < ' ' || letter === '\u007f');
}

/** An argument as an error message shows it: on one line, at most 80 characters, without the password of an address. */
function forMessage(argument: unknown): string {
  const text = typeof argument === 'string' ? argument : argument === undefined ? '' : typeof argument;
  return text
    .replace(/\/\/[^/@\s]*@/g, '//•••@')
    .replace(/[^\P{C}]+/gu, ' ')
    .slice(0, 80);
}
