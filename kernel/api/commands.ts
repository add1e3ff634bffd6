import { defineToken } from './token.ts';

export interface CommandsService {
  /** Runs a command, after waking the extension that handles it. */
  run(command: string, args?: unknown): Promise<unknown>;
}

/** Runs commands by name, for plugins whose points take command names from other extensions. */
export const Commands = defineToken<CommandsService>('@atelier/kernel:Commands@1', {
  run: 'bundled',
});
