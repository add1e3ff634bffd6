import type { ThinkingLevel } from '@atelier/agent/contract';
import { compactText, type Texts } from '@atelier/kernel/ui';
import { type Model, ProvidersChannel } from '@atelier/providers/contract';
import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Composer } from '../composer.ts';
import type { texts } from '../texts.ts';
import { priceOf } from './models.ts';

interface Group {
  readonly title: string;
  readonly of: readonly Model[];
}

/** The content of the model picker: the person's starred models first, all models on demand, a filter, and a star button per model. */
export class ModelChoices {
  readonly #composer: Composer;
  readonly #text: Texts<(typeof texts)['en']>;
  #typed = '';
  #isAll = false;
  readonly #asked = new Set<string>();

  constructor(composer: Composer, text: Texts<(typeof texts)['en']>) {
    this.#composer = composer;
    this.#text = text;
  }

  render() {
    const text = this.#text;
    const { groups, isGrouped } = this.#groups();
    const shown = groups.flatMap(group => group.of);
    const bare = `${shown.some(model => this.#window(model) !== '') ? '' : 'noWindow'} ${shown.some(model => priceOf(model, text) !== '') ? '' : 'noPrice'}`;
    return html`<div class="picker ${bare}" @keydown=${this.#key}>
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
      <p class="unseen" role="status">${this.#typed === '' ? '' : text.count('composerModelsFound', shown.length)}</p>
    </div>`;
  }

  #row(model: Model, isGrouped: boolean) {
    const text = this.#text;
    const { models, setUp } = this.#composer;
    const { id, name, starred, available, images } = model;
    const isChosen = id === models.id;
    const toSetUp = available ? undefined : setUp.open;
    return html`<li class="opt ${available ? '' : 'off'}">
      <button class="pick" aria-current=${isChosen ? 'true' : nothing} ?disabled=${!available} @click=${() => this.#pick(id)}>
        <ui-icon name="check" class=${isChosen ? '' : 'none'}></ui-icon>
        <span class="name cut">${name}</span>
        <span class="meta cut">${isGrouped ? nothing : (model.providerName ?? model.provider)}</span>
        ${images === true ? html`<ui-icon class="sees" name="image" label=${text.of('composerSees')}></ui-icon>` : nothing}
        ${available ? this.#facts(model) : nothing}
      </button>
      ${toSetUp === undefined ? nothing : html`<button class="link" @click=${toSetUp}>${text.of('composerSignIn')}</button>`}
      <ui-icon-button class="star ${starred ? 'on' : ''}" size="24" icon="star" ?filled=${starred} .pressed=${starred} label=${text.of(starred ? 'composerUnstar' : 'composerStar', { name })} @click=${() => this.#star(model)}></ui-icon-button>
    </li>`;
  }

  /** The size and the price of a model, or why its provider would not answer. */
  #facts(model: Model) {
    const text = this.#text;
    const { state } = model;
    const isFine = state === 'ready' || model.demo === true;
    const size = html`<span class="window">${this.#window(model)}</span><span class="price">${priceOf(model, text)}</span>`;
    if (isFine) return size;
    if (state === undefined) return html`<span class="state">${text.of('composerUnasked')}</span>${size}`;
    return html`<span class="state bad"><ui-state silent state=${state === 'needs-key' ? 'needs' : 'failed'}></ui-state>${text.of(`composerState.${state}`)}</span>`;
  }

  #thinking() {
    const text = this.#text;
    const { levels, level } = this.#composer.models;
    if (levels.length === 0) return nothing;
    const options = levels.map(value => ({ value, label: text.of(`composerLevel.${value}`) }));
    return html`<div class="foot"><span>${text.of('composerThinking')}</span><ui-segmented wide label=${text.of('composerThinking')} .options=${options} .value=${level ?? ''} @change=${(event: Event) => this.#composer.setThinking((event.target as HTMLInputElement).value as ThinkingLevel)}></ui-segmented></div>`;
  }

  /** The starred models, or all models grouped by provider. */
  #groups(): { readonly groups: readonly Group[]; readonly isGrouped: boolean } {
    const text = this.#text;
    const { models } = this.#composer;
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
    return contextWindow === undefined ? '' : compactText(this.#text.locale, contextWindow);
  }

  async #star({ id, starred }: Model): Promise<void> {
    const { view, fail } = this.#composer;
    await view.connect(ProvidersChannel).call('star', { model: id, starred: !starred }).catch(fail);
  }

  #pick(id: string): void {
    this.#popover?.close();
    void this.#composer.pickModel(id);
  }

  readonly #type = (event: Event): void => {
    this.#typed = (event.target as HTMLInputElement).value;
    this.#composer.requestUpdate();
  };

  readonly #more = (event: Event): void => {
    event.preventDefault();
    this.#isAll = !this.#isAll;
    this.#composer.requestUpdate();
  };

  readonly opened = (): void => {
    this.#ask();
    this.#typed = '';
    this.#isAll = false;
    this.#composer.requestUpdate();
    this.#root?.querySelector<HTMLInputElement>('.find input')?.focus();
  };

  /** Asks the providers whose state nobody knows yet, each once. */
  #ask(): void {
    const { view, models } = this.#composer;
    for (const { provider, state, demo } of models.all) {
      if (state !== undefined || demo === true || this.#asked.has(provider)) continue;
      this.#asked.add(provider);
      void view
        .connect(ProvidersChannel)
        .call('ask', { id: provider, locale: this.#text.locale })
        .catch(() => this.#asked.delete(provider));
    }
  }

  /** Arrow keys move through the models and to their stars; Enter in the field picks the first. */
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
    return this.#composer.shadowRoot;
  }

  get #popover() {
    return this.#root?.querySelector<HTMLElementTagNameMap['ui-popover']>('ui-popover.models');
  }
}
