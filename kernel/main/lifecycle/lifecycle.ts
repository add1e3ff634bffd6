import { setTimeout as wait } from 'node:timers/promises';
import { type AppError, type ExtensionState, isAppError } from '@atelier/kernel';
import { freeHandles } from '../../children/handles.ts';
import { actForNobody } from '../access/on-behalf.ts';
import type { BlackBox } from '../black-box/black-box.ts';
import type { CostWatch } from '../costs/cost-watch.ts';
import type { Meter } from '../costs/meter.ts';
import { extensionErrors } from '../errors/extension.ts';
import { runtimeErrors } from '../errors/runtime.ts';
import { CrashCounts } from '../isolate/quarantine.ts';
import type { AppLog } from '../log/log.ts';
import type { CurrentPlan } from '../manifest/current-plan.ts';
import { kernelId } from '../manifest/declared.ts';
import type { Notices } from '../notices.ts';
import { type PublishedEntries, rejectUnfitEntries } from '../publishing.ts';
import { reasonOf } from '../reason.ts';
import type { Scope } from '../scope.ts';
import type { Servers } from '../servers/servers.ts';
import type { Starts } from '../starts/starts.ts';
import type { ExtensionProcess, ExtensionRecord, ExtensionRecords } from './extension-records.ts';

/** How long the cleanups of an extension in a process of its own may take, all together. */
const cleanupLimitMs = 2000;

export interface LifecycleParts extends PublishedEntries {
  readonly records: ExtensionRecords;
  readonly plan: CurrentPlan;
  readonly servers: Pick<Servers, 'begin' | 'end'>;
  readonly meter: Pick<Meter, 'started'>;
  readonly costs: Pick<CostWatch, 'reset'>;
  readonly notices: Notices;
  readonly log: AppLog;
  readonly starts: Pick<Starts, 'waking'>;
  readonly blackBox: Pick<BlackBox, 'ended'>;
  /** Aborts when the kernel closes: no extension is woken any more. */
  readonly closing: AbortSignal;
}

/** Parts that themselves wake extensions, and are therefore made after the lifecycle. */
export interface LateParts {
  /** Runs a main side; resolves once its `activate` has finished, to its process if it is isolated. */
  startMainSide(record: ExtensionRecord, scope: Scope): Promise<ExtensionProcess | undefined>;
  /** An extension has crashed once too often. */
  quarantine(record: ExtensionRecord): Promise<void>;
}

/** Wakes extensions and stops them. Every way into `active` and out of it goes through here. */
export class Lifecycle {
  readonly #parts: LifecycleParts;
  readonly #records: ExtensionRecords;
  readonly #waking = new Map<ExtensionRecord, Promise<void>>();
  readonly #crashes = new CrashCounts();
  #late: LateParts | undefined;

  constructor(parts: LifecycleParts) {
    this.#parts = parts;
    this.#records = parts.records;
  }

  /** To be called once, before anything is woken. */
  connect(late: LateParts): void {
    this.#late = late;
  }

