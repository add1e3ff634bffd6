import { Slice, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { FollowLayout } from './follow-layout.ts';
import { texts } from './texts.ts';

/** The project and the conversation on screen, or the title of the main view. */
export class WorkbenchLocation extends LitElement {
  static override styles = css`
    :host { display: flex; align-items: center; gap: 6px; min-width: 0; white-space: nowrap; }
    button { all: unset; display: block; max-width: 100%; }
    h1, span, button { margin: 0; min-width: 0; overflow: hidden; text-overflow: ellipsis; font: var(--t-13); }
    h1, button { font-weight: 600; }
    .of { color: var(--text-2); }
    .slash { flex: none; color: var(--text-3); }
    button:hover { text-decoration: underline; }
    :focus-visible { outline: 2px solid var(--focus); outline-offset: -2px; }
    /* The title needs the room: the project comes after it, below it where a line has no room for both. */
    @media (max-width: 719px) {
      :host { flex-wrap: wrap; gap: 0 8px; }
      .of { order: 1; font: var(--t-12); }
      .slash { display: none; }
    }
  `;

  @property({ attribute: false }) view!: ViewHost;

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
    const rename = this.#text.of('rename');
    return html`<h1><button title=${rename} @click=${async (event: Event) => {
      const button = event.currentTarget as HTMLElement;
      (await import('./rename-title.ts')).askTitle(button.parentElement!, rename, title, given =>
        this.view.run('conversations.rename', { conversation: id, title: given }),
      );
    }}>${title}</button></h1>`;
  }
}
