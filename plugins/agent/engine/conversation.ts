import { isAppError } from '@atelier/kernel';
import type { AgentSession } from '@earendil-works/pi-coding-agent';
import { appMark, appMessage, withoutMark } from './app-words.ts';
import { type Cause, withCause, withReason } from './causes.ts';
import { Deltas } from './deltas.ts';
import type { Engine } from './engine.ts';
import type { Reader } from './entries.ts';
import { errors } from './errors.ts';
import { isCut, isUnfinished } from './history/branch.ts';
import { summaryOf } from './history/entry-summary.ts';
import { redo, rewind } from './history/rewinding.ts';
import { levelsOf } from './models.ts';
import { modelNamed, type OpenedSession, type OpenState, openSession } from './open-session.ts';
import { toAppError } from './problems.ts';
import type { EngineCalls, Image, OpenConversation, OpenedConversation, ThinkingLevel } from './protocol.ts';
import { asQueued } from './queued-messages.ts';
import { continueCut, undoLastCompaction } from './rewind.ts';
import { dropIfUnused } from './session-file.ts';
import type { Wire } from './wire.ts';

/** A conversation that is open in the engine. */
export class Conversation {
  readonly #sessionFile: string | undefined;
  readonly #instructions: readonly string[];
  readonly #engine: Engine;
  readonly #open: OpenConversation;
  readonly #session: AgentSession;
  readonly #deltas: Deltas;
  readonly #state: OpenState;
  readonly #reader: Reader;
  /** Resolves when the message that is being sent is in the session file, or refused; before that there is no turn to stop. */
  #beginning: Promise<void> = Promise.resolve();

