import { delimiter, dirname, join } from 'node:path';
import { spawnThrough } from './spawn-through.mjs';

/** Runs a file on the current Node, with the project's tools first on PATH. */
export function runNode(root: string, command: readonly string[], env: NodeJS.ProcessEnv = {}, stop?: AbortSignal): Promise<number> {
  const path = [dirname(process.execPath), join(root, 'node_modules', '.bin'), process.env.PATH ?? ''].join(delimiter);
  return spawnThrough(process.execPath, command, { ...process.env, ...env, PATH: path }, root, stop);
}
