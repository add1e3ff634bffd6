import { defineToken } from './token.ts';

export interface CommandsService {
  /** Runs a command, after waking the extension that handles it. */
  run(command: string, args?: unknown): Promise<unknown>;
}

export interface ContributedCommandsService {
  /**
   * Runs a command that another extension gave to this one: an entry of a point of this extension, which its `atelier.runs` lists, names
   * it. The command acts for this extension too.
   */
  run(command: string, args?: unknown): Promise<unknown>;
}

/** Runs the commands in entries of one's own points. */
export const ContributedCommands = defineToken<ContributedCommandsService>('@atelier/kernel:ContributedCommands@1', {
  run: 'everybody',
});

/** Runs commands by name, for plugins whose points take command names from other extensions. */
export const Commands = defineToken<CommandsService>('@atelier/kernel:Commands@1', {
  run: 'bundled',
});
