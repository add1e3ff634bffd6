import type { AccessMode, RuntimeState, ThinkingLevel } from '../../contract/index.ts';
import type { Note, OpenConversation } from '../../engine/protocol.ts';
import { modeSteer, placeSteer } from '../access/access-texts.ts';
import type { EngineLink } from '../engine-link.ts';
import { agentErrors } from '../errors.ts';
import type { ConversationEvents, NewEvent } from '../events.ts';
import type { OutsideSources } from '../outside/sources.ts';
import type { AskedMessage, RuntimePreparer } from './preparation.ts';
import type { RuntimeRecord, RuntimeRecords } from './records.ts';

type Status = RuntimeState['status'];

const busy: ReadonlySet<Status> = new Set(['starting', 'running', 'retrying', 'compacting']);

export interface RuntimeParts {
  readonly engine: EngineLink;
  readonly records: RuntimeRecords;
  readonly preparer: RuntimePreparer;
  readonly events: ConversationEvents;
  readonly outside: OutsideSources;
}

/**
 * The runtime of one conversation: whether the engine has it open, and with which settings. It is opened at its first use, closed when it
 * has been idle for long, and opened again at its next use.
 */
export class Runtime {
  readonly conversation: string;
  readonly #engine: EngineLink;
  readonly #records: RuntimeRecords;
  readonly #preparer: RuntimePreparer;
  readonly #events: ConversationEvents;
  readonly #outside: OutsideSources;
  /** The failure of the last turn. */
  problem: RuntimeState['problem'];
  lastUsed = Date.now();
  #status: Status = 'absent';
  #isOpen = false;
  /** The access mode has changed, and the model has not been told. */
  /** What has changed and the model does not know yet. */
  #untold: 'mode' | 'place' | undefined;
  #opening: Promise<void> | undefined;
  /** Resolves when it is closed; closing may delete an unused session file. */
  #closing: Promise<void> | undefined;
  #cwd: string | undefined;
  /** The prompt sections that it is open with, as JSON. */
  #sections: string | undefined;
  /** The tools of extensions that it is open with, as JSON. */
  #tools: string | undefined;
  #thinkingLevels: readonly ThinkingLevel[] | undefined;

  constructor(conversation: string, { engine, records, preparer, events, outside }: RuntimeParts) {
    this.conversation = conversation;
    this.#engine = engine;
    this.#records = records;
    this.#preparer = preparer;
    this.#events = events;
    this.#outside = outside;
  }

  get record(): RuntimeRecord {
    return this.#records.get(this.conversation);
  }

  /** Whether it is open until a run ends, and not because the person chose that. */
  get isForRun(): boolean {
    return this.#records.openForRuns().includes(this.conversation);
  }

