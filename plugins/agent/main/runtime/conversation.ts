import { type AppError, isAppError } from '@atelier/kernel';
import type { AccessMode, AgentEvent, Image, Queued, RuntimeState } from '../../contract/index.ts';
import type { EngineEvent } from '../../engine/protocol.ts';
import { agentErrors, isEngineEnd } from '../errors.ts';
import type { NewEvent } from '../events.ts';
import type { ConversationServices } from './conversation-services.ts';
import type { Handed, MessageQueue } from './queue.ts';
import { recover } from './recovery.ts';
import type { Runtime } from './runtime.ts';
import type { Turn, TurnMessage } from './turn.ts';

export type PromptMode = 'queue' | 'steer' | 'followUp' | 'idle';
/** How a message of the app itself is shown, and what its turn is charged to if it begins one. */
export type SentAs = Pick<TurnMessage, 'passedFrom' | 'chargedTo' | 'unattended'>;
export type PromptResult = { readonly taken: 'started' | 'queued' | 'steered'; readonly queued?: string };

export interface QueuedChange {
  readonly text?: string;
  readonly place?: number;
  readonly steer?: boolean;
  readonly remove?: boolean;
}

/** One conversation: sends messages to it, keeps its queue, and handles the engine's events. */
export class Conversation {
  readonly runtime: Runtime;
  readonly #turn: Turn;
  readonly #queue: MessageQueue;
  readonly #services: ConversationServices;
  /** While it is looked up what the session file has; nothing is sent meanwhile. */
  #recovering: Promise<void> | undefined;
  /** A queued message is on its way to the engine. */
  #isSending = false;
  /** A stop is on its way: nothing begins below it any more. */
  #isStopping = false;
  /** What has happened to the queue and the disk did not take: written, in this order, before anything else is. */
  readonly #owed: (() => void)[] = [];

  constructor(runtime: Runtime, turn: Turn, services: ConversationServices) {
    this.runtime = runtime;
    this.#turn = turn;
    this.#queue = services.queue;
    this.#services = services;
  }

