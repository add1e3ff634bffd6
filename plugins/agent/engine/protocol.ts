/**
 * The messages between the agent's main side and the engine's process, over the process's IPC channel. Both sides are the same
 * version of one package, so messages are not validated; text from the model is checked where it is used.
 */

import type { AccessMode, Decision, DroppedCall, ImportedMessage, ThinkingLevel, ToolFailure } from '../contract/index.ts';
import type { Note } from './notes.ts';
import type { Shown } from './shown.ts';

export type { AccessMode, Decision, DroppedCall, ImportedMessage, ImportedPart, ThinkingLevel, ToolFailure } from '../contract/index.ts';
export type { Note } from './notes.ts';

/** Sent once before any other call, and again when a setting changes. */
export interface EngineSettings {
  /** The managed agent directory. */
  readonly directory: string;
  /** Directories that tools refuse in both modes: the app's own data and credentials. */
  readonly forbidden: readonly string[];
  /** The folders inside a forbidden one that conversations may use. */
  readonly opened: readonly string[];
  /** The folders inside a forbidden one that tools only read. */
  readonly readable: readonly string[];
  /** The program of the sandbox; undefined if this machine has none. */
  readonly sandbox: string | undefined;
  /** The first of the marks of its commands, by which they are ended if this process is killed. */
  readonly firstMark: number;
  /** Providers whose requests must carry no Authorization header. */
  readonly keyless: readonly string[];
  /** The language of texts for the person; French by default. */
  readonly language?: 'fr' | 'en';
}

export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly parameters: object;
  readonly snippet?: string;
}

export interface OpenConversation {
  readonly conversation: string;
  /** Undefined for a new one. */
  readonly sessionFile: string | undefined;
  readonly cwd: string;
  /** The project's folder, which a new file records; empty if there is none. In open mode `cwd` is the root of the disk. */
  readonly folder?: string | undefined;
  readonly accessMode: AccessMode;
  readonly model: string | undefined;
  readonly thinkingLevel: ThinkingLevel | undefined;
  /** Sections of the system prompt, in order. */
  readonly sections: readonly { readonly title: string; readonly text: string }[];
  /** Names of the engine's own tools; undefined: read, bash, edit, write. */
  readonly tools: readonly string[] | undefined;
  readonly extraTools: readonly ToolDefinition[];
  /** All that it may write in secure mode; left out, the whole working directory. */
  readonly writes?: readonly string[] | undefined;
  /** Given to its commands besides those that their mode lets through. */
  readonly variables?: Readonly<Record<string, string>> | undefined;
  /** Not stored in a file. */
  readonly ephemeral: boolean;
}

export interface OpenedConversation {
  readonly sessionFile: string | undefined;
  readonly model: string | undefined;
  readonly thinkingLevel: ThinkingLevel;
  readonly thinkingLevels: readonly ThinkingLevel[];
  /** The last turn did not finish. */
  readonly cut: boolean;
  /** Files of the project that stand in the prompt, because they are instructions for assistants. */
  readonly instructions?: readonly string[];
}

export interface Image {
  readonly mimeType: string;
  readonly data: string;
}

export interface Usage {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly cost: number;
}

/** A failure in words; the same as `Problem` of the channel's contract. */
export interface ProblemRecord {
  readonly code: string;
  readonly message: string;
  readonly texts?: { readonly fr: string; readonly en: string };
}

export interface ToolOutcome {
  readonly ok: boolean;
  readonly text?: string;
  readonly diff?: string;
  readonly path?: string;
  readonly added?: number;
  readonly removed?: number;
  readonly exitCode?: number;
  readonly milliseconds?: number;
  readonly truncated?: boolean;
  readonly rule?: string;
  readonly outside?: string;
  readonly note?: string;
  readonly files?: ChangedFile[];
  /** The call wrote a file that was not there. */
  readonly created?: boolean;
  /** The turn was stopped while it ran. */
  readonly stopped?: boolean;
  readonly decided?: Decision;
  readonly failure?: ToolFailure;
}

export interface ChangedFile {
  readonly path: string;
  readonly kind: 'added' | 'modified' | 'removed';
  readonly added: number;
  readonly removed: number;
  readonly binary?: boolean;
}

/** A part of a message as the transcript shows it. */
export interface EnginePart {
  readonly kind: 'text' | 'thinking' | 'image' | 'tool';
  readonly text?: string;
  readonly mimeType?: string;
  readonly data?: string;
  readonly tool?: string;
  readonly name?: string;
  readonly args?: Record<string, unknown>;
  readonly outcome?: ToolOutcome;
}

/** The same as `Entry` of the channel's contract. */
export interface EngineEntry {
  readonly id: string;
  readonly kind: 'user' | 'assistant' | 'compaction' | 'notice';
  readonly at: number;
  readonly parts?: readonly EnginePart[];
  readonly model?: string;
  readonly usage?: Usage;
  readonly stopped?: 'done' | 'tool' | 'length' | 'stopped' | 'failed' | 'cut';
  /** Of an answer: the images of the conversation that its model was not sent. */
  readonly unseen?: number;
  readonly problem?: ProblemRecord;
  readonly text?: string;
  /** Of a notice that another plugin left: who that is. */
  readonly from?: Note['from'];
  readonly undoable?: boolean;
}

