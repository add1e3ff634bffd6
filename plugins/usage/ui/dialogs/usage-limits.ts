import type { AppError } from '@atelier/kernel';
import { Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { type Limits, UsageChannel } from '../../contract/index.ts';
import { texts } from '../texts.ts';
import { failureOf } from '../words.ts';

/** The amounts at which the person is told. Fires `done`. */
export class UsageLimits extends LitElement {
  static override styles = css`
    form { display: grid; gap: 12px; }
    p { margin: 0; font: var(--t-13); color: var(--text-2); text-wrap: pretty; }
    footer { display: flex; justify-content: flex-end; gap: 8px; margin-block-start: 4px; }
  `;

  @property({ attribute: false }) view!: ViewHost;
  @property({ attribute: false }) limits: Limits = {};
  @state() private problem: AppError | undefined;

  readonly #text = new Texts(this, () => this.view, texts);

  override render() {
    const text = this.#text;
    const field = (name: 'day' | 'month', label: string) => html`<ui-field label=${label}>
      <ui-input name=${name} type="number" min="0" step="any" value=${this.limits[name] ?? ''}></ui-input>
    </ui-field>`;
    return html`<form @submit=${this.#save} novalidate>
      <p>${text.of('limitsAbout')}</p>
      ${field('day', text.of('limitDay'))} ${field('month', text.of('limitMonth'))}
      ${this.problem === undefined ? nothing : html`<ui-alert kind="danger">${this.problem.in(text.locale)}</ui-alert>`}
      <footer>
        <ui-button kind="line" @click=${this.#done}>${text.of('cancel')}</ui-button>
        <ui-button kind="accent" type="submit">${text.of('save')}</ui-button>
      </footer>
    </form>`;
  }

  readonly #done = (): void => {
    this.dispatchEvent(new Event('done'));
  };

  readonly #save = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const limits: Limits = {};
    for (const name of ['day', 'month'] as const) {
      const value = String(form.get(name) ?? '').trim();
      if (value !== '') limits[name] = Number(value);
    }
    try {
      await this.view.connect(UsageChannel).call('setLimits', limits);
      this.#done();
    } catch (error) {
      this.problem = failureOf(error);
    }
  };
}
