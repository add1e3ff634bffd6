import type { ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { ProvidersChannel } from '../../contract/index.ts';
import type { Entry } from '../entries.ts';
import { textsFor } from '../texts.ts';
import { Action } from './action.ts';
import { plain, rowStyles } from './styles.ts';
import { foundText, stateCard, wayIcons } from './words.ts';

/** The details of a provider: its access, its models, and a test. */
export class ProvidersDetails extends LitElement {
  static override styles = [
    plain,
    rowStyles,
    css`
      .title { display: flex; align-items: center; gap: var(--s-12); }
      h2 { font: 600 16px/24px var(--font); overflow-wrap: anywhere; }
      section { margin-block-start: var(--s-16); }
      .looked { display: grid; grid-template-columns: 16px minmax(0, 1fr); gap: var(--s-4) var(--s-8); margin-block-start: var(--s-8); font: var(--t-12); color: var(--text-2); }
      .looked ui-icon { --icon-size: 14px; }
      .sure { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s-8); }
    `,
  ];

  @property({ attribute: false }) view!: ViewHost;
  @property({ attribute: false }) entry!: Entry;
  @state() private isSure = false;

  readonly #text = textsFor(this, () => this.view);
  readonly #action = new Action(this);

  override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get('entry');
    if (before !== undefined && before.key !== this.entry.key) this.isSure = false;
  }

  override render() {
    const { entry, view } = this;
    const { provider, standing, known, way } = entry;
    const isSet = known !== undefined && standing !== 'unset';
    const canAsk = known?.access === 'key' || known?.access === 'keyless';
    const hasModels = isSet && (known.models > 0 || way === 'machine' || way === 'server');
    return html`
      <div class="title">
        <span class="tile"><ui-icon name=${wayIcons[way]}></ui-icon></span>
        <div class="grow"><h2>${entry.name}</h2><p class="quiet">${this.#kind()}</p>${isSet ? this.#servedBy() : nothing}</div>
        ${this.#menu(isSet)}
      </div>
      ${this.isSure ? this.#sure() : nothing}
      ${isSet ? html`<section>${stateCard(this.#text, entry, canAsk ? () => this.#askAgain() : undefined)}</section>` : nothing}
      <div role="alert">${this.#action.problem === '' ? nothing : html`<ui-alert kind="danger">${this.#action.problem}</ui-alert>`}</div>
      ${this.#access()}
      ${hasModels ? html`<section data-setting="models"><providers-models .view=${view} .provider=${provider} ?editable=${way === 'machine' || way === 'server'}></providers-models></section>` : nothing}
      ${isSet && known.models > 0 ? html`<section data-setting="test"><providers-test .view=${view} .provider=${provider}></providers-test></section>` : nothing}
    `;
  }

  #kind(): string {
    const { way, known, variant } = this.entry;
    if (way === 'demo') return this.#text.of('byDemo');
    if (way === 'server') return this.#text.of(known?.api === 'anthropic-messages' ? 'serverMessages' : 'serverCompletions');
    if (way === 'machine') return this.#text.of('byMachine');
    return this.#text.of(variant?.signIn === 'oauth' ? 'bySignIn' : 'byKey');
  }

  /** A company may serve its models by several APIs; which is asked depends on the model. */
  #servedBy() {
    const { way, known } = this.entry;
    const apis = known?.apis ?? [];
    if ((way !== 'key' && way !== 'signIn') || apis.length === 0) return nothing;
    return html`<p class="quiet">${this.#text.of('servedBy', { apis: apis.join(', ') })}</p>`;
  }

  #menu(isSet: boolean) {
    const { way } = this.entry;
    if (!isSet || way === 'demo') return nothing;
    return html`<ui-menu end label=${this.#text.of('more')} @ui-select=${this.#ask}>
      <ui-icon-button slot="trigger" icon="ellipsis" label=${this.#text.of('more')}></ui-icon-button>
      <ui-menu-item value="remove" icon="trash-2" danger>${this.#text.of('removeProvider')}</ui-menu-item>
    </ui-menu>`;
  }

  #sure() {
    return html`<section><ui-alert kind="warn">${this.#text.of('removeSure', { name: this.entry.name })}
      <ui-button slot="actions" size="24" @click=${this.#unask}>${this.#text.of('cancel')}</ui-button>
      <ui-button slot="actions" size="24" kind="danger" ?busy=${this.#action.busy} @click=${this.#remove}>${this.#text.of('removeProvider')}</ui-button>
    </ui-alert></section>`;
  }

  #access() {
    const { way, provider, variant, known, standing, name } = this.entry;
    const { view } = this;
    if (way === 'demo') return html`<section><p class="quiet">${this.#text.of('demoHint')}</p></section>`;
    if (way === 'signIn')
      return html`<section data-setting="signIn"><providers-sign-in .view=${view} .provider=${provider} .name=${name} .standing=${standing} primary></providers-sign-in></section>`;
    const has = known?.access === 'key';
    const key = html`<section data-setting="keys"><providers-key .view=${view} .provider=${provider} .preset=${variant?.preset} .name=${name} .keyUrl=${variant?.keyUrl} .standing=${standing} ?has=${has} ?optional=${way !== 'key'} ?primary=${way === 'key'}></providers-key></section>`;
    if (way === 'key') return key;
    return html`
      ${way === 'machine' ? this.#machine() : nothing}
      <section data-setting="address"><providers-server .view=${view} .provider=${provider} .known=${standing === 'unset' ? undefined : known} .preset=${variant?.preset} .address=${variant?.baseUrl ?? ''}></providers-server></section>
      ${standing === 'unset' ? nothing : key}
    `;
  }

  /** What was found of a local server, and where it was searched. */
  #machine() {
    const { found } = this.entry;
    if (found === undefined) return nothing;
    return html`<section class="rows"><div class="row"><div class="words"><b>${foundText(this.#text, found)}</b>
      <div class="looked">${found.looked.map(
        ({ at, found: isThere }) =>
          html`<ui-icon name=${isThere ? 'check' : 'x'} label=${this.#text.of(isThere ? 'wasThere' : 'wasNotThere')}></ui-icon><span class="mono">${at}</span>`,
      )}</div></div></div></section>`;
  }

  #askAgain() {
    const { provider: id } = this.entry;
    void this.#action.run(async () => void (await this.view.connect(ProvidersChannel).call('ask', { id, locale: this.#text.locale })));
  }

  readonly #ask = (): void => {
    this.isSure = true;
  };

  readonly #unask = (): void => {
    this.isSure = false;
  };

  readonly #remove = (): void => {
    void this.#action.run(async () => {
      await this.view.connect(ProvidersChannel).call('remove', { id: this.entry.provider });
      this.isSure = false;
    });
  };
}
