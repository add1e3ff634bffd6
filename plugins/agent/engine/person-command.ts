import type { CommandMarks } from '@atelier/kernel/children';
import type { OutputLimits } from './bounded-output.ts';
import type { AccessMode } from './protocol.ts';
import { commandLimits } from './run-command.ts';
import { bashOperations, NameAppeared } from './sandbox.ts';

/** A command that a person runs in a folder, and not a model. */
export interface PersonCommand {
  readonly folder: string;
  readonly line: string;
  readonly accessMode: AccessMode;
  readonly network: boolean;
  readonly variables: Readonly<Record<string, string>>;
  readonly seconds: number | undefined;
  /** The program of the sandbox; without one the caller has asked the person about secure mode. */
  readonly sandbox: string | undefined;
  readonly marks: CommandMarks;
  readonly forbidden: readonly string[];
  readonly opened: readonly string[];
  readonly readable: readonly string[];
}

/** `guarded`: it made what other programs obey. `not-run`: its sandbox did not start, or not to its end. */
export type CommandEnd =
  | { readonly state: 'ended'; readonly exitCode: number }
  | { readonly state: 'stopped' | 'late' }
  | { readonly state: 'guarded'; readonly names: string; readonly moved: string }
  | { readonly state: 'not-run'; readonly reason: string };

/** All of the output is passed on at once; the caller decides how much of it is kept. */
const allAtOnce: OutputLimits = { headBytes: Infinity, headLines: Infinity, tailBytes: 1, tailLines: 1 };
const most = commandLimits.seconds;

/** Runs it as a command of a conversation would run. Resolves when none of its processes is left. */
export async function runPersonCommand(
  { folder, line, accessMode, seconds = most, ...command }: PersonCommand,
  onData: (data: Buffer) => void,
  signal: AbortSignal,
): Promise<CommandEnd> {
  const settings = { mode: accessMode, cwd: folder, limits: { output: allAtOnce }, unsandboxed: 'approved' } as const;
  try {
    const { exec } = bashOperations({ ...command, ...settings });
    const { exitCode } = await exec(line, folder, { onData, signal, timeout: Math.min(Math.max(0.001, seconds), most) });
    return { state: 'ended', exitCode: exitCode ?? 128 };
  } catch (error) {
    const { message } = error as Error;
    if (message === 'aborted') return { state: 'stopped' };
    if (message.startsWith('timeout:')) return { state: 'late' };
    if (error instanceof NameAppeared) return { state: 'guarded', names: error.names, moved: error.moved };
    return { state: 'not-run', reason: message };
  }
}