  /** Resolves when the extension is active; wakes its dependencies first. Throws the reason if it cannot; `what` names the caller. */
  wake(id: string, what: string): Promise<void> {
    if (id === kernelId) return Promise.resolve();
    const record = this.#records.here.get(id);
    if (!record) return Promise.reject(extensionErrors['extension/unknown']({ id }));
    if (record.state === 'active') return Promise.resolve();
    const underWay = this.#waking.get(record);
    if (underWay) return underWay;
    if (record.state !== 'dormant' || this.#parts.closing.aborted) return Promise.reject(this.#unavailable(record, what));
    // An extension starts for itself: what it opens then outlives the call that woke it.
    const waking = actForNobody(() => this.#start(record)).finally(() => this.#waking.delete(record));
    this.#waking.set(record, waking);
    return waking;
  }

  /** Ends an extension's start, if one runs, and leaves it in `state`. */
  async stop(record: ExtensionRecord, state: Exclude<ExtensionState, 'waking' | 'active'>, problem?: AppError): Promise<void> {
    for (let waking = this.#waking.get(record); waking; waking = this.#waking.get(record)) await waking.catch(() => undefined);
    const ended = this.#records.endStart(record);
    this.#records.move(record, state, problem);
    await this.#close(record, ended);
  }

  async #start(record: ExtensionRecord): Promise<void> {
    const { found } = record;
    const { id, atelier } = found;
    const log = this.#parts.log.for(id);
    this.#records.move(record, 'waking');
    try {
      await this.#wakeBelow(record);
    } catch (error) {
      this.#records.move(record, 'dormant');
      throw error;
    }
    if (found.bundled) await this.#startAlone(record);
    else await this.#parts.starts.waking(id, () => this.#startAlone(record));
    if (atelier.servers) void this.#parts.servers.begin(record).catch(error => log.error(reasonOf(error)));
  }

  /** Starts it after what it requires. */
  async #startAlone(record: ExtensionRecord): Promise<void> {
    const { found } = record;
    const { id, version, atelier } = found;
    const log = this.#parts.log.for(id);
    try {
      if (atelier.points) await this.#checkEntries(record);
    } catch (error) {
      this.#records.move(record, 'dormant');
      throw error;
    }
    const began = performance.now();
    const scope = this.#records.beginStart(record);
    try {
      const process = atelier.main === undefined ? undefined : await this.#late!.startMainSide(record, scope);
      if (process) this.#follow(record, process);
    } catch (error) {
      const problem = isAppError(error)
        ? error
        : extensionErrors['extension/activation-failed']({ id, version, reason: reasonOf(error) }, error);
      log.error(problem.message, error instanceof Error ? { stack: error.stack } : {});
      const ended = this.#records.endStart(record);
      // Without a handle left nothing can be loaded, which is no fault of its own: the next wake tries again.
      if (found.bundled && freeHandles(1) === 0) this.#records.move(record, 'dormant');
      else this.#records.move(record, 'failed', problem);
      await this.#close(record, ended);
      throw problem;
    }
    this.#parts.meter.started(id, performance.now() - began);
    this.#records.move(record, 'active');
  }

  /** Handles an unexpected end of the process of this start. */
  #follow(record: ExtensionRecord, process: ExtensionProcess): void {
    const { found, generation } = record;
    const { id, version } = found;
    const { costs, notices, log, blackBox } = this.#parts;
    this.#records.setProcess(record, process);
    costs.reset(id);
    void process.exited.then(async ({ code, signal, reason, error }) => {
      this.#records.processEnded(record, process);
      costs.reset(id);
      if (reason === 'stopped') return;
      blackBox.ended(id, 'extension', reason === 'memory' ? 'heap-full' : (signal ?? code));
      if (reason === 'budget' && error) notices.raise(error, id);
      const isTooOften = this.#crashes.add(id, version, Date.now());
      if (record.generation === generation && record.state === 'active') {
        const problem = error ?? extensionErrors['extension/quarantined']({ id, version });
        log.for(id).error(problem.message);
        await this.stop(record, 'failed', problem);
      }
      if (isTooOften) await this.#late!.quarantine(record);
    });
  }

  async #wakeBelow({ found }: ExtensionRecord): Promise<void> {
    const { plan, log } = this.#parts;
    for (const need in found.requires) if (this.#records.here.get(need)?.state !== 'active') await this.wake(need, found.id);
    for (const wish in found.optional) {
      const place = plan.position(wish);
      // Only earlier extensions of the plan: two that optionally depend on each other would wait for each other for ever.
      if (place === undefined || place > (plan.position(found.id) ?? 0)) continue;
      await this.wake(wish, found.id).catch((error: unknown) => log.for(found.id).info(`Goes on without ${wish}: ${reasonOf(error)}`));
    }
  }

  /** The entries of its own points were published unchecked; removes the invalid ones before the owner reads them. */
  async #checkEntries(record: ExtensionRecord): Promise<void> {
    for await (const { from, problem } of rejectUnfitEntries(this.#parts, record.found)) {
      const contributor = this.#records.here.get(from);
      if (contributor) this.#records.setProblems(contributor, [...contributor.problems, problem]);
    }
  }

  async #close({ found: { id } }: ExtensionRecord, { scope, process }: Pick<ExtensionRecord, 'scope' | 'process'>): Promise<void> {
    const closing = scope?.close();
    // An isolated extension has a bounded time for its cleanups; the end of its process cleans up the rest.
    if (process && closing) await Promise.race([closing, wait(cleanupLimitMs, undefined, { ref: false })]);
    await this.#parts.servers.end(id);
    await process?.stop();
    for (const { label, error } of (await closing) ?? []) {
      this.#parts.log.for(id).error(extensionErrors['extension/cleanup-failed']({ id, label, reason: reasonOf(error) }).message);
    }
  }

  #unavailable({ problem, found: { id } }: ExtensionRecord, what: string): AppError {
    if (problem) return problem;
    return this.#parts.closing.aborted ? runtimeErrors['kernel/closed']({ what }) : extensionErrors['extension/is-off']({ what, id });
  }
}
