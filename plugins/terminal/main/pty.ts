import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { plainNode } from '@atelier/kernel/children';

/** A screen of characters. */
export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** What the process of a pseudo-terminal is told: something is typed, or its screen has another size. */
export type Said = { readonly text: string } | Size;

const program = fileURLToPath(new URL(`./pty-process${extname(import.meta.filename)}`, import.meta.url));

/** Whether there is a pseudo-terminal here: its native part is optional, and npm leaves it out where it has none for the system. */
export function hasPty(): boolean {
  const { platform, arch } = process;
  return existsSync(join(dirname(dirname(fileURLToPath(import.meta.resolve('@lydell/node-pty')))), `node-pty-${platform}-${arch}`));
}

/** The command line of Node that runs a program in a pseudo-terminal. */
export function inPty({ columns, rows }: Size, shell: readonly string[]): readonly [string, ...string[]] {
  return [plainNode(), '--disable-warning=ExperimentalWarning', program, String(columns), String(rows), ...shell];
}

/** The shell of the person, as a terminal of the system starts it. */
export function personsShell(environment: NodeJS.ProcessEnv = process.env): readonly [string, ...string[]] {
  if (process.platform === 'win32') return ['powershell.exe', '-NoLogo'];
  const program = [environment.SHELL, shellOfUser(), '/bin/bash', '/bin/sh'].find(one => one != null && existsSync(one));
  return [program ?? '/bin/sh', ...(process.platform === 'darwin' ? ['-l'] : [])];
}

function shellOfUser(): string | null {
  try {
    return userInfo().shell;
  } catch {
    // The system does not know this user, as in some containers.
    return null;
  }
}
