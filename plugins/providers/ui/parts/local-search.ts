import type { ViewHost } from '@atelier/kernel/ui';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { type LocalFound, ProvidersChannel } from '../../contract/index.ts';
import { saveAndAsk } from './asking.ts';

/** The model servers that the last search found on this machine. */
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
      // Without an answer there is nothing to offer; a lost connection is shown elsewhere.
    } finally {
      this.busy = false;
      this.#host.requestUpdate();
    }
  }

  /** Saves a server that runs on this machine, with its models. */
  async use({ provider, models }: LocalFound, locale: 'fr' | 'en'): Promise<void> {
    await saveAndAsk(this.#view(), { id: provider, preset: provider, models: [...models], locale });
  }
}
