import { randomUUID } from 'node:crypto';
import type { AgentSession, AgentSessionEvent } from '@earendil-works/pi-coding-agent';
import type { CutArguments } from './cut-arguments.ts';
import {
  type AssistantMessage,
  assistantEntry,
  errorOf,
  noUsage,
  type Reader,
  sumOf,
  type UserMessage,
  usageOf,
  userEntry,
} from './entries.ts';
import { defined, outcomeOf, type Remembered } from './outcomes.ts';
import { recordOf } from './problem-records.ts';
import { problemOf } from './problems.ts';
import type { EngineEvent, ProblemRecord, Usage } from './protocol.ts';
import { queuedIdOf } from './queued-messages.ts';
import { saidWindow } from './said-window.ts';
import { Silence } from './silence.ts';

type EventBody<Event = EngineEvent> = Event extends EngineEvent ? Omit<Event, 'conversation'> : never;
type Update = Extract<AgentSessionEvent, { type: 'message_update' }>['assistantMessageEvent'];

/** How long a model may say nothing before the person is told; the engine itself waits for minutes, or for ever. */
const mostSilenceMs = 60_000;
const silenceEnds = new Set(['turn_end', 'agent_end', 'agent_settled', 'tool_execution_start', 'auto_retry_start', 'compaction_start']);

/** Converts the engine's events, each of which repeats the whole message, into events that hold only deltas. */
export class Deltas {
  readonly #session: AgentSession;
  readonly #emit: (event: EventBody) => void;
  readonly #reader: Reader;
  readonly #remembered: Map<string, Remembered>;
  readonly #silence: Silence;
  readonly #directory: string;
  readonly #cut: CutArguments;
  readonly #args = new Map<string, Record<string, unknown>>();
  /** Callbacks for when the next message of the person is in the session. */
  #onWritten: (() => void)[] = [];
  #message = '';
  #usage: Usage = noUsage;
  #last: AssistantMessage | undefined;

  constructor(
    session: AgentSession,
    options: {
      emit: (event: EventBody) => void;
      reader: Reader;
      directory: string;
      remembered: Map<string, Remembered>;
      cutArguments: CutArguments;
    },
  ) {
    this.#session = session;
    this.#emit = options.emit;
    this.#reader = options.reader;
    this.#directory = options.directory;
    this.#remembered = options.remembered;
    this.#cut = options.cutArguments;
    const limitMs = session.settingsManager.getHttpIdleTimeoutMs();
    this.#silence = new Silence(limitMs > 0 ? Math.min(limitMs, mostSilenceMs) : mostSilenceMs, seconds =>
      this.#emit({ kind: 'silent', seconds }),
    );
    session.subscribe(event => this.#handle(event));
  }

