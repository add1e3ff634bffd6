import { Query, type ViewHost } from '@atelier/kernel/ui';
import { ProvidersChannel } from '@atelier/providers/contract';
import type { ReactiveControllerHost } from 'lit';

/** The names of providers, as the person knows them. */
export class ProviderNames {
  readonly #providers: Query<NonNullable<(typeof ProvidersChannel)['shape']>, 'list'>;
  readonly #presets: Query<NonNullable<(typeof ProvidersChannel)['shape']>, 'presets'>;

  constructor(host: ReactiveControllerHost, view: () => ViewHost, locale: () => 'en' | 'fr') {
    this.#providers = new Query(host, view, ProvidersChannel, 'list', {
      params: () => ({ locale: locale() }),
      refreshOn: 'providersChanged',
    });
    this.#presets = new Query(host, view, ProvidersChannel, 'presets', { params: () => ({}) });
  }

  /** Of one that is not set up any more, the company's name; until a name is known, and where there is none, the id. */
  of(id: string): string {
    const { state: own } = this.#providers;
    const { state: presets } = this.#presets;
    return (
      (own.status === 'ready' && own.value.find(provider => provider.id === id)?.name) ||
      (presets.status === 'ready' && presets.value.find(({ variants }) => variants.some(({ provider }) => provider === id))?.name) ||
      id
    );
  }
}
