import { isAppError } from '@atelier/kernel';
import type { AgentSession } from '@earendil-works/pi-coding-agent';
import { type Cause, explained, withCause } from './causes.ts';
import { Deltas } from './deltas.ts';
import type { Engine } from './engine.ts';
import type { Reader } from './entries.ts';
import { errors } from './errors.ts';
import { isCut, isUnfinished } from './history/branch.ts';
import { lightOf } from './history/light.ts';
import { redo, rewind } from './history/rewinding.ts';
import { levelsOf } from './models.ts';
import { modelCalled, openSession } from './open-session.ts';
import type { Remembered } from './outcomes.ts';
import { crossing } from './problems.ts';
import type { EngineCalls, Image, OpenConversation, OpenedConversation, ThinkingLevel } from './protocol.ts';
import { continueCut, undoLastCompaction } from './rewind.ts';
import { dropIfUnused } from './session-file.ts';
import type { Wire } from './wire.ts';

/** One conversation while it has a runtime. */
export class Conversation {
  readonly #sessionFile: string | undefined;
  readonly #engine: Engine;
  readonly #open: OpenConversation;
  readonly #session: AgentSession;
  readonly #deltas: Deltas;
  readonly #network: { allowed: boolean };
  readonly #sections: { now: OpenConversation['sections'] };
  readonly #reader: Reader;
  readonly #cause: Cause;

