import { Query, Slice, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { type Editors, IdeLauncherChannel } from '../contract/index.ts';
import { openFile } from './open-file.ts';
import { texts } from './texts.ts';

/** The editor of the project on screen: opens the folder that the conversation works in, and lets another be chosen. */
export class IdeLauncherButton extends LitElement {
  static override styles = css`
    :host { display: flex; align-items: center; min-width: 0; height: 100%; font: var(--t-12); color: var(--text); }
    button { display: flex; align-items: center; gap: 6px; min-width: 0; height: 24px; padding: 0 6px; border: 0; border-radius: var(--r-4); background: none; color: var(--text); font: var(--t-12); cursor: pointer; --icon-size: 14px; }
    button:hover { background: var(--hover); }
    button:focus-visible { outline: 2px solid var(--focus); outline-offset: -1px; }
    .name { min-width: 0; max-width: 84px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    .quiet { color: var(--text-2); }
    .more { flex: none; padding: 0 4px; color: var(--text-2); }
    .more .wide { --icon-size: 12px; }
    .about { display: grid; gap: 8px; justify-items: start; width: 260px; max-width: calc(100vw - 48px); }
    .about p { margin: 0; font: var(--t-13); color: var(--text-2); text-wrap: pretty; }
    .narrow { display: none; }
    /* Where there is little room, only the list of editors stands there; each of them opens. */
    @media (max-width: 719px) { .wide { display: none; } .narrow { display: inline; } }
  `;

  @property({ attribute: false }) view!: ViewHost;
  @state() private opening = false;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #conversation = new Slice(this, () => this.view, 'conversation');
  readonly #editors = new Query(this, () => (this.#id === undefined ? undefined : this.view), IdeLauncherChannel, 'list', {
    params: () => ({ conversation: this.#id ?? '' }),
    refreshOn: 'changed',
  });

  override render() {
    const { state } = this.#editors;
    if (this.#id === undefined || state.status !== 'ready' || state.value.off === 'no-project') return nothing;
    const { off, editors, chosen } = state.value;
    const title = editors.find(({ id }) => id === chosen)?.title;
    if (title === undefined) return this.#note(this.#text.of('noEditor'), this.#text.of('noneFound'), true);
    return off === undefined ? this.#choice(state.value, title) : this.#note(title, this.#text.of(off), false);
  }

  #choice({ editors, chosen }: Editors, title: string) {
    const text = this.#text;
    return html`
      <button class="wide" aria-label=${text.of('openIn', { editor: title })} title=${text.of('openIn', { editor: title })} aria-busy=${this.opening} @click=${() => this.#open()}>
        <ui-icon name="code"></ui-icon><bdi class="name">${title}</bdi>
      </button>
      <ui-menu end label=${text.of('choose')} @ui-select=${(event: CustomEvent<{ readonly value: string }>) => this.#open(event.detail.value)}>
        <button slot="trigger" class="more" aria-label=${text.of('choose')} @click=${this.#look}><ui-icon class="narrow" name="code"></ui-icon><ui-icon class="wide" name="chevron-down"></ui-icon></button>
        ${editors.map(({ id, title, from }) => html`<ui-menu-item radio value=${id} meta=${from ?? ''} .checked=${id === chosen}>${title}</ui-menu-item>`)}
      </ui-menu>
    `;
  }

  /** Why nothing can be opened, behind the button that would. */
  #note(title: string, why: string, canLook: boolean) {
    return html`<ui-popover label=${title}>
      <button slot="trigger" class="quiet" aria-label=${title}><ui-icon name="code"></ui-icon><bdi class="name wide">${title}</bdi><ui-icon class="wide" small name="chevron-down"></ui-icon></button>
      <div class="about"><p>${why}</p>${canLook ? html`<ui-button kind="line" @click=${this.#look}>${this.#text.of('lookAgain')}</ui-button>` : nothing}</div>
    </ui-popover>`;
  }

  get #id(): string | undefined {
    return this.#conversation.value?.id;
  }

  /** Looks for editors again; those that were found stay in sight meanwhile. */
  readonly #look = (): void => {
    const conversation = this.#id;
    if (conversation === undefined) return;
    const again = this.view.connect(IdeLauncherChannel).call('list', { conversation, again: true });
    again.then(
      () => this.#editors.refresh(),
      () => undefined,
    );
  };

  async #open(editor?: string): Promise<void> {
    if (this.opening) return;
    this.opening = true;
    await openFile(this.view, { conversation: this.#id, ...(editor !== undefined && { editor }) });
    this.opening = false;
  }
}

if (customElements.get('ide-launcher-button') === undefined) customElements.define('ide-launcher-button', IdeLauncherButton);
