import { Query, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { AutomationChannel, type Step } from '../../contract/index.ts';
import { texts } from '../texts.ts';

/** What was said and called in the hidden run of a receipt; only to be read. */
export class AutomationSaid extends LitElement {
  static override styles = css`
    :host { display: block; max-height: 420px; margin-block: 6px 2px; padding: 10px 12px; border: 1px solid var(--line); border-radius: var(--r-8); background: var(--raised); overflow: auto; scrollbar-width: thin; font: var(--t-12); color: var(--text); }
    :host(:focus-visible) { outline: 2px solid var(--focus); outline-offset: -2px; }
    p { margin: 0; white-space: pre-line; overflow-wrap: anywhere; }
    .said + *, details + * { margin-block-start: 8px; }
    summary { color: var(--text-2); cursor: default; }
    summary:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 2px; }
    .failed { color: var(--danger-text); }
    pre { margin: 4px 0 0; font: 400 12px/18px var(--mono); white-space: pre-wrap; overflow-wrap: anywhere; color: var(--text-2); }
  `;

  @property({ attribute: false }) view!: ViewHost;
  /** Its receipt. */
  @property({ attribute: false }) receipt = '';

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #steps = new Query(this, () => this.view, AutomationChannel, 'transcript', { params: () => ({ id: this.receipt }) });

  override connectedCallback(): void {
    super.connectedCallback();
    this.tabIndex = 0;
    this.role = 'region';
  }

  override render() {
    const { state } = this.#steps;
    this.ariaLabel = this.#text.of('saidOf');
    if (state.status === 'pending') return html`<ui-progress></ui-progress>`;
    if (state.status === 'failed') return html`<p class="failed">${state.error.in(this.#text.locale)}</p>`;
    return state.value.map(step => (step.kind === 'said' ? html`<p class="said" dir="auto">${step.text}</p>` : this.#tool(step)));
  }

  #tool({ name = '', text, ok, result }: Step) {
    return html`<details>
      <summary class=${ok === false ? 'failed' : ''}>${this.#text.of(ok === false ? 'toolFailed' : 'calledTool', { tool: name })}</summary>
      <pre>${text}</pre>${result === undefined ? nothing : html`<pre>${result}</pre>`}
    </details>`;
  }
}
