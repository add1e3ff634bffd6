import type { AppError } from '@atelier/kernel';
import type { OwnModel, State } from '../../contract/index.ts';
import type { Catalog } from '../catalog.ts';
import type { DirectoryState } from '../directory-state.ts';
import { listAddresses, listedIn } from '../discover.ts';
import type { AgentContents } from '../files/agent-contents.ts';
import { credentialOf } from '../files/auth-file.ts';
import { textAt } from '../files/json-text.ts';
import { entriesOf } from '../files/models-file.ts';
import { keyHeaders } from '../http/credentials.ts';
import { HttpFailure } from '../http/failure.ts';
import { ask } from '../http/local-http.ts';
import { withListed } from '../listed-models.ts';
import { nameOf } from '../presets.ts';
import { fingerprintOf, keyOf, type Question, questionOf } from './question.ts';
import { stateAfter } from './used.ts';
import { isFailure, type Tried, verdictOf } from './verdict.ts';

/** What is known of a provider since the app was started. */
export interface Known {
  readonly is: State;
  readonly at: number;
  readonly milliseconds?: number;
  readonly why?: AppError;
  /** The address and the key that it is about. */
  readonly of: string;
}

export interface StatusOptions {
  readonly state: DirectoryState;
  readonly catalog: () => Promise<Catalog>;
  readonly changed: () => void;
  readonly signal: AbortSignal;
}

const limits = { timeoutMs: 8_000, maxBytes: 16 * 1024 * 1024 };

/** The states of providers, by what they answered to a question, a test or a conversation. Nothing of it outlives the app's run. */
export class Statuses {
  readonly #options: StatusOptions;
  readonly #known = new Map<string, Known>();
  readonly #asking = new Map<string, { readonly of: string; readonly done: Promise<void>; readonly stop: AbortController }>();

  constructor(options: StatusOptions) {
    this.#options = options;
  }

  /** What is known of a provider with its present address and key. */
  of(provider: string, contents: AgentContents): Known | undefined {
    const known = this.#known.get(provider);
    return known?.of === fingerprintOf(contents, provider) ? known : undefined;
  }

  isAsking(provider: string): boolean {
    return this.#asking.has(provider);
  }

  /** Asks a provider with its present address and key, and fills in what it says of its models. Resolves when that is stored. */
  async ask(provider: string): Promise<void> {
    const { state, catalog } = this.#options;
    const contents = await state.read();
    const question = questionOf(contents, provider, await catalog());
    if (question === undefined) return;
    const of = fingerprintOf(contents, provider);
    const before = this.#asking.get(provider);
    if (before?.of === of) return before.done;
    // Its address or key has changed meanwhile, so that the answer would say nothing.
    before?.stop.abort();
    const stop = new AbortController();
    const done = this.#ask(question, of, AbortSignal.any([stop.signal, this.#options.signal])).finally(() => {
      if (this.#asking.get(provider)?.stop === stop) this.#asking.delete(provider);
      this.#options.changed();
    });
    this.#asking.set(provider, { of, done, stop });
    this.#options.changed();
    return done;
  }

  /** A model was used: by a conversation, a test or a sign-in. `problem`: the code of its failure. */
  async used(model: string, problem: string | undefined): Promise<void> {
    const provider = model.split('/', 1)[0] ?? '';
    const contents = await this.#options.state.readOrLast();
    const entry = entriesOf(contents.models)[provider];
    if (entry === undefined && credentialOf(contents.auth[provider]) === undefined) return;
    const name = (entry && textAt(entry, 'name')) ?? nameOf(provider) ?? provider;
    const found = stateAfter(problem, name, keyOf(contents, provider) !== undefined);
    if (found === undefined) return;
    const before = this.of(provider, contents);
    this.#known.set(provider, { ...found, at: Date.now(), of: fingerprintOf(contents, provider) });
    if (before?.is !== found.is || before.why?.message !== found.why?.message) this.#options.changed();
  }

  async #ask(question: Question, of: string, signal: AbortSignal): Promise<void> {
    const { provider, baseUrl, key } = question;
    const [listing, generation] = await Promise.all([listOf(question, signal), generationOf(question, signal)]);
    if (signal.aborted) return;
    const { tried: list, models, milliseconds } = listing;
    const { host } = new URL(baseUrl);
    const verdict = verdictOf({ host, hasKey: key !== undefined, list, generation: generation?.tried, isListed: models !== undefined });
    const took = isFailure(list) ? generation?.milliseconds : milliseconds;
    const isReady = verdict.is === 'ready' && took !== undefined;
    this.#known.set(provider, { ...verdict, at: Date.now(), ...(isReady && { milliseconds: took }), of });
    if (models !== undefined && models.length > 0) await this.#keep(provider, models, of);
  }

  /** Writes what the list says into the provider's own entry, unless its address or key has changed meanwhile. */
  async #keep(provider: string, models: readonly OwnModel[], of: string): Promise<void> {
    const { state, catalog } = this.#options;
    const known = await catalog();
    const before = entriesOf((await state.read()).models)[provider];
    if (before === undefined || withListed(before, models, known, provider) === before) return;
    await state.change(async files => {
      if (fingerprintOf(await files.read(), provider) !== of) return;
      await files.models.update(now => {
        const entry = entriesOf(now)[provider];
        const next = entry && withListed(entry, models, known, provider);
        return next === undefined || next === entry ? now : { ...now, providers: { ...entriesOf(now), [provider]: next } };
      });
    });
  }
}

interface Timed {
  readonly tried: Tried;
  readonly milliseconds: number;
}

async function listOf(question: Question, signal: AbortSignal): Promise<Timed & { readonly models?: readonly OwnModel[] }> {
  let last: Timed | undefined;
  for (const address of listAddresses(question)) {
    last = await tried(address, question, signal);
    const models = isFailure(last.tried) ? undefined : listedIn(last.tried);
    if (models !== undefined) return { ...last, models };
  }
  return last as Timed;
}

/** An empty request, which every server refuses before it generates anything. */
async function generationOf(question: Question, signal: AbortSignal): Promise<Timed | undefined> {
  const { baseUrl, api = 'openai-completions' } = question;
  const path = { 'openai-completions': '/chat/completions', 'openai-responses': '/responses', 'anthropic-messages': '/v1/messages' }[api];
  return path === undefined ? undefined : await tried(`${baseUrl}${path}`, question, signal, '{}');
}

async function tried(address: string, { api, key }: Question, signal: AbortSignal, body?: string): Promise<Timed> {
  const began = performance.now();
  const elapsed = () => Math.round(performance.now() - began);
  const request = body === undefined ? {} : ({ method: 'POST', body } as const);
  try {
    return { tried: await ask(address, { ...request, ...limits, headers: keyHeaders(api, key), signal }), milliseconds: elapsed() };
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error;
    return { tried: error, milliseconds: elapsed() };
  }
}
