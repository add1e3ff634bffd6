import { Slice, Texts, type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { css, html, LitElement } from 'lit';
import { property } from 'lit/decorators.js';
import { texts } from './texts.ts';

/** The toggle between the two modes of the app. */
export class WorkbenchModes extends LitElement {
  static override styles = css`:host { display: block; padding-block-start: 8px; } ui-segmented { display: grid; }`;

  @property({ attribute: false }) view!: ViewHost;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #mode = new Slice(this, () => this.view, 'mode');

  override render() {
    const options = (['workspace', 'assistant'] as const).map(value => ({ value, label: this.#text.of(value) }));
    return html`<ui-segmented label=${this.#text.of('modes')} .options=${options} .value=${this.#mode.value ?? 'workspace'} @change=${this.#change}></ui-segmented>`;
  }

  #change(event: Event) {
    const { value } = event.target as HTMLElement & { value: 'workspace' | 'assistant' };
    void this.view.connect(WindowChannel).call('context', { mode: value });
  }
}
