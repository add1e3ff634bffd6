import { Query, Slice, Texts, type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { FileChangesChannel } from '../contract/index.ts';
import { texts } from './texts.ts';

/** Where the panel lies over the conversation, and its sums are not in sight beside it. */
const narrow = '(max-width: 719px)';

/** In a narrow top bar, how many lines the conversation on screen has added and removed; opens the panel that shows them. */
export class FileChangesCounts extends LitElement {
  static override styles = css`
    button { display: flex; align-items: center; gap: 4px; height: 28px; padding: 0 4px; border: 0; border-radius: var(--r-4); background: none; color: var(--text-2); font: 500 12px/16px var(--font); white-space: nowrap; --icon-size: 14px; }
    button:focus-visible { outline: 2px solid var(--focus); }
    .plus { color: var(--added-text); }
    .minus { color: var(--removed-text); }
  `;

  @property({ attribute: false }) view!: ViewHost;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #conversation = new Slice(this, () => this.view, 'conversation');
  readonly #summary = new Query(this, () => (this.#id === undefined ? undefined : this.view), FileChangesChannel, 'summary', {
    params: () => ({ conversation: this.#id ?? '' }),
    refreshOn: 'changed',
  });
  readonly #media = matchMedia(narrow);
  readonly #update = (): void => this.requestUpdate();

  override connectedCallback(): void {
    super.connectedCallback();
    this.#media.addEventListener('change', this.#update);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#media.removeEventListener('change', this.#update);
  }

  override render() {
    const { state } = this.#summary;
    if (this.#id === undefined || state.status !== 'ready') return nothing;
    const { files, more, added, removed } = state.value;
    const count = files.length + more;
    if (count === 0) return nothing;
    const text = this.#text;
    const about = `${text.of('showChanges')} (${text.count('files', count)}, ${text.of('counts', { added, removed })})`;
    return html`<button aria-label="+${added} −${removed}, ${about}" @click=${this.#show}>
      <ui-icon name="file-diff"></ui-icon><span class="plus">+${added}</span> <span class="minus">−${removed}</span>
    </button>`;
  }

  /** Undefined in a wide window too, where nothing is asked. */
  get #id(): string | undefined {
    return this.#media.matches ? this.#conversation.value?.id : undefined;
  }

  readonly #show = (): void => void this.view.connect(WindowChannel).call('open', { view: 'file-changes.panel' });
}
