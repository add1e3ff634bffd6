import { unlinkSync } from 'node:fs';
import { isAppError, type Locale } from '@atelier/kernel';
import type { AgentSession } from '@earendil-works/pi-coding-agent';
import { appMark, appMessage, withoutMark } from './app-words.ts';
import { type Cause, withCause, withReason } from './causes.ts';
import { CutArguments } from './cut-arguments.ts';
import { Deltas } from './deltas.ts';
import type { Engine } from './engine.ts';
import type { Reader } from './entries.ts';
import { errors } from './errors.ts';
import { isCut, isUnfinished } from './history/branch.ts';
import { summaryOf } from './history/entry-summary.ts';
import { redo, rewind } from './history/rewinding.ts';
import { takeIn } from './history/take-in.ts';
import type { Window } from './history/window.ts';
import { levelsOf } from './models.ts';
import { type Note, noteIn, noteMessage } from './notes.ts';
import { modelNamed, type OpenedSession, type OpenState, openSession } from './open-session.ts';
import { toAppError } from './problems.ts';
import type { EngineCalls, Image, OpenConversation, OpenedConversation, ThinkingLevel } from './protocol.ts';
import { asQueued } from './queued-messages.ts';
import { continueCut, undoLastCompaction } from './rewind.ts';
import { dropIfUnused } from './session-file.ts';
import type { SessionWrites } from './session-writes.ts';
import type { Wire } from './wire.ts';

