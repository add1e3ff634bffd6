import { css, html, LitElement } from 'lit';
import { property, state } from 'lit/decorators.js';
import { base } from './base.ts';
import type { UiDiffHunk, UiDiffLine } from './diff/diff-rows.ts';
import { KitTexts } from './kit-texts.ts';

export type { UiDiffHunk, UiDiffLine } from './diff/diff-rows.ts';

/** The changes of a text. Of a long change only the visible part is rendered. */
export class UiDiff extends LitElement {
  static override styles = [
    base,
    css`
      :host { display: block; min-width: 0; background: var(--sunken); }
    `,
  ];

  @property({ attribute: false }) hunks: readonly UiDiffHunk[] = [];
  @property({ reflect: true }) layout: 'unified' | 'split' = 'unified';
  /** Long lines wrap instead of scrolling; in the split layout they always wrap. */
  @property({ type: Boolean, reflect: true }) wrap = false;
  /** In the smaller type of a panel. */
  @property({ type: Boolean, reflect: true }) small = false;
  @property() label = '';
  /** The name of the language, or the extension of its files; lines without tokens of their own are coloured by it. */
  @property() language = '';
  /** The number of lines shown of a hunk that is at least half longer, until the person unfolds it. */
  @property({ type: Number }) fold = 0;
  /** Renders the actions of one hunk, at the end of its heading. */
  @property({ attribute: false }) hunkActions: ((hunk: UiDiffHunk, index: number) => unknown) | undefined;
  /** The changed lines that the person has chosen; with it each can be, which a `choose-line` event with the line tells. */
  @property({ attribute: false }) chosen: ReadonlySet<UiDiffLine> | undefined;
  @state() private view: import('./diff/diff-view.ts').DiffView | undefined;

  readonly #texts = new KitTexts(this);

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#load();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.view?.disconnect();
  }

  override render() {
    return (
      this.view?.render(this.label || this.#texts.text.changes, this.#texts.text) ??
      html`<ui-skeleton style="padding:8px 12px"></ui-skeleton>`
    );
  }

  override updated(): void {
    this.view?.updated();
  }

  /** Scrolls to a hunk and focuses its first action. */
  async showHunk(index: number): Promise<void> {
    await this.updateComplete;
    await this.view?.showHunk(index);
  }

  async #load(): Promise<void> {
    if (this.view !== undefined) return;
    const { DiffView } = await import('./diff/diff-view.ts');
    this.view ??= new DiffView(this);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'ui-diff': UiDiff;
  }
}