/** The same as `Branches` of the channel's contract. */
export interface Branches {
  /** Of a message of the person that has several: which one it is, and the entry that leads to each. */
  readonly versions: { readonly entry: string; readonly at: number; readonly leaves: string[] }[];
  /** The conversation went back, and nothing was sent since; the entry leads forward again. */
  readonly wentBack?: { readonly leaf: string };
}

/** Who pays for a turn that is not at the person's own cost; each entry of it that has a cost names them in the session file. */
export interface Payer {
  readonly kind: 'automation' | 'channel' | 'extension';
  readonly of: string;
}

/** Calls from the main side; each is answered once. */
export interface EngineCalls {
  configure: { params: EngineSettings; result: null };
  open: { params: OpenConversation; result: OpenedConversation };
  /** Resolves when the message is accepted. Events follow, the last of them `settled`. Rejects without a model or a key. */
  prompt: {
    params: { conversation: string; text: string; images: readonly Image[]; queued?: string | undefined; paidBy?: Payer | undefined };
    result: null;
  };
  /**
   * Adds the queued message with this id to the running turn: before its next step (steer), or when it has finished. `taken` is false if
   * no turn runs. Until `messageEnded` names the id, the message is in memory only, and is dropped when the turn ends.
   */
  add: {
    params: { conversation: string; how: 'steer' | 'followUp'; queued: string; text: string; images: readonly Image[] };
    result: { taken: boolean };
  };
  /** Adds a message for the model that is stored in the file and never shown. */
  hiddenSteer: { params: { conversation: string; text: string }; result: null };
  /** Adds a message of Atelier that the person and the model read, once for each key. No turn begins, and none may run. */
  note: { params: { conversation: string } & Note; result: { entry: string } };
  stop: { params: { conversation: string }; result: null };
  /** Continues a cut turn. */
  resume: { params: { conversation: string; paidBy?: Payer | undefined }; result: null };
  setModel: {
    params: { conversation: string; model: string };
    result: { thinkingLevels: readonly ThinkingLevel[]; thinkingLevel: ThinkingLevel };
  };
  setThinkingLevel: { params: { conversation: string; level: ThinkingLevel }; result: null };
  setSections: { params: { conversation: string; sections: OpenConversation['sections'] }; result: null };
  compact: { params: { conversation: string; focus: string | undefined; paidBy?: Payer | undefined }; result: null };
  undoCompaction: { params: { conversation: string }; result: null };
  /** `dropped`: the conversation had no messages, and its file was deleted. */
  close: { params: { conversation: string }; result: { dropped: boolean } };
  /** Reads a session file without opening a runtime. */
  transcript: {
    params: { conversation: string; sessionFile: string; before: string | undefined; limit: number | undefined };
    result: { entries: readonly EngineEntry[]; total: number };
  };
  /** Copies a session up to an entry into a new file. */
  fork: { params: { sessionFile: string; entry: string; conversation: string; cwd: string }; result: { sessionFile: string } };
  /** Goes back to before an entry, in the open runtime or in the file; `cut`: the last message then has no answer. */
  rewind: {
    params: { conversation: string; sessionFile: string; entry: string };
    result: { leaf: string; tools: readonly DroppedCall[]; cut: boolean };
  };
  branches: { params: { sessionFile: string }; result: Branches };
  redo: { params: { conversation: string; sessionFile: string; leaf: string }; result: { cut: boolean } };
  callsAfter: { params: { conversation: string; sessionFile: string; entry: string }; result: readonly DroppedCall[] };
  /** Writes imported messages into a new file. */
  importSession: { params: { conversation: string; cwd: string; messages: readonly ImportedMessage[] }; result: { sessionFile: string } };
  /** Copies a session file from outside of the managed directory. */
  adoptSession: { params: { conversation: string; file: string }; result: { sessionFile: string } };
  /** The models of the engine's registry. */
  models: { params: null; result: { models: readonly EngineModel[]; problem: string | undefined } };
  reloadModels: { params: null; result: null };
}

export interface EngineModel {
  readonly id: string;
  readonly provider: string;
  readonly name: string;
  readonly available: boolean;
  readonly contextWindow?: number;
  readonly inputCost?: number;
  readonly outputCost?: number;
  readonly images: boolean;
  readonly thinkingLevels: readonly ThinkingLevel[];
}

/** What the main side's yes means for one call alone. */
export interface CallGrant {
  /** Whether a command runs with the network; left out, it does in open mode only. */
  readonly network?: boolean;
  /** The person was asked: it runs only if everything is still as it was shown to them. */
  readonly shown?: Shown;
}

