import type { Handle } from '@atelier/kernel';
import { Query, Slice, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { ConversationsChannel, type Row } from '../../contract/index.ts';
import { texts } from '../texts.ts';
import { windowId } from '../window-id.ts';

/** The part of the status line that counts waiting and running conversations, and shows the current task of the one on screen. */
export class ConversationsStatus extends LitElement {
  static override styles = css`
    :host { display: flex; align-items: center; gap: var(--s-12); min-width: 0; font: var(--t-11); color: var(--text-2); }
    button { display: inline-flex; align-items: center; gap: 6px; padding: 0 4px; border: 0; border-radius: var(--r-4); background: none; color: inherit; font: inherit; white-space: nowrap; cursor: pointer; min-height: 24px; }
    button:hover { background: var(--hover); color: var(--text); }
    button:focus-visible { outline: 2px solid var(--focus); outline-offset: -2px; }
    span { min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  `;

  @property({ attribute: false }) view!: ViewHost;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #active = new Query(this, () => this.view, ConversationsChannel, 'active', { params: () => ({}), refreshOn: 'rowsChanged' });
  readonly #conversation = new Slice(this, () => this.view, 'conversation');
  #chimes: Handle | undefined;
  #presence: Handle | undefined;

  override firstUpdated(): void {
    requestIdleCallback(async () => {
      const { reportPresence } = await import('./presence.ts');
      if (this.isConnected) this.#presence = reportPresence(this.view);
    });
  }

  override updated(): void {
    this.#chimes ??= this.view.connect(ConversationsChannel).on('chime', async ({ reason, window }) => {
      if (window === windowId || window === '') (await import('./chime.ts')).chime(reason);
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    void this.#chimes?.dispose();
    void this.#presence?.dispose();
    this.#chimes = undefined;
  }

  override render() {
    const { state } = this.#active;
    const rows = state.status === 'ready' ? state.value : [];
    const [asking, running] = [rows.filter(row => row.state === 'needsYou'), rows.filter(row => row.state === 'running')];
    const tasks = rows.find(row => row.id === this.#conversation.value?.id)?.tasks;
    return html`
      ${this.#count('needs', asking, this.#text.count('statusNeedsYou', asking.length))} ${this.#count('running', running, this.#text.count('statusRunning', running.length))}
      ${
        tasks?.current === undefined
          ? nothing
          : html`<span>${this.#text.of('statusTask', { done: tasks.done + 1, total: tasks.total, title: tasks.current })}</span>`
      }
    `;
  }

  #count(mark: 'needs' | 'running', rows: readonly Row[], words: string) {
    const [first] = rows;
    if (first === undefined) return nothing;
    return html`
      <button @click=${() => this.view.run('conversations.open', { conversation: first.id })}>
        <ui-state state=${mark} silent></ui-state>${words}
      </button>
    `;
  }
}
