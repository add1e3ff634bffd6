import { dirname, join, resolve } from 'node:path';
import type { Log } from '@atelier/kernel';
import type { ProvidersService } from '@atelier/providers/contract';

export type BootstrapStep = Awaited<ReturnType<ProvidersService['prepare']>>[number];

export interface Bootstrap {
  /** The managed agent directory. */
  readonly directory: string;
  /** Resolves once the directory is in order, as far as it can be brought there; done once, and again after a failure. */
  ensureAgentBootstrapped(): Promise<readonly BootstrapStep[]>;
}

export interface BootstrapOptions {
  /** The agent's own data folder, `<userData>/data/<slug>`. */
  readonly data: string;
  readonly prepare: ProvidersService['prepare'];
  readonly log: Log;
}

/** Brings the managed directory into order before the engine, or its command line, first looks at it. */
export function openBootstrap({ data, prepare, log }: BootstrapOptions): Bootstrap {
  const directory = managedDirectory(data);
  let done: Promise<readonly BootstrapStep[]> | undefined;

  async function work(): Promise<readonly BootstrapStep[]> {
    const steps = await prepare(directory);
    for (const { step, done: how, why } of steps) {
      if (how === 'failed') log.warn('A step of the agent’s directory failed.', { step, why });
      else log.debug('The agent’s directory was looked at.', { step, done: how });
    }
    // What failed may work next time; a person may have freed the file meanwhile.
    if (steps.some(step => step.done === 'failed')) done = undefined;
    return steps;
  }

  return {
    directory,
    ensureAgentBootstrapped() {
      done ??= work().catch((error: unknown) => {
        done = undefined;
        throw error;
      });
      return done;
    },
  };
}

/** `<userData>/.agent/agent`, seen from an extension's data folder. */
export function managedDirectory(data: string): string {
  return join(dirname(dirname(resolve(data))), '.agent', 'agent');
}
