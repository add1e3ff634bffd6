import { mkdir, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { makeTempFolder, personsEnvironment, type Ran, runProgram } from '@atelier/kernel/children';
import { errors } from '../errors.ts';
import { ownZone } from '../time/clock.ts';
import {
  agentLabel,
  launchAgent,
  type ScheduledStart,
  scheduledTask,
  systemdService,
  systemdTimer,
  taskName,
  unit,
} from './scheduled-files.ts';

export interface SystemPlace {
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  /** Undefined where the system knows of none. */
  readonly home: string | undefined;
  run(program: string, args: readonly string[]): Promise<Ran>;
}

type HomePlace = SystemPlace & { readonly home: string };

/** Tells the system's own scheduler when to start Atelier. Rejects with what the system said. */
export interface SystemScheduler {
  set(start: ScheduledStart): Promise<void>;
  /** Nothing is left of it. */
  remove(): Promise<void>;
}

const limits = { limitMs: 20_000, maxBytes: 4096 };

export const ownPlace = (): SystemPlace => ({
  platform: process.platform,
  env: process.env,
  home: homeFolder(),
  run: (program, args) => runProgram(program, args, { ...limits, env: personsEnvironment(process.env) }),
});

function homeFolder(): string | undefined {
  try {
    return homedir();
  } catch {
    return undefined;
  }
}

/** The scheduler of this system; undefined for one that is not known, and where this user has no home. */
export function systemScheduler({ home, ...rest }: SystemPlace): SystemScheduler | undefined {
  if (home === undefined) return undefined;
  const place = { ...rest, home };
  switch (place.platform) {
    case 'linux':
      return systemd(place);
    case 'darwin':
      return launchd(place);
    case 'win32':
      return taskScheduler(place);
    default:
      return undefined;
  }
}

function systemd({ env, home, run }: HomePlace): SystemScheduler {
  const folder = join(env.XDG_CONFIG_HOME || join(home, '.config'), 'systemd', 'user');
  const [service, timer] = [join(folder, `${unit}.service`), join(folder, `${unit}.timer`)];
  // What enabling makes; disabling takes it away, unless there is no systemd any more.
  const link = join(folder, 'timers.target.wants', `${unit}.timer`);
  // When it ran last, which systemd keeps of a timer that catches up.
  const stamp = join(env.XDG_DATA_HOME || join(home, '.local', 'share'), 'systemd', 'timers', `stamp-${unit}.timer`);
  const systemctl = async (...args: string[]) => demandDone('systemctl', await run('systemctl', ['--user', ...args]));
  const remove = async () => {
    await run('systemctl', ['--user', 'disable', '--now', `${unit}.timer`]);
    for (const file of [link, timer, service, stamp]) await rm(file, { force: true });
    await run('systemctl', ['--user', 'daemon-reload']);
  };
  return {
    async set(start) {
      await mkdir(folder, { recursive: true });
      await writeFile(service, systemdService(start));
      await writeFile(timer, systemdTimer(start));
      try {
        await systemctl('daemon-reload');
        await systemctl('enable', `${unit}.timer`);
        // It reads its times only when it starts.
        await systemctl('restart', `${unit}.timer`);
      } catch (error) {
        await remove();
        throw error;
      }
    },
    remove,
  };
}

function launchd({ home, run }: HomePlace): SystemScheduler {
  const folder = join(home, 'Library', 'LaunchAgents');
  const file = join(folder, `${agentLabel}.plist`);
  const domain = `gui/${process.getuid?.() ?? ''}`;
  const bootOut = async () => void (await run('launchctl', ['bootout', `${domain}/${agentLabel}`]));
  return {
    async set(start) {
      await mkdir(folder, { recursive: true });
      await writeFile(file, launchAgent(start, ownZone()));
      await bootOut();
      try {
        demandDone('launchctl', await run('launchctl', ['bootstrap', domain, file]));
      } catch (error) {
        await rm(file, { force: true });
        throw error;
      }
    },
    async remove() {
      await bootOut();
      await rm(file, { force: true });
    },
  };
}

function taskScheduler({ run }: SystemPlace): SystemScheduler {
  return {
    async set(start) {
      const folder = makeTempFolder('due');
      const file = join(folder, 'task.xml');
      try {
        await writeFile(file, `\ufeff${scheduledTask(start)}`, 'utf16le');
        demandDone('schtasks', await run('schtasks', ['/Create', '/TN', taskName, '/XML', file, '/F']));
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    remove: async () => void (await run('schtasks', ['/Delete', '/TN', taskName, '/F'])),
  };
}

function demandDone(program: string, { code, failure, stderr, isLate }: Ran): void {
  if (code === 0 && !isLate) return;
  const why = failure?.message ?? stderr.trim().split('\n', 1)[0] ?? '';
  throw errors['automation/no-system-scheduler']({ program, why: why === '' ? `${code}` : why.slice(0, 200) });
}
