import { Contributed, Slice, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { type Action, Actions, type Badge, Badges } from '../contract/index.ts';
import { badgeOf } from './badge.ts';
import { FollowLayout } from './follow-layout.ts';
import { actionsFor } from './order.ts';
import { rowStyles } from './row-styles.ts';
import { texts } from './texts.ts';

/** The top of the sidebar: contributed actions, and the search. */
export class WorkbenchActions extends LitElement {
  static override styles = [rowStyles, css`:host { display: block; }`];

  @property({ attribute: false }) view!: ViewHost;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #mode = new Slice(this, () => this.view, 'mode');
  readonly #layout = new FollowLayout(this, () => this.view);
  readonly #actions = new Contributed<Action>(this, () => this.view, Actions.key);
  readonly #badges = new Contributed<Badge>(this, () => this.view, Badges.key);

  override render() {
    const mode = this.#mode.value ?? 'workspace';
    const actions = actionsFor(this.#actions.items, 'sidebar', mode);
    const search = { command: 'workbench.search', title: this.#text.of('search'), icon: 'search', key: 'Mod+K' };
    return html`
      ${actions.map(action => this.#row(action))}
      ${mode === 'assistant' && actions.length > 0 ? nothing : this.#row(search)}
    `;
  }

  #row({ command, args, title, icon, key, view }: Action) {
    const isHere = view !== undefined && this.#layout.value?.main === view;
    return html`
      <button class="row ${isHere ? 'on' : ''}" aria-current=${isHere ? 'page' : nothing} @click=${() => this.view.run(command, args)}>
        <ui-icon name=${icon}></ui-icon><span class="what">${title}</span>
        ${badgeOf(this.#badges.items, view, this.#text.locale)}${key === undefined ? nothing : html`<ui-kbd class="end" keys=${key}></ui-kbd>`}
      </button>
    `;
  }
}
