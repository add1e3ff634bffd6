import { Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { texts } from '../texts.ts';

const collapsedHeight = 236;

/** The readme of an extension. A long one is cut off with a fade until it is expanded. */
export class ExtensionsReadme extends LitElement {
  static override styles = css`
    :host { display: block; }
    ui-button[slot="actions"] { position: relative; inset-inline-end: -8px; }
    p { margin: 0; color: var(--text-2); }
    .readme { position: relative; }
    .readme ui-markdown { display: block; margin-inline: -12px; }
    .cut { max-height: ${collapsedHeight}px; overflow: hidden; }
    .cut::after { content: ""; position: absolute; inset: auto 0 0; height: 56px; background: linear-gradient(transparent, var(--surface)); pointer-events: none; }
  `;

  @property({ attribute: false }) view!: ViewHost;
  @property({ attribute: false }) readme: string | undefined;
  /** The readme is still loading. */
  @property({ type: Boolean }) loading = false;
  @state() private isLong = false;
  @state() private isExpanded = false;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #size = new ResizeObserver(([entry]) => {
    this.isLong = (entry?.contentRect.height ?? 0) > collapsedHeight;
  });
  #measured: Element | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.#measured !== null) this.#size.observe(this.#measured);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#size.disconnect();
  }

  override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has('readme')) this.isExpanded = false;
  }

  override updated(): void {
    const markdown = this.renderRoot.querySelector('ui-markdown');
    if (markdown === this.#measured) return;
    this.#size.disconnect();
    this.#measured = markdown;
    if (markdown !== null) this.#size.observe(markdown);
  }

  override render() {
    const text = this.#text;
    const { readme, isLong, isExpanded } = this;
    if (readme === undefined)
      return html`<ui-section heading=${text.of('readme')} level="3"><p>${text.of(this.loading ? 'loading' : 'noReadme')}</p></ui-section>`;
    return html`<ui-section heading=${text.of('readme')} level="3">
      ${isLong ? html`<ui-button slot="actions" size="24" @click=${this.#turn}>${text.of(isExpanded ? 'readLess' : 'readAll')}</ui-button>` : nothing}
      <div class="readme ${isLong && !isExpanded ? 'cut' : ''}"><ui-markdown headinglevel="4" .text=${readme}></ui-markdown></div>
    </ui-section>`;
  }

  readonly #turn = (): void => {
    this.isExpanded = !this.isExpanded;
  };
}