/** Calls from the engine while it works. */
export interface MainCalls {
  /** Asks hooks, rules and the person. `deny` is the reason for the model. */
  beforeTool: {
    params: { conversation: string; tool: string; name: string; args: Record<string, unknown>; cwd: string; sandboxed: boolean };
    result:
      | ({ allow: true; rule?: string; outside?: string; decided?: Decision } & CallGrant)
      | { allow: false; deny: string; rule?: string; decided?: Decision };
  };
  afterTool: {
    params: { conversation: string; tool: string; name: string; args: Record<string, unknown>; cwd: string; outcome: ToolOutcome };
    result: { notes: readonly string[]; files?: readonly ChangedFile[] };
  };
  /** Runs a tool of an extension. */
  runTool: {
    params: { conversation: string; tool: string; name: string; args: Record<string, unknown>; cwd: string };
    result: { ok: boolean; text: string };
  };
  /** A question of one of the engine's own extensions to the person. */
  ask: {
    params: {
      conversation: string;
      kind: 'confirm' | 'select' | 'input' | 'editor' | 'requirements';
      title: string;
      text?: string;
      options?: readonly string[];
    };
    result: { text?: string; choice?: string; confirmed?: boolean; cancelled?: boolean };
  };
}

/** The events of a conversation, in order, sent in batches of at most 64 events or 8 ms; `delta` is text to append. */
export type EngineEvent = { readonly conversation: string } & (
  | { readonly kind: 'turnStarted' }
  | {
      readonly kind: 'messageStarted';
      readonly message: string;
      readonly role: 'user' | 'assistant';
      readonly model?: string;
      /** Of an answer: what a cut one is written with, and the last entry of the session file before it. */
      readonly api?: string;
      readonly after?: string;
    }
  | {
      readonly kind: 'text' | 'thinking';
      readonly message: string;
      readonly part: number;
      readonly delta: string;
      /** The first text of its message, which is sent without waiting. */
      readonly first?: true;
    }
  /** The model begins to write the arguments of a call. */
  | { readonly kind: 'callBegun'; readonly part: number; readonly name: string }
  | {
      readonly kind: 'messageEnded';
      readonly message: string;
      readonly entry: EngineEntry;
      /** The id of the queued message that the session file now has. */
      readonly queued?: string;
    }
  | {
      readonly kind: 'toolStarted';
      readonly message: string;
      readonly tool: string;
      readonly name: string;
      readonly args: Record<string, unknown>;
    }
  | { readonly kind: 'toolOutput'; readonly tool: string; readonly delta: string }
  | { readonly kind: 'toolEnded'; readonly tool: string; readonly outcome: ToolOutcome }
  | { readonly kind: 'retry'; readonly attempt: number; readonly of: number; readonly delayMs: number; readonly problem: ProblemRecord }
  /** The model was asked and has said nothing for so long. */
  | { readonly kind: 'silent'; readonly seconds: number }
  /** Of the main side: the process has not answered for so many seconds; 0: it answers again, or has ended. */
  | { readonly kind: 'hung'; readonly seconds: number }
  | { readonly kind: 'compaction'; readonly phase: 'started' | 'ended'; readonly ok?: boolean; readonly text?: string }
  | { readonly kind: 'context'; readonly tokens: number | undefined; readonly window: number | undefined }
  /** Another program has damaged or deleted the session file in a running turn, which goes on in this one. */
  | { readonly kind: 'fileMoved'; readonly sessionFile: string }
  /** Another program has changed the session file, and it was read again. */
  | { readonly kind: 'fileChanged'; readonly sessionFile: string; readonly cut: boolean }
  /** The end of everything that a prompt started. */
  | {
      readonly kind: 'settled';
      readonly ended: 'done' | 'stopped' | 'failed';
      readonly usage: Usage;
      readonly problem?: ProblemRecord;
    }
);

export type ToEngine =
  | { readonly kind: 'call'; readonly id: number; readonly name: keyof EngineCalls; readonly params: unknown }
  /** A person is asked about this call of the engine: from now on its answer has no time limit. */
  | { readonly kind: 'attended'; readonly id: number }
  /** Asks for `pong`, the sign that the process lives and is not held up. */
  | { readonly kind: 'ping' }
  | {
      readonly kind: 'answer';
      readonly id: number;
      readonly result?: unknown;
      readonly error?: ProblemRecord;
    };

export type FromEngine =
  | { readonly kind: 'ready' }
  | { readonly kind: 'pong' }
  | {
      readonly kind: 'answer';
      readonly id: number;
      readonly result?: unknown;
      readonly error?: ProblemRecord;
    }
  | { readonly kind: 'call'; readonly id: number; readonly name: keyof MainCalls; readonly params: unknown }
  /** The answer of this call is no longer needed: its turn was stopped, or its time is up. */
  | { readonly kind: 'withdrawn'; readonly id: number }
  | { readonly kind: 'events'; readonly events: readonly EngineEvent[] };
