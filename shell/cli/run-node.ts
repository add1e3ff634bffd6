import { delimiter, dirname, join } from 'node:path';
import { runInForeground } from './foreground.mjs';

/** Runs a file on the current Node, with the project's tools first on PATH. */
export function runNode(root: string, command: readonly string[], env: NodeJS.ProcessEnv = {}, stop?: AbortSignal): Promise<number> {
  const path = [dirname(process.execPath), join(root, 'node_modules', '.bin'), process.env.PATH ?? ''].join(delimiter);
  return runInForeground(process.execPath, command, { ...process.env, ...env, PATH: path }, root, stop);
}
