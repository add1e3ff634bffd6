import { Contributed, Slice, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { type Action, Actions } from '../contract/index.ts';
import { actionsFor } from './order.ts';
import { rowStyles } from './row-styles.ts';
import { texts } from './texts.ts';

/** The top of the sidebar: contributed actions, and the search. */
export class WorkbenchActions extends LitElement {
  static override styles = [rowStyles, css`:host { display: block; }`];

  @property({ attribute: false }) view!: ViewHost;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #mode = new Slice(this, () => this.view, 'mode');
  readonly #actions = new Contributed<Action>(this, () => this.view, Actions.key);

  override render() {
    const actions = actionsFor(this.#actions.items, 'sidebar', this.#mode.value ?? 'workspace');
    return html`
      ${actions.map(action => this.#row(action))}
      ${this.#row({ command: 'workbench.search', title: this.#text.of('search'), icon: 'search', key: 'Mod+K' })}
    `;
  }

  #row({ command, args, title, icon, key }: Action) {
    return html`
      <button class="row" @click=${() => this.view.run(command, args)}>
        <ui-icon name=${icon}></ui-icon><span class="what">${title}</span>
        ${key === undefined ? nothing : html`<ui-kbd class="end" keys=${key}></ui-kbd>`}
      </button>
    `;
  }
}
