import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type AppError, type Extension, type ExtensionState, isAppError } from '@atelier/kernel';
import { makeContext } from './context/context.ts';
import type { Core } from './core.ts';
import { extensionErrors } from './errors/extension.ts';
import { runtimeErrors } from './errors/runtime.ts';
import { reasonOf } from './reason.ts';
import type { Resident } from './resident.ts';
import { inBothLanguages } from './schema/violations.ts';
import { Scope } from './scope.ts';

/** How long `activate` may take. */
export const activationLimitMs = 5000;

/** How long the cleanups of an extension in a process of its own may take, all together. */
const cleanupLimitMs = 2000;

/** What the lifecycle needs from the kernel around it. */
export interface LifecycleSurroundings {
  /** Where an extension stands in the plan; undefined for one that may not run. */
  place(id: string): number | undefined;
  /** Runs the main side in a process of its own; resolves once it is active. */
  startIsolated(resident: Resident, scope: Scope): Promise<void>;
  isIsolated(resident: Resident): boolean;
  changed(resident: Resident): void;
  /** True once the kernel is closing: nobody is woken any more. */
  readonly closing: boolean;
}

/** Moves extensions between their states. Every way into `active` and out of it goes through here. */
export class Lifecycle {
  readonly #core: Core;
  readonly #around: LifecycleSurroundings;

  constructor(core: Core, around: LifecycleSurroundings) {
    this.#core = core;
    this.#around = around;
  }

