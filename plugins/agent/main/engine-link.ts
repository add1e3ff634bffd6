import { type ChildProcess, fork } from 'node:child_process';
import { AppError, type Log } from '@atelier/kernel';
import type { EngineCalls, EngineEvent, EngineSettings, FromEngine, MainCalls, ToEngine } from '../engine/protocol.ts';
import { agentEnvironment } from './cli.ts';
import { agentErrors } from './errors.ts';

/** What an answer may say of itself while it is being found. */
export interface Asking {
  /** A person is asked: from now on it has no limit in time. */
  attended(): void;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

export type EngineAnswers = {
  [K in keyof MainCalls]: (params: MainCalls[K]['params'], asking: Asking) => Promise<MainCalls[K]['result']>;
};

export interface EngineLinkOptions {
  /** The file of the engine's process. */
  readonly entry: URL;
  readonly node: string;
  /** The managed agent directory. */
  readonly directory: string;
  /** Asked at each start of the process. */
  readonly settings: () => Promise<EngineSettings>;
  /** What the engine asks while it works. */
  readonly answers: EngineAnswers;
  readonly onEvents: (events: readonly EngineEvent[]) => void;
  /** The process has ended without being asked to; everything open in it is gone. */
  readonly onEnded: (code: string) => void;
  readonly log: Log;
}

interface Pending {
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
}

const mostDeathsInARow = 5;
const calmMs = 60_000;
const stopMs = 3000;

/** The one process that holds the engine: started at the first call, started again after it died, ended with us. */
export class EngineLink {
  readonly #options: EngineLinkOptions;
  readonly #pending = new Map<number, Pending>();
  readonly #asked = new Map<number, AbortController>();
  #process: ChildProcess | undefined;
  /** The process once it knows its settings. */
  #ready: ChildProcess | undefined;
  #starting: Promise<ChildProcess> | undefined;
  #count = 0;
  #deaths: number[] = [];
  #isClosed = false;

  constructor(options: EngineLinkOptions) {
    this.#options = options;
  }

  /** True while the process is there; nothing is started for asking. */
  get isRunning(): boolean {
    return this.#process !== undefined;
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  async call<K extends keyof EngineCalls>(name: K, params: EngineCalls[K]['params']): Promise<EngineCalls[K]['result']> {
    // Without a wait where the process is there: what the caller does next is done while the engine works already.
    const child = this.#ready ?? (await this.#started());
    return await this.#send(child, name, params);
  }

  /** Tells the running process its settings anew. */
  async configure(): Promise<void> {
    if (this.#process !== undefined) await this.call('configure', await this.#options.settings());
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#ready = undefined;
    const child = this.#process;
    if (child === undefined) return;
    const ended = new Promise<void>(resolve => child.once('exit', () => resolve()));
    child.disconnect();
    const kill = setTimeout(() => child.kill('SIGKILL'), stopMs);
    await ended;
    clearTimeout(kill);
  }

  #started(): Promise<ChildProcess> {
    if (this.#isClosed) return Promise.reject(agentErrors['agent/engine-ended']({ code: 'closed' }));
    this.#starting ??= this.#start().catch(error => {
      this.#starting = undefined;
      throw error;
    });
    return this.#starting;
  }

  async #start(): Promise<ChildProcess> {
    const recent = this.#deaths.filter(at => at > Date.now() - calmMs);
    if (recent.length >= mostDeathsInARow) throw agentErrors['agent/engine-fails']({ count: recent.length });
    const settings = await this.#options.settings();
    const { entry, node, directory, log } = this.#options;
    const child = fork(entry, [], {
      execPath: node,
      execArgv: ['--disable-warning=ExperimentalWarning'],
      serialization: 'advanced',
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: agentEnvironment(process.env, directory, node),
    });
    this.#process = child;
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => log.info(text.trimEnd(), { from: 'engine' }));
    child.on('message', message => this.#take(child, message as FromEngine));
    child.once('error', error => log.error(error.message));
    child.once('exit', (code, signal) => this.#ended(child, String(signal ?? code)));
    await this.#send(child, 'configure', settings);
    if (this.#process === child) this.#ready = child;
    return child;
  }

  #send<K extends keyof EngineCalls>(child: ChildProcess, name: K, params: EngineCalls[K]['params']): Promise<EngineCalls[K]['result']> {
    this.#count += 1;
    const id = this.#count;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      child.send({ kind: 'call', id, name, params } satisfies ToEngine, error => {
        if (error !== null && this.#pending.delete(id)) reject(agentErrors['agent/engine-ended']({ code: error.message }, error));
      });
    });
  }

  #take(child: ChildProcess, message: FromEngine): void {
    if (message.kind === 'events') this.#options.onEvents(message.events);
    else if (message.kind === 'answer') this.#settle(message);
    else if (message.kind === 'call') void this.#serve(child, message);
    else if (message.kind === 'withdrawn') this.#asked.get(message.id)?.abort();
  }

  #settle({ id, result, error }: Extract<FromEngine, { kind: 'answer' }>): void {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (error === undefined) pending?.resolve(result as never);
    else pending?.reject(AppError.fromRecord(error));
  }

  async #serve(child: ChildProcess, { id, name, params }: Extract<FromEngine, { kind: 'call' }>): Promise<void> {
    const say = (said: ToEngine) => void (child.connected && child.send(said));
    const answer = (said: object) => say({ kind: 'answer', id, ...said });
    const asked = new AbortController();
    this.#asked.set(id, asked);
    try {
      const asking: Asking = { attended: () => say({ kind: 'attended', id }), signal: asked.signal };
      answer({ result: await this.#options.answers[name](params as never, asking) });
    } catch (error) {
      const { code, message } = error instanceof AppError ? error : { code: 'agent/failed', message: String(error) };
      answer({ error: { code, message } });
    } finally {
      this.#asked.delete(id);
    }
  }

  #ended(child: ChildProcess, code: string): void {
    if (this.#process !== child) return;
    this.#process = undefined;
    this.#ready = undefined;
    this.#starting = undefined;
    for (const asked of this.#asked.values()) asked.abort();
    const lost = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of lost) reject(agentErrors['agent/engine-ended']({ code }));
    if (this.#isClosed) return;
    this.#deaths = [...this.#deaths, Date.now()].slice(-mostDeathsInARow);
    this.#options.log.warn('The process of the engine has ended.', { code });
    this.#options.onEnded(code);
  }
}