  get #id(): string {
    return this.runtime.conversation;
  }

  /** Of the turn which runs or has ended last: the extension that started it; undefined if the person did. */
  get startedBy(): string | undefined {
    return this.#turn.startedBy;
  }

  state(): RuntimeState {
    return { ...this.runtime.state(), queue: this.queued() };
  }

  /** Whether a turn runs that may have others begun. */
  get isWorking(): boolean {
    return this.runtime.isBusy && !this.#isStopping;
  }

  queued(): Queued[] {
    return this.#queue.list(this.#id).map(({ sent: _sent, ...message }) => message);
  }

  eventsAfter(seq: number): { readonly events: AgentEvent[]; readonly complete: boolean } {
    return this.#services.events.after(this.#id, seq);
  }

  get chargedTo(): TurnMessage['chargedTo'] {
    return this.#turn.chargedTo;
  }

  /** Sends a message, or queues it while a turn runs, unless it is for no turn but its own (`idle`). One of an extension does not steer a turn, and starts none in open mode. */
  async prompt(text: string, images: readonly Image[], how: PromptMode, as: SentAs = {}): Promise<PromptResult> {
    const sentBy = this.#services.onBehalfOf();
    return await this.#send(text, images, sentBy === undefined || how === 'idle' ? how : 'queue', sentBy, sentBy === undefined ? as : {});
  }

  async #send(text: string, images: readonly Image[], how: PromptMode, sentBy: string | undefined, as: SentAs): Promise<PromptResult> {
    this.#services.demandWritable();
    this.#refuseInOpenMode(sentBy);
    if (sentBy !== undefined) this.#services.outside.add(this.#id, [{ kind: 'message', name: sentBy }]);
    await this.#recovering;
    this.#writeOwed();
    if (!this.runtime.isBusy) {
      this.#services.demandParent(this.#id);
      await this.#turn.start({ text, images, sentBy, ...as });
      return { taken: 'started' };
    }
    if (how === 'idle') throw agentErrors['agent/turn-runs']({ conversation: this.#id });
    const queued = this.#queue.add(this.#id, { text, images, sentBy });
    if (how === 'queue' || !this.runtime.isOpen) {
      this.#queueChanged();
      return { taken: 'queued', queued };
    }
    try {
      return { taken: (await this.#add(queued, how)) ? 'steered' : 'queued', queued };
    } catch (error) {
      // The sender keeps what is refused.
      this.#write(() => void this.#queue.written(this.#id, queued));
      this.#queueChanged();
      throw error;
    }
  }

  /**
   * Hands a queued message to the running turn. Returns false if the turn has ended meanwhile: the message is then one of those that
   * wait. Throws if the engine refuses it.
   */
  async #add(id: string, how: 'steer' | 'followUp'): Promise<boolean> {
    const { engine, senders } = this.#services;
    const conversation = this.#id;
    const { text, sent: images, sentBy } = this.#queue.hand(conversation, id, how);
    if (sentBy !== undefined) senders.sending(conversation, text, sentBy);
    this.#queueChanged();
    try {
      if ((await engine.call('add', { conversation, how, queued: id, text, images })).taken) return true;
      this.#write(() => void this.#takeBack(id, how));
      if (!this.runtime.isBusy) void this.#sendNext();
    } catch (error) {
      await this.#refused(id, how, error);
    }
    return this.#queue.list(conversation).every(queued => queued.id !== id);
  }

  /** A message was not taken, and waits again. If the engine's process has ended, only the session file tells whether it has the message. */
  async #refused(id: string, how: Handed, error: unknown): Promise<void> {
    if (isEngineEnd(error)) return await this.#recovering;
    this.#write(() => void this.#takeBack(id, how));
    throw error;
  }

  /** An extension changes only what it sent itself, and steers no turn. */
  async changeQueued(id: string, { text, place, steer = false, remove = false }: QueuedChange): Promise<void> {
    await this.#recovering;
    this.#writeOwed();
    const extension = this.#services.onBehalfOf();
    const { sentBy } = this.#queue.find(this.#id, id);
    if (extension !== undefined && (sentBy !== extension || steer)) throw agentErrors['agent/queued-of-another']({ extension });
    if (text !== undefined) this.#queue.edit(this.#id, id, text);
    if (place !== undefined) this.#queue.move(this.#id, id, place);
    if (steer) await this.#sendNow(id);
    else if (remove) this.#queue.remove(this.#id, id);
    this.#queueChanged();
  }

  /** Sends a queued message into the running turn, or as the next one. */
  async #sendNow(id: string): Promise<void> {
    this.#refuseInOpenMode(this.#queue.find(this.#id, id).sentBy);
    if (!this.runtime.isBusy) await this.#startWith(id);
    else if (this.runtime.isOpen) await this.#add(id, 'steer');
    else this.#queue.move(this.#id, id, 0);
  }

  /** Releases the messages that wait for the person, and sends the first. */
  async drainQueue(): Promise<void> {
    this.#writeOwed();
    this.#queue.hold(this.#id, false);
    this.#queueChanged();
    if (!this.runtime.isBusy) await this.#sendNext();
  }

  /** Ends the turn. Queued messages then wait for the person, so that stopping does not start the next one. */
  async stop(): Promise<void> {
    if (!this.runtime.isBusy) return await this.#services.stopBelow(this.#id);
    this.#queue.hold(this.#id, true);
    this.#queueChanged();
    this.runtime.emit({ kind: 'stopping' });
    this.#isStopping = true;
    try {
      await Promise.all([this.#turn.stop(), this.#services.stopBelow(this.#id)]);
    } finally {
      this.#isStopping = false;
    }
  }

  async resume(): Promise<void> {
    const sentBy = this.#services.onBehalfOf();
    this.#services.demandWritable();
    this.#refuseInOpenMode(sentBy);
    await this.#turn.resume(sentBy);
  }

  /** Sets the model; an extension cannot choose one that an extension offers. */
  async setModel(model: string): Promise<void> {
    const extension = this.#services.onBehalfOf();
    const by = extension === undefined ? undefined : await this.#services.providers.offererOf(model);
    if (extension !== undefined && by !== undefined) throw agentErrors['agent/offered-model']({ extension, model, by });
    await this.runtime.setModel(model);
  }

  /** Stops the turn, because the runtime has to be opened again in the other mode. `isForRun`: it is open until that run ends. */
  async setAccessMode(mode: AccessMode, isForRun = false): Promise<void> {
    if (mode === 'open') this.#services.demandOpenParent(this.#id);
    if (mode === 'open') this.#services.records.setForRun(this.#id, isForRun);
    if (this.runtime.record.accessMode === mode) return;
    await this.stop();
    if (mode === 'secure') await this.#services.secureBelow(this.#id);
    await this.runtime.setAccessMode(mode);
    if (mode === 'secure') this.#services.records.setForRun(this.#id, false);
  }

  /** Gives the network to its commands, or takes it away. */
  setNetwork(allowed: boolean): void {
    if (allowed) this.#services.demandNoChild(this.#id);
    this.runtime.setNetwork(allowed);
  }

  /** Its working directory is another one now. */
  async move(): Promise<void> {
    if (this.runtime.isBusy) throw agentErrors['agent/turn-runs']({ conversation: this.#id });
    await this.runtime.move();
  }

  /** Handles an event of the engine. */
  take(event: EngineEvent): void {
    const { runtime } = this;
    if (event.kind === 'settled') return this.#settled(event);
    if (event.kind === 'messageEnded' && event.queued !== undefined) return this.#written(event, event.queued);
    if (event.kind === 'retry') {
      const { attempt, of, delayMs, problem } = event;
      runtime.setStatus('retrying');
      return runtime.emit({ kind: 'retry', retry: { attempt, of, delayMs }, problem: { ...problem, code: 'agent/retrying' } });
    }
    // Only for what recovers a cut answer.
    if (event.kind === 'callBegun') return;
    if (event.kind === 'silent' || event.kind === 'hung') return runtime.emit({ kind: event.kind, seconds: event.seconds });
    if (event.kind === 'compaction') {
      if (event.phase === 'started') runtime.setStatus('compacting');
      else if (runtime.status === 'compacting') runtime.setStatus(this.#turn.isRunning ? 'running' : 'idle');
      runtime.emit({ kind: 'compaction', phase: event.phase });
      if (event.phase === 'ended' && !runtime.isBusy) void this.#sendNext();
      return;
    }
    if (event.kind === 'context') return runtime.setContext(event.tokens, event.window);
    if (event.kind === 'fileMoved') return runtime.note({ sessionFile: event.sessionFile });
    if (event.kind === 'fileChanged') return runtime.fileChanged(event.sessionFile, event.cut);
    if (event.kind === 'messageEnded') this.#turn.isAtLimit = event.entry.stopped === 'length';
    if (event.kind === 'messageEnded' && event.entry.usage !== undefined && !this.#turn.charge(event.entry.usage)) {
      // What shares the limit ends with it.
      void Promise.all([this.stop(), this.#turn.isTreeOver ? this.#services.stopTree(this.#id) : undefined]).catch(error =>
        this.#services.log.warn(String(error)),
      );
    }
    if (runtime.status === 'retrying') runtime.setStatus('running');
    this.#emit(event);
  }

  /** The session file has a queued message. */
  #written(event: EngineEvent, queued: string): void {
    this.#emit(event);
    this.#write(() => void (this.#queue.written(this.#id, queued) && this.#queueChanged()));
  }

  /** Writes what has happened: no disk that is full undoes it, or keeps a turn from its end. */
  #write(work: () => void): void {
    this.#owed.push(work);
    try {
      this.#writeOwed();
    } catch (error) {
      this.#services.log.warn(String(error), { conversation: this.#id });
    }
  }

  #writeOwed(): void {
    for (let [work] = this.#owed; work !== undefined; [work] = this.#owed) {
      try {
        work();
      } catch (error) {
        // Another failure would come again each time, and nothing would ever be sent.
        if (isAppError(error) && error.code.startsWith('storage/')) throw error;
        this.#services.log.error(String(error), { conversation: this.#id });
      }
      this.#owed.shift();
    }
  }

  /** Emits an event of the engine without what only the main side needs. */
  #emit(event: EngineEvent): void {
    const { conversation: _conversation, ...rest } = event;
    const { queued: _queued, after: _after, api: _api, ...shown } = rest as Record<string, unknown>;
    this.runtime.emit(this.#withSender(shown as unknown as NewEvent));
  }

  #withSender(event: NewEvent): NewEvent {
    if (event.kind !== 'messageEnded' || event.entry?.kind !== 'user') return event;
    const sentBy = this.#services.senders.written(this.#id, event.entry);
    return sentBy === undefined ? event : { ...event, entry: { ...event.entry, sentBy } };
  }

  /** An extension gets nothing done in open mode that it could not do itself. */
  #refuseInOpenMode(sentBy: string | undefined): void {
    if (sentBy !== undefined && this.runtime.record.accessMode === 'open')
      throw agentErrors['agent/open-to-the-person-only']({ extension: sentBy });
  }

  /** The engine's process has ended, and the runtime with it. */
  lost(why: AppError): void {
    if ((!this.runtime.isOpen && !this.runtime.isBusy) || this.#turn.isLost) return;
    this.runtime.lost();
    if (!this.runtime.isBusy) return this.runtime.setStatus('absent');
    this.#write(() => this.#queue.hold(this.#id, true));
    this.#turn.lost();
    this.recover()
      .then(() => this.#turn.cut(why))
      // If the agent is stopped meanwhile, its next start finds the turn cut off.
      .catch(error => this.#services.log.warn(String(error), { conversation: this.#id }));
  }

  /** Looks up what an ended process has left in the session file, and emits what the queue then is. */
  recover(): Promise<void> {
    const done = (this.#recovering ?? Promise.resolve())
      .then(() => recover(this.#id, this.#services))
      .then(({ answer, isCallCut }) => {
        if (answer !== undefined) this.runtime.emit({ kind: 'messageEnded', ...answer });
        if (isCallCut) this.runtime.emit({ kind: 'rewound' });
        this.#queueChanged();
      })
      .catch(error => this.#services.log.warn(String(error), { conversation: this.#id }))
      .finally(() => {
        if (this.#recovering === done) this.#recovering = undefined;
      });
    this.#recovering = done;
    return done;
  }

  /** Whether a message was handed to the engine in this way and now waits again. */
  #takeBack(id: string, how: Handed): boolean {
    const message = this.#queue.handed(this.#id).find(handed => handed.id === id);
    if (message === undefined || !this.#queue.takeBack(this.#id, id, how)) return false;
    if (message.sentBy !== undefined) this.#services.senders.unsent(this.#id, message.text);
    this.#queueChanged();
    return true;
  }

  #settled(event: Extract<EngineEvent, { kind: 'settled' }>): void {
    // What the turn has not read, the engine has dropped. Said before the end of the turn: nothing is shown as handed to a turn that is over.
    this.#write(() => {
      for (const { id, handed } of this.#queue.handed(this.#id)) if (handed !== undefined) this.#takeBack(id, handed);
    });
    if (event.ended !== 'done')
      this.#write(() => {
        this.#queue.hold(this.#id, true);
        if (this.#queue.list(this.#id).length > 0) this.#queueChanged();
      });
    this.#turn.settle(event);
    const { model } = this.runtime.record;
    if (model !== undefined && event.ended !== 'stopped')
      void this.#services.providers.used(model, event.problem?.code).catch(error => this.#services.log.warn(String(error)));
    if (event.ended !== 'done') return;
    if (this.#queue.next(this.#id) === undefined) this.#services.events.completed(this.#id, event.usage);
    else void this.#sendNext();
  }

  /** Sends the next queued message; if that fails, the message waits for the person. */
  async #sendNext(): Promise<void> {
    const message = this.#queue.next(this.#id);
    if (message === undefined || this.#isSending) return;
    this.#isSending = true;
    try {
      this.#refuseInOpenMode(message.sentBy);
      if (message.sentBy !== undefined && !(await this.#services.maySend(message.sentBy)))
        throw agentErrors['agent/may-not-send']({ extension: message.sentBy });
      await this.#startWith(message.id);
    } catch (error) {
      this.#services.log.warn(String((error as Error).message), { conversation: this.#id });
      this.#write(() => this.#queue.hold(this.#id, true));
      this.#queueChanged();
      return;
    } finally {
      this.#isSending = false;
    }
    // It may have been answered before it was known to be sent; what was queued meanwhile is next.
    if (!this.runtime.isBusy && this.#queue.next(this.#id) !== undefined) await this.#sendNext();
  }

  /** Starts a turn with a queued message, which leaves the queue when the session file has it. */
  async #startWith(id: string): Promise<void> {
    this.#services.demandParent(this.#id);
    const { text, sent: images, sentBy } = this.#queue.hand(this.#id, id, 'next');
    this.#queueChanged();
    try {
      await this.#turn.start({ text, images, sentBy, queued: id });
    } catch (error) {
      this.#write(() => this.#queue.hold(this.#id, true));
      await this.#refused(id, 'next', error);
      throw error;
    }
  }

  #queueChanged(): void {
    this.runtime.emit({ kind: 'queueChanged', queue: this.queued() });
  }
}
