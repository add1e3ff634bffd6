import { defineChannel, defineHook, definePoint, defineToken } from '@atelier/kernel';
import type {
  AgentEvent,
  AgentShape,
  ChangedFile,
  Entry,
  Image,
  NamedWords,
  PromptFragment,
  RuntimeState,
  ToolContribution,
  ToolOutcome,
  Usage,
} from './generated.ts';

export type {
  AgentEvent,
  AskedRequest,
  Budget,
  ChangedFile,
  Entry,
  Image,
  NamedWords,
  Part,
  PromptFragment,
  Queued,
  ReviewedTool,
  Rule,
  RuntimeState,
  ToolContribution,
  ToolOutcome,
  ToolWords,
  Usage,
} from './generated.ts';

/** Conversations with a model: what is sent to them, and everything that happens in them. */
export const AgentChannel = defineChannel<AgentShape>('agent');

export type AccessMode = RuntimeState['accessMode'];
export type ThinkingLevel = NonNullable<RuntimeState['thinkingLevel']>;

/** Where and how a conversation's tools run; asked for when its runtime starts. */
export const resolveWorkingDirectory = defineHook.first<{ readonly conversation: string }, string>(
  '@atelier/agent:resolveWorkingDirectory@1',
);

/** A reason not to start a runtime for a conversation; a veto names who vetoes and why. */
export const beforeRuntimeStart = defineHook.first<{ readonly conversation: string }, { readonly veto: string }>(
  '@atelier/agent:beforeRuntimeStart@1',
);

/** A call of a tool that is about to run. A policy that throws or does not answer in time denies. */
export interface ToolCall {
  readonly conversation: string;
  readonly tool: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly cwd: string;
}

export const beforeToolCall = defineHook.first<ToolCall, { readonly deny: string }>(
  '@atelier/agent:beforeToolCall@1',
  (_call, { from }) => ({
    deny: `The policy of ${from} failed or did not answer in time, so this call is not made.`,
  }),
);

/** What a tool answered; a tap may add a note that the model reads after it, and the files that the call changed. */
export const afterToolCall = defineHook.pipe<{
  readonly call: ToolCall;
  readonly outcome: ToolOutcome;
  readonly notes: readonly string[];
  readonly files: readonly ChangedFile[];
}>('@atelier/agent:afterToolCall@1');

/** The sections of a system prompt, by title and in order. */
export interface PromptSections {
  readonly conversation: string;
  readonly sections: readonly { readonly title: string; readonly text: string }[];
}

export const composePrompt = defineHook.pipe<PromptSections>('@atelier/agent:composePrompt@1');

/** A turn has ended well and nothing is queued. */
export const conversationCompleted = defineHook.notify<{ readonly conversation: string; readonly usage: Usage }>(
  '@atelier/agent:conversationCompleted@1',
);

/**
 * Everything that happens in every conversation but the texts as they grow, for main sides, which hear no channel. In order for each
 * conversation: the next one comes when all taps have had the one before. Pages do not wait for it.
 */
export const agentEvent = defineHook.notify<AgentEvent>('@atelier/agent:event@1');

/** Nothing of a conversation is kept any more: its runtime, its session file, its queue and its settings are gone. */
export const conversationForgotten = defineHook.notify<{ readonly conversation: string }>('@atelier/agent:conversationForgotten@1');

export const Tools = definePoint<ToolContribution>('@atelier/agent:tools@1');
export const PromptFragments = definePoint<PromptFragment>('@atelier/agent:promptFragments@1');

/** What is asked of a conversation that nobody sees. */
export interface HiddenRun {
  readonly instruction: string;
  readonly model?: string;
  readonly thinkingLevel?: ThinkingLevel;
  /** Left out: without tools. */
  readonly tools?: readonly string[];
  readonly cwd?: string;
  /** Whom it is charged to: an extension, an automation, a channel. */
  readonly chargedTo?: { readonly kind: 'automation' | 'channel' | 'extension'; readonly of: string };
}

/** A call of a tool in a part of a conversation that is, or would be, taken back; `ok` is left out where it never had a result. */
export interface DroppedCall {
  readonly tool: string;
  readonly name: string;
  readonly args: Record<string, unknown>;
  readonly ok?: boolean;
}

/** A part of a message from elsewhere; one of kind `tool` is a call together with its result. */
export interface ImportedPart {
  readonly kind: 'text' | 'thinking' | 'image' | 'tool';
  readonly text?: string;
  readonly mimeType?: string;
  readonly data?: string;
  readonly name?: string;
  readonly args?: Record<string, unknown>;
  readonly result?: { readonly ok: boolean; readonly text: string };
}

