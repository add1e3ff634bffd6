import type { Locale } from '@atelier/kernel';
import type { ViewHost } from '@atelier/kernel/ui';
import { type Provider, ProvidersChannel, type ProvidersShape } from '../../contract/index.ts';

type Saved = ProvidersShape['calls']['save']['params'];

/** Asks every provider that nobody has asked since the app was started, each once. */
export class AskOnce {
  readonly #asked = new Set<string>();

  of(view: ViewHost, providers: readonly Provider[], locale: Locale): void {
    for (const { id, kind, access, status, asking } of providers) {
      if (status !== undefined || asking === true || kind === 'demo' || (access !== 'key' && access !== 'keyless')) continue;
      if (this.#asked.has(id)) continue;
      this.#asked.add(id);
      void view
        .connect(ProvidersChannel)
        .call('ask', { id, locale })
        .catch(() => this.#asked.delete(id));
    }
  }
}

/** Saves a provider, then asks it, so that what is shown of it is what it has answered with what was saved. */
export async function saveAndAsk(view: ViewHost, params: Saved & { readonly locale: Locale }): Promise<Provider> {
  const client = view.connect(ProvidersChannel);
  await client.call('save', params);
  return await client.call('ask', { id: params.id, locale: params.locale });
}
