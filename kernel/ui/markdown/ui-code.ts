import { css, html, LitElement, nothing, type PropertyValues, type SVGTemplateResult, svg } from 'lit';
import { property, state } from 'lit/decorators.js';
import { CodeLines } from './code-lines.ts';
import { highlight } from './highlighter.ts';
import { markdownTexts, moreLines } from './text.ts';

/** Styles of a code block. */
const codeStyles = css`
  :host { display: block; contain: content; border: 1px solid var(--line); border-radius: var(--r-8); background: var(--sunken); overflow: clip; text-align: start; }
  :host([hidden]) { display: none; }
  /* Stays in view while one reads a long block. */
  header { position: sticky; z-index: 1; inset-block-start: 0; border-radius: var(--r-8) var(--r-8) 0 0; background: var(--sunken); display: flex; align-items: center; gap: var(--s-2); height: 32px; padding-inline: 11px var(--s-4); font: var(--t-12); color: var(--text-3); }
  .language { flex: 1; min-width: 0; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
  button { font: 500 12px/16px var(--font); color: var(--text-2); background: none; border: 0; margin: 0; cursor: pointer; }
  button:hover { background: var(--hover); color: var(--text); }
  :focus-visible { outline: 2px solid var(--focus); outline-offset: -2px; }
  .action { display: grid; place-items: center; width: 24px; height: 24px; padding: 0; border-radius: var(--r-4); color: var(--text-3); transition: background var(--fast), color var(--fast); }
  .action[aria-pressed="true"] { background: var(--selected); color: var(--text); }
  .action[aria-expanded] { margin-inline-start: -6px; }
  .action[aria-expanded="false"] svg { rotate: -90deg; }
  [hidden] { display: none; }
  .wide { width: auto; padding-inline: var(--s-8); }
  .drawing { padding: 4px 11px 12px; overflow-x: auto; scrollbar-width: thin; scrollbar-color: var(--line) transparent; }
  .picture { display: block; fill: none; stroke: var(--text-2); stroke-width: 1.25; stroke-linecap: round; stroke-linejoin: round; }
  .picture .border { stroke: var(--text-3); }
  .picture .thick { stroke-width: 2.25; }
  .picture .head { fill: var(--text-2); stroke: none; }
  .picture .hollow { fill: var(--sunken); }
  .picture text { font: 500 12.5px/16px var(--font); fill: var(--text); stroke: none; text-anchor: middle; }
  .picture .edgeLabel, .picture .sign { font-weight: 400; fill: var(--text-2); }
  button svg { width: 14px; height: 14px; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
  .done { color: var(--ok-text); }
  pre { margin: 0; padding: 0 11px 10px; font: var(--c-12); color: var(--code-text); font-variant-ligatures: none; tab-size: 2; overflow-x: auto; scrollbar-width: thin; scrollbar-color: var(--line) transparent; direction: ltr; text-align: start; unicode-bidi: isolate; }
  code { font: inherit; }
  code > span { display: block; contain: layout style; white-space: pre; min-width: max-content; }
  :host([wrap]) code > span { white-space: pre-wrap; overflow-wrap: anywhere; min-width: 0; }
  .comment { color: var(--code-comment); }
  .punct { color: var(--code-punct); }
  .keyword { color: var(--code-keyword); }
  .string { color: var(--code-string); }
  .number { color: var(--code-number); }
  .function { color: var(--code-function); }
  .type { color: var(--code-type); }
  .more { width: 100%; height: 28px; padding-inline: 11px; border-top: 1px solid var(--line); text-align: start; font-weight: 500; }
  .problem { padding: 0 11px 8px; font: var(--t-12); color: var(--danger-text); }
  @media (forced-colors: active) { :host { border-color: CanvasText; } .picture { stroke: CanvasText; } .picture text { fill: CanvasText; } }
`;

const collapsedLines = 24;
const collapsesFrom = 40;
/** A block of so many lines can be folded to its head. */
const foldsFrom = 8;

const copyIcon = svg`<svg viewBox="0 0 24 24" aria-hidden="true"><rect x="8" y="8" width="14" height="14" rx="2"/><path d="M4 16a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2"/></svg>`;
const doneIcon = svg`<svg class="done" viewBox="0 0 24 24" aria-hidden="true"><path d="m5 12.5 4.5 4.5L19 7"/></svg>`;
const foldIcon = svg`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="m6 9 6 6 6-6"/></svg>`;
const wrapIcon = svg`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M3 6h18M3 12h15a3 3 0 1 1 0 6h-4m2-2-2 2 2 2M3 18h7"/></svg>`;

/** A block of code with its language and a button to copy it; coloured once it is complete, without a change of layout. */
export class UiCode extends LitElement {
  static override styles = codeStyles;

