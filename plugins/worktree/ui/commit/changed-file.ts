import { Query, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { WorktreeChannel } from '../../contract/index.ts';
import en from '../../text/commit/en.json' with { type: 'json' };
import fr from '../../text/commit/fr.json' with { type: 'json' };
import { shown } from '../shown.ts';
import { type Part, partsOf, patchOfLines } from './patch.ts';

const texts = { en, fr };

/** What is to be staged or unstaged of a file, sent up as `stage-part`. */
export interface StagedPart {
  readonly path: string;
  readonly patch: string;
  readonly staged: boolean;
}

/** The differences of one file, of which the person stages or unstages hunks and lines. */
export class ChangedFileElement extends LitElement {
  static override styles = css`
    .none { margin: 0; padding: 16px; font: var(--t-13); color: var(--text-2); }
  `;

  @property({ attribute: false }) view!: ViewHost;
  @property() conversation = 'none';
  @property({ attribute: false }) path = '.';
  @property({ attribute: false }) staged = false;
  /** The lines that the person has chosen. */
  @state() private lines: ReadonlySet<Part['lines'][number]> = new Set();
  readonly #text = new Texts(this, () => this.view, texts);
  readonly #diff = new Query(this, () => this.view, WorktreeChannel, 'diff', {
    params: () => ({ conversation: this.conversation, path: this.path, staged: this.staged }),
    refreshOn: 'changed',
  });
  /** The diff as it was last shown, so that its lines stay the same ones. */
  #parts: { readonly text: string; readonly parts: readonly Part[] } = { text: '', parts: [] };

  override render() {
    const text = this.#text;
    const { state } = this.#diff;
    if (state.status === 'pending') return html`<ui-progress label=${text.of('loading')}></ui-progress>`;
    if (state.status === 'failed') return html`<ui-alert kind="danger">${state.message}</ui-alert>`;
    if (state.value.text !== this.#parts.text)
      this.#parts = { text: state.value.text, parts: partsOf(state.value.text, (from, to) => text.of('lines', { from, to })) };
    const { parts } = this.#parts;
    if (parts.length === 0) return html`<p class="none">${text.of('noText')}</p>`;
    const language = /\.([\w-]{1,20})$/.exec(this.path)?.[1] ?? '';
    return html`<ui-diff small label=${shown(this.path)} language=${language} .hunks=${parts} .chosen=${this.lines} @choose-line=${this.#chooseLine} .hunkActions=${(_: unknown, at: number) => this.#partAction(parts[at])}></ui-diff>`;
  }

  #partAction(part: Part | undefined) {
    if (part === undefined) return nothing;
    const { path, staged } = this;
    const count = part.lines.filter(line => this.lines.has(line)).length;
    const patch = count === 0 ? part.patch : patchOfLines(part, this.lines, staged);
    const detail: StagedPart = { path, patch, staged: !staged };
    const move = () => this.dispatchEvent(new CustomEvent('stage-part', { detail }));
    const text = this.#text;
    const hunk = () => text.of(staged ? 'unstageHunk' : 'stageHunk');
    const few = () => (staged ? text.count('unstageLines', count) : text.count('stageLines', count));
    return html`<ui-button size="24" kind="line" @click=${move}>${count === 0 ? hunk() : few()}</ui-button>`;
  }

  readonly #chooseLine = ({ detail: line }: CustomEvent<Part['lines'][number]>): void => {
    const lines = new Set(this.lines);
    if (!lines.delete(line)) lines.add(line);
    this.lines = lines;
  };
}

if (customElements.get('changed-file') === undefined) customElements.define('changed-file', ChangedFileElement);
