import { randomUUID } from 'node:crypto';
import type { AppError } from '@atelier/kernel';
import type { ProvidersService } from '@atelier/providers/contract';
import type { HiddenRun, HiddenStep, OutsideSource, PromptSections, Usage } from '../../contract/index.ts';
import type { EngineEvent } from '../../engine/protocol.ts';
import type { Spending } from '../budgets/spending.ts';
import type { EngineLink, EventReceiver } from '../engine-link.ts';
import { agentErrors } from '../errors.ts';
import type { OutsideSources } from '../outside/sources.ts';
import { cleanSteps, HiddenSteps, KeptSteps } from './hidden-steps.ts';
import { noUsage, type RuntimeRecords } from './records.ts';
import { plus } from './turn.ts';

const alone = [{ title: 'Role', text: 'You work inside an application. Answer with exactly what is asked for and nothing else.' }];

interface Answer {
  readonly text: string;
  readonly usage: Usage;
}

type HiddenAnswer = Answer & { readonly outside: readonly OutsideSource[] };

/** Collects the answer of one hidden run from its events. */
class AwaitedAnswer implements EventReceiver {
  readonly done = Promise.withResolvers<Answer>();
  readonly name: string | undefined;
  readonly steps = new HiddenSteps();
  readonly #limits: NonNullable<HiddenRun['limits']>;
  readonly #used: (usage: Usage) => void;
  #text = '';
  #usage = noUsage;
  #isOver = false;

  constructor({ name, limits = {} }: HiddenRun, used: (usage: Usage) => void) {
    this.name = name;
    this.#limits = limits;
    this.#used = used;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Ends what runs for too long; returns what cancels that. */
  limitTime(): () => void {
    const { minutes } = this.#limits;
    if (minutes === undefined) return () => undefined;
    const timer = setTimeout(() => this.stop(agentErrors['agent/hidden-limit']({})), minutes * 60_000);
    return () => clearTimeout(timer);
  }

  /** What was used until now has been paid for too. */
  stop(why: AppError): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#used(this.#usage);
    this.done.reject(why);
  }

  take(event: EngineEvent): void {
    if (this.#isOver) return;
    this.steps.take(event);
    if (event.kind === 'messageEnded' && event.entry.usage !== undefined) {
      this.#usage = plus(this.#usage, event.entry.usage);
      const { input, output, cacheRead, cacheWrite, cost } = this.#usage;
      const { tokens = Number.POSITIVE_INFINITY, money = Number.POSITIVE_INFINITY } = this.#limits;
      // One that has just answered is not stopped any more: it settles next.
      const goesOn = event.entry.stopped === 'tool';
      if (goesOn && (input + output + cacheRead + cacheWrite >= tokens || cost >= money))
        return this.stop(agentErrors['agent/hidden-limit']({}));
    }
    if (event.kind === 'text') this.#text += event.delta;
    // Only the last message is the answer; messages between tool calls are not.
    if (event.kind === 'messageStarted' && event.role === 'assistant') this.#text = '';
    if (event.kind !== 'settled') return;
    this.#isOver = true;
    // What failed has been paid for too.
    this.#used(event.usage);
    if (event.problem !== undefined) this.done.reject(agentErrors['agent/hidden-run-failed']({ reason: bare(event.problem) }));
    else this.done.resolve({ text: this.#text, usage: event.usage });
  }
}

export interface HiddenRunsParts {
  readonly engine: EngineLink;
  readonly records: RuntimeRecords;
  readonly providers: ProvidersService;
  readonly spending: Spending;
  readonly outside: OutsideSources;
  /** What a run has used of a model; nothing else of it is kept. */
  used(model: string, usage: Usage, chargedTo: HiddenRun['chargedTo']): void;
  /** Takes the secrets that are known out of texts. */
  redact(texts: readonly string[]): Promise<readonly string[]>;
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
  readonly #used: HiddenRunsParts['used'];
  readonly #redact: HiddenRunsParts['redact'];
  readonly #steps = new KeptSteps();
  readonly #awaited = new Map<string, AwaitedAnswer>();

  constructor({ engine, records, providers, spending, outside, used, redact }: HiddenRunsParts) {
    this.#engine = engine;
    this.#records = records;
    this.#providers = providers;
    this.#spending = spending;
    this.#outside = outside;
    this.#used = used;
    this.#redact = redact;
  }

  /** In this order: record written, runtime started, model set, prompt sent, reply read, runtime stopped, record deleted. */
  async run(run: HiddenRun, tools: readonly string[], sections: PromptSections['sections'] = alone): Promise<HiddenAnswer> {
    this.#spending.checkHidden(run);
    const conversation = `hidden-${randomUUID()}`;
    const model = run.model ?? (await this.#providers.defaultModel());
    if (model === undefined) throw agentErrors['agent/not-set-up']({});
    const awaited = new AwaitedAnswer(run, usage => {
      this.#spending.chargeHidden(run, usage);
      this.#used(model, usage, run.chargedTo);
    });
    // If opening fails, nothing awaits this promise.
    awaited.done.promise.catch(() => undefined);
    this.#records.hiddenBegun(conversation);
    this.#outside.add(conversation, run.outside ?? []);
    this.#awaited.set(conversation, awaited);
    if (run.name !== undefined) this.#steps.keep(run.name, awaited.steps);
    this.#engine.setReceiver(conversation, awaited);
    const unlimit = awaited.limitTime();
    try {
      await this.#engine.call('open', {
        conversation,
        sessionFile: undefined,
        cwd: run.cwd ?? this.#engine.setup.places.workspace,
        accessMode: 'secure',
        model,
        thinkingLevel: run.thinkingLevel ?? 'off',
        sections,
        tools,
        extraTools: [],
        ephemeral: true,
      });
      // Stopped while it was opened: nothing is sent.
      if (!awaited.isOver) await this.#engine.call('prompt', { conversation, text: run.instruction, images: [] });
      const answer = await awaited.done.promise;
      return { ...answer, outside: this.#outside.of(conversation) };
    } finally {
      unlimit();
      this.#awaited.delete(conversation);
      if (this.#engine.isRunning) await this.#engine.call('close', { conversation }).catch(() => undefined);
      this.#engine.setReceiver(conversation, undefined);
      this.#forget(conversation);
    }
  }

  /** What was said and called in the newest one of this name. */
  async steps(name: string): Promise<readonly HiddenStep[]> {
    return await cleanSteps(this.#steps.take(name), this.#redact);
  }

  /** Stops those of this name. */
  stop(name: string): void {
    for (const awaited of this.#awaited.values()) if (awaited.name === name) awaited.stop(agentErrors['agent/hidden-stopped']({}));
  }

  /** Whether nobody sees this conversation, so that nobody can be asked about it. */
  has(conversation: string): boolean {
    return this.#awaited.has(conversation);
  }

  /** The engine's process has ended. */
  lost(why: AppError): void {
    for (const { done } of this.#awaited.values()) done.reject(why);
  }

  /** The agent stops: nothing is waited for any more. */
  end(): void {
    this.lost(agentErrors['agent/hidden-limit']({}));
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

/** Why it failed, as the end of another sentence. */
function bare({ texts, message }: Pick<NonNullable<Extract<EngineEvent, { kind: 'settled' }>['problem']>, 'texts' | 'message'>) {
  const { en, fr } = texts ?? { en: message, fr: message };
  return { en: en.replace(/\.$/, ''), fr: fr.replace(/\.$/, '') };
}
