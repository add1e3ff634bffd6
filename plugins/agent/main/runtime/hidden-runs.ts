import { randomUUID } from 'node:crypto';
import type { ProvidersService } from '@atelier/providers/contract';
import type { HiddenRun, OutsideSource, Usage } from '../../contract/index.ts';
import type { EngineEvent } from '../../engine/protocol.ts';
import type { Spending } from '../budgets/spending.ts';
import type { EngineLink, EventReceiver } from '../engine-link.ts';
import { agentErrors } from '../errors.ts';
import type { OutsideSources } from '../outside/sources.ts';
import type { RuntimeRecords } from './records.ts';

interface Answer {
  readonly text: string;
  readonly usage: Usage;
}

type HiddenAnswer = Answer & { readonly outside: readonly OutsideSource[] };

/** Collects the answer of one hidden run from its events. */
class AwaitedAnswer implements EventReceiver {
  readonly done = Promise.withResolvers<Answer>();
  #text = '';

  take(event: EngineEvent): void {
    if (event.kind === 'text') this.#text += event.delta;
    // Only the last message is the answer; messages between tool calls are not.
    if (event.kind === 'messageStarted' && event.role === 'assistant') this.#text = '';
    if (event.kind !== 'settled') return;
    if (event.problem !== undefined) this.done.reject(agentErrors['agent/hidden-run-failed']({ reason: event.problem.message }));
    else this.done.resolve({ text: this.#text, usage: event.usage });
  }
}

/**
 * Conversations that are not shown: one instruction, one answer, and nothing of them is kept. Nobody sees them, so nobody is asked: what a
 * person would have to allow is refused at once, in words for the model.
 */
export class HiddenRuns {
  readonly #engine: EngineLink;
  readonly #records: RuntimeRecords;
  readonly #providers: ProvidersService;
  readonly #spending: Spending;
  readonly #outside: OutsideSources;
  readonly #awaited = new Map<string, AwaitedAnswer>();

  constructor(engine: EngineLink, records: RuntimeRecords, providers: ProvidersService, spending: Spending, outside: OutsideSources) {
    this.#engine = engine;
    this.#records = records;
    this.#providers = providers;
    this.#spending = spending;
    this.#outside = outside;
  }

  /** In this order: record written, runtime started, model set, prompt sent, reply read, runtime stopped, record deleted. */
  async run(run: HiddenRun, tools: readonly string[]): Promise<HiddenAnswer> {
    this.#spending.checkHidden(run);
    const conversation = `hidden-${randomUUID()}`;
    const model = run.model ?? (await this.#providers.defaultModel());
    if (model === undefined) throw agentErrors['agent/not-set-up']({});
    const awaited = new AwaitedAnswer();
    // If opening fails, nothing awaits this promise.
    awaited.done.promise.catch(() => undefined);
    this.#records.hiddenBegun(conversation);
    this.#outside.add(conversation, run.outside ?? []);
    this.#awaited.set(conversation, awaited);
    this.#engine.setReceiver(conversation, awaited);
    try {
      await this.#engine.call('open', {
        conversation,
        sessionFile: undefined,
        cwd: run.cwd ?? this.#engine.setup.places.workspace,
        accessMode: 'secure',
        model,
        thinkingLevel: run.thinkingLevel ?? 'off',
        sections: [{ title: 'Role', text: 'You work inside an application. Answer with exactly what is asked for and nothing else.' }],
        tools,
        extraTools: [],
        ephemeral: true,
      });
      await this.#engine.call('prompt', { conversation, text: run.instruction, images: [] });
      const answer = await awaited.done.promise;
      this.#spending.chargeHidden(run, answer.usage);
      return { ...answer, outside: this.#outside.of(conversation) };
    } finally {
      this.#awaited.delete(conversation);
      if (this.#engine.isRunning) await this.#engine.call('close', { conversation }).catch(() => undefined);
      this.#engine.setReceiver(conversation, undefined);
      this.#forget(conversation);
    }
  }

  /** Whether nobody sees this conversation, so that nobody can be asked about it. */
  has(conversation: string): boolean {
    return this.#awaited.has(conversation);
  }

  /** The engine's process has ended. */
  lost(code: string): void {
    for (const { done } of this.#awaited.values()) done.reject(agentErrors['agent/engine-ended']({ code }));
  }

  /** Removes the records that earlier runs left after a crash. */
  cleanUp(): void {
    for (const conversation of this.#records.hiddenLeft()) this.#forget(conversation);
  }

  /** Its own row last, so that what a crash leaves is found. */
  #forget(conversation: string): void {
    this.#outside.forget(conversation);
    this.#records.remove(conversation);
    this.#records.hiddenEnded(conversation);
  }
}
