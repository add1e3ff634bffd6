import { rmSync } from 'node:fs';
import type { DroppedCall, Entry, ImportedMessage } from '../../contract/index.ts';
import type { Branches } from '../../engine/protocol.ts';
import type { EngineLink } from '../engine-link.ts';
import { agentErrors } from '../errors.ts';
import type { ConversationEvents } from '../events.ts';
import type { OutsideSources } from '../outside/sources.ts';
import type { SessionFile, SessionFiles } from '../session-files.ts';
import type { Conversations } from './conversations.ts';
import type { Runtime } from './runtime.ts';
import type { Senders } from './senders.ts';

/** The requested page of a transcript; without `limit` all of it. */
export interface Page {
  readonly before?: string | undefined;
  readonly limit?: number | undefined;
}

/** Reads, rewinds, imports, forks and deletes the session files of conversations, whether their runtime is open or not. */
export class History {
  readonly #conversations: Conversations;
  readonly #engine: EngineLink;
  readonly #files: SessionFiles;
  readonly #events: ConversationEvents;
  readonly #senders: Senders;
  readonly #outside: OutsideSources;

  constructor(
    conversations: Conversations,
    engine: EngineLink,
    files: SessionFiles,
    events: ConversationEvents,
    senders: Senders,
    outside: OutsideSources,
  ) {
    this.#conversations = conversations;
    this.#engine = engine;
    this.#files = files;
    this.#events = events;
    this.#senders = senders;
    this.#outside = outside;
  }

  /** Every session file, and its conversation. */
  files(): Promise<readonly SessionFile[]> {
    return this.#files.list();
  }

  /** The session file of a conversation; undefined before its first message. */
  file(conversation: string): Promise<string | undefined> {
    return this.#files.of(conversation);
  }

  /** A page of a conversation's file; no entries if it has no file yet. `seq` is the last event that it includes. */
  async transcript(conversation: string, { before, limit }: Page): Promise<{ entries: readonly Entry[]; total: number; seq: number }> {
    const seq = this.#events.seq(conversation);
    const sessionFile = await this.#files.of(conversation);
    if (sessionFile === undefined) return { entries: [], total: 0, seq };
    const { entries, total } = await this.#engine.call('transcript', { conversation, sessionFile, before, limit });
    return { entries: this.#senders.marked(conversation, entries as readonly Entry[]), total, seq };
  }

  async rewind(conversation: string, entry: string): Promise<{ leaf: string; tools: readonly DroppedCall[] }> {
    const runtime = this.#idleRuntime(conversation);
    const sessionFile = await this.#fileOf(conversation);
    const { leaf, tools, cut } = await this.#engine.call('rewind', { conversation, sessionFile, entry });
    runtime.rewound(cut);
    return { leaf, tools };
  }

  /** Returns to the position before a rewind. */
  async redo(conversation: string, leaf: string): Promise<void> {
    const runtime = this.#idleRuntime(conversation);
    const sessionFile = await this.#fileOf(conversation);
    const { cut } = await this.#engine.call('redo', { conversation, sessionFile, leaf });
    runtime.rewound(cut);
  }

  async branches(conversation: string): Promise<Branches> {
    const sessionFile = await this.#files.of(conversation);
    return sessionFile === undefined ? { versions: [] } : await this.#engine.call('branches', { sessionFile });
  }

  async callsAfter(conversation: string, entry: string): Promise<readonly DroppedCall[]> {
    const sessionFile = await this.#fileOf(conversation);
    return await this.#engine.call('callsAfter', { conversation, sessionFile, entry });
  }

  async import(conversation: string, messages: readonly ImportedMessage[], cwd: string = this.#workspace): Promise<void> {
    this.#outside.add(conversation, [{ kind: 'import', name: '' }]);
    await this.#begin(conversation, () => this.#engine.call('importSession', { conversation, cwd, messages }));
  }

  async adopt(conversation: string, file: string): Promise<void> {
    this.#outside.add(conversation, [{ kind: 'import', name: file }]);
    await this.#begin(conversation, () => this.#engine.call('adoptSession', { conversation, file }));
  }

  /** Starts a conversation with the messages of another one up to an entry, and with its settings but for what a run of a rule was given. */
  async fork(from: string, entry: string, to: string): Promise<void> {
    const { record, isForRun } = this.#runtime(from);
    const { model, thinkingLevel, network } = record;
    const accessMode = isForRun ? 'secure' : record.accessMode;
    const sessionFile = await this.#files.of(from);
    if (sessionFile === undefined) throw agentErrors['agent/nothing-to-fork']({ conversation: from });
    this.#outside.copy(from, to);
    await this.#begin(to, () => this.#engine.call('fork', { sessionFile, entry, conversation: to, cwd: this.#workspace }));
    this.#senders.copy(from, to);
    this.#runtime(to).change({ model, thinkingLevel, accessMode, network: network && !this.#outside.has(to) });
  }

  /** Closes the runtime of a conversation and deletes everything that is kept of it. */
  async forget(conversation: string): Promise<void> {
    this.#conversations.demandWritable();
    await this.#conversations.of(conversation).stop();
    for (const below of this.#conversations.begunBy(conversation)) await this.forget(below);
    const runtime = this.#runtime(conversation);
    await runtime.close();
    const left = [runtime.record.sessionFile, ...(await this.#files.allOf(conversation))];
    this.#conversations.forget(conversation);
    for (const file of left) if (file !== undefined) rmSync(file, { force: true });
    this.#events.forgotten(conversation);
  }

  get #workspace(): string {
    return this.#engine.setup.places.workspace;
  }

  #runtime(conversation: string): Runtime {
    return this.#conversations.of(conversation).runtime;
  }

  #idleRuntime(conversation: string): Runtime {
    this.#conversations.demandWritable();
    const runtime = this.#runtime(conversation);
    if (runtime.isBusy) throw agentErrors['agent/turn-running']({ conversation });
    return runtime;
  }

  async #fileOf(conversation: string): Promise<string> {
    const file = await this.#files.of(conversation);
    if (file === undefined) throw agentErrors['agent/no-messages']({ conversation });
    return file;
  }

  /** Sets the session file of a conversation that has no messages yet to the one that `make` creates. */
  async #begin(conversation: string, make: () => Promise<{ readonly sessionFile: string }>): Promise<void> {
    this.#conversations.demandWritable();
    const runtime = this.#runtime(conversation);
    if (runtime.record.sessionFile !== undefined) throw agentErrors['agent/has-messages']({ conversation });
    const { sessionFile } = await make();
    runtime.change({ sessionFile });
    runtime.emit({ kind: 'rewound' });
  }
}
