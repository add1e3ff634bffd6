import { defineChannel, defineHook, definePoint, defineToken, type Locale } from '@atelier/kernel';
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
import type { Foreseen, HiddenAnswer, HiddenRun, HiddenStep, OutsideSource, PassedSource } from './hidden.ts';

export * from './commands.ts';
export type {
  AgentEvent,
  AgentShape,
  AskedRequest,
  Branches,
  Budget,
  ChangedFile,
  Decision,
  Entry,
  Image,
  KeptRule,
  NamedWords,
  Part,
  PromptFragment,
  Queued,
  ReviewedTool,
  Rule,
  RuntimeState,
  Simulation,
  ToolContribution,
  ToolFailure,
  ToolOutcome,
  ToolWords,
  Usage,
} from './generated.ts';
export * from './git.ts';
export * from './hidden.ts';

/** The rights that this plugin defines; their sentences are in its manifest. */
export const rights = {
  read: '@atelier/agent:readConversations',
  write: '@atelier/agent:writeConversations',
  changePrompts: '@atelier/agent:changePrompts',
  toolCalls: '@atelier/agent:toolCalls',
  spend: '@atelier/agent:spend',
} as const;

/** Conversations with a model: calls to use them, and their events. */
export const AgentChannel = defineChannel<AgentShape>('agent');

export type AccessMode = RuntimeState['accessMode'];
export type ThinkingLevel = NonNullable<RuntimeState['thinkingLevel']>;

/** Returns the working directory of a conversation's tools; called when its runtime starts. */
export const resolveWorkingDirectory = defineHook.first<{ readonly conversation: string }, string>(
  '@atelier/agent:resolveWorkingDirectory@1',
);

/** An answer that has a reason in it. An empty answer that stops the other taps would be a way around their vetoes. */
function reasonIn(name: 'deny' | 'veto', answer: unknown): string | undefined {
  const reason: unknown = Object(answer)[name];
  return typeof reason === 'string' && reason !== '' ? reason : undefined;
}

/** Returns a reason not to start a runtime for a conversation; the text says who vetoes and why. */
export const beforeRuntimeStart = defineHook.first<{ readonly conversation: string }, { readonly veto: string }>(
  '@atelier/agent:beforeRuntimeStart@1',
  (_start, { from, isRunning }) => ({
    veto: isRunning
      ? `The policy of ${from} failed or did not answer in time, so no turn begins.`
      : `${from} decides which turns may begin and does not run, so none begins. Start it, switch it off, or withdraw its right in its details.`,
  }),
  answer => {
    const veto = reasonIn('veto', answer);
    return veto === undefined ? undefined : { veto };
  },
);

/** A tool call that is about to run. A policy that throws or does not answer in time denies it. */
export interface ToolCall {
  readonly conversation: string;
  readonly tool: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly cwd: string;
  /** The person's conversation that this one works for, if others have begun it, such as a specialist's: what holds there holds here too. */
  readonly root?: string;
}

/** Returns a reason not to make a tool call; the first one counts. `by` is the id of its extension, whatever a tap says. */
export const beforeToolCall = defineHook.first<ToolCall, { readonly deny: string; readonly by?: string }>(
  '@atelier/agent:beforeToolCall@1',
  (_call, { from, isRunning }) => ({
    by: from,
    deny: isRunning
      ? `The policy of ${from} failed or did not answer in time, so this call is not made.`
      : `${from} checks tool calls and does not run, so this call is not made. Start it, switch it off, or withdraw its right in its details.`,
  }),
  (answer, by) => {
    const deny = reasonIn('deny', answer);
    return deny === undefined ? undefined : { deny, by };
  },
);

/** The outcome of a tool call. A tap may add notes, which the model reads after the outcome, and the files that the call changed. */
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

/** Changes the sections of the system prompt before they are sent to the model. */
export const composePrompt = defineHook.pipe<PromptSections>('@atelier/agent:composePrompt@1');

