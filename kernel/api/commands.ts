import { defineToken } from './token.ts';

export interface CommandsService {
  /** Runs a command, waking whoever handles it. Only bundled plugins may. */
  run(command: string, args?: unknown): Promise<unknown>;
}

/** The kernel's commands, for plugins to whose points others contribute the names of theirs. */
export const Commands = defineToken<CommandsService>('@atelier/kernel:Commands@1');
