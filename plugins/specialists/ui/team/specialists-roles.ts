import { AppError } from '@atelier/kernel';
import { Query, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { SpecialistsChannel } from '../../contract/index.ts';
import { texts } from './words.ts';

/** The roles that the folder of a conversation brings, and whether the person trusts them; nothing if it brings none. */
export class SpecialistsRoles extends LitElement {
  static override styles = css`
    :host { display: block; flex: none; font: var(--t-13); }
    section { padding: 8px 16px 10px; border-block-start: 1px solid var(--line); }
    h3, p { margin: 0 0 6px; font: 600 12px/16px var(--font); }
    p, li, pre { color: var(--text-2); font: var(--t-12); }
    ul { margin: 0; padding: 0; list-style: none; }
    summary { padding-block: 3px; overflow-wrap: anywhere; cursor: pointer; }
    summary:focus-visible { outline: 2px solid var(--focus); }
    b { color: var(--text); font-weight: 500; }
    ui-button { margin-block-start: 8px; }
    pre { max-height: 160px; margin: 0 0 4px; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
  `;

  @property({ attribute: false }) view!: ViewHost;
  @property() conversation = '';
  @state() private problem = '';

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #roles = new Query(this, () => this.view, SpecialistsChannel, 'roles', {
    params: () => ({ conversation: this.conversation }),
  });

  override render() {
    const { state } = this.#roles;
    if (state.status !== 'ready') return nothing;
    const { trust, roles, refused, checksum } = state.value;
    if (roles.length + refused.length === 0) return nothing;
    const text = this.#text;
    const is = trust === 'trusted';
    return html`<section aria-label=${text.of('roles')}><h3>${text.of('roles')}</h3><p>${text.of(`roles.${trust}`)}</p>
      <ul>${roles.map(
        ({ name, about, instructions, tools, model, path }) =>
          html`<li><details><summary><b>${name}</b> ${about}</summary><pre tabindex="0">${[path, tools.join(', '), model].filter(Boolean).join(' · ')}\n\n${instructions}</pre></details></li>`,
      )}${refused.map(one => html`<li>${one[text.locale]}</li>`)}</ul>
      ${this.problem === '' ? nothing : html`<ui-alert kind="danger">${this.problem}</ui-alert>`}
      ${roles.length === 0 ? nothing : html`<ui-button kind="line" @click=${() => this.#trust(is ? undefined : checksum)}>${text.of(is ? 'distrust' : 'trust')}</ui-button>`}
    </section>`;
  }

  async #trust(checksum: string | undefined): Promise<void> {
    this.problem = '';
    const { conversation } = this;
    try {
      await this.view.connect(SpecialistsChannel).call('trust', { conversation, ...(checksum !== undefined && { checksum }) });
    } catch (error) {
      this.problem = error instanceof AppError ? error.in(this.#text.locale) : String(error);
    }
    this.#roles.refresh();
  }
}