  /** The info string of the fence. */
  @property() language = '';
  /** Whether long lines wrap. */
  @property({ type: Boolean, reflect: true }) wrap = false;
  /** Whether a long block may be folded; set before it is first shown. */
  @property({ attribute: false }) mayCollapse = false;
  /** Whether the code is complete. */
  @property({ attribute: false }) isClosed = false;
  @state() private isCollapsed = false;
  /** Only its head is shown. */
  @state() private isFolded = false;
  /** The drawing of a diagram's source, once the person has asked for it. */
  @state() private drawing: SVGTemplateResult | undefined;
  @state() private showsSource = false;
  @state() private copied: 'yes' | 'refused' | undefined;

  readonly #lines = new CodeLines();
  #copiedFor: ReturnType<typeof setTimeout> | undefined;

  /** All of the shown code. */
  get text(): string {
    return this.#lines.text;
  }

  set text(text: string) {
    this.#lines.clear();
    this.#lines.append(text);
    this.isClosed = true;
    this.requestUpdate();
  }

  /** Adds code at the end. */
  appendText(text: string): void {
    this.#lines.append(text);
  }

  /** Removes all code. */
  clear(): void {
    this.#lines.clear();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#copiedFor);
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('isClosed') || !this.isClosed) return;
    if (this.mayCollapse && this.#lines.lineCount > collapsesFrom) {
      this.isCollapsed = true;
      this.#lines.limit(collapsedLines);
    }
    this.#colour();
    if (this.language === 'mermaid') void this.#draw();
  }

  override render() {
    const words = markdownTexts();
    const { drawing } = this;
    const isDrawn = drawing !== undefined && !this.showsSource;
    const ofDiagram = isDrawn ? words.drawing : words.diagram;
    const name = this.language === '' ? words.code : this.language === 'mermaid' ? ofDiagram : this.language;
    return html`
      <header>
        ${this.isClosed && this.#lines.lineCount >= foldsFrom ? html`<button class="action" aria-expanded=${this.isFolded ? 'false' : 'true'} aria-label=${words.fold} title=${words.fold} @click=${this.#toggleFold}>${foldIcon}</button>` : nothing}
        <span class="language">${name}</span>
        ${drawing === undefined ? nothing : html`<button class="action wide" @click=${this.#toggleSource}>${isDrawn ? words.showSource : words.showDrawing}</button>`}
        <button class="action" aria-pressed=${this.wrap} aria-label=${words.wrap} title=${words.wrap} @click=${this.#toggleWrap}>${wrapIcon}</button>
        <button class="action" aria-label=${words.copy} title=${words.copy} @click=${this.#copy}>${this.copied === 'yes' ? doneIcon : copyIcon}</button>
      </header>
      ${isDrawn ? html`<div class="drawing" tabindex="0" role="img" aria-label=${name} ?hidden=${this.isFolded}>${drawing}</div>` : html`<pre tabindex="0" aria-label=${name} ?hidden=${this.isFolded}>${this.#lines.element}</pre>`}
      <div role="status" class=${this.copied === 'refused' ? 'problem' : ''}>${this.copied === 'refused' ? words.notCopied : nothing}</div>
      ${this.isCollapsed && !this.isFolded ? html`<button class="more" aria-expanded="false" @click=${this.#expand}>${moreLines(this.#lines.lineCount - collapsedLines)}</button>` : nothing}
    `;
  }

  /** Requests the colours; those of known code are applied before the first paint. */
  #colour(): void {
    const code = this.text;
    const marks = highlight(code, this.language);
    if (marks === undefined) return;
    if (marks instanceof Uint32Array) this.#lines.paint(marks, true);
    else void marks.then(later => later !== undefined && this.text === code && this.#lines.paint(later, false));
  }

  async #draw(): Promise<void> {
    const { text } = this;
    const { drawn } = await import('./diagram.ts');
    if (this.text === text) this.drawing = drawn(text);
  }

  #toggleFold(): void {
    this.isFolded = !this.isFolded;
  }

  #toggleSource(): void {
    this.showsSource = !this.showsSource;
  }

  #toggleWrap(): void {
    this.wrap = !this.wrap;
  }

  #expand(): void {
    this.isCollapsed = false;
    this.#lines.limit(Number.POSITIVE_INFINITY);
    this.#colour();
    this.renderRoot.querySelector('pre')?.focus();
  }

  async #copy(): Promise<void> {
    const asked = new CustomEvent('ui-copy', { detail: { text: this.text }, bubbles: true, composed: true, cancelable: true });
    try {
      // A listener that prevents the event has copied the text itself; a sandboxed frame has no clipboard.
      if (this.dispatchEvent(asked)) await navigator.clipboard.writeText(this.text);
      this.copied = 'yes';
    } catch {
      this.copied = 'refused';
    }
    clearTimeout(this.#copiedFor);
    this.#copiedFor = setTimeout(() => {
      this.copied = undefined;
    }, 2000);
  }
}
