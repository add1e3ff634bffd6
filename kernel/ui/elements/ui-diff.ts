import { css, html, LitElement } from 'lit';
import { property, state } from 'lit/decorators.js';
import { base } from './base.ts';
import { Words } from './words.ts';

/** One line of a change: where it stood, where it stands, and which of its letters changed. */
export interface UiDiffLine {
  readonly kind: 'same' | 'added' | 'removed';
  readonly old?: number;
  readonly new?: number;
  readonly text: string;
  /** Changed words: from, to. */
  readonly marks?: readonly (readonly [from: number, to: number])[];
  /** Words of the language: from, to, and a name of `--code-*`. */
  readonly tokens?: readonly (readonly [from: number, to: number, kind: string])[];
}

/** Lines that stand together. */
export interface UiDiffHunk {
  /** Where it is, such as "Lines 41 to 44, forecast()". */
  readonly heading?: string;
  readonly lines: readonly UiDiffLine[];
}

/** What changed in a text. Long changes exist only where they are seen. */
export class UiDiff extends LitElement {
  static override styles = [
    base,
    css`
      :host { display: block; min-width: 0; background: var(--sunken); }
    `,
  ];

  @property({ attribute: false }) hunks: readonly UiDiffHunk[] = [];
  @property({ reflect: true }) layout: 'unified' | 'split' = 'unified';
  /** Long lines go on below instead of to the side; side by side they always do. */
  @property({ type: Boolean, reflect: true }) wrap = false;
  /** In the smaller type of a panel. */
  @property({ type: Boolean, reflect: true }) small = false;
  @property() label = '';
  /** The name of the language, or of its files' ending; lines without tokens of their own are coloured by it. */
  @property() language = '';
  /** Of a hunk that is longer by half, so many lines are shown until one asks for more. */
  @property({ type: Number }) fold = 0;
  /** Draws what can be done with one hunk, at the end of its heading. */
  @property({ attribute: false }) hunkActions: ((hunk: UiDiffHunk, index: number) => unknown) | undefined;
  @state() private view: import('./diff/diff-view.ts').DiffView | undefined;

  readonly #words = new Words(this);

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#load();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.view?.leave();
  }

  override render() {
    return (
      this.view?.render(this.label || this.#words.text.changes, this.#words.text) ??
      html`<ui-skeleton style="padding:8px 12px"></ui-skeleton>`
    );
  }

  override updated(): void {
    this.view?.updated();
  }

  /** Brings a hunk into sight, and the focus to what can be done with it. */
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