  /** Resolves when the next message of the person has been written. */
  messageWritten(): Promise<void> {
    return new Promise(resolve => void this.#onWritten.push(resolve));
  }

  #handle(event: AgentSessionEvent): void {
    if (event.type === 'turn_start' || event.type === 'message_update') this.#silence.heard();
    else if (silenceEnds.has(event.type) || (event.type === 'message_end' && event.message.role === 'assistant')) this.#silence.end();
    switch (event.type) {
      case 'message_update':
        return this.#update(event.assistantMessageEvent);
      case 'agent_start':
        return this.#emit({ kind: 'turnStarted' });
      case 'message_start':
        return this.#started(event.message);
      case 'message_end':
        return this.#ended(event.message);
      case 'turn_end':
        return this.emitContext();
      case 'tool_execution_start': {
        const args = (event.args ?? {}) as Record<string, unknown>;
        this.#args.set(event.toolCallId, args);
        return this.#emit({ kind: 'toolStarted', message: this.#message, tool: event.toolCallId, name: event.toolName, args });
      }
      case 'tool_execution_end':
        return this.#toolEnded(event);
      case 'auto_retry_start':
        return this.#emit({
          kind: 'retry',
          attempt: event.attempt,
          of: event.maxAttempts,
          delayMs: event.delayMs,
          problem: this.#problem(event.errorMessage),
        });
      case 'compaction_start':
        return this.#emit({ kind: 'compaction', phase: 'started' });
      case 'compaction_end':
        return this.#compacted(event);
      case 'agent_settled':
        return this.#settled();
      default:
    }
  }

  #update(update: Update): void {
    if (update.type === 'text_delta') this.#emit({ kind: 'text', message: this.#message, part: update.contentIndex, delta: update.delta });
    else if (update.type === 'thinking_delta')
      this.#emit({ kind: 'thinking', message: this.#message, part: update.contentIndex, delta: update.delta });
    else if (update.type === 'toolcall_delta') this.#cut.write(update.contentIndex, update.delta);
    else if (update.type === 'toolcall_start') {
      const call = update.partial.content[update.contentIndex];
      this.#emit({ kind: 'callBegun', part: update.contentIndex, name: call?.type === 'toolCall' ? call.name : '' });
    }
  }

  #started(message: { readonly role: string }): void {
    if (message.role !== 'user' && message.role !== 'assistant') return;
    this.#message = randomUUID();
    this.#cut.begin();
    const answer = message.role === 'assistant' ? this.#beginningOf(message as AssistantMessage) : {};
    this.#emit({ kind: 'messageStarted', message: this.#message, role: message.role, ...answer });
  }

  #beginningOf(message: AssistantMessage) {
    return defined({ model: modelOf(message), api: message.api as string, after: this.#session.sessionManager.getLeafId() ?? undefined });
  }

  #ended(message: { readonly role: string }): void {
    if (message.role !== 'user' && message.role !== 'assistant') return;
    const id = this.#message;
    // The engine emits a message before it writes it and gives its entry an id.
    queueMicrotask(() => {
      const entry = this.#session.sessionManager.getLeafId() ?? id;
      const at = Date.now();
      if (message.role === 'user') {
        const queued = queuedIdOf(message);
        this.#emit({ kind: 'messageEnded', message: id, entry: userEntry(entry, message as UserMessage, at), ...defined({ queued }) });
        for (const resolve of this.#onWritten.splice(0)) resolve();
      } else {
        const ended = message as AssistantMessage;
        this.#last = ended;
        this.#usage = sumOf(this.#usage, usageOf(ended.usage));
        this.#emit({ kind: 'messageEnded', message: id, entry: assistantEntry(entry, ended, this.#reader, { at, isRunning: true }) });
      }
    });
  }

  #toolEnded({ toolCallId: tool, toolName, result, isError }: Extract<AgentSessionEvent, { type: 'tool_execution_end' }>): void {
    const outcome = outcomeOf({ ...(result as object), toolName }, isError, this.#args.get(tool), this.#remembered.get(tool));
    this.#args.delete(tool);
    this.#emit({ kind: 'toolEnded', tool, outcome });
  }

  #compacted({ result, aborted, errorMessage }: Extract<AgentSessionEvent, { type: 'compaction_end' }>): void {
    if (result?.usage) this.#usage = sumOf(this.#usage, usageOf(result.usage as AssistantMessage['usage']));
    const text = result?.summary ?? (errorMessage === undefined ? undefined : this.#problem(errorMessage).message);
    this.#emit({ kind: 'compaction', phase: 'ended', ok: result !== undefined && !aborted, ...defined({ text }) });
    this.emitContext();
  }

  /** Emits how full the model's context is. */
  emitContext(): void {
    const usage = this.#session.getContextUsage();
    const window = saidWindow(this.#session, this.#directory, usage?.contextWindow);
    this.#emit({ kind: 'context', tokens: usage?.tokens ?? undefined, window });
  }

  #settled(): void {
    const last = this.#last;
    const usage = this.#usage;
    this.#last = undefined;
    this.#usage = noUsage;
    this.#remembered.clear();
    this.#cut.forget();
    // Messages that were added too late to be read are still in the main side's queue, which decides about them.
    this.#session.clearQueue();
    const ended = last?.stopReason === 'error' ? 'failed' : last?.stopReason === 'aborted' ? 'stopped' : 'done';
    const problem = last?.stopReason === 'error' ? recordOf(errorOf(last, this.#reader), this.#reader.language) : undefined;
    this.#emit({ kind: 'settled', ended, usage, ...defined({ problem }) });
  }

  #problem(message: string): ProblemRecord {
    const { nameOf, language } = this.#reader;
    return recordOf(problemOf(message, { model: this.#modelNow(), secrets: this.#reader.secrets(), nameOf }), language);
  }

  #modelNow(): string | undefined {
    const { model } = this.#session;
    return model && `${model.provider}/${model.id}`;
  }
}

function modelOf({ provider, model }: AssistantMessage): string {
  return `${provider}/${model}`;
}
