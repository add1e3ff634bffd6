/**
 * What the agent's main side and the engine's process say to each other over the process's own channel. Both ends are one
 * package of one version, so that this file is the contract; what came from the model in it is checked where it is used.
 */

import type { AccessMode, DroppedCall, ImportedMessage, ThinkingLevel } from '../contract/index.ts';

export type { AccessMode, DroppedCall, ImportedMessage, ImportedPart, ThinkingLevel } from '../contract/index.ts';

/** Told once, before anything else, and again when something of it changes. */
export interface EngineSettings {
  /** The managed agent directory. */
  readonly directory: string;
  /** Directories that file tools refuse in both modes: the app's own data and credentials. */
  readonly forbidden: readonly string[];
  /** The program of the sandbox; undefined where this machine has none. */
  readonly sandbox: string | undefined;
  /** Providers whose requests must carry no Authorization header. */
  readonly keyless: readonly string[];
  /** In which language sentences for a person are made; French where it is left out. */
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
  readonly accessMode: AccessMode;
  /** Whether sandboxed commands have the network. */
  readonly network: boolean;
  readonly model: string | undefined;
  readonly thinkingLevel: ThinkingLevel | undefined;
  /** Sections of the system prompt, in order. */
  readonly sections: readonly { readonly title: string; readonly text: string }[];
  /** Names of the engine's own tools; undefined: read, bash, edit, write. */
  readonly tools: readonly string[] | undefined;
  readonly extraTools: readonly ToolDefinition[];
  /** Nobody is there to answer. */
  readonly unattended: boolean;
  /** Kept in no file. */
  readonly ephemeral: boolean;
}

