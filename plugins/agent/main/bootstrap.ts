import type { Log } from '@atelier/kernel';
import type { ProvidersService } from '@atelier/providers/contract';

export type BootstrapStep = Awaited<ReturnType<ProvidersService['prepare']>>[number];

export interface Bootstrap {
  /** The managed agent directory. */
  readonly directory: string;
  /** Resolves when every step has been tried. The steps run once, and again at the next call if one of them failed. */
  ensureAgentBootstrapped(): Promise<readonly BootstrapStep[]>;
}

export interface BootstrapOptions {
  /** The managed agent directory. */
  readonly directory: string;
  readonly prepare: ProvidersService['prepare'];
  readonly log: Log;
}

/** Prepares the managed directory before the engine or its command line first reads it. */
export function openBootstrap({ directory, prepare, log }: BootstrapOptions): Bootstrap {
  let done: Promise<readonly BootstrapStep[]> | undefined;

  async function work(): Promise<readonly BootstrapStep[]> {
    const steps = await prepare();
    for (const { step, done: outcome, why } of steps) {
      if (outcome === 'failed') log.warn('A step of preparing the agent’s directory failed.', { step, why });
      else log.debug('A step of preparing the agent’s directory has run.', { step, done: outcome });
    }
    // A failed step may succeed at the next call, for example because the file is no longer locked.
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
