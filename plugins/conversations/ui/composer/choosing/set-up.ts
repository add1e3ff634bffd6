import { Contributed, type Texts, type ViewHost } from '@atelier/kernel/ui';
import { html, nothing, type ReactiveControllerHost } from 'lit';
import type { texts } from '../../texts.ts';
import type { Models } from './models.ts';

/** Commands that lead to a model, the best first; each belongs to a plugin that may be absent. */
const setUpCommands = ['settings.open', 'onboarding.open'];

/** Leads the person to a first model. */
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
    const command = setUpCommands.find(id => this.#commands.items.some(({ value }) => value.id === id));
    return command === undefined
      ? undefined
      : () =>
          void this.#view()
            .run(command, command === 'settings.open' ? { section: 'providers' } : undefined)
            .catch(this.#onError);
  }

  /** An invitation to set up a model, if there is none or only the demo. */
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
