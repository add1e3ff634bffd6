import { Contributed, Query, Slice, Texts, type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { type Action, Actions, type Badge, Badges } from '../contract/index.ts';
import { badgeOf } from './badge.ts';
import { FollowLayout } from './follow-layout.ts';
import { actionsFor } from './order.ts';
import { rowStyles } from './row-styles.ts';
import { texts } from './texts.ts';

/** The bottom of the sidebar: an entry for every listed main view that no action at its top leads to. */
export class WorkbenchEntries extends LitElement {
  static override styles = [rowStyles, css`:host { display: block; }`];

  @property({ attribute: false }) view!: ViewHost;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #layout = new FollowLayout(this, () => this.view);
  readonly #mode = new Slice(this, () => this.view, 'mode');
  readonly #actions = new Contributed<Action>(this, () => this.view, Actions.key);
  readonly #badges = new Contributed<Badge>(this, () => this.view, Badges.key);
  readonly #views = new Query(this, () => this.view, WindowChannel, 'views', { params: () => ({}), refreshOn: 'viewsChanged' });

  override render() {
    const { state } = this.#views;
    const above = new Set(actionsFor(this.#actions.items, 'sidebar', this.#mode.value ?? 'workspace').map(({ view }) => view));
    const entries = (state.status === 'ready' ? state.value : []).filter(({ id, listed }) => listed && !above.has(id));
    // A narrow window has no status line, where the notices stand otherwise.
    const notices = this.#layout.value?.narrow === true ? html`<workbench-notices inRow .view=${this.view}></workbench-notices>` : nothing;
    return html`<div role="group" aria-label=${this.#text.of('entries')}>${entries.map(view => this.#row(view))}${notices}</div>`;
  }

  #row({ id, title, icon }: { readonly id: string; readonly title: string; readonly icon?: string }) {
    const isHere = this.#layout.value?.main === id;
    return html`
      <button class="row ${isHere ? 'on' : ''}" aria-current=${isHere ? 'page' : nothing} @click=${() => this.#open(id)}>
        <ui-icon name=${icon ?? 'app-window'}></ui-icon><span class="what">${title}</span>
        ${badgeOf(this.#badges.items, id, this.#text.locale)}
      </button>
    `;
  }

  #open(view: string) {
    return this.view.connect(WindowChannel).call('open', { view });
  }
}
