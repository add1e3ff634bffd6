import { isAppError } from '@atelier/kernel';
import { Query, Texts, type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { css, html, LitElement } from 'lit';
import { property } from 'lit/decorators.js';
import { type Behaviour, StartupChannel } from '../contract/index.ts';
import en from '../text/page/en.json' with { type: 'json' };
import fr from '../text/page/fr.json' with { type: 'json' };

const switches = ['startAtLogin', 'startMinimised', 'closeToBackground'] as const;
const descriptions = {
  startAtLogin: 'startAtLogin.about',
  startMinimised: 'startMinimised.about',
  closeToBackground: 'closeToBackground.about',
} as const;

/** The switches for start and close; the tray has the same ones. */
export class StartupPage extends LitElement {
  static override styles = css`
    *, *::before, *::after { box-sizing: border-box; }
    :host { display: block; height: 100%; overflow-y: auto; scrollbar-width: thin; }
    .column { max-inline-size: 1176px; padding: 16px 28px 48px; }
    .lead { margin: 0 0 12px; max-inline-size: 76ch; font: var(--t-12); color: var(--text-2); text-wrap: pretty; }
    .card { border: 1px solid var(--line); border-radius: var(--r-8); background: var(--raised); overflow: hidden; }
    label { display: flex; align-items: center; gap: 4px 12px; padding: 10px 12px; }
    label + label { border-block-start: 1px solid var(--line); }
    label[data-hit] { background: var(--accent-soft); box-shadow: inset 3px 0 0 var(--accent); }
    .words { flex: 1 1 200px; min-width: 0; }
    .title { font: 600 13px/20px var(--font); }
    .about { font: var(--t-12); color: var(--text-2); text-wrap: pretty; }
    @media (max-width: 719px) { .column { padding: 12px 16px 32px; } }
  `;

  @property({ attribute: false }) view!: ViewHost;
  /** The option that the search led to. */
  @property() setting = '';

  readonly #text = new Texts(this, () => this.view, { en, fr });
  readonly #behaviour = new Query(this, () => this.view, StartupChannel, 'read', { params: () => ({}), refreshOn: 'behaviourChanged' });

  override connectedCallback(): void {
    super.connectedCallback();
    // An option may have been changed in the tray menu.
    window.addEventListener('focus', this.#refresh);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('focus', this.#refresh);
  }

  override render() {
    return html`<div class="column"><p class="lead">${this.#text.of('about')}</p>${this.#content()}</div>`;
  }

  readonly #refresh = (): void => this.#behaviour.refresh();

  #content() {
    const { state: read } = this.#behaviour;
    if (read.status === 'pending') return html`<ui-progress label=${this.#text.of('loading')}></ui-progress>`;
    if (read.status === 'failed') return html`<ui-alert kind="danger">${read.message}</ui-alert>`;
    const supported = switches.filter(name => read.value[name] !== undefined);
    if (supported.length === 0) return html`<ui-alert>${this.#text.of('nothingHere')}</ui-alert>`;
    return html`<div class="card">${supported.map(name => this.#row(name, read.value[name] === true))}</div>`;
  }

  #row(name: (typeof switches)[number], on: boolean) {
    const title = this.#text.of(name);
    return html`
      <label ?data-hit=${this.setting === name}>
        <span class="words"><div class="title">${title}</div><div class="about">${this.#text.of(descriptions[name])}</div></span>
        <ui-switch label=${title} data-name=${name} ?checked=${on} .checked=${on} @change=${(event: Event) => this.#save(name, event)}></ui-switch>
      </label>
    `;
  }

  async #save(name: (typeof switches)[number], event: Event): Promise<void> {
    const control = event.currentTarget as HTMLElement & { checked: boolean };
    const change: Behaviour = { [name]: control.checked };
    try {
      await this.view.connect(StartupChannel).call('save', change);
    } catch (error) {
      control.checked = !control.checked;
      const text = isAppError(error) ? error.in(this.#text.locale) : String(error);
      await this.view.connect(WindowChannel).call('toast', { text: text.slice(0, 500), kind: 'failed' });
    }
  }
}
