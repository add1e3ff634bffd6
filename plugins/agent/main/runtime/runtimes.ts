import { existsSync } from 'node:fs';
import type { AppError, Log } from '@atelier/kernel';
import type { AccessMode, AgentEvent, Image, Queued, RuntimeState, ThinkingLevel } from '../../contract/index.ts';
import type { EngineEvent, OpenConversation } from '../../engine/protocol.ts';
import type { EngineLink } from '../engine-link.ts';
import { agentErrors } from '../errors.ts';
import type { SessionFiles } from '../session-files.ts';
import { Intake } from './intake.ts';
import { isBusy, type Live, noUsage } from './live.ts';
import type { MessageQueue } from './queue.ts';
import type { RuntimeRecord, RuntimeRecords } from './records.ts';
import { Rewinding } from './rewinding.ts';
import { Stage } from './stage.ts';

/** What a conversation's runtime is made from, apart from what is kept of it. */
export interface Preparation {
  readonly cwd: string;
  readonly sections: OpenConversation['sections'];
  readonly extraTools: OpenConversation['extraTools'];
}

export interface RuntimesOptions {
  readonly engine: EngineLink;
  readonly records: RuntimeRecords;
  readonly queue: MessageQueue;
  readonly files: SessionFiles;
  /** Asks those who have a say; throws where somebody vetoes. */
  readonly prepare: (conversation: string, accessMode: AccessMode) => Promise<Preparation>;
  /** What the model is told as it is now, for a runtime that is open. */
  readonly compose: (conversation: string, accessMode: AccessMode) => Promise<Omit<Preparation, 'cwd'>>;
  readonly defaultModel: () => Promise<string | undefined>;
  readonly isSandboxed: () => boolean;
  readonly emit: (event: AgentEvent) => void;
  /** A turn has ended well and nothing is queued. */
  readonly completed: (conversation: string, usage: NonNullable<AgentEvent['usage']>) => void;
  /** Throws where a budget is spent. */
  readonly mayStart: (record: RuntimeRecord) => void;
  /** Counts what was spent; answers why nothing more may be. */
  readonly charge: (record: RuntimeRecord, usage: NonNullable<AgentEvent['usage']>, minutes: number) => AppError | undefined;
  readonly modeTold: (mode: AccessMode, cwd: string, network: boolean) => string;
  readonly locale: () => 'fr' | 'en';
  readonly now: () => number;
  readonly log: Log;
}

export type How = 'queue' | 'steer' | 'followUp';

const idleMs = 10 * 60_000;
const mostOpen = 40;

/** One runtime a conversation, made at its first use, ended when it rests, and made again where nobody notices. */
export class Runtimes {
  readonly #options: RuntimesOptions;
  readonly #stage: Stage;
  readonly #intake: Intake;
  readonly rewinding: Rewinding;

  constructor(options: RuntimesOptions) {
    this.#options = options;
    this.#stage = new Stage(options);
    this.rewinding = new Rewinding(options.engine, this.#stage, options.files);
    this.#intake = new Intake(
      options,
      this.#stage,
      live => void this.#next(live),
      live => void this.stop(live.conversation).catch(error => options.log.warn(String(error))),
    );
  }

  state(conversation: string): RuntimeState {
    const live = this.#stage.of(conversation);
    const record = this.#options.records.get(conversation);
    return {
      status: live.status,
      seq: live.log.seq,
      accessMode: record.accessMode,
      network: record.network,
      sandboxed: this.#options.isSandboxed(),
      queue: this.queued(conversation),
      context: live.context,
      usage: record.usage,
      cut: record.cut && !isBusy(live),
      ...(record.model !== undefined && { model: record.model }),
      ...(record.thinkingLevel !== undefined && { thinkingLevel: record.thinkingLevel }),
      ...(live.thinkingLevels !== undefined && { thinkingLevels: [...live.thinkingLevels] }),
      ...(live.cwd !== undefined && { cwd: live.cwd }),
      ...(live.problem !== undefined && { problem: live.problem }),
    };
  }

  queued(conversation: string): Queued[] {
    return this.#stage.queued(conversation);
  }

  eventsAfter(conversation: string, seq: number) {
    return this.#stage.of(conversation).log.after(seq);
  }

  /** Sends a message, or queues it while a turn is under way. */
  async prompt(
    conversation: string,
    text: string,
    images: readonly Image[],
    how: How,
  ): Promise<{ taken: 'started' | 'queued' | 'steered'; queued?: string }> {
    const { engine, queue } = this.#options;
    const live = this.#stage.of(conversation);
    if (!isBusy(live)) {
      await this.#begin(live, text, images);
      return { taken: 'started' };
    }
    if (how === 'steer' && live.isOpen) {
      await engine.call('steer', { conversation, text, images });
      return { taken: 'steered' };
    }
    if (how === 'followUp' && live.isOpen) {
      await engine.call('followUp', { conversation, text, images });
      return { taken: 'steered' };
    }
    const queued = queue.add(conversation, text, images);
    this.#stage.tellQueue(live);
    return { taken: 'queued', queued };
  }

