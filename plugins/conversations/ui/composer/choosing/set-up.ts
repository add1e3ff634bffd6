import { Contributed, type Texts, type ViewHost } from '@atelier/kernel/ui';
import { html, nothing, type ReactiveControllerHost } from 'lit';
import type { texts } from '../../texts.ts';
import type { Models } from './models.ts';

/** Commands that lead to a model, the best first; each belongs to a plugin that may not be there. */
const ways = ['onboarding.open', 'settings.openProviders', 'settings.open'];

/** The way to a first model. */
export class SetUp {
  readonly #view: () => ViewHost;
  readonly #onError: (error: unknown) => void;
  readonly #commands: Contributed<{ readonly id: string }>;

  constructor(host: ReactiveControllerHost, view: () => ViewHost, onError: (error: unknown) => void) {
    this.#view = view;
    this.#onError = onError;
    this.#commands = new Contributed(host, view, '@atelier/kernel:commands@1');
  }

  get open(): (() => void) | undefined {
    const way = ways.find(id => this.#commands.items.some(({ value }) => value.id === id));
    return way === undefined ? undefined : () => void this.#view().run(way).catch(this.#onError);
  }

  /** A line that invites, where there is no model or only the demo. */
  invitation(text: Texts<(typeof texts)['en']>, models: Models, pick: (model: string) => void) {
    const real = models.usable.filter(({ demo }) => demo !== true);
    if (!models.isRead || real.length > 0) return nothing;
    const { open } = this;
    const [demo] = models.usable;
    if (demo !== undefined && open === undefined) return nothing;
    return html`<div class="invite">
      <p>${text.of(demo === undefined ? 'composerInvite' : 'composerInviteDemo')}</p>
      ${demo === undefined || models.id === demo.id ? nothing : html`<ui-button size="24" @click=${() => pick(demo.id)}>${text.of('composerUseDemo')}</ui-button>`}
      ${open === undefined ? nothing : html`<ui-button size="24" kind="line" icon="plug" @click=${open}>${text.of('composerSetUp')}</ui-button>`}
    </div>`;
  }
}
