import { Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import type { ChannelView } from '../../contract/index.ts';
import { texts } from '../texts.ts';
import { stateOf } from '../window/channel-state.ts';
import { aboutText, type Group, grouped } from '../words.ts';

type Item =
  | { readonly kind: 'head'; readonly key: string; readonly group: Group }
  | { readonly kind: 'channel'; readonly key: string; readonly channel: ChannelView };

/** The channels, those that need the person first. Fires `choose` with the id of one. */
export class ChannelsList extends LitElement {
  static override styles = css`
    * { box-sizing: border-box; }
    :host { display: flex; flex-direction: column; font: var(--t-13); color: var(--text); }
    .rows { flex: 1; min-height: 0; padding: 8px 4px; }
    .head { display: flex; align-items: end; min-height: 28px; padding: 6px 8px; font: 500 11px/16px var(--font); color: var(--text-2); }
    .row { display: flex; align-items: center; gap: 10px; min-height: 48px; padding: 6px 8px; border-radius: var(--r-6); }
    .row:hover { background: var(--hover); }
    .row.on { background: var(--selected); }
    .tile { display: grid; flex: none; place-items: center; width: 32px; height: 32px; border-radius: var(--r-6); background: var(--hover); color: var(--text-2); }
    .what { flex: 1; min-width: 0; }
    .title, .about { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    .title { font-weight: 500; }
    .off .title { color: var(--text-2); }
    .about { font: var(--t-12); color: var(--text-2); }
    .paused { display: flex; align-items: flex-start; gap: 8px; margin: 8px 12px 0; padding: 8px 10px; border: 1px solid var(--line); border-radius: var(--r-8); background: var(--raised); font: var(--t-12); color: var(--text-2); --icon-size: 14px; }
    .paused ui-icon { margin-block-start: 1px; }
    p { flex: none; margin: 0; padding: 10px 12px 12px; border-block-start: 1px solid var(--line); font: var(--t-12); color: var(--text-2); text-wrap: pretty; }
  `;

  @property({ attribute: false }) view!: ViewHost;
  @property({ attribute: false }) channels: readonly ChannelView[] = [];
  @property({ attribute: false }) selected: string | undefined;
  @property({ attribute: false }) paused = false;

  readonly #text = new Texts(this, () => this.view, texts);

  /** Goes to the rows. */
  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>('ui-list')?.focus();
  }

  override render() {
    const text = this.#text;
    const items = grouped(this.channels).flatMap(([group, channels], index): Item[] => [
      { kind: 'head', key: `head:${index}`, group },
      ...channels.map((channel): Item => ({ kind: 'channel', key: channel.id, channel })),
    ]);
    return html`
      ${this.paused ? html`<div class="paused" role="status"><ui-icon name="circle-pause"></ui-icon><span>${text.of('paused')}</span></div>` : nothing}
      <div class="rows"><ui-list
        grid measured label=${text.of('list')} row-height="48" .items=${items} .keyOf=${keyOf} .textOf=${textOf} .selected=${this.selected}
        .renderItem=${(item: Item) => this.#row(item)}
        @ui-select=${(event: CustomEvent<{ item: Item }>) => this.#choose(event.detail.item)}></ui-list></div>
      <p>${text.of('rules')}</p>
    `;
  }

  #row(item: Item) {
    const text = this.#text;
    if (item.kind === 'head') return html`<div class="head" role="heading" aria-level="2">${text.of(`group.${item.group}`)}</div>`;
    const { channel } = item;
    const about = aboutText(text, channel);
    return html`<div class="row ${channel.id === this.selected ? 'on' : ''} ${channel.on ? '' : 'off'}">
      <span class="tile"><ui-icon name=${channel.icon}></ui-icon></span>
      <span class="what"><span class="title" dir="auto" title=${channel.title}>${channel.title}</span><span class="about" title=${about}>${about}</span></span>
      <ui-state state=${stateOf(channel)} label=${text.of(`state.${channel.state}`)}></ui-state>
    </div>`;
  }

  #choose(item: Item): void {
    if (item.kind === 'channel') this.dispatchEvent(new CustomEvent('choose', { detail: item.key }));
  }
}

const keyOf = (item: Item): string => item.key;
const textOf = (item: Item): string => (item.kind === 'channel' ? item.channel.title : '');
