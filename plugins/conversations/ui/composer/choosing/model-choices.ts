import type { ThinkingLevel } from '@atelier/agent/contract';
import { compactText, type Texts } from '@atelier/kernel/ui';
import { type Model, ProvidersChannel } from '@atelier/providers/contract';
import { html, nothing, type ReactiveControllerHost } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { texts } from '../texts.ts';
import { type PickerOptions, priceOf } from './model-picker.ts';

export interface ChoicesOptions extends PickerOptions {
  readonly text: Texts<(typeof texts)['en']>;
}

interface Group {
  readonly title: string;
  readonly of: readonly Model[];
}

type Host = ReactiveControllerHost & HTMLElement;

/** What the choice of a model opens: the person's own first, all of them on demand, found by a few letters, starred with one press. */
export class ModelChoices {
  readonly #host: Host;
  readonly #options: ChoicesOptions;
  #typed = '';
  #isAll = false;

  constructor(host: Host, options: ChoicesOptions) {
    this.#host = host;
    this.#options = options;
  }

  render() {
    const { text } = this.#options;
    const { groups, isGrouped } = this.#groups();
    return html`<div class="picker" @keydown=${this.#key}>
      <label class="find"><ui-icon name="search"></ui-icon>
        <input autofocus type="text" aria-label=${text.of('composerFindModel')} placeholder=${text.of('composerFindModel')} autocomplete="off" spellcheck="false" .value=${this.#typed} @input=${this.#type} />
        <ui-button size="24" .pressed=${this.#isAll} @click=${this.#more}>${text.of('composerMoreModels')}</ui-button>
      </label>
      <div class="groups">
        ${groups.map(
          ({ title, of }, index) => html`<section aria-label=${title}>
            <div class="head"><b>${title}</b>${index === 0 ? html`<span class="window">${text.of('composerWindow')}</span><span class="price">${text.of('composerPrice')}</span>` : nothing}</div>
            <ul>${repeat(
              of,
              ({ id }) => id,
              model => this.#row(model, isGrouped),
            )}</ul>
          </section>`,
        )}
        ${groups.length === 0 ? html`<p role="status">${this.#typed === '' ? text.of('composerNoModels') : text.of('composerNoModelFits', { text: this.#typed })}</p>` : nothing}
      </div>
      ${this.#thinking()}
      <p class="unseen" role="status">${this.#typed === '' ? '' : text.count('composerModelsFound', groups.flatMap(group => group.of).length)}</p>
    </div>`;
  }

  #row(model: Model, isGrouped: boolean) {
    const { text, models, setUp } = this.#options;
    const { id, name, starred, available, images } = model;
    const isChosen = id === models.id;
    const toSetUp = available ? undefined : setUp();
    return html`<li class="opt ${available ? '' : 'off'}">
      <button class="pick" aria-current=${isChosen ? 'true' : nothing} ?disabled=${!available} @click=${() => this.#pick(id)}>
        <ui-icon name="check" class=${isChosen ? '' : 'none'}></ui-icon>
        <span class="name cut">${name}</span>
        <span class="meta cut">${isGrouped ? nothing : (model.providerName ?? model.provider)}</span>
        ${images === true ? html`<ui-icon class="sees" name="image" label=${text.of('composerSees')}></ui-icon>` : nothing}
        ${available ? html`<span class="window">${this.#window(model)}</span><span class="price">${priceOf(model, text)}</span>` : nothing}
      </button>
      ${toSetUp === undefined ? nothing : html`<button class="link" @click=${toSetUp}>${text.of('composerSignIn')}</button>`}
      <ui-icon-button class="star ${starred ? 'on' : ''}" size="24" icon="star" ?filled=${starred} .pressed=${starred} label=${text.of(starred ? 'composerUnstar' : 'composerStar', { name })} @click=${() => this.#star(model)}></ui-icon-button>
    </li>`;
  }

  #thinking() {
    const { text, models, think } = this.#options;
    const { levels, level } = models;
    if (levels.length === 0) return nothing;
    const options = levels.map(value => ({ value, label: text.of(`composerLevel.${value}`) }));
    return html`<div class="foot"><span>${text.of('composerThinking')}</span><ui-segmented wide label=${text.of('composerThinking')} .options=${options} .value=${level ?? ''} @change=${(event: Event) => think((event.target as HTMLInputElement).value as ThinkingLevel)}></ui-segmented></div>`;
  }

  /** The person's own models, or all of them by whose they are. */
  #groups(): { readonly groups: readonly Group[]; readonly isGrouped: boolean } {
    const { text, models } = this.#options;
    const words = this.#typed.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = ({ name, id, providerName = '' }: Model) => {
      const whole = `${name} ${id} ${providerName}`.toLowerCase();
      return words.every(word => whole.includes(word));
    };
    const own = models.all.filter(({ starred, id }) => starred || id === models.id);
    const isOwn = !this.#isAll && words.length === 0 && models.all.some(({ starred }) => starred);
    if (isOwn) return { groups: [{ title: text.of('composerOwnModels'), of: own }], isGrouped: false };
    const starredFirst = models.all.filter(fits).sort((a, b) => Number(b.starred) - Number(a.starred));
    const groups = Map.groupBy(starredFirst, ({ provider, providerName }) => providerName ?? provider);
    return { groups: [...groups].map(([title, of]) => ({ title, of })), isGrouped: true };
  }

  #window({ contextWindow }: Model): string {
    return contextWindow === undefined ? '' : compactText(this.#options.text.locale, contextWindow);
  }

  async #star({ id, starred }: Model): Promise<void> {
    const { view, onError } = this.#options;
    await view().connect(ProvidersChannel).call('star', { model: id, starred: !starred }).catch(onError);
  }

  #pick(id: string): void {
    this.#popover?.close();
    this.#options.pick(id);
  }

  readonly #type = (event: Event): void => {
    this.#typed = (event.target as HTMLInputElement).value;
    this.#host.requestUpdate();
  };

  readonly #more = (event: Event): void => {
    event.preventDefault();
    this.#isAll = !this.#isAll;
    this.#host.requestUpdate();
  };

  readonly opened = (): void => {
    this.#typed = '';
    this.#isAll = false;
    this.#host.requestUpdate();
    this.#root?.querySelector<HTMLInputElement>('.find input')?.focus();
  };

  /** Arrows go through the models and to their stars; Enter in the field takes the first. */
  readonly #key = (event: KeyboardEvent): void => {
    const root = this.#root;
    if (root === null || event.isComposing) return;
    const picks = [...root.querySelectorAll<HTMLElement>('.picker .pick:not(:disabled)')];
    const field = root.querySelector<HTMLInputElement>('.find input');
    const target = event.target as HTMLElement;
    const row = target.closest('.opt');
    const at = picks.findIndex(pick => pick.closest('.opt') === row);
    const next: Readonly<Record<string, HTMLElement | null | undefined>> = {
      ArrowDown: target === field || row !== null ? picks[row === null ? 0 : Math.min(at + 1, picks.length - 1)] : undefined,
      ArrowUp: row === null ? undefined : at <= 0 ? field : picks[at - 1],
      ArrowRight: target.matches('.pick') ? row?.querySelector<HTMLElement>('.star') : undefined,
      ArrowLeft: target.matches('.star') ? row?.querySelector<HTMLElement>('.pick') : undefined,
    };
    const to = next[event.key];
    if (to !== null && to !== undefined) {
      event.preventDefault();
      to.focus();
    } else if (event.key === 'Enter' && target === field) {
      event.preventDefault();
      picks[0]?.click();
    }
  };

  get #root(): ShadowRoot | null {
    return this.#host.shadowRoot;
  }

  get #popover() {
    return this.#root?.querySelector<HTMLElementTagNameMap['ui-popover']>('ui-popover.models');
  }
}
