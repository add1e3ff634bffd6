import { existsSync } from 'node:fs';
import type { AppError } from '@atelier/kernel';
import type { HiddenRun, Image, Usage } from '../../contract/index.ts';
import { problemFrom } from '../../engine/problem-records.ts';
import type { EngineEvent, ProblemRecord } from '../../engine/protocol.ts';
import type { Spending } from '../budgets/spending.ts';
import type { EngineLink } from '../engine-link.ts';
import { agentErrors, isEngineEnd } from '../errors.ts';
import { noUsage, type RuntimeRecord, type RuntimeRecords } from './records.ts';
import type { Runtime } from './runtime.ts';
import type { Senders } from './senders.ts';

/** The message that a turn begins with. */
export interface TurnMessage {
  readonly text: string;
  readonly images: readonly Image[];
  /** The extension that sent it; undefined for the person. */
  readonly sentBy: string | undefined;
  /** Whose it is shown to be, where the app itself passes it on. */
  readonly passedFrom?: string | undefined;
  /** What this turn is charged to, in place of what its conversation is. */
  readonly chargedTo?: HiddenRun['chargedTo'] | undefined;
  /** From its begin on its conversation is unattended. */
  readonly unattended?: boolean | undefined;
  /** Its id, if it is in the queue. */
  readonly queued?: string;
}

/** The turns of one conversation, one at a time: started, stopped, charged, and ended in one of four ways. */
export class Turn {
  readonly #runtime: Runtime;
  readonly #engine: EngineLink;
  readonly #records: RuntimeRecords;
  readonly #spending: Spending;
  readonly #senders: Senders;
  /** The last answer reached the output limit, and can go on. */
  isAtLimit = false;
  /** Resolves when the turn that is starting has begun, or has failed to. */
  #beginning: PromiseWithResolvers<void> | undefined;
  /** Resolves when the turn that runs has ended. */
  #ended: PromiseWithResolvers<void> | undefined;
  #began = Date.now();
  /** The extension that started the turn, which pays for it. */
  #sentBy: string | undefined;
  /** What this turn alone is charged to. */
  #chargedTo: HiddenRun['chargedTo'];
  /** The usage of the turn that is already charged. */
  #charged: Usage = noUsage;
  #isLost = false;
  /** Set when a budget is used up. */
  #usedUp: AppError | undefined;

  constructor(runtime: Runtime, engine: EngineLink, records: RuntimeRecords, spending: Spending, senders: Senders) {
    this.#runtime = runtime;
    this.#engine = engine;
    this.#records = records;
    this.#spending = spending;
    this.#senders = senders;
  }

  get startedBy(): string | undefined {
    return this.#sentBy;
  }

  /** The engine's process has ended, and the turn is about to. */
  get isLost(): boolean {
    return this.#isLost;
  }

  get isRunning(): boolean {
    return this.#ended !== undefined;
  }

