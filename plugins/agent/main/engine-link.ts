import { AsyncLocalStorage } from 'node:async_hooks';
import { extname } from 'node:path';
import type { AppError, Log } from '@atelier/kernel';
import { type CommandMarks, commandMarks, type Forked, killProcesses, markedProgram, startFork } from '@atelier/kernel/children';
import { errorFrom, problemFrom } from '../engine/problem-records.ts';
import type { EngineCalls, EngineEvent, EngineSettings, FromEngine, MainCalls, ToEngine } from '../engine/protocol.ts';
import { agentEnvironment } from './cli.ts';
import type { EngineSetup } from './engine-setup.ts';
import { EngineWatch } from './engine-watch.ts';
import { agentErrors } from './errors.ts';
import type { LeftProcesses } from './left-processes.ts';

/** What the code that answers a question of the engine gets besides its parameters. */
export interface AnswerContext {
  /** Says that a person is asked: from now on the answer has no time limit. */
  attended(): void;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

export type EngineAnswers = {
  [K in keyof MainCalls]: (params: MainCalls[K]['params'], context: AnswerContext) => Promise<MainCalls[K]['result']>;
};

/** Receives the events of conversations. */
export interface EventReceiver {
  take(event: EngineEvent): void;
}

/** What the engine's process reaches of the main side. */
export interface MainSide {
  /** What the engine asks while it works. */
  readonly answers: EngineAnswers;
  /** Receives the events of every conversation that has no receiver of its own. */
  readonly receiver: EventReceiver;
  /** The process has ended unexpectedly; every conversation that was open in it is closed. */
  lost(why: AppError): void;
  /**
   * The same, as soon as its last output tells why: `heap-full`, a signal, or an exit code; `not-answering` if the person has ended it,
   * `hung` if it ended without them.
   */
  ended(how: string): void;
}

interface Pending {
  readonly name: keyof EngineCalls;
  /** Which conversation waits for the answer, if one does. */
  readonly conversation: string | undefined;
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
}

const program = new URL(`../engine/engine-process${extname(import.meta.filename)}`, import.meta.url);
const maxUnexpectedEnds = 5;
const unexpectedEndsWindowMs = 60_000;
const stopTimeoutMs = 3000;
const lastOutputMs = 250;
/** When it is said again that the process does not answer: once if a hurried person was told before, then each minute. */
const saysAgain = (seconds: number) => seconds === 10 || seconds % 60 === 0;
/** What Node says last when its heap is full. */
const outOfMemory = 'JavaScript heap out of memory';

/** The one process that holds the engine: started at the first call, started again after an unexpected end, ended by `close`. */
export class EngineLink {
  readonly setup: EngineSetup;
  readonly #log: Log;
  readonly #left: LeftProcesses | undefined;
  readonly #pending = new Map<number, Pending>();
  readonly #openQuestions = new Map<number, AbortController>();
  readonly #receivers = new Map<string, EventReceiver>();
  #mainSide: MainSide | undefined;
  #process: Forked | undefined;
  /** The process, from when it has received its settings. */
  #ready: Forked | undefined;
  #starting: Promise<Forked> | undefined;
  /** The marks of the commands of the process; each process has its own. */
  #marks: CommandMarks | undefined;
  #count = 0;
  #unexpectedEnds: number[] = [];
  #isClosed = false;
  readonly #watch = new EngineWatch({
    ping: () => this.#process?.send({ kind: 'ping' } satisfies ToEngine),
    hung: seconds => this.#hung(seconds),
  });
  /** Conversations whose turn runs in the process. */
  readonly #running = new Set<string>();
  /** Conversations that were told that the process does not answer. */
  readonly #told = new Set<string>();
  /** The process that was ended because it did not answer, and what its end is called. */
  #given: { readonly process: Forked; readonly how: 'not-answering' | 'hung' } | undefined;
  /** How many stops people wait for. */
  #hurried = 0;
  /** Runs as the plugin itself: what the process says later is no part of the call that started it. */
  readonly #asItself = AsyncLocalStorage.snapshot();

  constructor(setup: EngineSetup, log: Log, left?: LeftProcesses) {
    this.setup = setup;
    this.#log = log;
    this.#left = left;
  }

  /** Sets what receives the engine's events and answers its questions. Must be called once, before the first call. */
  connect(mainSide: MainSide): void {
    this.#mainSide = mainSide;
  }

  /** Sets or removes the receiver of one conversation's events. */
  setReceiver(conversation: string, receiver: EventReceiver | undefined): void {
    if (receiver === undefined) this.#receivers.delete(conversation);
    else this.#receivers.set(conversation, receiver);
  }

  /** True while the process runs. Reading this does not start it. */
  get isRunning(): boolean {
    return this.#process !== undefined;
  }

  async call<K extends keyof EngineCalls>(name: K, params: EngineCalls[K]['params']): Promise<EngineCalls[K]['result']> {
    // If the process is ready, the call is sent without waiting, so that the engine works while the caller continues.
    const child = this.#ready ?? (await this.#started());
    return await this.#send(child, name, params);
  }

  /** Starts the process before the first call needs it; not soon after it has ended by itself, since nobody waits for it yet. */
  warm(): void {
    const recent = (this.#unexpectedEnds.at(-1) ?? 0) > Date.now() - unexpectedEndsWindowMs;
    if (this.#isClosed || recent) return;
    this.#started().catch(error => this.#log.warn(String(error)));
  }

  /** Sends the current settings to the process, if it runs. */
  async configure(): Promise<void> {
    if (this.#process !== undefined) await this.call('configure', await this.#settings());
  }

  /** Ends the process if it does not answer, as the person wishes. It is started again when it is needed. */
  endHung(): void {
    if (this.#watch.isHung) this.#endHung('not-answering');
  }

  /** Until it is disposed of a person waits for a turn to stop, and is told at once when the process does not answer. */
  hurry(): Disposable {
    const count = (by: number) => {
      this.#hurried += by;
      this.#watch.hurry(this.#hurried > 0);
    };
    count(1);
    return { [Symbol.dispose]: () => count(-1) };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#watch.end();
    this.#ready = undefined;
    const child = this.#process;
    if (child === undefined) return;
    child.disconnect();
    const kill = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
    await child.exited;
    clearTimeout(kill);
  }

  async #settings(): Promise<EngineSettings> {
    const settings = await this.setup.settings();
    return { ...settings, firstMark: this.#marksNow().first };
  }

  #marksNow(): CommandMarks {
    this.#marks ??= commandMarks();
    return this.#marks;
  }

  #started(): Promise<Forked> {
    if (this.#isClosed) return Promise.reject(agentErrors['agent/engine-ended']({ code: 'closed' }));
    this.#starting ??= this.#asItself(() => this.#start()).catch(error => {
      this.#starting = undefined;
      throw error;
    });
    return this.#starting;
  }

  async #start(): Promise<Forked> {
    const recent = this.#unexpectedEnds.filter(at => at > Date.now() - unexpectedEndsWindowMs);
    if (recent.length >= maxUnexpectedEnds) throw agentErrors['agent/engine-fails']({ count: recent.length });
    const settings = await this.#settings();
    // Closed while the settings were read: a process started now would be ended by nobody and keep the app from quitting.
    if (this.#isClosed) throw agentErrors['agent/engine-ended']({ code: 'closed' });
    const { node, places } = this.setup;
    const { first, own } = this.#marksNow();
    this.#left?.record(first);
    const [execPath, ...before] = markedProgram(node, own);
    const child = startFork(program, [], {
      execPath,
      execArgv: [...before, '--disable-warning=ExperimentalWarning'],
      serialization: 'advanced',
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: agentEnvironment(process.env, places.directory, node),
    });
    this.#process = child;
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => this.#log.info(text.trimEnd(), { from: 'engine' }));
    let isOutOfMemory = false;
    child.stderr.on('data', (text: string) => {
      isOutOfMemory ||= text.includes(outOfMemory);
    });
    child.onMessage(message => this.#take(child, message as FromEngine));
    const silent = new Promise<void>(resolve => child.stderr.once('close', resolve));
    void child.exited.then(async ({ code, signal, failure }) => {
      if (failure) this.#log.error(failure.message);
      const given = this.#given?.process === child ? this.#given.how : undefined;
      if (!this.#ended(child, String(signal ?? code ?? failure?.message))) return;
      if (given !== undefined) return this.#mainSide?.ended(given);
      // What it said last may arrive after its end.
      await Promise.race([silent, new Promise<void>(resolve => setTimeout(resolve, lastOutputMs).unref())]);
      this.#mainSide?.ended(isOutOfMemory ? 'heap-full' : String(signal ?? code ?? 'not-started'));
    });
    await this.#send(child, 'configure', settings);
    if (this.#process === child) this.#ready = child;
    return child;
  }

  #send<K extends keyof EngineCalls>(child: Forked, name: K, params: EngineCalls[K]['params']): Promise<EngineCalls[K]['result']> {
    this.#count += 1;
    const id = this.#count;
    const { conversation } = (params ?? {}) as { readonly conversation?: string };
    const begins = conversation !== undefined && (name === 'prompt' || name === 'resume');
    if (begins) this.#running.add(conversation);
    const answered = new Promise<EngineCalls[K]['result']>((resolve, reject) => {
      this.#pending.set(id, { name, conversation, resolve, reject });
      child.send({ kind: 'call', id, name, params } satisfies ToEngine, error => {
        if (this.#pending.delete(id)) reject(agentErrors['agent/engine-ended']({ code: error.message }, error));
      });
    });
    if (begins) answered.catch(() => this.#running.delete(conversation));
    this.#expect();
    return answered;
  }

  #endHung(how: 'not-answering' | 'hung'): void {
    if (this.#process === undefined) return;
    this.#given = { process: this.#process, how };
    this.#process.kill('SIGKILL');
  }

  #expect(): void {
    this.#watch.watch(this.#pending.size > 0 || this.#running.size > 0);
  }

  /** Tells every conversation that waits for the process that it does not answer, and at the end that it does. */
  #hung(seconds: number): void {
    const waiting = [...this.#running, ...[...this.#pending.values()].flatMap(({ conversation }) => conversation ?? [])];
    // What nobody sees nobody waits for: whoever asked for it is told that it failed, and what follows has an engine again.
    if (seconds > 0 && waiting.length > 0 && waiting.every(conversation => this.#receivers.has(conversation))) return this.#endHung('hung');
    const again = saysAgain(seconds);
    for (const conversation of seconds === 0 ? [...this.#told] : new Set(waiting)) {
      if (!again && this.#told.has(conversation)) continue;
      this.#told.add(conversation);
      const event: EngineEvent = { conversation, kind: 'hung', seconds };
      this.#receiverOf(event)?.take(event);
    }
    if (seconds === 0) this.#told.clear();
  }

  #take(child: Forked, message: FromEngine): void {
    this.#watch.heard();
    if (message.kind === 'events') for (const event of message.events) this.#takeEvent(event);
    else if (message.kind === 'answer') this.#settle(message);
    else if (message.kind === 'call') void this.#serve(child, message);
    else if (message.kind === 'withdrawn') this.#openQuestions.get(message.id)?.abort();
  }

  #takeEvent(event: EngineEvent): void {
    if (event.kind === 'settled' && this.#running.delete(event.conversation)) this.#expect();
    try {
      this.#receiverOf(event)?.take(event);
    } catch (error) {
      // One event that cannot be taken, as on a full disk, must not end the kernel and every other conversation with it.
      this.#log.error(String(error), { conversation: event.conversation, event: event.kind });
    }
  }

  #receiverOf({ conversation }: EngineEvent): EventReceiver | undefined {
    return this.#receivers.get(conversation) ?? this.#mainSide?.receiver;
  }

  #settle({ id, result, error }: Extract<FromEngine, { kind: 'answer' }>): void {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (pending?.name !== 'configure') this.#watch.loaded();
    this.#expect();
    if (error === undefined) pending?.resolve(result as never);
    else pending?.reject(errorFrom(error));
  }

  async #serve(child: Forked, { id, name, params }: Extract<FromEngine, { kind: 'call' }>): Promise<void> {
    const say = (message: ToEngine) => child.send(message);
    const answer = (message: object) => say({ kind: 'answer', id, ...message });
    const abort = new AbortController();
    this.#openQuestions.set(id, abort);
    try {
      const context: AnswerContext = { attended: () => say({ kind: 'attended', id }), signal: abort.signal };
      if (this.#mainSide === undefined) throw new Error(`nobody answers ${name}`);
      answer({ result: await this.#mainSide.answers[name](params as never, context) });
    } catch (error) {
      answer({ error: problemFrom(error, this.setup.language) });
    } finally {
      this.#openQuestions.delete(id);
    }
  }

  /** Returns whether nobody asked for its end. */
  #ended(child: Forked, code: string): boolean {
    if (this.#process !== child) return false;
    this.#process = undefined;
    this.#ready = undefined;
    this.#starting = undefined;
    const marks = this.#marks;
    this.#marks = undefined;
    // A process that was killed has not ended its commands. A sandbox does, but not while it starts.
    if (marks !== undefined) killProcesses(() => marks.processes());
    this.#left?.clear();
    for (const abort of this.#openQuestions.values()) abort.abort();
    const lost = [...this.#pending.values()];
    this.#pending.clear();
    this.#running.clear();
    this.#watch.ended();
    const isGiven = this.#given?.process === child;
    this.#given = undefined;
    const why = isGiven ? agentErrors['agent/engine-hung']({}) : agentErrors['agent/engine-ended']({ code });
    for (const { reject } of lost) reject(why);
    if (this.#isClosed) return false;
    if (!isGiven) this.#unexpectedEnds = [...this.#unexpectedEnds, Date.now()].slice(-maxUnexpectedEnds);
    this.#log.warn('The process of the engine has ended.', { code });
    this.#mainSide?.lost(why);
    return true;
  }
}