  get status(): Status {
    return this.#status;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** A turn runs or is starting. */
  get isBusy(): boolean {
    return busy.has(this.#status);
  }

  get cwd(): string | undefined {
    return this.#cwd;
  }

  state(): Omit<RuntimeState, 'queue'> {
    const { accessMode, network, usage, context, cut, model, thinkingLevel } = this.record;
    return {
      status: this.#status,
      seq: this.#events.seq(this.conversation),
      accessMode,
      network,
      outside: this.#outside.has(this.conversation),
      sandboxed: this.#engine.setup.isSandboxed,
      context,
      usage,
      cut: cut && !this.isBusy,
      ...(model !== undefined && { model }),
      ...(thinkingLevel !== undefined && { thinkingLevel }),
      ...(this.#thinkingLevels !== undefined && { thinkingLevels: [...this.#thinkingLevels] }),
      ...(this.#cwd !== undefined && { cwd: this.#cwd }),
      ...(this.problem !== undefined && { problem: this.problem }),
    };
  }

  emit(event: NewEvent): void {
    this.#events.emit(this.conversation, event);
  }

  setStatus(status: Status): void {
    if (this.#status === status) return;
    this.#status = status;
    this.emit({ kind: 'status', status, ...(this.problem && status === 'failed' && { problem: this.problem }) });
  }

  setContext(tokens: number | undefined, window: number | undefined): void {
    const context = { ...(tokens !== undefined && { tokens }), ...(window !== undefined && { window }) };
    this.note({ context });
    this.emit({ kind: 'status', status: this.#status, context });
  }

  change(change: Partial<Omit<RuntimeRecord, 'conversation'>>): void {
    this.#records.change(this.conversation, change);
  }

  /** The same for what has happened already. */
  note(change: Partial<Omit<RuntimeRecord, 'conversation'>>): void {
    this.#records.note(this.conversation, change);
  }

  /** Resolves when the engine has it open with the current prompt and tools. */
  open(asked?: AskedMessage): Promise<void> {
    this.lastUsed = Date.now();
    this.#opening ??= (this.#isOpen ? this.#update(asked) : this.#openInEngine(asked)).finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  /** Closes it unless a turn runs. Its next use opens it again. */
  async close(): Promise<void> {
    if (!this.#isOpen || this.isBusy) return;
    this.setStatus('absent');
    await this.#closeInEngine();
    // Of the many conversations of a day only the open ones cost more than a number.
    [this.#sections, this.#tools] = [undefined, undefined];
    this.#events.rest(this.conversation);
  }

  /** The engine's process has ended. */
  lost(): void {
    this.#isOpen = false;
  }

  /** Its session file was rewound or redone; `cut`: the last message has no answer. */
  rewound(cut: boolean): void {
    // An open runtime has already emitted how full its context is; without one that is unknown.
    this.note({ cut, ...(!this.#isOpen && { context: {} }) });
    this.problem = undefined;
    this.setStatus(this.#isOpen ? 'idle' : 'absent');
    this.emit({ kind: 'rewound' });
  }

  /** Another program has changed its session file, which was read again. */
  fileChanged(sessionFile: string, cut: boolean): void {
    this.note({ sessionFile, ...(!this.isBusy && { cut }) });
    this.#outside.add(this.conversation, [{ kind: 'earlier', name: '' }]);
    this.emit({ kind: 'rewound' });
  }

  async setModel(model: string): Promise<void> {
    this.change({ model });
    if (this.#isOpen) {
      const { thinkingLevels, thinkingLevel } = await this.#engine.call('setModel', { conversation: this.conversation, model });
      this.#thinkingLevels = thinkingLevels;
      this.change({ thinkingLevel });
    }
    this.emit({ kind: 'settings', model });
  }

  async setThinkingLevel(level: ThinkingLevel): Promise<void> {
    this.change({ thinkingLevel: level });
    if (this.#isOpen) await this.#engine.call('setThinkingLevel', { conversation: this.conversation, level });
    this.emit({ kind: 'settings', thinkingLevel: level });
  }

  setNetwork(allowed: boolean): void {
    this.change({ network: allowed });
  }

  /** Opens it again in another mode, and sends the model a hidden message about the change. No turn may run. */
  async setAccessMode(mode: AccessMode): Promise<void> {
    const wasOpen = this.#isOpen;
    await this.close();
    this.change({ accessMode: mode });
    this.emit({ kind: 'settings', accessMode: mode });
    // Before the first message there is no model that believes anything else.
    if (!wasOpen && this.record.sessionFile === undefined) return;
    this.#untold = 'mode';
    if (wasOpen) await this.open();
    // The mode is set all the same: the next turn says why it cannot be opened, or tells the mode when it can.
    else await this.open().catch(() => undefined);
  }

  /** It was open for a run, which is over; the model is told when it is opened next. */
  takeBack(): void {
    if (this.record.accessMode === 'open') this.note({ accessMode: 'secure' });
    if (this.record.sessionFile !== undefined) this.#untold = 'mode';
  }

  /** Opens it again in the working directory that it has now, and tells the model. No turn may run. */
  async move(): Promise<void> {
    const wasOpen = this.#isOpen;
    await this.close();
    if (!wasOpen && this.record.sessionFile === undefined) return;
    this.#untold ??= 'place';
    // It has moved all the same: the next turn says why it cannot be opened, or tells the directory when it can.
    await this.open().catch(() => undefined);
  }

  async #tell(what: 'mode' | 'place'): Promise<void> {
    const { conversation } = this;
    const { network, accessMode: mode } = this.record;
    const text = (what === 'mode' ? modeSteer : placeSteer)({
      mode,
      cwd: this.#cwd ?? '',
      network,
      sandboxed: this.#engine.setup.isSandboxed,
      outside: this.#outside.has(conversation),
    });
    await this.#engine.call('hiddenSteer', { conversation, text });
    this.#untold = undefined;
  }

  /** Leaves a message of Atelier, once for each key, while no turn runs. */
  async leave(note: Note): Promise<string> {
    if (this.isBusy) throw agentErrors['agent/turn-runs']({ conversation: this.conversation });
    await this.open();
    const { entry } = await this.#engine.call('note', { conversation: this.conversation, ...note });
    this.emit({ kind: 'rewound' });
    return entry;
  }

  async compact(focus: string | undefined): Promise<void> {
    await this.open();
    await this.#engine.call('compact', { conversation: this.conversation, focus, paidBy: this.record.chargedTo });
  }

  async undoCompaction(): Promise<void> {
    await this.open();
    await this.#engine.call('undoCompaction', { conversation: this.conversation });
  }

  /** Updates prompt and tools: since the last turn the person may have changed a fragment or approved a tool. */
  async #update(asked: AskedMessage | undefined): Promise<void> {
    const { conversation } = this;
    const { sections, extraTools, outside } = await this.#preparer.compose(conversation, this.record.accessMode, asked);
    this.#outside.add(conversation, outside);
    if (JSON.stringify(extraTools) !== this.#tools) {
      await this.#closeInEngine();
      return await this.#openInEngine(asked);
    }
    if (JSON.stringify(sections) === this.#sections) return;
    await this.#engine.call('setSections', { conversation, sections });
    this.#sections = JSON.stringify(sections);
  }

  async #openInEngine(asked: AskedMessage | undefined): Promise<void> {
    await this.#closing;
    const { prepared, outside } = await this.#preparer.prepare(this.record, asked);
    this.#outside.add(this.conversation, outside);
    const opened = await this.#engine.call('open', prepared satisfies OpenConversation);
    const { instructions = [] } = opened;
    this.#outside.add(
      this.conversation,
      instructions.map(name => ({ kind: 'instructions', name })),
    );
    this.#isOpen = true;
    this.#cwd = prepared.cwd;
    this.#sections = JSON.stringify(prepared.sections);
    this.#tools = JSON.stringify(prepared.extraTools);
    this.#thinkingLevels = opened.thinkingLevels;
    // Read again, because the person may have changed a setting while it was opened.
    const now = this.record;
    this.change({
      sessionFile: opened.sessionFile ?? now.sessionFile,
      model: now.model ?? opened.model ?? prepared.model,
      thinkingLevel: opened.thinkingLevel,
      cut: now.cut || opened.cut,
    });
    if (this.#status === 'absent') this.setStatus('idle');
    if (this.#untold !== undefined) await this.#tell(this.#untold);
  }

  async #closeInEngine(): Promise<void> {
    this.#isOpen = false;
    if (!this.#engine.isRunning) return;
    const closing = this.#engine
      .call('close', { conversation: this.conversation })
      .then(({ dropped }) => void (dropped && this.change({ sessionFile: undefined })));
    this.#closing = closing.catch(() => undefined);
    await closing;
  }
}
