import { Contributed, type Locale, Query, type ViewHost } from '@atelier/kernel/ui';
import { type Model, ProvidersChannel } from '@atelier/providers/contract';
import { type Price, UsageChannel } from '@atelier/usage/contract';
import type { ReactiveControllerHost } from 'lit';
import { type FileAction, type MessageAction, MessageActions } from '../../../contract/index.ts';

const noPrices: ReadonlyMap<string, Price> = new Map();

/** What other plugins provide for the transcript: models, the prices that the person has corrected, message actions, commands. */
export class Offers {
  readonly #models: Query<NonNullable<(typeof ProvidersChannel)['shape']>, 'listModels'>;
  readonly #actions: Contributed<MessageAction>;
  readonly #onFiles: Contributed<FileAction>;
  readonly #commands: Contributed<{ readonly id: string }>;
  readonly #prices: Query<NonNullable<(typeof UsageChannel)['shape']>, 'prices'>;
  #ofPrices: readonly unknown[] | undefined;
  #corrected = noPrices;
  #ofCommands: readonly unknown[] | undefined;
  #known: ReadonlySet<string> = new Set();

  constructor(host: ReactiveControllerHost, view: () => ViewHost, locale: () => Locale) {
    this.#models = new Query(host, view, ProvidersChannel, 'listModels', {
      params: () => ({ locale: locale() }),
      refreshOn: 'modelsChanged',
    });
    this.#actions = new Contributed(host, view, MessageActions.key);
    this.#onFiles = new Contributed(host, view, '@atelier/conversations:fileActions@1');
    this.#commands = new Contributed(host, view, '@atelier/kernel:commands@1');
    const whereCounted = () => (this.commands.has('usage.open') ? view() : undefined);
    this.#prices = new Query(host, whereCounted, UsageChannel, 'prices', { params: () => ({}), refreshOn: 'changed' });
  }

  get models(): readonly Model[] {
    const { state } = this.#models;
    return state.status === 'ready' ? state.value : [];
  }

  /** The prices that the person has corrected, by model; the same map as long as they are the same. */
  get corrected(): ReadonlyMap<string, Price> {
    const { state } = this.#prices;
    if (state.status !== 'ready' || state.value === this.#ofPrices) return this.#corrected;
    this.#ofPrices = state.value;
    const now = new Map(state.value.flatMap(({ model, corrected }) => (corrected === undefined ? [] : [[model, corrected] as const])));
    if (JSON.stringify([...now]) !== JSON.stringify([...this.#corrected])) this.#corrected = now;
    return this.#corrected;
  }

  get actions(): readonly MessageAction[] {
    return this.#actions.items.map(({ value }) => value).toSorted((a, b) => (a.order ?? 100) - (b.order ?? 100));
  }

  get fileActions(): readonly FileAction[] {
    return this.#onFiles.items.map(({ value }) => value);
  }

  /** The ids of all available commands. */
  get commands(): ReadonlySet<string> {
    const now = this.#commands.items;
    if (now !== this.#ofCommands) this.#known = new Set(now.map(({ value }) => value.id));
    this.#ofCommands = now;
    return this.#known;
  }
}
