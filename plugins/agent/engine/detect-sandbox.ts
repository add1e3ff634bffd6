import { accessSync, constants, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { programFolders } from './clean-environment.ts';
import { isInside } from './containment.ts';
import { runInBubblewrap } from './sandbox.ts';

/** The sandbox program of this machine, tested by running a command in it; undefined if none works. */
export async function detectSandbox(path = process.env.PATH ?? '', cwd = process.cwd()): Promise<string | undefined> {
  if (process.platform === 'darwin') return executable('/usr/bin/sandbox-exec', cwd);
  if (process.platform !== 'linux') return undefined;
  for (const folder of programFolders(`${path}${delimiter}/usr/bin${delimiter}/usr/local/bin`, cwd)) {
    const program = executable(join(folder, 'bwrap'), cwd);
    if (program !== undefined && (await works(program))) return program;
  }
  return undefined;
}

/** The real path of a program outside the project: a project must not provide the sandbox, not even through a link. */
function executable(path: string, cwd: string): string | undefined {
  try {
    const real = realpathSync(path);
    accessSync(real, constants.X_OK);
    return isInside(real, realpathSync(cwd), true) && realpathSync(cwd) !== '/' ? undefined : real;
  } catch {
    return undefined;
  }
}

async function works(program: string): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-sandbox-'));
  try {
    const confinement = { mode: 'secure', cwd: folder, network: false, forbidden: [] } as const;
    const { exitCode } = await runInBubblewrap(program, ['/bin/bash', '-c', 'exit 7'], confinement, process.env, {
      onData: () => {},
      timeout: 10,
    });
    return exitCode === 7;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