  private constructor(engine: Engine, open: OpenConversation, wire: Wire, opened: OpenedSession, state: OpenState) {
    this.#engine = engine;
    this.#open = open;
    this.#session = opened.session;
    this.#state = state;
    const { conversation } = open;
    this.#reader = {
      get language() {
        return engine.language;
      },
      secrets: () => engine.secrets(),
    };
    this.#deltas = new Deltas(opened.session, {
      emit: event => wire.emit({ conversation, ...event }),
      reader: this.#reader,
      remembered: state.remembered,
    });
    this.#sessionFile = opened.sessionFile;
    this.#instructions = opened.instructions;
  }

  static async open(engine: Engine, open: OpenConversation, wire: Wire): Promise<Conversation> {
    const cause: Cause = { failure: undefined, contentType: undefined };
    const { sections } = open;
    const state: OpenState = { grants: new Map(), sections, remembered: new Map(), cause };
    return new Conversation(engine, open, wire, await openSession(engine, open, wire, state), state);
  }

  /** Its present state, because a restarted main side opens a conversation that is open already. */
  get opened(): OpenedConversation {
    const cut = !this.isRunning && isCut(this.#branch());
    return { sessionFile: this.#sessionFile, model: this.#modelNow(), ...this.levels(), cut, instructions: this.#instructions };
  }

  get isRunning(): boolean {
    return !this.#session.isIdle;
  }

  levels(): { thinkingLevel: ThinkingLevel; thinkingLevels: readonly ThinkingLevel[] } {
    const now = this.#session.thinkingLevel;
    return { thinkingLevel: now === 'max' ? 'xhigh' : now, thinkingLevels: levelsOf(this.#session.getAvailableThinkingLevels()) };
  }

  /** Resolves when the message is in the session file; the answer is sent as events. */
  async prompt({ text, images, queued }: Omit<EngineCalls['prompt']['params'], 'conversation'>): Promise<void> {
    this.#refuseWhileRunning();
    await this.#begin(() => asQueued(queued, () => this.#session.prompt(text, { images: images.map(asContent) })));
  }

  /**
   * Adds a queued message to the running turn. Returns false if none runs: the message then stays with the main side, as do the messages
   * that the turn has not read when it ends.
   */
  async add({ how, queued, text, images }: Omit<EngineCalls['add']['params'], 'conversation'>): Promise<boolean> {
    if (!this.#session.isStreaming) return false;
    await this.#withAppErrors(() => asQueued(queued, () => this.#session[how](text, images.map(asContent))));
    if (this.#session.isStreaming) return true;
    this.#session.clearQueue();
    return false;
  }

  /** Tells the model something in the name of the app; nothing else that it reads begins like this. */
  async hiddenSteer(text: string): Promise<void> {
    const content = `${appMark} ${withoutMark(text)}`;
    await this.#session.sendCustomMessage({ customType: appMessage, content, display: false }, { triggerTurn: false });
  }

  /** Ends the turn and every process that it has started. Added messages that it has not read stay with the main side. */
  async stop(): Promise<void> {
    this.#session.clearQueue();
    await this.#session.abort();
    await this.#beginning;
    await this.#session.abort();
  }

  async resume(): Promise<void> {
    this.#refuseWhileRunning();
    if (!isUnfinished(this.#branch())) throw errors['agent/nothing-to-resume']({ conversation: this.#open.conversation });
    void withCause(this.#state.cause, () => continueCut(this.#session)).catch((error: unknown) =>
      process.stderr.write(`resume: ${this.#toAppError(error).message}\n`),
    );
  }

  /** Sets the sections of the system prompt from the next turn on. */
  setSections(sections: OpenConversation['sections']): void {
    this.#state.sections = sections;
  }

  async setModel(name: string): Promise<void> {
    const { runtime } = await this.#engine.load();
    await this.#withAppErrors(() => this.#session.setModel(modelNamed(runtime, name)));
  }

  /** Reads its model again from the registry; otherwise an open session would keep using the old address. */
  async refreshModel(): Promise<void> {
    const { runtime } = await this.#engine.load();
    const { model, agent } = this.#session;
    const now = model && runtime.getModel(model.provider, model.id);
    if (now !== undefined) agent.state.model = now;
  }

  setThinkingLevel(level: ThinkingLevel): void {
    this.#session.setThinkingLevel(level);
  }

  async compact(focus: string | undefined): Promise<void> {
    this.#refuseWhileRunning();
    await withCause(this.#state.cause, () => this.#session.compact(focus)).catch((error: unknown) => {
      const crossed = this.#toAppError(error);
      const reason = crossed.code === 'agent/failed' ? String(crossed.details.detail) : crossed.in(this.#engine.language);
      throw errors['agent/compaction-failed']({ reason: reason.replace(/\.$/, '') }, error);
    });
  }

  undoCompaction(): void {
    this.#refuseWhileRunning();
    if (!undoLastCompaction(this.#session)) throw errors['agent/nothing-to-undo']({ conversation: this.#open.conversation });
  }

  async rewind(params: EngineCalls['rewind']['params']): Promise<EngineCalls['rewind']['result']> {
    this.#refuseWhileRunning();
    const rewound = await rewind(params, this.#session);
    this.#deltas.emitContext();
    return rewound;
  }

  async redo(params: EngineCalls['redo']['params']): Promise<EngineCalls['redo']['result']> {
    this.#refuseWhileRunning();
    const redone = await redo(params, this.#session);
    this.#deltas.emitContext();
    return redone;
  }

  async close(): Promise<void> {
    await this.stop();
    this.#session.dispose();
  }

  /** Deletes the file of a closed conversation without messages; returns whether it did. */
  dropIfUnused(): boolean {
    return this.#sessionFile !== undefined && dropIfUnused(this.#sessionFile);
  }

  #branch() {
    return this.#session.sessionManager.getBranch().flatMap(entry => summaryOf(entry) ?? []);
  }

  async #begin(run: () => Promise<void>): Promise<void> {
    const written = this.#deltas.messageWritten();
    const begun = this.#withAppErrors(() => Promise.race([written, withCause(this.#state.cause, run)]));
    this.#beginning = begun.catch(() => undefined);
    await begun;
  }

  async #withAppErrors(work: () => Promise<unknown>): Promise<void> {
    await work().catch((error: unknown) => {
      throw this.#toAppError(error);
    });
  }

  #toAppError(error: unknown): ReturnType<typeof toAppError> {
    const { cause } = this.#state;
    const detailed = error instanceof Error && !isAppError(error) ? new Error(withReason(error.message, cause), { cause: error }) : error;
    return toAppError(detailed, { model: this.#modelNow(), secrets: this.#engine.secrets() });
  }

  #refuseWhileRunning(): void {
    if (this.isRunning) throw errors['agent/busy']({ conversation: this.#open.conversation });
  }

  #modelNow(): string | undefined {
    const { model } = this.#session;
    return model && `${model.provider}/${model.id}`;
  }
}

function asContent({ mimeType, data }: Image): { type: 'image'; mimeType: string; data: string } {
  return { type: 'image', mimeType, data };
}