/** A message of a conversation that was held elsewhere. `at` is in milliseconds; `model` is shown and never asked. */
export interface ImportedMessage {
  readonly role: 'user' | 'assistant';
  readonly at: number;
  readonly model?: string;
  readonly parts: readonly ImportedPart[];
}

/** The agent for other plugins. Conversations are named by whoever owns them. */
export interface AgentService {
  /** Makes a conversation known before its first prompt; what is left out stays as it is, or as the defaults are. */
  configure(
    conversation: string,
    settings: {
      readonly model?: string;
      readonly thinkingLevel?: ThinkingLevel;
      readonly accessMode?: AccessMode;
      /** Whether sandboxed commands may use the network. */
      readonly network?: boolean;
      readonly unattended?: boolean;
      readonly chargedTo?: HiddenRun['chargedTo'];
    },
  ): Promise<void>;
  /** Sends a message, or queues it while a turn is under way; `how` as in the channel. */
  prompt(
    conversation: string,
    text: string,
    options?: { readonly images?: readonly Image[]; readonly how?: 'queue' | 'steer' | 'followUp' },
  ): Promise<{ readonly taken: 'started' | 'queued' | 'steered'; readonly queued?: string }>;
  state(conversation: string): Promise<RuntimeState>;
  stop(conversation: string): Promise<void>;
  /** Goes on with a turn that was cut, or answers the message that a rewind left without an answer. */
  resume(conversation: string): Promise<void>;
  /** The messages as the session file has them, the newest last; without `limit` all of them. `seq` is the last event in it. */
  transcript(
    conversation: string,
    page?: { readonly before?: string; readonly limit?: number },
  ): Promise<{ readonly entries: readonly Entry[]; readonly total: number; readonly seq: number }>;
  /**
   * Takes a conversation back to before a message of the person's, or to before the answer that a message of the model's is part of.
   * Nothing is removed from the file: `redo` with the `leaf` goes back. What was spent stays spent. Rejects while a turn runs.
   */
  rewind(conversation: string, entry: string): Promise<{ readonly leaf: string; readonly tools: readonly DroppedCall[] }>;
  /** Goes to where a rewind came from. */
  redo(conversation: string, leaf: string): Promise<void>;
  /** The calls of tools that `rewind` to this entry would take back, in order. */
  callsAfter(conversation: string, entry: string): Promise<readonly DroppedCall[]>;
  /** Begins a conversation with messages from elsewhere; rejects where it has some already. */
  importSession(conversation: string, messages: readonly ImportedMessage[], options?: { readonly cwd?: string }): Promise<void>;
  /** Begins a conversation with a copy of an engine's session file from elsewhere, which is left as it is. */
  adoptSession(conversation: string, file: string): Promise<void>;
  /** Every session file there is and whose it is; one that was forgotten is known again from then on. */
  sessionFiles(): Promise<readonly { readonly file: string; readonly conversation: string }[]>;
  /** Ends its runtime and deletes its session file and everything the agent keeps of it. */
  forget(conversation: string): Promise<void>;
  /** The session file of a conversation; undefined before its first message. */
  sessionFile(conversation: string): Promise<string | undefined>;
  /** Begins a conversation with the messages of another one, up to one of its entries, which is part of it. */
  fork(from: string, entry: string, to: string): Promise<void>;
  /** Asks the person in a conversation, for at most so long; undefined where nobody answered in time, or said no. */
  ask(
    conversation: string,
    question: {
      readonly kind: 'confirm' | 'select' | 'input' | 'requirements';
      readonly title: string;
      readonly text?: string;
      readonly options?: readonly string[];
    },
    limitMs: number,
  ): Promise<{ readonly text?: string; readonly choice?: string } | undefined>;
  /** Creates, starts, sets the model, prompts, reads the reply, stops and cleans up, in this order. */
  runHidden(run: HiddenRun): Promise<{ readonly text: string; readonly usage: Usage }>;
  /** The person read these words of an extension's tools and allows that a model reads them. */
  approveTools(extension: string, tools: readonly NamedWords[]): Promise<void>;
  /** Where the engine and its files lie, and whether they are in order, in the person's language. */
  diagnostics(): Promise<AgentShape['calls']['diagnostics']['result']>;
}

export const Agent = defineToken<AgentService>('@atelier/agent:Agent@1');
