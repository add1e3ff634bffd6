import { Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import type { Rights } from '../../contract/index.ts';
import { type DefinedRights, iconOf, linesOf, type RightLine, rightsOf, sentenceOf } from '../right-lines.ts';
import { texts } from '../texts.ts';

/** The rights that an extension asks for, each with a switch that takes effect at once. */
export class ExtensionsRights extends LitElement {
  static override styles = css`
    * { box-sizing: border-box; }
    :host { display: block; }
    .right { display: flex; align-items: center; gap: 12px; padding: 7px 0; }
    .right + .right { border-block-start: 1px solid var(--line); }
    ui-icon { color: var(--text-3); }
    ui-switch { flex: 1; min-width: 0; overflow-wrap: anywhere; }
    .none { margin: 0; color: var(--text-2); }
    small { display: block; font: var(--t-12); color: var(--text-2); }
    .plain { flex: 1; min-width: 0; overflow-wrap: anywhere; }
  `;

  @property({ attribute: false }) view!: ViewHost;
  @property({ attribute: false }) asks: Rights = {};
  @property({ attribute: false }) granted: Rights = {};
  @property({ attribute: false }) defined: DefinedRights = new Map();
  /** Shows the rights without switches: the extension is not installed, or it is bundled. */
  @property({ type: Boolean }) fixed = false;

  readonly #text = new Texts(this, () => this.view, texts);

  override render() {
    const lines = linesOf(this.asks);
    if (lines.length === 0) return html`<p class="none">${this.#text.of('asksNothing')}</p>`;
    return lines.map(line => this.#line(line));
  }

  #line(line: RightLine) {
    const about = this.defined.get(line.value)?.description;
    const sentence = html`<bdi>${sentenceOf(this.#text, this.defined, line)}</bdi>${about === undefined ? nothing : html`<small>${about}</small>`}`;
    const isGranted = linesOf(this.granted).some(({ key }) => key === line.key);
    return html`<div class="right"><ui-icon name=${iconOf(this.defined, line)}></ui-icon>${
      this.fixed
        ? html`<span class="plain">${sentence}</span>${nothing}`
        : html`<ui-switch .checked=${isGranted} @change=${() => this.#turn(line, !isGranted)}>${sentence}</ui-switch>`
    }</div>`;
  }

  #turn(line: RightLine, on: boolean) {
    const others = linesOf(this.granted).filter(({ key }) => key !== line.key);
    const rights = rightsOf(on ? [...others, line] : others);
    this.dispatchEvent(new CustomEvent('rights-changed', { detail: rights, bubbles: true, composed: true }));
  }
}