/** What a turn begins with; `by` is the extension that sent it, left out for the person. */
export interface BeginningTurn {
  readonly conversation: string;
  readonly text: string;
  readonly by?: string;
  readonly sections: PromptSections['sections'];
  /** Where text from outside in the sections comes from; it is recorded before the model reads it. */
  readonly outside?: readonly PassedSource[];
}

/** Adds sections to the prompt that fit the message that a turn begins with; they hold for that turn. */
export const beforeTurn = defineHook.pipe<BeginningTurn>('@atelier/agent:beforeTurn@1');

/** A turn has ended well and nothing is queued. */
export const conversationCompleted = defineHook.notify<{ readonly conversation: string; readonly usage: Usage }>(
  '@atelier/agent:conversationCompleted@1',
);

/**
 * Every event of every conversation except deltas of text, for main sides, which cannot listen to a channel. In order for each
 * conversation: an event is passed on when all taps have handled the one before. Pages do not wait for taps.
 */
export const agentEvent = defineHook.notify<AgentEvent>('@atelier/agent:event@1');

/** The engine's process has ended although nobody asked for it: `heap-full`, `hung`, a signal or an exit code. Its turns are cut. */
export const engineEnded = defineHook.notify<{ readonly how: string }>('@atelier/agent:engineEnded@1');

/** A conversation that is not shown has used a model, and nothing of it is kept; the cost is by the engine's prices, 0 where it knows none. */
export const hiddenUsed = defineHook.notify<{
  readonly model: string;
  readonly at: number;
  readonly usage: Usage;
  readonly chargedTo?: HiddenRun['chargedTo'];
}>('@atelier/agent:hiddenUsed@1');

/** A conversation was deleted, with its runtime, its session file, its queue and its settings. */
export const conversationForgotten = defineHook.notify<{ readonly conversation: string }>('@atelier/agent:conversationForgotten@1');

/** Tools that a model may call. */
export const Tools = definePoint<ToolContribution>('@atelier/agent:tools@1');
/** Sections of the system prompt. */
export const PromptFragments = definePoint<PromptFragment>('@atelier/agent:promptFragments@1');

/**
 * A conversation that another one begins, while a turn runs there, and that ends with that turn. It has the folder, the rules and at most the
 * access of the person's conversation that all of it began in; what it would be allowed is asked there.
 */
export interface NewChild {
  readonly parent: string;
  /** What begins together: the whole of it has one limit. */
  readonly tree: string;
  /** By what the person knows it. */
  readonly name: string;
  /** A section of its prompt. */
  readonly instructions: string;
  /** All the tools that it has; of those of the parent, if that is a child too. */
  readonly tools: readonly string[];
  /** All the paths that it writes, in its folder; left out, what the parent writes. It is in secure mode then. */
  readonly writes?: readonly string[];
  /** When it or its tree has used this, it makes no further request. Money is in dollars. */
  readonly limits?: { readonly tokens?: number; readonly money?: number };
  readonly treeLimits?: { readonly tokens?: number; readonly money?: number };
}

/** A tool call in a part of a conversation that a rewind drops; `ok` is left out if the call had no result. */
export interface DroppedCall {
  readonly tool: string;
  readonly name: string;
  readonly args: Record<string, unknown>;
  readonly ok?: boolean;
}

/** A part of an imported message; one of kind `tool` is a call together with its result. */
export interface ImportedPart {
  readonly kind: 'text' | 'thinking' | 'image' | 'tool';
  readonly text?: string;
  readonly mimeType?: string;
  readonly data?: string;
  readonly name?: string;
  readonly args?: Record<string, unknown>;
  readonly result?: { readonly ok: boolean; readonly text: string };
}

/** A message of an imported conversation. `at` is in milliseconds; `model` is only shown. */
export interface ImportedMessage {
  readonly role: 'user' | 'assistant';
  readonly at: number;
  readonly model?: string;
  readonly parts: readonly ImportedPart[];
}

