import type { ThinkingLevel } from '@atelier/agent/contract';
import { numberText, Query, type Texts, type ViewHost } from '@atelier/kernel/ui';
import { type Model, ProvidersChannel } from '@atelier/providers/contract';
import type { ReactiveControllerHost } from 'lit';
import type { texts } from '../../texts.ts';
import type { Draft } from '../draft.ts';
import type { Runtime } from '../runtime.ts';

/** The available models, and the model of the next message. */
export class Models {
  readonly #query: Query<NonNullable<(typeof ProvidersChannel)['shape']>, 'listModels'>;
  readonly #draft: Draft;
  readonly #runtime: Runtime;

  constructor(host: ReactiveControllerHost, view: () => ViewHost, text: Texts<(typeof texts)['en']>, draft: Draft, runtime: Runtime) {
    this.#query = new Query(host, view, ProvidersChannel, 'listModels', {
      params: () => ({ locale: text.locale }),
      refreshOn: 'modelsChanged',
    });
    this.#draft = draft;
    this.#runtime = runtime;
  }

  get isRead(): boolean {
    return this.#query.state.status !== 'pending';
  }

  /** Whether there is a usable model, or the models are not read yet. */
  get isReady(): boolean {
    return !this.isRead || this.usable.length > 0;
  }

  get all(): readonly Model[] {
    return this.#query.state.status === 'ready' ? this.#query.state.value : [];
  }

  get usable(): readonly Model[] {
    return this.all.filter(({ available }) => available);
  }

  /** The conversation's own model, else the model of the draft, else the default, the first starred or the first usable model. */
  get id(): string | undefined {
    const own = this.#runtime.state?.model ?? this.#runtime.record?.model;
    if (this.#runtime.conversation !== undefined && own !== undefined) return own;
    const { model } = this.#draft.choices;
    const { usable } = this;
    if (usable.some(({ id }) => id === model)) return model;
    const real = usable.filter(({ demo }) => demo !== true);
    const first = real.find(({ isDefault }) => isDefault) ?? real.find(({ starred }) => starred) ?? real[0] ?? usable[0];
    return first?.id;
  }

  get chosen(): Model | undefined {
    const { id } = this;
    return this.all.find(model => model.id === id);
  }

  /** The thinking levels of the model; empty if it does not think. */
  get levels(): readonly ThinkingLevel[] {
    const levels = this.chosen?.thinkingLevels ?? this.#runtime.state?.thinkingLevels ?? [];
    return levels.some(level => level !== 'off') ? levels : [];
  }

  get level(): ThinkingLevel | undefined {
    const { conversation, state, record } = this.#runtime;
    const level = conversation === undefined ? this.#draft.choices.thinkingLevel : (state?.thinkingLevel ?? record?.thinkingLevel);
    return level !== undefined && this.levels.includes(level) ? level : undefined;
  }
}

/** The price of a million tokens, input and output; empty if it is unknown. */
export function priceOf({ inputCost, outputCost, demo }: Model, text: Texts<(typeof texts)['en']>): string {
  if (inputCost === undefined || outputCost === undefined) return demo === true ? text.of('composerFree') : '';
  if (inputCost === 0 && outputCost === 0) return text.of('composerFree');
  const money = (dollars: number) => `$${numberText(text.locale, dollars, { maximumFractionDigits: 2 })}`;
  return `${money(inputCost)} / ${money(outputCost)}`;
}
