import type { AppError } from '@atelier/kernel';
import { Query, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { ExtensionsChannel, type Registry } from '../../contract/index.ts';
import { texts } from '../texts.ts';

/** Adds, edits and removes registries and their tokens. */
export class ExtensionsRegistries extends LitElement {
  static override styles = css`
    p { margin: 0 0 8px; color: var(--text-2); text-wrap: pretty; }
    .one { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 8px; padding: 8px 0; border-block-end: 1px solid var(--line); }
    .words { flex: 1 1 200px; min-width: 0; }
    .acts { display: flex; flex-wrap: wrap; gap: 2px; margin-inline: auto -8px; }
    b { display: block; font-weight: 500; }
    small { font: var(--c-11); font-variant-ligatures: none; color: var(--text-2); overflow-wrap: anywhere; }
    form { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; padding-block-start: 16px; }
    form > :nth-child(n + 2):not(.half) { grid-column: 1 / -1; }
    .last { display: flex; flex-wrap: wrap; justify-content: flex-end; gap: 8px; }
    @media (max-width: 520px) { form { grid-template-columns: 1fr; } }
  `;

  @property({ attribute: false }) view!: ViewHost;
  @state() private editing: Registry | undefined;
  @state() private problem: AppError | undefined;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #registries = new Query(this, () => this.view, ExtensionsChannel, 'listRegistries', {
    params: () => ({}),
    refreshOn: 'changed',
  });

  override render() {
    const text = this.#text;
    const { state } = this.#registries;
    return html`<ui-dialog open heading=${text.of('registriesTitle')} @close=${() => this.dispatchEvent(new Event('done'))}>
      <p>${text.of('registriesText')}</p>
      ${state.status === 'ready' ? state.value.map(one => this.#one(one)) : nothing}
      ${this.#form()}
    </ui-dialog>`;
  }

  #one(registry: Registry) {
    const text = this.#text;
    const { id, name, url, scope, hasToken } = registry;
    const facts = [scope === undefined ? '' : text.of('scopeOf', { scope }), hasToken ? text.of('hasToken') : ''].filter(one => one !== '');
    const edit = () => {
      this.editing = registry;
    };
    return html`<div class="one">
      <span class="words"><b>${name}${facts.length === 0 ? '' : ` · ${facts.join(', ')}`}</b><small>${url}</small></span>
      <span class="acts">
        ${hasToken ? html`<ui-button size="24" @click=${() => this.#save({ id, name, url, ...(scope !== undefined && { scope }), token: '' })}>${text.of('forgetToken')}</ui-button>` : nothing}
        <ui-button size="24" @click=${edit}>${text.of('edit')}</ui-button>
        <ui-button size="24" @click=${() => this.#work(() => this.view.connect(ExtensionsChannel).call('removeRegistry', { id }))}>${text.of('delete')}</ui-button>
      </span>
    </div>`;
  }

  #form() {
    const text = this.#text;
    const { editing } = this;
    const stop = () => {
      this.editing = undefined;
    };
    return html`<form @submit=${this.#submit}>
      <ui-field class="half" label=${text.of('name')}><ui-input name="name" maxlength="80" .value=${editing?.name ?? ''}></ui-input></ui-field>
      <ui-field class="half" label=${text.of('scope')}><ui-input name="scope" maxlength="60" placeholder=${text.of('scopeExample')} .value=${editing?.scope ?? ''}></ui-input></ui-field>
      <ui-field label=${text.of('address')} error=${this.problem?.in(text.locale) ?? ''}><ui-input name="url" type="url" required maxlength="500" placeholder=${text.of('addressExample')} .value=${editing?.url ?? ''}></ui-input></ui-field>
      <ui-field label=${text.of('token')} hint=${text.of(editing?.hasToken ? 'tokenKept' : 'tokenNone')}><ui-input name="token" type="password" maxlength="4000" autocomplete="off"></ui-input></ui-field>
      <div class="last">
        ${editing === undefined ? nothing : html`<ui-button kind="line" @click=${stop}>${text.of('cancel')}</ui-button>`}
        <ui-button kind="solid" type="submit">${text.of(editing === undefined ? 'add' : 'save')}</ui-button>
      </div>
    </form>`;
  }

  readonly #submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const value = (name: string) => String(new FormData(form).get(name) ?? '').trim();
    const token = value('token');
    const scope = value('scope');
    const done = await this.#save({
      ...(this.editing !== undefined && { id: this.editing.id }),
      name: value('name'),
      url: value('url'),
      ...(scope !== '' && { scope }),
      ...(token !== '' && { token }),
    });
    if (!done) return;
    this.editing = undefined;
    for (const field of form.querySelectorAll('ui-input')) field.value = '';
  };

  #save(change: { id?: string; name: string; url: string; scope?: string; token?: string }): Promise<boolean> {
    return this.#work(() => this.view.connect(ExtensionsChannel).call('saveRegistry', change));
  }

  async #work(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      this.problem = undefined;
      return true;
    } catch (error) {
      this.problem = error as AppError;
      return false;
    }
  }
}
