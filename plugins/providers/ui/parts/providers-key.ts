import { type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { ProvidersChannel } from '../../contract/index.ts';
import type { Standing } from '../entries.ts';
import { keyIn } from '../key-forms.ts';
import { textsFor } from '../texts.ts';
import { Action } from './action.ts';
import { saveAndAsk } from './asking.ts';
import { dispatch } from './part-events.ts';
import { plain } from './styles.ts';

/** Adds, replaces and removes a provider's key. A stored key is never shown. */
export class ProvidersKey extends LitElement {
  static override styles = [
    plain,
    css`
      form { display: grid; gap: var(--s-8); }
      ui-input { flex: 1 1 160px; }
      .kept { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s-4) var(--s-8); padding-block: 7px; padding-inline: 12px 8px; border: 1px solid var(--line); border-radius: var(--r-8); background: var(--raised); }
      .kept > span { flex: 1 1 140px; }
      .error { display: flex; gap: var(--s-6); font: var(--t-12); color: var(--danger-text); }
      .below { display: flex; flex-wrap: wrap; gap: var(--s-4) var(--s-8); align-items: center; }
    `,
  ];

  @property({ attribute: false }) view!: ViewHost;
  @property() provider = '';
  @property() preset: string | undefined;
  @property() name = '';
  /** A key is stored. */
  @property({ type: Boolean }) has = false;
  /** The state of the provider, which says whether a key is needed. */
  @property() standing: Standing = 'unset';
  /** The provider may work without a key. */
  @property({ type: Boolean }) optional = false;
  /** Whether its button is the main action of the page. */
  @property({ type: Boolean }) primary = false;
  /** The page on which the company issues keys. */
  @property({ attribute: false }) keyUrl: string | undefined;
  @state() private replacing = false;
  @state() private isSure = false;
  @state() private written = '';

  readonly #text = textsFor(this, () => this.view);
  readonly #action = new Action(this);

  override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('provider') && !changed.has('preset')) return;
    this.replacing = false;
    this.isSure = false;
    this.written = '';
    this.#action.problem = '';
  }

  override render() {
    return this.has && !this.replacing ? this.#kept() : this.#form();
  }

  #kept() {
    const { busy, problem } = this.#action;
    return html`
      <div class="kept" role="group" aria-label=${this.#text.of('key')}>
        <ui-icon name="lock"></ui-icon><span>${this.#text.of(this.standing === 'refused' ? 'keyRefused' : 'keyKept')}</span>
        <ui-button size="24" kind="line" @click=${this.#replace}>${this.#text.of('replaceKey')}</ui-button>
        <ui-button size="24" kind=${this.isSure ? 'danger' : 'quiet'} ?busy=${busy} @click=${this.#remove} @blur=${this.#unsure}>${this.#text.of(this.isSure ? 'removeKeySure' : 'removeKey')}</ui-button>
      </div>
      <div role="alert">${problem === '' ? nothing : this.#error(problem)}</div>
    `;
  }

  #form() {
    const { busy, problem } = this.#action;
    const isOptional = this.optional && this.standing !== 'needs-key' && this.standing !== 'refused';
    const label = this.#text.of(isOptional ? 'keyOptional' : 'key');
    const hint = !isOptional ? 'pasteKey' : this.standing === 'ready' ? 'noneNeeded' : 'keyIfAsked';
    return html`
      <form @submit=${this.#save}>
        <div>
          <div class="label" aria-hidden="true">${label}</div>
          <div class="spread">
            <ui-input
              type="password" icon="key-round" name="key" maxlength="10000" autocomplete="off"
              label=${label} placeholder=${this.#text.of(hint)} description=${problem} ?invalid=${problem !== ''}
              .value=${this.written} @input=${this.#write} @paste=${this.#paste}
            ></ui-input>
            <ui-button type="submit" kind=${this.primary ? 'accent' : 'line'} ?busy=${busy} ?disabled=${this.written === ''}>${this.#text.of(this.has ? 'replaceKey' : 'addKey')}</ui-button>
            ${this.replacing ? html`<ui-button @click=${this.#keep}>${this.#text.of('cancel')}</ui-button>` : nothing}
          </div>
        </div>
        <div role="alert">${problem === '' ? nothing : this.#error(problem)}</div>
        <div class="below">
          <span class="quiet grow">${this.#text.of('keyStays')}</span>
          ${this.keyUrl === undefined ? nothing : html`<ui-button size="24" icon="external-link" @click=${() => this.#openKeys(this.keyUrl!)}>${this.#text.of('getKey')}</ui-button>`}
        </div>
      </form>
    `;
  }

  #error(problem: string) {
    return html`<div class="error"><ui-state silent state="failed"></ui-state><span>${problem}</span></div>`;
  }

  readonly #write = (event: Event): void => {
    this.written = (event.target as HTMLInputElement & { value: string }).value;
    this.#action.refuse('');
  };

  /** Checks the pasted text before a one-line field joins lines, which would hide that the key is broken. */
  readonly #paste = (event: ClipboardEvent): void => {
    const pasted = keyIn(event.clipboardData?.getData('text') ?? '');
    if (pasted.ok && pasted.key === '') return;
    event.preventDefault();
    this.written = pasted.ok ? pasted.key : '';
    this.#action.refuse(pasted.ok ? '' : this.#text.of(pasted.why));
  };

  readonly #save = (event: SubmitEvent): void => {
    event.preventDefault();
    const typed = keyIn(this.written);
    if (!typed.ok) return this.#action.refuse(this.#text.of(typed.why));
    if (typed.key === '') return;
    const { provider, preset } = this;
    void this.#action.run(async () => {
      const { locale } = this.#text;
      await this.view
        .connect(ProvidersChannel)
        .call('save', { id: provider, key: typed.key, locale, ...(preset !== undefined && { preset }) });
      this.written = '';
      this.replacing = false;
      // Stored already: what the provider says of it shows as its state.
      await this.view.connect(ProvidersChannel).call('ask', { id: provider, locale });
      dispatch(this, 'providers-connected', { provider });
    });
  };

  readonly #replace = (): void => {
    this.replacing = true;
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>('ui-input')?.focus());
  };

  readonly #keep = (): void => {
    this.replacing = false;
    this.written = '';
    this.#action.refuse('');
  };

  readonly #unsure = (): void => {
    this.isSure = false;
  };

  readonly #remove = (): void => {
    if (!this.isSure) {
      this.isSure = true;
      return;
    }
    this.isSure = false;
    void this.#action.run(async () => {
      await saveAndAsk(this.view, { id: this.provider, key: '', locale: this.#text.locale });
    });
  };

  #openKeys(url: string) {
    void this.#action.run(async () => void (await this.view.connect(WindowChannel).call('openExternal', { url })));
  }
}