/** A conversation that is open in the engine. */
export class Conversation {
  readonly #writes: SessionWrites | undefined;
  readonly #window: Window | undefined;
  readonly #wire: Wire;
  readonly #instructions: readonly string[];
  readonly #engine: Engine;
  readonly #open: OpenConversation;
  readonly #session: AgentSession;
  readonly #deltas: Deltas;
  readonly #state: OpenState;
  readonly #reader: Reader;
  /** Files that it was in before other programs damaged them. */
  #isModelGone = false;
  #former: readonly string[] = [];
  /** The number of calls that are writing; meanwhile it is not opened again. */
  #writing = 0;
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
      nameOf: engine.nameOf,
    };
    this.#deltas = new Deltas(opened.session, {
      emit: event => wire.emit({ conversation, ...event }),
      reader: this.#reader,
      directory: engine.settings.directory,
      remembered: state.remembered,
      cutArguments: state.cutArguments,
    });
    this.#writes = opened.writes;
    this.#window = opened.window;
    this.#wire = wire;
    this.#instructions = opened.instructions;
  }

  static async open(engine: Engine, open: OpenConversation, wire: Wire): Promise<Conversation> {
    const cause: Cause = { failure: undefined, contentType: undefined };
    const { sections } = open;
    const [remembered, cutArguments] = [new Map(), new CutArguments()];
    const state: OpenState = { grants: new Map(), sections, remembered, cutArguments, cause, paidBy: undefined };
    return new Conversation(engine, open, wire, await openSession(engine, open, wire, state), state);
  }

  /** Its present state, because a restarted main side opens a conversation that is open already. */
  get opened(): OpenedConversation {
    const cut = !this.isRunning && isCut(this.#branch());
    return { sessionFile: this.sessionFile, model: this.#modelNow(), ...this.levels(), cut, instructions: this.#instructions };
  }

  get isRunning(): boolean {
    return !this.#session.isIdle;
  }

  get sessionFile(): string | undefined {
    return this.#session.sessionFile;
  }

  /** The file that it is in now, for one that it was in; any other file is another conversation's. */
  fileFor(named: string): string {
    const isFormer = [...this.#former, ...(this.#writes?.files ?? [])].includes(named);
    return isFormer ? (this.sessionFile ?? named) : named;
  }

  /** Whether another program has changed its file, which a running turn goes on beside. */
  get isFileChanged(): boolean {
    return !this.isRunning && this.#writing === 0 && this.#writes?.isChanged() === true;
  }

  /** Whether only the end of its file is in memory, so that going to another branch needs the file. */
  get isWindow(): boolean {
    return this.#window !== undefined;
  }

  /** Opens it again with what another program wrote, and closes this one. If that fails, this one stays as it is. */
  async withChanges(): Promise<Conversation> {
    const { conversation, cwd } = this.#open;
    const writes = this.#writes;
    if (writes === undefined) return this;
    const beginning = { directory: this.#engine.settings.directory, conversation, cwd };
    const sessionFile = await takeIn(beginning, writes.inMemory(), writes.files);
    const next = await this.openedAgain(sessionFile).catch((error: unknown) => {
      if (sessionFile !== this.sessionFile) unlinkSync(sessionFile);
      throw error;
    });
    next.#former = [...this.#former, ...writes.files];
    this.#wire.emit({ conversation, kind: 'fileChanged', sessionFile: next.sessionFile ?? sessionFile, cut: next.opened.cut });
    return next;
  }

  /** Opens it again as its file is now, and closes this one. */
  async openedAgain(sessionFile = this.sessionFile): Promise<Conversation> {
    const { sections } = this.#state;
    const { thinkingLevel } = this.levels();
    const now = { ...this.#open, sessionFile, sections, model: this.#modelNow(), thinkingLevel };
    const next = await Conversation.open(this.#engine, now, this.#wire);
    next.#former = this.#former;
    await this.close();
    next.#deltas.emitContext();
    return next;
  }

  levels(): { thinkingLevel: ThinkingLevel; thinkingLevels: readonly ThinkingLevel[] } {
    const now = this.#session.thinkingLevel;
    return { thinkingLevel: now === 'max' ? 'xhigh' : now, thinkingLevels: levelsOf(this.#session.getAvailableThinkingLevels()) };
  }

  /** Resolves when the message is in the session file; the answer is sent as events. */
  async prompt({ text, images, queued, paidBy }: Omit<EngineCalls['prompt']['params'], 'conversation'>): Promise<void> {
    this.refuseWhileRunning();
    this.#engine.demandFiles();
    if (this.#isModelGone) throw errors['agent/model-unknown']({ model: this.#modelNow() ?? '' });
    this.#state.paidBy = paidBy;
    await this.#write(() => this.#begin(() => asQueued(queued, text, () => this.#session.prompt(text, { images: images.map(asContent) }))));
  }

  /**
   * Adds a queued message to the running turn. Returns false if none runs: the message then stays with the main side, as do the messages
   * that the turn has not read when it ends.
   */
  async add({ how, queued, text, images }: Omit<EngineCalls['add']['params'], 'conversation'>): Promise<boolean> {
    if (!this.#session.isStreaming) return false;
    await this.#withAppErrors(() => asQueued(queued, text, () => this.#session[how](text, images.map(asContent))));
    if (this.#session.isStreaming) return true;
    this.#session.clearQueue();
    return false;
  }

  /** Tells the model something in the name of the app; nothing else that it reads begins like this. */
  async hiddenSteer(text: string): Promise<void> {
    const content = `${appMark} ${withoutMark(text)}`;
    await this.#session.sendCustomMessage({ customType: appMessage, content, display: false }, { triggerTurn: false });
  }

  /** Leaves a message of Atelier, once for each key; returns its entry. */
  async note(note: Note): Promise<{ entry: string }> {
    this.refuseWhileRunning();
    this.#engine.demandFiles();
    if (noteIn(this.#session.sessionManager.getBranch(), note.key) === undefined)
      await this.#write(async () => await this.#session.sendCustomMessage(noteMessage(note), { triggerTurn: false }));
    return { entry: noteIn(this.#session.sessionManager.getBranch(), note.key)?.id ?? '' };
  }

  /** Ends the turn and every process that it has started. Added messages that it has not read stay with the main side. */
  async stop(): Promise<void> {
    this.#session.clearQueue();
    await this.#session.abort();
    await this.#beginning;
    await this.#session.abort();
  }

  async resume({ paidBy }: Pick<EngineCalls['resume']['params'], 'paidBy'>): Promise<void> {
    this.refuseWhileRunning();
    if (!isUnfinished(this.#branch())) throw errors['agent/nothing-to-resume']({ conversation: this.#open.conversation });
    this.#state.paidBy = paidBy;
    const goOn = () => withCause(this.#state.cause, () => continueCut(this.#session));
    void this.#write(goOn).catch((error: unknown) => process.stderr.write(`resume: ${this.#toAppError(error).message}\n`));
  }

  /** Sets the sections of the system prompt from the next turn on. */
  setSections(sections: OpenConversation['sections']): void {
    this.#state.sections = sections;
  }

  async setModel(name: string): Promise<void> {
    const { runtime } = await this.#engine.load();
    await this.#write(() => this.#withAppErrors(() => this.#session.setModel(modelNamed(runtime, name))));
    this.#isModelGone = false;
  }

  /** Reads its model again from the registry; otherwise an open session would keep using the old address, or a model that was removed. */
  async refreshModel(): Promise<void> {
    const { runtime } = await this.#engine.load();
    const { model, agent } = this.#session;
    const now = model && runtime.getModel(model.provider, model.id);
    this.#isModelGone = model !== undefined && now === undefined;
    if (now !== undefined) agent.state.model = now;
  }

  setThinkingLevel(level: ThinkingLevel): void {
    this.#session.setThinkingLevel(level);
  }

  async compact({ focus, paidBy }: Omit<EngineCalls['compact']['params'], 'conversation'>): Promise<void> {
    this.refuseWhileRunning();
    this.#state.paidBy = paidBy;
    const compact = () => withCause(this.#state.cause, () => this.#session.compact(focus));
    await this.#write(compact).catch((error: unknown) => {
      const crossed = this.#toAppError(error);
      const detail = crossed.code === 'agent/failed' ? String(crossed.details.detail) : undefined;
      const reasonIn = (locale: Locale) => (detail ?? crossed.in(locale)).replace(/\.$/, '');
      throw errors['agent/compaction-failed']({ reason: { fr: reasonIn('fr'), en: reasonIn('en') } }, error);
    });
  }

  undoCompaction(): void {
    this.refuseWhileRunning();
    if (!undoLastCompaction(this.#session)) throw errors['agent/nothing-to-undo']({ conversation: this.#open.conversation });
  }

  async rewind(params: EngineCalls['rewind']['params']): Promise<EngineCalls['rewind']['result']> {
    this.refuseWhileRunning();
    const rewound = await this.#write(() => rewind(params, this.#session));
    this.#deltas.emitContext();
    return rewound;
  }

  async redo(params: EngineCalls['redo']['params']): Promise<EngineCalls['redo']['result']> {
    this.refuseWhileRunning();
    const redone = await this.#write(() => redo(params, this.#session));
    this.#deltas.emitContext();
    return redone;
  }

  async close(): Promise<void> {
    await this.stop();
    this.#session.dispose();
  }

  /** Deletes the file of a closed conversation without messages; returns whether it did. */
  dropIfUnused(): boolean {
    return this.sessionFile !== undefined && dropIfUnused(this.sessionFile);
  }

  #branch() {
    return this.#session.sessionManager.getBranch().flatMap(entry => summaryOf(entry) ?? []);
  }

  async #write<Result>(run: () => Promise<Result>): Promise<Result> {
    this.#writing += 1;
    try {
      return await run();
    } finally {
      this.#writing -= 1;
    }
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
    return toAppError(detailed, { model: this.#modelNow(), secrets: this.#engine.secrets(), nameOf: this.#engine.nameOf });
  }

  refuseWhileRunning(): void {
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
