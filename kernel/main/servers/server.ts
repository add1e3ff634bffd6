import { setTimeout as wait } from 'node:timers/promises';
import type { AppError, Log } from '@atelier/kernel';
import { serverErrors } from '../errors/server.ts';
import { reasonOf } from '../reason.ts';
import { probe } from './probe.ts';
import { afterEnd, type ServerPolicy } from './server-policy.ts';
import type { ServerProcess } from './server-process.ts';

/** One server in a manifest. */
export interface DeclaredServer {
  readonly id: string;
  readonly main: string;
  readonly args?: readonly string[] | undefined;
  readonly ready?: { readonly path?: string; readonly line?: string; readonly seconds?: number } | undefined;
}

export type ServerState = 'off' | 'starting' | 'ready' | 'waiting' | 'failed';

/** The parts to keep one server running. */
export interface ServerOptions {
  readonly id: string;
  readonly declared: DeclaredServer;
  readonly policy: ServerPolicy;
  readonly log: Log;
  start(printed: (text: string) => void): ServerProcess;
  /** It has ended by itself: `signal SIGKILL`, `code 1`, or a sentence. */
  ended(how: string): void;
  changed(): void;
}

const readySeconds = 10;
const keptText = 4000;

/** Supervises one server of an extension: starts it, waits until it is ready, checks its health, restarts it, and gives up at last. */
export class Server {
  readonly #options: ServerOptions;
  #state: ServerState = 'off';
  #problem: AppError | undefined;
  #run: ServerProcess | undefined;
  #ends: readonly number[] = [];
  #restarts = 0;
  #over = new AbortController();
  #ready = Promise.withResolvers<string>();
  #loop: Promise<void> = Promise.resolve();

  constructor(options: ServerOptions) {
    this.#options = options;
    this.#ready.promise.catch(() => undefined);
  }

  get state(): ServerState {
    return this.#state;
  }

  get problem(): AppError | undefined {
    return this.#problem;
  }

  get restarts(): number {
    return this.#restarts;
  }

  get pid(): number | undefined {
    return this.#run?.pid;
  }

  begin(): void {
    if (this.#state !== 'off') return;
    this.#over = new AbortController();
    this.#ends = [];
    this.#again();
    this.#loop = this.#keep(this.#over.signal);
  }

  /** Its socket, once it is ready; rejects with the reason if it will not be. */
  async socket(): Promise<string> {
    if (this.#state === 'off') throw serverErrors['server/not-running'](this.#names);
    return await this.#ready.promise;
  }

  async end(): Promise<void> {
    this.#over.abort();
    await this.#run?.stop(this.#options.policy.stopMs);
    await this.#loop;
    this.#ready.reject(serverErrors['server/not-running'](this.#names));
    this.#become('off', undefined);
  }

  async #keep(over: AbortSignal): Promise<void> {
    const { policy, log, declared, ended } = this.#options;
    while (!over.aborted) {
      const how = await this.#once(over);
      this.#run = undefined;
      if (over.aborted) return;
      // From now on callers wait for the next run, or for giving up.
      if (this.#state === 'ready') this.#again();
      const { ends, waitMs } = afterEnd(this.#ends, performance.now(), policy);
      this.#ends = ends;
      log.warn(`The server "${declared.id}" ended: ${how}.`);
      ended(how);
      if (waitMs === undefined) {
        const problem = serverErrors['server/gave-up']({ ...this.#names, times: ends.length, how });
        log.error(problem.message);
        this.#ready.reject(problem);
        return this.#become('failed', problem);
      }
      this.#restarts += 1;
      this.#become('waiting', undefined);
      await wait(waitMs, undefined, { signal: over }).catch(() => undefined);
    }
  }

  /** One run, from its start to its end; returns how it ended. */
  async #once(over: AbortSignal): Promise<string> {
    const { start, declared, log } = this.#options;
    this.#become('starting', undefined);
    let said = '';
    try {
      this.#run = start(text => {
        said = (said + text).slice(-keptText);
      });
    } catch (error) {
      return reasonOf(error);
    }
    const run = this.#run;
    const gone = new AbortController();
    void run.ended.then(() => gone.abort());
    const stopped = AbortSignal.any([over, gone.signal]);
    if (await this.#isReady(run, () => said, stopped)) {
      log.info(`The server "${declared.id}" is ready.`, { pid: run.pid });
      this.#become('ready', undefined);
      this.#ready.resolve(run.socket);
      await this.#watch(run, stopped);
    } else if (!stopped.aborted) {
      run.kill();
      await run.ended;
      return serverErrors['server/not-ready']({ ...this.#names, seconds: this.#seconds }).message;
    }
    return await run.ended;
  }

  async #isReady(run: ServerProcess, said: () => string, stopped: AbortSignal): Promise<boolean> {
    const { policy, declared } = this.#options;
    const { line, path } = declared.ready ?? {};
    const last = performance.now() + this.#seconds * 1000;
    for (let pause = policy.probeMs; !stopped.aborted && performance.now() < last; pause = Math.min(pause * 2, policy.probeMaxMs)) {
      const isSaid = line === undefined || said().includes(line);
      if (isSaid && (await probe(run.socket, path, policy.answerMs))) return true;
      await wait(pause, undefined, { signal: stopped }).catch(() => undefined);
    }
    return false;
  }

  async #watch(run: ServerProcess, stopped: AbortSignal): Promise<void> {
    const { policy, declared, log } = this.#options;
    for (let failedChecks = 0; !stopped.aborted; ) {
      await wait(policy.healthMs, undefined, { signal: stopped, ref: false }).catch(() => undefined);
      if (stopped.aborted) return;
      failedChecks = (await probe(run.socket, declared.ready?.path, policy.answerMs)) ? 0 : failedChecks + 1;
      if (failedChecks < policy.maxFailedChecks) continue;
      log.warn(`The server "${declared.id}" does not answer any more and is restarted.`);
      return run.kill();
    }
  }

  get #names() {
    return { id: this.#options.id, server: this.#options.declared.id };
  }

  get #seconds(): number {
    return this.#options.declared.ready?.seconds ?? readySeconds;
  }

  #again(): void {
    this.#ready = Promise.withResolvers<string>();
    this.#ready.promise.catch(() => undefined);
  }

  #become(state: ServerState, problem: AppError | undefined): void {
    this.#state = state;
    this.#problem = problem;
    this.#options.changed();
  }
}