  /** Resolves when the extension is active; wakes what it builds on first. */
  wake(id: string, what: string): Promise<void> {
    const resident = this.#core.residents.get(id);
    if (!resident) return Promise.reject(extensionErrors['extension/unknown']({ id }));
    if (resident.state === 'active') return Promise.resolve();
    if (resident.waking) return resident.waking;
    if (resident.state !== 'dormant' || this.#around.closing) return Promise.reject(this.#unavailable(resident, what));
    resident.waking = this.#start(resident).finally(() => {
      resident.waking = undefined;
    });
    return resident.waking;
  }

  /** Ends an extension's life, whatever state it is in, and leaves it in `state`. */
  async stop(resident: Resident, state: ExtensionState, problem: AppError | undefined): Promise<void> {
    await resident.waking?.catch(() => undefined);
    const { scope } = resident;
    resident.scope = undefined;
    this.#become(resident, state, problem);
    await this.#close(resident, scope);
  }

  /** What happens when an isolated extension's process ends by itself. */
  async crashed(resident: Resident, generation: number, problem: AppError): Promise<void> {
    if (resident.generation !== generation || resident.state !== 'active') return;
    this.#core.log.for(resident.found.id).error(problem.message);
    await this.stop(resident, 'failed', problem);
  }

  async #start(resident: Resident): Promise<void> {
    const { found } = resident;
    this.#become(resident, 'waking', undefined);
    try {
      await this.#wakeBelow(resident);
      if (found.atelier.points) await this.#checkEntries(resident);
    } catch (error) {
      this.#become(resident, 'dormant', undefined);
      throw error;
    }
    const began = performance.now();
    const scope = new Scope();
    resident.scope = scope;
    resident.generation += 1;
    try {
      if (found.atelier.main !== undefined) {
        if (this.#around.isIsolated(resident)) await this.#around.startIsolated(resident, scope);
        else await this.#activateHere(resident, scope, found.atelier.main);
      }
    } catch (error) {
      const { id, version } = found;
      const problem = isAppError(error)
        ? error
        : extensionErrors['extension/activation-failed']({ id, version, reason: reasonOf(error) }, error);
      this.#core.log.for(id).error(problem.message, error instanceof Error ? { stack: error.stack } : {});
      resident.scope = undefined;
      this.#become(resident, 'failed', problem);
      await this.#close(resident, scope);
      throw problem;
    }
    this.#core.meter.started(found.id, performance.now() - began);
    this.#become(resident, 'active', undefined);
    if (found.atelier.servers) void this.#core.servers.begin(resident).catch(error => this.#core.log.for(found.id).error(reasonOf(error)));
  }

  async #wakeBelow({ found }: Resident): Promise<void> {
    for (const need in found.requires) if (this.#core.residents.get(need)?.state !== 'active') await this.wake(need, found.id);
    for (const wish in found.optional) {
      const place = this.#around.place(wish);
      // Only what stands before us in the plan: two that wish for each other would wait for each other for ever.
      if (place === undefined || place > (this.#around.place(found.id) ?? 0)) continue;
      await this.wake(wish, found.id).catch((error: unknown) =>
        this.#core.log.for(found.id).info(`Goes on without ${wish}: ${reasonOf(error)}`),
      );
    }
  }

  /** The entries of its own points were published unread; before their owner reads them, those that do not fit go. */
  async #checkEntries({ found }: Resident): Promise<void> {
    for (const name of Object.keys(found.atelier.points ?? {})) {
      const key = `${found.id}:${name}`;
      const validate = await this.#core.pointSchemas.load(found, key);
      if (!validate) continue;
      for (const { from, why } of this.#core.points.weed(key, validate)) {
        const problem = {
          code: 'extension/invalid-contribution',
          details: { id: from, point: key, violations: inBothLanguages(why) },
        } as const;
        const contributor = this.#core.residents.get(from);
        if (contributor) contributor.problems = [...contributor.problems, problem];
        this.#core.log.for(from).warn(extensionErrors['extension/invalid-contribution'](problem.details).message);
      }
    }
  }

  async #activateHere(resident: Resident, scope: Scope, main: string): Promise<void> {
    const { id, version, folder } = resident.found;
    // The generation in the address makes a restarted extension's module new; without it `import` would hand out the old one.
    const address = pathToFileURL(join(folder, main));
    if (resident.generation > 1) address.search = `generation=${resident.generation}`;
    const module = (await import(address.href)) as { default?: Partial<Extension> };
    const activate = module.default?.activate;
    if (typeof activate !== 'function') throw extensionErrors['extension/no-activate']({ id, version, file: main });
    const working = activate.call(module.default, makeContext(this.#core, resident, scope));
    // What is done at once needs no clock.
    if (working === undefined) return;
    const seconds = activationLimitMs / 1000;
    await inTime(working, activationLimitMs, () => extensionErrors['extension/activation-timeout']({ id, version, seconds }));
  }

  async #close(resident: Resident, scope: Scope | undefined): Promise<void> {
    const { id } = resident.found;
    const stopProcess = resident.stopProcess;
    resident.stopProcess = undefined;
    const closing = scope?.close();
    // Who runs in a process of its own has a bounded time to clean up; the end of the process answers for the rest.
    if (stopProcess && closing) await Promise.race([closing, after(cleanupLimitMs)]);
    await this.#core.servers.end(id);
    await stopProcess?.();
    const failed = (await closing) ?? [];
    for (const { label, error } of failed) {
      this.#core.log.for(id).error(extensionErrors['extension/cleanup-failed']({ id, label, reason: reasonOf(error) }).message);
    }
  }

  #become(resident: Resident, state: ExtensionState, problem: AppError | undefined): void {
    resident.state = state;
    resident.problem = problem;
    this.#around.changed(resident);
  }

  #unavailable(resident: Resident, what: string): AppError {
    if (resident.problem) return resident.problem;
    const { id } = resident.found;
    return this.#around.closing ? runtimeErrors['kernel/closed']({ what }) : extensionErrors['extension/is-off']({ what, id });
  }
}

const after = (milliseconds: number) => new Promise<void>(resolve => setTimeout(resolve, milliseconds).unref());

async function inTime(work: Promise<void>, limitMs: number, late: () => AppError): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), limitMs);
  });
  try {
    await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
