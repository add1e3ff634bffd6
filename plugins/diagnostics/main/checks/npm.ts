import { execFile } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { errors } from '../errors.ts';
import { reasonOf } from './files.ts';

const patienceMs = 20_000;
const run = promisify(execFile);

/** The npm that came with the program, never one of the machine's. */
export async function checkNpm(): Promise<string> {
  const node = process.env.ATELIER_NODE ?? process.execPath;
  try {
    const env = { PATH: dirname(node), HOME: tmpdir(), npm_config_update_notifier: 'false' };
    const { stdout } = await run(node, [npmProgram(node), '--version'], { cwd: tmpdir(), env, timeout: patienceMs });
    return stdout.trim();
  } catch (error) {
    throw errors['diagnostics/npm']({ reason: reasonOf(error) }, error);
  }
}

/** Beside the program's Node where it is packed, in node_modules where it is not. */
function npmProgram(node: string): string {
  const beside = join(dirname(realpathSync(node)), '..', '..', 'npm', 'bin', 'npm-cli.js');
  if (existsSync(beside)) return beside;
  return join(dirname(createRequire(import.meta.url).resolve('npm/package.json')), 'bin', 'npm-cli.js');
}
