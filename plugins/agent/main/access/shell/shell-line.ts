/** Stands for text that is not known before the command runs. It may also become several words, or none. */
export const unknown = '\uE000';
/** Stands for what a file name pattern may match: any text without a `/`, or one character. */
export const anyName = '\uE001';
export const anyCharacter = '\uE002';

const stands = /[\uE000-\uE002]/;

/** Whether a value is known to the last character. */
export function isFixed(value: string): boolean {
  return !stands.test(value);
}

/** A word of a command: the values that it may have, and its text in the line. */
export interface ShellWord {
  readonly values: readonly string[];
  readonly source: string;
}

export interface ShellRedirect {
  /** `in` reads the file, `out` empties and writes it, `append` writes to its end. */
  readonly kind: 'in' | 'out' | 'append';
  readonly target: ShellWord;
}

/** One program with its arguments, wherever in a line it stands, also as the argument of another program. */
export interface SimpleCommand {
  /** Its text in the line, without redirections; for a command in another one's arguments, that part. */
  readonly source: string;
  /** The variables that are set for it, or, without words, for the rest of the line. */
  readonly assignments: readonly string[];
  readonly words: readonly ShellWord[];
  readonly redirects: readonly ShellRedirect[];
  /** The working directories that it may run in; undefined: one that is not known. */
  readonly places: readonly (string | undefined)[];
  /** What it reads as its input: a text in the line, or `unknown` for a file. */
  readonly input: string | undefined;
  /** The commands before it in its pipeline. */
  readonly before: readonly SimpleCommand[];
  /** The command in whose words it is substituted. */
  readonly within: SimpleCommand | undefined;
  /** The command that starts it, and at which word it begins there; without `at` it is in a text that the other command runs. */
  readonly starter: { readonly command: SimpleCommand; readonly at: number | undefined } | undefined;
}

/** Why it is not known what a line runs. */
export type Unclear = 'long' | 'syntax' | 'program' | 'code';

/** Everything that a line of a shell runs, as far as its text says. */
export interface ShellLine {
  readonly commands: readonly SimpleCommand[];
  /** It may run something that is not among the commands. */
  readonly unclear: Unclear | undefined;
  /** A function in it calls itself. */
  readonly isRecursive: boolean;
  /** It holds nothing but commands, pipes, lists, groups and redirections, so that nothing in it is expanded but names of files. */
  readonly isPlain: boolean;
}

/** A line of a shell that is not bash: nothing of it is understood. */
export const notRead: ShellLine = { commands: [], unclear: 'syntax', isRecursive: false, isPlain: false };

/** The names, without folders, of the programs that a command may run; those that are not known are left out. */
export function programsOf({ words }: SimpleCommand): readonly string[] {
  return (words[0]?.values ?? []).flatMap(value => {
    // A folder that is not known may stand before a name that is.
    const known = value.startsWith(`${unknown}/`) ? value.slice(1) : value;
    const name = known.slice(known.lastIndexOf('/') + 1);
    return name !== '' && isFixed(known) ? [name] : [];
  });
}

/** The values of all arguments, one after the other. */
export function argumentsOf({ words }: SimpleCommand): readonly string[] {
  return words.slice(1).flatMap(({ values }) => values);
}
