import { Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import type { PartName, Understood } from '../../contract/index.ts';
import { texts } from '../texts.ts';
import { type Piece, partAt, piecesOf } from './phrases.ts';

/**
 * A sentence that is typed, each of its phrases marked and numbered as the row that it belongs to. Fires `write` with the text, `part`
 * with the part that the caret is in, and `send` at Mod+Enter. The words are those of a text area; the marks are drawn behind it.
 */
export class AutomationSentence extends LitElement {
  static override styles = css`
    * { box-sizing: border-box; }
    :host { display: block; border: 1px solid var(--line-strong); border-radius: var(--r-8); background: var(--raised); padding: 10px 14px 8px; }
    :host(:focus-within:has(textarea:focus)), :host([typing]) { border-color: var(--focus); box-shadow: 0 0 0 1px var(--focus); }
    .field { display: grid; }
    textarea, .marks { grid-area: 1 / 1; min-width: 0; margin: 0; padding: 2px 0; border: 0; font: 400 16px/28px var(--font); word-spacing: 1px; white-space: pre-wrap; overflow-wrap: anywhere; text-align: start; }
    textarea { position: relative; width: 100%; background: none; color: var(--text); outline: none; resize: none; field-sizing: content; min-height: 60px; overflow: hidden; }
    textarea::placeholder { color: var(--text-2); }
    .marks { position: relative; color: transparent; pointer-events: none; user-select: none; }
    u { text-decoration: underline; text-decoration-color: var(--line-strong); text-decoration-thickness: 1px; text-underline-offset: 5px; border-radius: var(--r-4); }
    u.on { background: var(--accent-soft); text-decoration-color: var(--accent); box-shadow: -3px 0 var(--accent-soft), 3px 0 var(--accent-soft); -webkit-box-decoration-break: clone; box-decoration-break: clone; padding-block: 2px; }
    u.unknown { text-decoration: underline wavy var(--warn) 1px; }
    /* Out of the flow, so that lines break as they do in the text area. */
    sup { font: inherit; vertical-align: baseline; }
    sup i { position: absolute; margin: -4px 0 0; margin-inline-start: 1px; font: 500 10px/10px var(--font); font-style: normal; color: var(--text-2); font-variant-numeric: tabular-nums; }
    .foot { display: flex; align-items: center; gap: 8px; min-height: 24px; margin-block-start: 8px; font: var(--t-12); color: var(--text-2); }
    .foot ::slotted(:last-child:not(:first-child)) { margin-inline-start: auto; }
    @media (forced-colors: active) { u.on { outline: 1px solid; } }
  `;

  @property({ attribute: false }) view!: ViewHost;
  @property({ attribute: false }) text = '';
  /** What was understood, and of which text. */
  @property({ attribute: false }) understood: Understood | undefined;
  @property({ attribute: false }) read = '';
  @property({ attribute: false }) numbers: ReadonlyMap<PartName, number> = new Map();
  @property({ attribute: false }) active: PartName | undefined;
  /** What was understood, in words, for screen readers. */
  @property({ attribute: false }) status = '';
  @property({ type: Boolean, reflect: true }) typing = false;
  @state() private composing = false;

  readonly #text = new Texts(this, () => this.view, texts);

  override focus(): void {
    this.renderRoot.querySelector('textarea')?.focus();
  }

  override render() {
    const text = this.#text;
    return html`
      <div class="field">
        <div class="marks" aria-hidden="true">${this.composing ? nothing : this.#pieces.map(piece => this.#mark(piece))}</div>
        <textarea .value=${live(this.text)} maxlength="2000" rows="2" spellcheck="false" aria-label=${text.of('sentence')} aria-description=${this.status || nothing} placeholder=${text.of('sentenceExample')}
          @input=${this.#write} @keydown=${this.#key} @keyup=${this.#caret} @click=${this.#caret}
          @focus=${() => (this.typing = true)} @blur=${this.#blur}
          @compositionstart=${() => (this.composing = true)} @compositionend=${() => (this.composing = false)}></textarea>
      </div>
      <div class="foot"><slot></slot></div>
    `;
  }

  get #pieces(): readonly Piece[] {
    return this.understood === undefined ? [] : piecesOf(this.text, this.read, this.understood);
  }

  #mark({ text, part, isUnknown, isLast }: Piece) {
    if (isUnknown === true) return html`<u class="unknown">${text}</u>`;
    if (part === undefined) return text;
    const number = isLast === true ? this.numbers.get(part) : undefined;
    return html`<u class=${part === this.active ? 'on' : ''}>${text}</u>${number === undefined ? nothing : html`<sup><i>${number}</i></sup>`}`;
  }

  readonly #write = (event: Event): void => {
    this.text = (event.currentTarget as HTMLTextAreaElement).value;
    this.dispatchEvent(new CustomEvent('write', { detail: this.text }));
    this.#caret(event);
  };

  readonly #key = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.isComposing || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    this.dispatchEvent(new CustomEvent('send'));
  };

  readonly #caret = (event: Event): void => {
    const { selectionStart } = event.currentTarget as HTMLTextAreaElement;
    this.dispatchEvent(new CustomEvent('part', { detail: partAt(this.#pieces, selectionStart) }));
  };

  readonly #blur = (): void => {
    this.typing = false;
    this.dispatchEvent(new CustomEvent('part', { detail: undefined }));
  };
}