  /** Resolves when the message is in the session file; the answer arrives as events. */
  async start({ text, images, sentBy, passedFrom, chargedTo, unattended, queued }: TurnMessage): Promise<void> {
    const { conversation, cwd } = this.#runtime;
    const sender = sentBy ?? passedFrom;
    try {
      this.#sentBy = sentBy;
      this.#chargedTo = chargedTo;
      this.#spending.check(this.#payer());
      this.#beginning = Promise.withResolvers<void>();
      this.#runtime.setStatus('starting');
      if (unattended === true) this.#runtime.change({ unattended });
      if (this.#runtime.isOpen && cwd !== undefined && !existsSync(cwd)) throw agentErrors['agent/folder-missing']({ folder: cwd });
      await this.#runtime.open({ text, ...(sentBy !== undefined && { by: sentBy }) });
      // Sent before the turn is recorded, which waits for the disk. Both happen in one task, so no event of the turn is handled in between.
      if (sender !== undefined) this.#senders.sending(conversation, text, sender);
      const sent = this.#engine.call('prompt', { conversation, text, images, queued, paidBy: this.chargedTo });
      sent.catch(() => undefined);
      this.#started();
      await sent;
    } catch (error) {
      if (sender !== undefined) this.#senders.unsent(conversation, text);
      this.#failed(error as AppError);
      throw error;
    } finally {
      this.#beginning?.resolve();
    }
  }

  /** Continues a turn that was cut, or whose answer reached its limit, at the cost of who asks for it. */
  async resume(sentBy: string | undefined): Promise<void> {
    const { conversation } = this.#runtime;
    if (this.#runtime.isBusy || !this.#runtime.record.cut) throw agentErrors['agent/no-cut-turn']({});
    this.#sentBy = sentBy;
    this.#chargedTo = undefined;
    this.#spending.check(this.#payer());
    await this.#runtime.open();
    this.#started();
    try {
      await this.#engine.call('resume', { conversation, paidBy: this.chargedTo });
    } catch (error) {
      this.#failed(error as AppError);
      throw error;
    }
  }

  /** Resolves when the turn has ended; one that is starting begins first. */
  async stop(): Promise<void> {
    using _hurry = this.#engine.hurry();
    await this.#beginning?.promise;
    // It may have failed to begin, or be over: what begins next is not meant.
    if (!this.#runtime.isBusy) return;
    const ended = this.#ended?.promise;
    try {
      if (this.#runtime.isOpen) await this.#engine.call('stop', { conversation: this.#runtime.conversation });
    } catch (error) {
      // With the process the turn has ended, too.
      if (ended === undefined || !isEngineEnd(error)) throw error;
    }
    await ended;
  }

  /** The limit that is used up is one of a tree. */
  get isTreeOver(): boolean {
    return this.#usedUp?.code === 'agent/tree-limit';
  }

  /** Charges a message when it ends, so that a long turn does not run far past its budget. Returns false if nothing more may be spent. */
  charge(usage: Usage): boolean {
    this.#charged = plus(this.#charged, usage);
    this.#usedUp ??= this.#spending.charge(this.#payer(), usage, 0);
    return this.#usedUp === undefined;
  }

  /** The engine has ended the turn. */
  settle({ ended, usage, problem }: Extract<EngineEvent, { kind: 'settled' }>): void {
    const before = this.#runtime.record;
    this.#records.note(before.conversation, { cut: ended === 'done' && this.isAtLimit, usage: plus(before.usage, usage) });
    // Usage outside of messages: a compaction, a title.
    const rest = plus(usage, this.#charged, -1);
    this.#usedUp ??= this.#spending.charge(this.#payer(), rest, (Date.now() - this.#began) / 60_000);
    const usedUp = ended === 'stopped' ? this.#usedUp : undefined;
    this.#runtime.problem = usedUp === undefined ? problem : this.#inWords(usedUp);
    this.#runtime.lastUsed = Date.now();
    this.#runtime.setStatus(ended === 'failed' ? 'failed' : 'idle');
    this.#end(usedUp === undefined ? ended : 'budget', usage);
  }

  /** The engine's process has ended during the turn. Nothing else ends the turn until `cut` does. */
  lost(): void {
    this.#isLost = true;
  }

  cut(error: AppError): void {
    this.#isLost = false;
    this.#runtime.note({ cut: true });
    this.#runtime.problem = this.#inWords(error);
    this.#runtime.setStatus('failed');
    this.#end('cut');
  }

  /** What it is charged to: the extension that started it, what it alone is charged to, or what its conversation is. */
  get chargedTo(): HiddenRun['chargedTo'] {
    if (this.#sentBy !== undefined) return { kind: 'extension', of: this.#sentBy };
    return this.#chargedTo ?? this.#runtime.record.chargedTo;
  }

  #payer(): RuntimeRecord {
    return { ...this.#runtime.record, chargedTo: this.chargedTo };
  }

  #started(): void {
    this.#ended ??= Promise.withResolvers<void>();
    this.#began = Date.now();
    this.#charged = noUsage;
    this.#usedUp = undefined;
    this.isAtLimit = false;
    this.#runtime.problem = undefined;
    this.#records.markRunning(this.#runtime.conversation, true);
    this.#runtime.setStatus('running');
    this.#beginning?.resolve();
  }

  #failed(error: AppError): void {
    // If the process has ended, `cut` reports it.
    if (this.#isLost || !this.#runtime.isBusy) return;
    this.#runtime.problem = this.#inWords(error);
    this.#records.markRunning(this.#runtime.conversation, false);
    this.#runtime.setStatus('failed');
    this.#runtime.emit({ kind: 'failed', problem: this.#runtime.problem });
    this.#settleEnd();
  }

  #inWords(error: unknown): ProblemRecord {
    return problemFrom(error, this.#engine.setup.language);
  }

  #end(ended: 'done' | 'stopped' | 'failed' | 'budget' | 'cut', usage?: Usage): void {
    const { problem } = this.#runtime;
    this.#runtime.emit({ kind: 'turnEnded', ended, ...(usage && { usage }), ...(problem && { problem }) });
    this.#settleEnd();
  }

  #settleEnd(): void {
    this.#ended?.resolve();
    this.#ended = undefined;
  }
}

/** The sum of two usages; with `times` -1 their difference. */
export function plus(a: Usage, b: Usage, times: 1 | -1 = 1): Usage {
  const sum = (name: keyof Usage) => a[name] + times * b[name];
  return { input: sum('input'), output: sum('output'), cacheRead: sum('cacheRead'), cacheWrite: sum('cacheWrite'), cost: sum('cost') };
}
