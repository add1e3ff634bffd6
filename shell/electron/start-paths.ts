import { join, sep } from 'node:path';
import { userDataFolder } from '@atelier/kernel/host';

type Environment = Readonly<Record<string, string | undefined>>;

/** The folders and programs of this start. */
export interface StartPaths {
  readonly userData: string;
  readonly page: string;
  /** Files that every extension's frame may load. */
  readonly frame: string;
  readonly preload: string;
  readonly icon: string;
  readonly bundled: string;
  readonly kernelProcess: string;
  /** A plain Node 24. */
  readonly node: string;
  /** A second instance beside the person's own. */
  readonly automation: boolean;
  /** The environment variables of the kernel's process. */
  readonly env: Readonly<Record<string, string>>;
}

export interface StartPathsOptions {
  /** Folder of the built main process: `.build/electron` of a copy, or of the archive of a package. */
  readonly built: string;
  readonly isPackaged: boolean;
  /** The folder of a package's files outside of its archive. */
  readonly resources: string;
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
}

/** Reads the environment once. A packaged app ignores our variables: a variable must not move the profile. */
export function startPathsOf({ built, isPackaged, resources, env, platform }: StartPathsOptions): StartPaths {
  const ours = isPackaged ? withoutOurs(env) : env;
  // The kernel's children are plain Node, which cannot read an archive.
  const files = built.replace(`${sep}app.asar${sep}`, `${sep}app.asar.unpacked${sep}`);
  const program = platform === 'win32' ? 'node.exe' : 'node';
  const node = isPackaged ? join(resources, 'node', 'bin', program) : (env.ATELIER_NODE ?? program);
  const kept = Object.entries(ours).filter((pair): pair is [string, string] => pair[1] !== undefined && passed(pair[0]));
  return {
    userData: userDataFolder(ours, platform),
    page: join(built, '..', 'ui'),
    frame: join(built, '..', 'frame'),
    preload: join(built, 'preload', 'preload.cjs'),
    icon: join(files, 'icons', platform === 'darwin' ? 'trayTemplate.png' : 'tray.png'),
    bundled: join(files, 'plugins'),
    kernelProcess: join(files, 'kernel', 'kernel-process.js'),
    node,
    automation: ours.ATELIER_ALLOW_AUTOMATION_INSTANCE === '1',
    // In the kernel's process `process.execPath` is Electron, which cannot be used as Node.
    env: { ...Object.fromEntries(kept), ATELIER_NODE: node },
  };
}

/** Leaves out the variables that run Electron as Node, and those that load code into Node. */
function passed(name: string): boolean {
  return !/^(?:ELECTRON_|NODE_OPTIONS$|NODE_PATH$|NODE_REPL)/.test(name);
}

function withoutOurs(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('ATELIER_')));
}