  private constructor(engine: Engine, open: OpenConversation, opened: Awaited<ReturnType<typeof openSession>>, shared: Shared) {
    this.#engine = engine;
    this.#open = open;
    this.#session = opened.session;
    this.#network = shared.network;
    this.#sections = shared.sections;
    this.#cause = shared.cause;
    const { conversation } = open;
    this.#reader = {
      get language() {
        return engine.language;
      },
      secrets: () => engine.secrets(),
    };
    this.#deltas = new Deltas(opened.session, {
      emit: event => shared.wire.emit({ conversation, ...event }),
      reader: this.#reader,
      remembered: shared.remembered,
    });
    this.#sessionFile = opened.sessionFile;
  }

  static async open(engine: Engine, open: OpenConversation, wire: Wire): Promise<Conversation> {
    const network = { allowed: open.network };
    const cause: Cause = { failure: undefined, contentType: undefined };
    const remembered = new Map<string, Remembered>();
    const sections = { now: open.sections };
    const opened = await openSession(engine, open, {
      wire,
      remembered,
      cause,
      isNetworkAllowed: () => network.allowed,
      sections: () => sections.now,
    });
    return new Conversation(engine, open, opened, { wire, network, remembered, cause, sections });
  }

  /** How it is now: a main side that was restarted asks again for what is open already. */
  get opened(): OpenedConversation {
    const cut = !this.isRunning && isCut(this.#branch());
    return { sessionFile: this.#sessionFile, model: this.#modelNow(), ...this.levels(), cut };
  }

  get isRunning(): boolean {
    return !this.#session.isIdle;
  }

  levels(): { thinkingLevel: ThinkingLevel; thinkingLevels: readonly ThinkingLevel[] } {
    const now = this.#session.thinkingLevel;
    return { thinkingLevel: now === 'max' ? 'xhigh' : now, thinkingLevels: levelsOf(this.#session.getAvailableThinkingLevels()) };
  }

  /** Answers when the message stands in the session's file; what comes of it is told by events. */
  async prompt(text: string, images: readonly Image[]): Promise<void> {
    this.#refuseWhileRunning();
    await this.#begin(() => this.#session.prompt(text, { images: images.map(asContent) }));
  }

  async steer(text: string, images: readonly Image[]): Promise<void> {
    // The turn may have ended meanwhile; what is queued then would wait for a turn that nobody starts.
    if (!this.isRunning) return this.prompt(text, images);
    await this.#tried(() => this.#session.steer(text, images.map(asContent)));
  }

  async followUp(text: string, images: readonly Image[]): Promise<void> {
    if (!this.isRunning) return this.prompt(text, images);
    await this.#tried(() => this.#session.followUp(text, images.map(asContent)));
  }

  async hiddenSteer(content: string): Promise<void> {
    await this.#session.sendCustomMessage({ customType: 'atelier.steer', content, display: false }, { triggerTurn: false });
  }

  /** Ends the turn and every process it has started; what was queued is not begun. */
  async stop(): Promise<void> {
    this.#session.clearQueue();
    await this.#session.abort();
  }

  async resume(): Promise<void> {
    this.#refuseWhileRunning();
    if (!isUnfinished(this.#branch())) throw errors['agent/nothing-to-resume']({ conversation: this.#open.conversation });
    void withCause(this.#cause, () => continueCut(this.#session)).catch((error: unknown) =>
      process.stderr.write(`resume: ${this.#crossing(error).message}\n`),
    );
  }

  /** What the system prompt says from the next turn on. */
  setSections(sections: OpenConversation['sections']): void {
    this.#sections.now = sections;
  }

  async setModel(name: string): Promise<void> {
    const { runtime } = await this.#engine.load();
    await this.#tried(() => this.#session.setModel(modelCalled(runtime, name)));
  }

  /** Takes over what the files now say of its model: a running session would go on asking at the old address. */
  async takeModelAgain(): Promise<void> {
    const { runtime } = await this.#engine.load();
    const { model, agent } = this.#session;
    const now = model && runtime.getModel(model.provider, model.id);
    if (now !== undefined) agent.state.model = now;
  }

  setThinkingLevel(level: ThinkingLevel): void {
    this.#session.setThinkingLevel(level);
  }

  setNetwork(allowed: boolean): void {
    this.#network.allowed = allowed;
  }

  async compact(focus: string | undefined): Promise<void> {
    this.#refuseWhileRunning();
    await withCause(this.#cause, () => this.#session.compact(focus)).catch((error: unknown) => {
      const crossed = this.#crossing(error);
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
    this.#deltas.tellContext();
    return rewound;
  }

  async redo(params: EngineCalls['redo']['params']): Promise<EngineCalls['redo']['result']> {
    this.#refuseWhileRunning();
    const redone = await redo(params, this.#session);
    this.#deltas.tellContext();
    return redone;
  }

  async close(): Promise<void> {
    await this.stop();
    this.#session.dispose();
  }

  /** Removes the file of a closed conversation in which nobody has said anything; says whether it did. */
  dropIfUnused(): boolean {
    return this.#sessionFile !== undefined && dropIfUnused(this.#sessionFile);
  }

  #branch() {
    return this.#session.sessionManager.getBranch().flatMap(entry => lightOf(entry) ?? []);
  }

  async #begin(run: () => Promise<void>): Promise<void> {
    const taken = this.#deltas.taken();
    await this.#tried(() => Promise.race([taken, withCause(this.#cause, run)]));
  }

  async #tried(work: () => Promise<unknown>): Promise<void> {
    await work().catch((error: unknown) => {
      throw this.#crossing(error);
    });
  }

  #crossing(error: unknown): ReturnType<typeof crossing> {
    const said = error instanceof Error && !isAppError(error) ? new Error(explained(error.message, this.#cause), { cause: error }) : error;
    return crossing(said, { model: this.#modelNow(), secrets: this.#engine.secrets() });
  }

  #refuseWhileRunning(): void {
    if (this.isRunning) throw errors['agent/busy']({ conversation: this.#open.conversation });
  }

  #modelNow(): string | undefined {
    const { model } = this.#session;
    return model && `${model.provider}/${model.id}`;
  }
}

interface Shared {
  readonly wire: Wire;
  readonly network: { allowed: boolean };
  readonly remembered: Map<string, Remembered>;
  readonly cause: Cause;
  readonly sections: { now: OpenConversation['sections'] };
}

function asContent({ mimeType, data }: Image): { type: 'image'; mimeType: string; data: string } {
  return { type: 'image', mimeType, data };
}
