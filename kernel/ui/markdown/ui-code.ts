import { html, LitElement, nothing, type PropertyValues, svg } from 'lit';
import { property, state } from 'lit/decorators.js';
import { CodeLines } from './code-lines.ts';
import { codeStyles } from './code-styles.ts';
import { highlight } from './highlighter.ts';
import { markdownWords, moreLines } from './text.ts';

const collapsedLines = 24;
const collapsesFrom = 40;

const copyIcon = svg`<svg viewBox="0 0 24 24" aria-hidden="true"><rect x="8" y="8" width="14" height="14" rx="2"/><path d="M4 16a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2"/></svg>`;
const doneIcon = svg`<svg class="done" viewBox="0 0 24 24" aria-hidden="true"><path d="m5 12.5 4.5 4.5L19 7"/></svg>`;
const wrapIcon = svg`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M3 6h18M3 12h15a3 3 0 1 1 0 6h-4m2-2-2 2 2 2M3 18h7"/></svg>`;

/** A block of code with its language and a button to copy it; coloured once it is closed, without anything moving. */
export class UiCode extends LitElement {
  static override styles = codeStyles;

  /** The word after the fence. */
  @property() language = '';
  /** Whether long lines go on below instead of beyond the edge. */
  @property({ type: Boolean, reflect: true }) wrap = false;
  /** Whether a long block may show its beginning only; decided before it is first shown. */
  @property({ attribute: false }) mayCollapse = false;
  /** Whether all of the code is there. */
  @property({ attribute: false }) isClosed = false;
  @state() private isCollapsed = false;
  /** What a diagram's source draws, once somebody has drawn it. */
  @state() private drawing: readonly string[] | undefined;
  @state() private showsSource = false;
  @state() private copied: 'yes' | 'refused' | undefined;

  readonly #lines = new CodeLines();
  #copiedFor: ReturnType<typeof setTimeout> | undefined;

  /** All of the code, as it is shown. */
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

  /** Takes all code away, to begin again. */
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
    const words = markdownWords();
    const { drawing } = this;
    const isDrawn = drawing !== undefined && !this.showsSource;
    const ofDiagram = isDrawn ? words.drawing : words.diagram;
    const name = this.language === '' ? words.code : this.language === 'mermaid' ? ofDiagram : this.language;
    return html`
      <header>
        <span class="language">${name}</span>
        ${drawing === undefined ? nothing : html`<button class="action wide" @click=${this.#toggleSource}>${isDrawn ? words.showSource : words.showDrawing}</button>`}
        <button class="action" aria-pressed=${this.wrap} aria-label=${words.wrap} title=${words.wrap} @click=${this.#toggleWrap}>${wrapIcon}</button>
        <button class="action" aria-label=${words.copy} title=${words.copy} @click=${this.#copy}>${this.copied === 'yes' ? doneIcon : copyIcon}</button>
      </header>
      ${isDrawn ? html`<pre class="drawing" tabindex="0" role="img" aria-label=${name}>${drawing.join('\n')}</pre>` : html`<pre tabindex="0" aria-label=${name}>${this.#lines.element}</pre>`}
      <div role="status" class=${this.copied === 'refused' ? 'problem' : ''}>${this.copied === 'refused' ? words.notCopied : nothing}</div>
      ${this.isCollapsed ? html`<button class="more" aria-expanded="false" @click=${this.#expand}>${moreLines(this.#lines.lineCount - collapsedLines)}</button>` : nothing}
    `;
  }

  /** Asks for the colours; what is known already is there before the first drawing. */
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
      // Whoever prevents it has copied it another way, as the owner of a frame must that has no clipboard.
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
