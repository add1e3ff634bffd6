import { accessSync, constants, rmSync } from 'node:fs';
import { makeTempFolder } from '@atelier/kernel/children';
import { findPrograms } from './find-program.ts';
import { commandLimits, runCommand } from './run-command.ts';
import { bubblewrapLaunch, traitsOf } from './sandbox.ts';
import { sandboxArguments } from './sandbox-arguments.ts';

/** The sandbox program of this machine, tested by running a command in it; undefined if none works. */
export async function detectSandbox(path = process.env.PATH ?? '', cwd = process.cwd()): Promise<string | undefined> {
  if (process.platform === 'darwin') return isExecutable('/usr/bin/sandbox-exec') ? '/usr/bin/sandbox-exec' : undefined;
  if (process.platform !== 'linux') return undefined;
  for (const program of findPrograms('bwrap', path, cwd)) if (await works(program)) return program;
  return undefined;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function works(program: string): Promise<boolean> {
  const folder = makeTempFolder('sandbox');
  try {
    const confinement = { mode: 'secure', cwd: folder, network: false, forbidden: [] } as const;
    const command = sandboxArguments(confinement, traitsOf(program));
    const launch = bubblewrapLaunch(program, ['/bin/bash', '-c', 'exit 7'], command, confinement);
    return (await runCommand(launch, { onData: () => {}, timeout: 10 }, commandLimits)).exitCode === 7;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
