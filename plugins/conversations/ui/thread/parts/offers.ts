import { Contributed, Query, type ViewHost } from '@atelier/kernel/ui';
import { type Model, ProvidersChannel } from '@atelier/providers/contract';
import type { ReactiveControllerHost } from 'lit';
import { type MessageAction, MessageActions } from '../../../contract/index.ts';

/** What other plugins provide for the transcript: models, message actions, commands. */
export class Offers {
  readonly #models: Query<NonNullable<(typeof ProvidersChannel)['shape']>, 'listModels'>;
  readonly #actions: Contributed<MessageAction>;
  readonly #commands: Contributed<{ readonly id: string }>;
  #ofCommands: readonly unknown[] | undefined;
  #known: ReadonlySet<string> = new Set();

  constructor(host: ReactiveControllerHost, view: () => ViewHost) {
    this.#models = new Query(host, view, ProvidersChannel, 'listModels', { params: () => ({}), refreshOn: 'modelsChanged' });
    this.#actions = new Contributed(host, view, MessageActions.key);
    this.#commands = new Contributed(host, view, '@atelier/kernel:commands@1');
  }

  get models(): readonly Model[] {
    const { state } = this.#models;
    return state.status === 'ready' ? state.value : [];
  }

  get actions(): readonly MessageAction[] {
    return this.#actions.items.map(({ value }) => value).toSorted((a, b) => (a.order ?? 100) - (b.order ?? 100));
  }

  /** The ids of all available commands. */
  get commands(): ReadonlySet<string> {
    const now = this.#commands.items;
    if (now !== this.#ofCommands) this.#known = new Set(now.map(({ value }) => value.id));
    this.#ofCommands = now;
    return this.#known;
  }
}
