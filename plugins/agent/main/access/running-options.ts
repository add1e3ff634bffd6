import { isHarmless } from './harmless-options.ts';

/** Subcommands that run other programs, or load code. */
const subcommands: Readonly<Record<string, RegExp>> = {
  git: /^(?:config|bisect|submodule|filter-branch|difftool|mergetool|send-email|instaweb|daemon)$/,
  ...every(['npm', 'pnpm', 'yarn', 'bun'], /^(?:exec|x|dlx|explore|set|config|edit|init|create|pkg)$/),
  ...every(['docker', 'podman', 'nerdctl'], /^(?:run|exec|build|buildx|compose|create|cp|plugin)$/),
  ...every(['kubectl', 'oc'], /^(?:exec|run|cp|debug|plugin)$/),
  ...every(['gh'], /^(?:alias|extension|config)$/),
  composer: /^(?:exec|run-script|config)$/,
};

/** Arguments with which these programs run others, load code, or write files. */
const ofPrograms: Readonly<Record<string, RegExp>> = {
  git: /^(?:ext|fd)::/,
  ...every(['make', 'gmake'], /^[A-Za-z_][\w.-]*[:?+!]*=/),
  ...every(['gcc', 'g++', 'cc', 'c++', 'clang', 'clang++'], /^@/),
  ...every(['awk', 'gawk', 'mawk', 'nawk'], /system\(|\||@(?:load|include)/),
  ...every(['vim', 'vi', 'nvim', 'emacs', 'ed', 'ex', 'less', 'more', 'man', 'gdb', 'lldb', 'expect', 'screen', 'tmux'], /^/),
  openssl: /^engine$/,
  sqlite3: /\.(?:shell|system|output|once|load)/,
  psql: /\\(?:!|o|g|w|copy)/,
};

/**
 * Whether a program may run another one or load code that the line does not show: by a subcommand, by an argument, or by an option that is
 * not known to be harmless. What a rule itself says is exempt, each of its words once.
 */
export function runsPrograms(program: string, given: readonly string[], said: Iterable<string>): boolean {
  const left = [...said];
  const unsaid = given.filter(argument => {
    const at = left.indexOf(/^[-+]/.test(argument) ? optionOf(argument) : argument);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  const subcommand = subcommandOf(given);
  if (rowOf(subcommands, program)?.test(subcommand) && unsaid.includes(subcommand)) return true;
  const own = rowOf(ofPrograms, program);
  if (program === 'tar' && !isHarmless(program, `-${given[0]?.replace(/^-/, '') ?? ''}`) && unsaid.includes(given[0] ?? '')) return true;
  return unsaid.some(argument => !isHarmless(program, argument) || own?.test(argument) === true);
}

/** The first word that is neither an option nor the value of one of a program's own. */
function subcommandOf(given: readonly string[]): string {
  return given.find((argument, at) => !argument.startsWith('-') && !/^-[cC]$/.test(given[at - 1] ?? '')) ?? '';
}

function optionOf(argument: string): string {
  return argument.split('=', 1)[0] ?? '';
}

function rowOf(table: Readonly<Record<string, RegExp>>, program: string): RegExp | undefined {
  return Object.hasOwn(table, program) ? table[program] : undefined;
}

function every(programs: readonly string[], pattern: RegExp): Readonly<Record<string, RegExp>> {
  return Object.fromEntries(programs.map(program => [program, pattern]));
}
