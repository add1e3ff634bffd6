import type { ViewHost } from '@atelier/kernel/ui';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { type LocalFound, ProvidersChannel } from '../../contract/index.ts';

/** What of this machine's own model servers was found when it was last looked. */
export class LocalSearch implements ReactiveController {
  found: readonly LocalFound[] = [];
  busy = false;
  readonly #host: ReactiveControllerHost;
  readonly #view: () => ViewHost;

  constructor(host: ReactiveControllerHost, view: () => ViewHost) {
    this.#host = host;
    this.#view = view;
    host.addController(this);
  }

  hostConnected(): void {
    void this.look();
  }

  async look(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.#host.requestUpdate();
    try {
      this.found = await this.#view().connect(ProvidersChannel).call('detectLocal', {});
    } catch {
      // Without an answer there is nothing to offer; a connection that is gone is told elsewhere.
    } finally {
      this.busy = false;
      this.#host.requestUpdate();
    }
  }

  /** Keeps a server that runs here, with the models it has. */
  async use({ provider, models }: LocalFound, locale: 'fr' | 'en'): Promise<void> {
    await this.#view()
      .connect(ProvidersChannel)
      .call('save', { id: provider, preset: provider, models: models.map(({ id }) => ({ id })), locale });
  }
}