  async changeQueued(
    conversation: string,
    id: string,
    change: { text?: string; place?: number; steer?: boolean; remove?: boolean },
  ): Promise<void> {
    const { queue } = this.#options;
    if (change.text !== undefined) queue.edit(conversation, id, change.text);
    if (change.place !== undefined) queue.move(conversation, id, change.place);
    if (change.remove === true || change.steer === true) {
      const message = queue.take(conversation, id);
      if (change.steer === true) await this.prompt(conversation, message.text, message.sent, 'steer');
    }
    this.#stage.tellQueue(this.#stage.of(conversation));
  }

  /** Sends what waited for the person. */
  async drain(conversation: string): Promise<void> {
    const live = this.#stage.of(conversation);
    this.#options.queue.hold(conversation, false);
    this.#stage.tellQueue(live);
    if (!isBusy(live)) await this.#next(live);
  }

  /** Ends the turn; what is queued then waits for the person, because Stop means stop. */
  async stop(conversation: string): Promise<void> {
    const live = this.#stage.of(conversation);
    if (!isBusy(live)) return;
    this.#options.queue.hold(conversation, true);
    this.#stage.tellQueue(live);
    const ended = live.ended?.promise;
    if (live.isOpen) await this.#options.engine.call('stop', { conversation });
    await ended;
  }

  async resume(conversation: string): Promise<void> {
    const { engine, records } = this.#options;
    const live = this.#stage.of(conversation);
    if (isBusy(live) || !records.get(conversation).cut) throw agentErrors['agent/no-cut-turn']({});
    await this.#open(live);
    this.#started(live);
    try {
      await engine.call('resume', { conversation });
    } catch (error) {
      // Where the process died, `lost` has told it already.
      if (isBusy(live)) this.#stage.failed(live, error as AppError);
      throw error;
    }
  }

  async setModel(conversation: string, model: string): Promise<void> {
    const live = this.#stage.of(conversation);
    this.#stage.change(conversation, { model });
    if (live.isOpen) {
      const { thinkingLevels, thinkingLevel } = await this.#options.engine.call('setModel', { conversation, model });
      live.thinkingLevels = thinkingLevels;
      this.#stage.change(conversation, { thinkingLevel });
    }
    this.#stage.tell(live, { kind: 'settings', model });
  }

  async setThinkingLevel(conversation: string, level: ThinkingLevel): Promise<void> {
    const live = this.#stage.of(conversation);
    this.#stage.change(conversation, { thinkingLevel: level });
    if (live.isOpen) await this.#options.engine.call('setThinkingLevel', { conversation, level });
    this.#stage.tell(live, { kind: 'settings', thinkingLevel: level });
  }

  /** A restart of the runtime in the other mode, which the model is told of by a message that nobody sees. */
  async setAccessMode(conversation: string, mode: AccessMode): Promise<void> {
    const { engine, records, modeTold } = this.#options;
    const live = this.#stage.of(conversation);
    if (records.get(conversation).accessMode === mode) return;
    const wasOpen = live.isOpen;
    await this.stop(conversation);
    await this.close(conversation);
    this.#stage.change(conversation, { accessMode: mode });
    this.#stage.tell(live, { kind: 'settings', accessMode: mode });
    if (!wasOpen) return;
    await this.#open(live);
    await engine.call('hiddenSteer', { conversation, text: modeTold(mode, live.cwd ?? '', records.get(conversation).network) });
  }

