import { Query, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement } from 'lit';
import { property } from 'lit/decorators.js';
import { ExtensionsChannel } from '../../contract/index.ts';
import { texts, type Word } from '../texts.ts';

/** The results of an extension's health check. */
export class ExtensionsHealth extends LitElement {
  static override styles = css`
    dl { display: grid; grid-template-columns: 16px auto 1fr; gap: 10px 10px; align-items: baseline; margin: 0; }
    ui-state { align-self: start; margin-block-start: 2px; }
    dt { font-weight: 500; }
    dd { margin: 0; color: var(--text-2); overflow-wrap: anywhere; text-wrap: pretty; }
    p { color: var(--text-2); }
  `;

  @property({ attribute: false }) view!: ViewHost;
  @property() extensionId = '';
  @property() name = '';

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #checks = new Query(this, () => this.view, ExtensionsChannel, 'health', { params: () => ({ id: this.extensionId }) });

  override render() {
    const text = this.#text;
    const { state } = this.#checks;
    return html`<ui-dialog open size="small" heading=${text.of('healthOf', { name: this.name })} @close=${() => this.dispatchEvent(new Event('done'))}>
      ${state.status === 'pending' ? html`<p role="status">${text.of('loading')}</p>` : ''}
      ${state.status === 'failed' ? html`<ui-alert kind="danger">${state.message}</ui-alert>` : ''}
      ${state.status === 'ready' ? html`<dl>${state.value.map(({ name, state: how, text: message }) => html`<ui-state state=${how}></ui-state><dt>${text.of(`check.${name}` as Word)}</dt><dd>${message[text.locale]}</dd>`)}</dl>` : ''}
    </ui-dialog>`;
  }
}
