import { defineHook, defineToken, type Locale } from '@atelier/kernel';
import type { RuntimeState } from './generated.ts';

/** A command line that is run as a command of a conversation would be, in the same sandbox and within the same limits. */
export interface CommandToRun {
  readonly folder: string;
  readonly line: string;
  readonly accessMode: RuntimeState['accessMode'];
  /** Left out, as the modes have it: no network in secure mode, one in open mode. */
  readonly network?: boolean;
  /** Added to what the mode lets through of the app's variables. Names that act on the programs around the command are refused. */
  readonly variables?: Readonly<Record<string, string>>;
  /** At most an hour, which is also what it is if left out. */
  readonly seconds?: number;
  /** How much of the end of the output is kept: 256 KB if left out, at most 4 MB. */
  readonly keptBytes?: number;
  /** The person has allowed this line where it runs; only then secure mode runs it on a machine without a sandbox. */
  readonly allowed?: true;
}

export interface CommandState {
  /** `late`: ended at its limit of time. `failed`: it could not be run, or not to its end; `problem` says why. */
  readonly state: 'running' | 'ended' | 'stopped' | 'late' | 'failed';
  readonly exitCode?: number;
  readonly milliseconds: number;
  readonly problem?: { readonly code: string; readonly texts: Readonly<Record<Locale, string>> };
}

/** What a command has printed since a position, which counts bytes. `cut`: so many bytes before `text` are not kept. */
export interface CommandOutput extends CommandState {
  readonly text: string;
  readonly cut: number;
  /** The position to ask from next. */
  readonly end: number;
}

/** Commands that plugins run for the person. None of their processes is left when they have ended, whatever they started. */
export interface CommandsService {
  /** Begins a command and answers with its id. Its end is told by `commandChanged`, and awaited with `ended`. */
  start(command: CommandToRun): Promise<{ readonly id: string }>;
  /** What it has printed since a position; from 0 all that is kept. */
  output(id: string, since: number): Promise<CommandOutput>;
  /** Resolves when it has ended, with the end of its output. */
  ended(id: string): Promise<CommandOutput>;
  /** The variables that the commands of a conversation get besides those that their mode lets through. */
  variables(conversation: string): Promise<Readonly<Record<string, string>>>;
  /** Ends all its processes. Resolves when none is left; nothing happens if it has ended. */
  stop(id: string): Promise<CommandOutput>;
  /** Ends all that run in a folder or below it. Resolves with their number when none of their processes is left. */
  stopIn(folder: string): Promise<number>;
}

export const Commands = defineToken<CommandsService>('@atelier/agent:Commands@1', {
  start: 'bundled',
  output: 'bundled',
  ended: 'bundled',
  variables: 'bundled',
  stop: 'bundled',
  stopIn: 'bundled',
});

/** Returns what a conversation's commands have for themselves, such as a port; asked when its runtime starts. Reserved names are refused. */
export const commandVariables = defineHook.first<{ readonly conversation: string }, Readonly<Record<string, string>>>(
  '@atelier/agent:commandVariables@1',
);

/** A command of `Commands` has printed something or has ended; at most a few times a second for each. */
export const commandChanged = defineHook.notify<{ readonly id: string; readonly state: CommandState['state'] }>(
  '@atelier/agent:commandChanged@1',
);