  async setNetwork(conversation: string, allowed: boolean): Promise<void> {
    this.#stage.change(conversation, { network: allowed });
    if (this.#stage.of(conversation).isOpen) await this.#options.engine.call('setNetwork', { conversation, allowed });
  }

  async compact(conversation: string, focus: string | undefined): Promise<void> {
    const live = this.#stage.of(conversation);
    await this.#open(live);
    await this.#options.engine.call('compact', { conversation, focus });
  }

  async undoCompaction(conversation: string): Promise<void> {
    const live = this.#stage.of(conversation);
    await this.#open(live);
    await this.#options.engine.call('undoCompaction', { conversation });
  }

  /** Ends a runtime that rests; its next use makes it again. */
  async close(conversation: string): Promise<void> {
    const live = this.#stage.of(conversation);
    if (!live.isOpen || isBusy(live)) return;
    this.#stage.status(live, 'absent');
    await this.#close(live);
  }

  async #close(live: Live): Promise<void> {
    const { conversation } = live;
    live.isOpen = false;
    if (!this.#options.engine.isRunning) return;
    const closing = this.#options.engine
      .call('close', { conversation })
      .then(({ dropped }) => void (dropped && this.#stage.change(conversation, { sessionFile: undefined })));
    live.closing = closing.catch(() => undefined);
    await closing;
  }

  forget(conversation: string): void {
    this.#stage.forget(conversation);
    this.#options.queue.clear(conversation);
    this.#options.records.remove(conversation);
  }

  /** Closes what has rested for long, the longest first where too many are open. */
  async evict(): Promise<void> {
    const now = this.#options.now();
    const resting = [...this.#stage.all].filter(live => live.isOpen && !isBusy(live)).sort((a, b) => a.lastUsed - b.lastUsed);
    const tooMany = resting.slice(0, Math.max(0, resting.length - mostOpen));
    for (const live of resting) if (tooMany.includes(live) || now - live.lastUsed > idleMs) await this.close(live.conversation);
  }

  take(events: readonly EngineEvent[]): void {
    this.#intake.take(events);
  }

  /** The engine's process is gone, and every runtime with it. */
  lost(code: string): void {
    this.#intake.lost(code);
  }

  /** Tells of something that belongs to a conversation and does not come from the engine. */
  tell(conversation: string, event: Partial<AgentEvent> & Pick<AgentEvent, 'kind'>): void {
    this.#stage.tell(this.#stage.of(conversation), event);
  }

  configure(conversation: string, change: Partial<Omit<RuntimeRecord, 'conversation'>>): void {
    this.#stage.change(conversation, change);
  }

  async #begin(live: Live, text: string, images: readonly Image[]): Promise<void> {
    const { engine, records, mayStart } = this.#options;
    const { conversation } = live;
    try {
      mayStart(records.get(conversation));
      this.#stage.status(live, 'starting');
      if (live.isOpen && live.cwd !== undefined && !existsSync(live.cwd)) throw agentErrors['agent/folder-missing']({ folder: live.cwd });
      await this.#open(live);
      // Sent before it is noted, because noting it waits for the disk; nothing of the turn is heard before this has run to its end.
      const sent = engine.call('prompt', { conversation, text, images });
      sent.catch(() => undefined);
      this.#started(live);
      await sent;
    } catch (error) {
      // Where the process died, `lost` has told it already.
      if (isBusy(live)) this.#stage.failed(live, error as AppError);
      throw error;
    }
  }

  #started(live: Live): void {
    live.ended ??= Promise.withResolvers<void>();
    live.problem = undefined;
    live.began = this.#options.now();
    live.charged = noUsage;
    live.usedUp = undefined;
    this.#options.records.markRunning(live.conversation, true);
    this.#stage.status(live, 'running');
  }

  #open(live: Live): Promise<void> {
    live.lastUsed = this.#options.now();
    live.opening ??= (live.isOpen ? this.#tellChanges(live) : this.#reallyOpen(live)).finally(() => {
      live.opening = undefined;
    });
    return live.opening;
  }

  /** What the model is told may be different since the last turn: the person's own words in the prompt, or a tool that was approved. */
  async #tellChanges(live: Live): Promise<void> {
    const { engine, records, compose } = this.#options;
    const { conversation } = live;
    const { sections, extraTools } = await compose(conversation, records.get(conversation).accessMode);
    if (JSON.stringify(extraTools) !== live.tools) {
      await this.#close(live);
      return await this.#reallyOpen(live);
    }
    const said = JSON.stringify(sections);
    if (said === live.sections) return;
    await engine.call('setSections', { conversation, sections });
    live.sections = said;
  }

  async #reallyOpen(live: Live): Promise<void> {
    const { engine, records, files, prepare, defaultModel } = this.#options;
    const { conversation } = live;
    await live.closing;
    const record = records.get(conversation);
    const model = record.model ?? (await defaultModel());
    if (model === undefined) throw agentErrors['agent/not-set-up']({});
    const { cwd, sections, extraTools } = await prepare(conversation, record.accessMode);
    const opened = await engine.call('open', {
      conversation,
      sessionFile: await files.of(conversation),
      cwd,
      accessMode: record.accessMode,
      network: record.network,
      model,
      thinkingLevel: record.thinkingLevel,
      sections,
      tools: undefined,
      extraTools,
      unattended: record.unattended,
      ephemeral: false,
    });
    live.isOpen = true;
    live.cwd = cwd;
    live.sections = JSON.stringify(sections);
    live.tools = JSON.stringify(extraTools);
    live.thinkingLevels = opened.thinkingLevels;
    // The person may have changed something of it meanwhile.
    const now = records.get(conversation);
    records.save({
      ...now,
      sessionFile: opened.sessionFile ?? now.sessionFile,
      model: now.model ?? opened.model ?? model,
      thinkingLevel: opened.thinkingLevel,
      cut: now.cut || opened.cut,
    });
    if (live.status === 'absent') this.#stage.status(live, 'idle');
  }

  /** Sends the next queued message; one that cannot be sent waits for the person, first in line. */
  async #next(live: Live): Promise<void> {
    const { queue, log } = this.#options;
    const message = queue.next(live.conversation);
    if (message === undefined) return;
    try {
      queue.take(live.conversation, message.id);
      this.#stage.tellQueue(live);
      await this.#begin(live, message.text, message.sent);
    } catch (error) {
      log.warn(String((error as Error).message), { conversation: live.conversation });
      const again = queue.add(live.conversation, message.text, message.sent);
      queue.move(live.conversation, again, 0);
      queue.hold(live.conversation, true);
      this.#stage.tellQueue(live);
    }
  }
}
