import { Query, Texts, type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { css, html, LitElement } from 'lit';
import { property, state } from 'lit/decorators.js';
import { DashboardChannel } from '../contract/index.ts';
import { failureOf } from './failure.ts';
import { type Names, nameFields, namesOf } from './name-fields.ts';
import { texts } from './texts.ts';

/** The dialog in which the person changes the two names. */
export class DashboardNames extends LitElement {
  static override styles = css`
    :host { display: grid; gap: 16px; padding: 20px; font: var(--t-13); color: var(--text); }
    p { margin: 0; color: var(--text-2); text-wrap: pretty; }
    footer { display: flex; justify-content: flex-end; gap: 8px; }
  `;

  @property({ attribute: false }) view!: ViewHost;
  @state() private typed: Partial<Names> = {};
  @state() private problem = '';

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #person = new Query(this, () => this.view, DashboardChannel, 'read', { params: () => ({}), refreshOn: 'personChanged' });

  override render() {
    const text = this.#text;
    const { state: person } = this.#person;
    if (person.status !== 'ready') return html`<ui-skeleton lines="4"></ui-skeleton>`;
    const names = { ...namesOf(person.value), ...this.typed };
    return html`
      <p>${text.of('hint.names')}</p>
      ${nameFields(text, names, change => this.#change(change))}
      ${this.problem === '' ? '' : html`<ui-alert kind="danger">${this.problem}</ui-alert>`}
      <footer>
        <ui-button size="32" kind="line" @click=${this.#close}>${text.of('cancel')}</ui-button>
        <ui-button size="32" kind="accent" @click=${() => this.#save(names)}>${text.of('save')}</ui-button>
      </footer>
    `;
  }

  #change(change: Partial<Names>) {
    this.typed = { ...this.typed, ...change };
  }

  async #save(names: Names) {
    try {
      await this.view.connect(DashboardChannel).call('save', names);
      await this.#close();
    } catch (error) {
      this.problem = failureOf(error, this.#text.locale);
    }
  }

  readonly #close = (): Promise<unknown> => this.view.connect(WindowChannel).call('close', { view: 'dashboard.names' });
}
