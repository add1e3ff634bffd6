import { Slice, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { FollowLayout } from './follow-layout.ts';
import { texts } from './texts.ts';

/** The project and the conversation on screen, or the title of the main view. */
export class WorkbenchLocation extends LitElement {
  static override styles = css`
    :host { display: flex; align-items: center; gap: 6px; min-width: 0; white-space: nowrap; }
    h1, span { margin: 0; min-width: 0; overflow: hidden; text-overflow: ellipsis; font: var(--t-13); }
    h1 { font-weight: 600; }
    .of { color: var(--text-2); }
    .slash { flex: none; color: var(--text-3); }
    button { max-width: calc(100% + 12px); margin-inline: -6px; padding: 2px 6px; border: 0; border-radius: var(--r-4); background: none; color: inherit; font: inherit; overflow: hidden; text-overflow: ellipsis; }
    button:hover { background: var(--hover); }
    :focus-visible { outline: 2px solid var(--focus); outline-offset: -2px; }
    input { width: min(360px, 60vw); height: 28px; margin-inline: -7px; padding: 0 6px; border: 1px solid var(--line-strong); border-radius: var(--r-4); background: var(--raised); color: var(--text); font: 600 13px/20px var(--font); }
    /* The title needs the room. */
    @media (max-width: 719px) { .of, .slash { display: none; } }
  `;

  @property({ attribute: false }) view!: ViewHost;

  @state() private editing: string | undefined;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #conversation = new Slice(this, () => this.view, 'conversation');
  readonly #project = new Slice(this, () => this.view, 'project');
  readonly #layout = new FollowLayout(this, () => this.view);

  override render() {
    const project = this.#project.value?.name;
    const title = this.#conversation.value?.title ?? this.#layout.value?.title ?? '';
    return html`
      ${project === undefined ? nothing : html`<span class="of">${project}</span><span class="slash" aria-hidden="true">/</span>`}
      ${this.#title(title)}
    `;
  }

  /** The title of a conversation is a button that renames it. */
  #title(title: string) {
    const id = this.#conversation.value?.id;
    if (id === undefined) return html`<h1>${title}</h1>`;
    if (this.editing !== id)
      return html`<h1><button title=${this.#text.of('rename')} @click=${() => this.#edit(id)}>${title}</button></h1>`;
    return html`<input aria-label=${this.#text.of('rename')} maxlength="200" .value=${title} @keydown=${this.#key} @blur=${() => this.#edit(undefined)} />`;
  }

  #edit(id: string | undefined): void {
    this.editing = id;
    void this.updateComplete.then(() => this.renderRoot.querySelector('input')?.select());
  }

  readonly #key = (event: KeyboardEvent): void => {
    if (event.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    event.preventDefault();
    event.stopPropagation();
    const [conversation, title] = [this.editing, (event.target as HTMLInputElement).value.trim()];
    this.editing = undefined;
    if (event.key === 'Enter' && title !== '') void this.view.run('conversations.rename', { conversation, title });
  };
}