export interface OpenedConversation {
  readonly sessionFile: string | undefined;
  readonly model: string | undefined;
  readonly thinkingLevel: ThinkingLevel;
  readonly thinkingLevels: readonly ThinkingLevel[];
  /** The last turn has no end in the file. */
  readonly cut: boolean;
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
  readonly note?: string;
  readonly files?: ChangedFile[];
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

/** As `Entry` of the channel's contract. */
export interface EngineEntry {
  readonly id: string;
  readonly kind: 'user' | 'assistant' | 'compaction' | 'notice';
  readonly at: number;
  readonly parts?: readonly EnginePart[];
  readonly model?: string;
  readonly usage?: Usage;
  readonly stopped?: 'done' | 'tool' | 'length' | 'stopped' | 'failed' | 'cut';
  readonly problem?: { readonly code: string; readonly message: string };
  readonly text?: string;
  readonly undoable?: boolean;
}

/** What the main side asks; each is answered once. */
export interface EngineCalls {
  configure: { params: EngineSettings; result: null };
  open: { params: OpenConversation; result: OpenedConversation };
  /** Accepted; what happens comes as events and ends with `settled`. Rejects where there is no model or no key. */
  prompt: { params: { conversation: string; text: string; images: readonly Image[] }; result: null };
  /** Into the running turn. */
  steer: { params: { conversation: string; text: string; images: readonly Image[] }; result: null };
  followUp: { params: { conversation: string; text: string; images: readonly Image[] }; result: null };
  /** Reaches the model and stands in the file, and is never shown. */
  hiddenSteer: { params: { conversation: string; text: string }; result: null };
  stop: { params: { conversation: string }; result: null };
  /** Goes on after a cut turn. */
  resume: { params: { conversation: string }; result: null };
  setModel: {
    params: { conversation: string; model: string };
    result: { thinkingLevels: readonly ThinkingLevel[]; thinkingLevel: ThinkingLevel };
  };
  setThinkingLevel: { params: { conversation: string; level: ThinkingLevel }; result: null };
  setSections: { params: { conversation: string; sections: OpenConversation['sections'] }; result: null };
  setNetwork: { params: { conversation: string; allowed: boolean }; result: null };
  compact: { params: { conversation: string; focus: string | undefined }; result: null };
  undoCompaction: { params: { conversation: string }; result: null };
  /** `dropped`: nobody had said anything in it, and its file is gone. */
  close: { params: { conversation: string }; result: { dropped: boolean } };
  /** Reads a session file without opening a runtime. */
  transcript: {
    params: { conversation: string; sessionFile: string; before: string | undefined; limit: number | undefined };
    result: { entries: readonly EngineEntry[]; total: number };
  };
  /** Copies a session up to an entry into a new file. */
  fork: { params: { sessionFile: string; entry: string; conversation: string; cwd: string }; result: { sessionFile: string } };
  /** Back to before an entry, in the open runtime or in the file; `cut`: the last message then has no answer. */
  rewind: {
    params: { conversation: string; sessionFile: string; entry: string };
    result: { leaf: string; tools: readonly DroppedCall[]; cut: boolean };
  };
  redo: { params: { conversation: string; sessionFile: string; leaf: string }; result: { cut: boolean } };
  callsAfter: { params: { conversation: string; sessionFile: string; entry: string }; result: readonly DroppedCall[] };
  /** Writes messages from elsewhere into a new file. */
  importSession: { params: { conversation: string; cwd: string; messages: readonly ImportedMessage[] }; result: { sessionFile: string } };
  /** Copies a session file from elsewhere. */
  adoptSession: { params: { conversation: string; file: string }; result: { sessionFile: string } };
  /** Models as the engine's registry has them now, after a change of the files. */
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

/** What the engine asks of the main side while it works. */
export interface MainCalls {
  /** Hooks, rules and the person. `deny` is told to the model. */
  beforeTool: {
    params: { conversation: string; tool: string; name: string; args: Record<string, unknown>; cwd: string; sandboxed: boolean };
    result: { allow: true; rule?: string } | { allow: false; deny: string; rule?: string };
  };
  afterTool: {
    params: { conversation: string; tool: string; name: string; args: Record<string, unknown>; cwd: string; outcome: ToolOutcome };
    result: { notes: readonly string[]; files?: readonly ChangedFile[] };
  };
  /** A tool of an extension. */
  runTool: {
    params: { conversation: string; tool: string; name: string; args: Record<string, unknown>; cwd: string };
    result: { ok: boolean; text: string };
  };
  /** What an extension of the engine's own asks of the person. */
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

/** What happens in a conversation; `delta` is text to append. In order, in batches of at most 64 or 8 ms. */
export type EngineEvent = { readonly conversation: string } & (
  | { readonly kind: 'turnStarted' }
  | { readonly kind: 'messageStarted'; readonly message: string; readonly role: 'user' | 'assistant'; readonly model?: string }
  | {
      readonly kind: 'text' | 'thinking';
      readonly message: string;
      readonly part: number;
      readonly delta: string;
      /** The first of its message, which waits for no other. */
      readonly first?: true;
    }
  | { readonly kind: 'messageEnded'; readonly message: string; readonly entry: EngineEntry }
  | {
      readonly kind: 'toolStarted';
      readonly message: string;
      readonly tool: string;
      readonly name: string;
      readonly args: Record<string, unknown>;
    }
  | { readonly kind: 'toolOutput'; readonly tool: string; readonly delta: string }
  | { readonly kind: 'toolEnded'; readonly tool: string; readonly outcome: ToolOutcome }
  | { readonly kind: 'retry'; readonly attempt: number; readonly of: number; readonly delayMs: number; readonly message: string }
  | { readonly kind: 'compaction'; readonly phase: 'started' | 'ended'; readonly ok?: boolean; readonly text?: string }
  | { readonly kind: 'context'; readonly tokens: number | undefined; readonly window: number | undefined }
  /** The true end of everything a prompt set going. */
  | {
      readonly kind: 'settled';
      readonly ended: 'done' | 'stopped' | 'failed';
      readonly usage: Usage;
      readonly problem?: { readonly code: string; readonly message: string };
    }
);

export type ToEngine =
  | { readonly kind: 'call'; readonly id: number; readonly name: keyof EngineCalls; readonly params: unknown }
  /** A person is asked about this call of the engine's: from now on its answer has no limit in time. */
  | { readonly kind: 'attended'; readonly id: number }
  | {
      readonly kind: 'answer';
      readonly id: number;
      readonly result?: unknown;
      readonly error?: { readonly code: string; readonly message: string };
    };

export type FromEngine =
  | { readonly kind: 'ready' }
  | {
      readonly kind: 'answer';
      readonly id: number;
      readonly result?: unknown;
      readonly error?: { readonly code: string; readonly message: string };
    }
  | { readonly kind: 'call'; readonly id: number; readonly name: keyof MainCalls; readonly params: unknown }
  /** Nobody waits for the answer of this call any more: its turn was stopped, or its time is up. */
  | { readonly kind: 'withdrawn'; readonly id: number }
  | { readonly kind: 'events'; readonly events: readonly EngineEvent[] };