/** The agent for other plugins. The plugin that owns a conversation chooses its id. */
export interface AgentService {
  /**
   * Configures a conversation, also before its first prompt; settings that are left out stay as they are. It can set secure access and
   * take the network away, but not the opposite: that is `setAccess`.
   */
  configure(
    conversation: string,
    settings: {
      readonly model?: string;
      readonly thinkingLevel?: ThinkingLevel;
      readonly accessMode?: 'secure';
      readonly network?: false;
      readonly unattended?: boolean;
      readonly chargedTo?: HiddenRun['chargedTo'];
    },
  ): Promise<void>;
  /** Begins a conversation in another one, in whose turn this is called; `accessMode` is that one's, or secure. */
  beginChild(
    conversation: string,
    child: NewChild,
    settings: { readonly model?: string; readonly thinkingLevel?: ThinkingLevel; readonly accessMode?: 'secure' },
  ): Promise<void>;
  /** The conversation of the person that a child belongs to; undefined if it is none. */
  rootOf(conversation: string): Promise<string | undefined>;
  /**
   * Sets what the tools of a conversation reach: its access mode, whether sandboxed commands may use the network, and the commands that the
   * person allowed before it began, in place of those before; what no rule covers is asked about all the same.
   */
  setAccess(
    conversation: string,
    access: { readonly accessMode?: AccessMode; readonly network?: boolean; readonly commands?: readonly string[] },
  ): Promise<void>;
  /** What a person would be asked about commands in such a conversation, and which of these commands run unasked once they are allowed. */
  foresee(access: { readonly accessMode: AccessMode; readonly folder?: string; readonly commands: readonly string[] }): Promise<Foreseen>;
  /** Its working directory is another one now: the next tools work there, and the model is told. Rejects while a turn runs. */
  moved(conversation: string): Promise<void>;
  /** Sends a message, or queues it while a turn runs; `how` as in the channel. `outside` are the sources of text from outside in it. */
  prompt(
    conversation: string,
    text: string,
    options?: {
      readonly images?: readonly Image[];
      /** `idle`: rejects with `agent/turn-runs` while a turn runs, and nothing waits. */
      readonly how?: 'queue' | 'steer' | 'followUp' | 'idle';
      readonly outside?: readonly PassedSource[];
      /** The extension that brought it, where a bundled plugin passes on what is neither the person's nor its own; shown as its sender. */
      readonly passedFrom?: string;
      /** What the turn that it begins is charged to; the next ones are charged as before. Only of a bundled plugin. */
      readonly chargedTo?: HiddenRun['chargedTo'];
      /** With the turn that it begins, and not before, the conversation is `unattended`. Only of a bundled plugin. */
      readonly unattended?: boolean;
    },
  ): Promise<{ readonly taken: 'started' | 'queued' | 'steered'; readonly queued?: string }>;
  /**
   * Leaves a message that is neither the person's nor the model's, as a notice which both read; no turn begins. `key` is the same for the same
   * message, which is left once. `from` says who left it, `outside` where its text comes from. Rejects while a turn runs.
   */
  note(
    conversation: string,
    note: {
      readonly key: string;
      readonly from: Readonly<Record<Locale, string>>;
      readonly text: string;
      readonly outside: readonly PassedSource[];
    },
  ): Promise<{ readonly entry: string }>;
  /** A message is being written: what the first turn needs is started now, so that sending does not wait for it. */
  warm(): Promise<void>;
  /** The state of a conversation's runtime; creates nothing. */
  state(conversation: string): Promise<RuntimeState>;
  /** Ends the running turn. */
  stop(conversation: string): Promise<void>;
  /** Continues a turn that was cut, or answers the message that a rewind left without an answer. */
  resume(conversation: string): Promise<void>;
  /** The messages of the session file, the newest last; without `limit` all of them. `seq` is the last event that they include. */
  transcript(
    conversation: string,
    page?: { readonly before?: string; readonly limit?: number },
  ): Promise<{ readonly entries: readonly Entry[]; readonly total: number; readonly seq: number }>;
  /**
   * Takes a conversation back to before a message of the person, or to before the whole answer that a message of the model belongs to.
   * Nothing is removed from the file: `redo` with the `leaf` undoes it. Costs are not refunded. Rejects while a turn runs.
   */
  rewind(conversation: string, entry: string): Promise<{ readonly leaf: string; readonly tools: readonly DroppedCall[] }>;
  /** Undoes a rewind. */
  redo(conversation: string, leaf: string): Promise<void>;
  /** The tool calls that `rewind` to this entry would drop, in order. */
  callsAfter(conversation: string, entry: string): Promise<readonly DroppedCall[]>;
  /** Starts a conversation with imported messages; rejects if it has messages already. */
  importSession(conversation: string, messages: readonly ImportedMessage[], options?: { readonly cwd?: string }): Promise<void>;
  /** Starts a conversation with a copy of an engine's session file; the original is not changed. */
  adoptSession(conversation: string, file: string): Promise<void>;
  /**
   * Every session file and its conversation. A record whose file is missing gets the newest file of its conversation. `folder`: the
   * project's folder that it began in, if its first line says so; never for a file of the engine's own command line. `root`: the person's
   * conversation that a child's belongs to.
   */
  sessionFiles(): Promise<
    readonly { readonly file: string; readonly conversation: string; readonly folder?: string; readonly root?: string }[]
  >;
  /** Closes its runtime and deletes its session file and everything that the agent keeps of it. */
  forget(conversation: string): Promise<void>;
  /** The session file of a conversation; undefined before its first message. */
  sessionFile(conversation: string): Promise<string | undefined>;
  /** Starts a conversation with the messages of another one, up to and including an entry. */
  fork(from: string, entry: string, to: string): Promise<void>;
  /** The sources of text from outside in a conversation, the newest first; whoever passes its text on passes them on, too. */
  outsideSources(conversation: string): Promise<readonly OutsideSource[]>;
  /** Asks the person in a conversation; undefined if they do not answer within `limitMs`, cancel, or say no, and at once in a hidden one. */
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
  /** Runs one instruction in a conversation that is not shown, without tools, and removes the conversation. */
  runHidden(run: HiddenRun): Promise<HiddenAnswer>;
  /**
   * The same with these tools; their calls are not shown, and what a person would have to allow is refused, in words for the model.
   * `sections` are the system prompt instead of the one sentence of a hidden run.
   */
  runHiddenWithTools(run: HiddenRun, tools: readonly string[], sections?: PromptSections['sections']): Promise<HiddenAnswer>;
  /** What was said and called in the newest hidden run of this name, also of one that failed; kept until it is read, for the latest 50 names. */
  hiddenSteps(name: string): Promise<readonly HiddenStep[]>;
  /** Stops the hidden runs of this name at once, with `agent/hidden-stopped`; no request follows. */
  stopHidden(name: string): Promise<void>;
  /** Stores that the person has read these texts of an extension's tools and allows a model to read them. */
  approveTools(extension: string, tools: readonly NamedWords[]): Promise<void>;
  /** The paths of the engine and its files, and the result of all checks, in the person's language. */
  diagnostics(): Promise<AgentShape['calls']['diagnostics']['result']>;
}

export const Agent = defineToken<AgentService>('@atelier/agent:Agent@1', {
  configure: { rights: [rights.write] },
  beginChild: 'bundled',
  rootOf: 'bundled',
  setAccess: 'bundled',
  foresee: 'bundled',
  moved: 'bundled',
  prompt: { rights: [rights.write, rights.spend] },
  note: 'bundled',
  warm: 'bundled',
  state: { rights: [rights.read] },
  stop: { rights: [rights.write] },
  resume: { rights: [rights.write, rights.spend] },
  transcript: { rights: [rights.read] },
  rewind: { rights: [rights.write] },
  redo: { rights: [rights.write] },
  callsAfter: { rights: [rights.read] },
  importSession: 'bundled',
  adoptSession: 'bundled',
  sessionFiles: 'bundled-for-others',
  forget: 'bundled-for-others',
  sessionFile: 'bundled-for-others',
  fork: { rights: [rights.read, rights.write] },
  outsideSources: { rights: [rights.read] },
  ask: { rights: ['notify'] },
  runHidden: { rights: [rights.spend] },
  runHiddenWithTools: 'bundled',
  hiddenSteps: 'bundled',
  stopHidden: 'bundled',
  approveTools: 'bundled',
  diagnostics: 'bundled',
});
