import { KernelChannel } from '@atelier/kernel';
import { Query, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing, svg } from 'lit';
import { property } from 'lit/decorators.js';
import type { Row, Rows } from '../contract/index.ts';
import { ProviderNames } from './provider-names.ts';
import { texts } from './texts.ts';
import { costText, countText, extensionName, modelParts, tokensOf } from './words.ts';

const fewRows = 6;
const icons = { project: 'folder', conversation: 'message-square', model: 'cpu', extension: 'puzzle' } as const;
const titles = { project: 'byProject', conversation: 'byConversation', model: 'byModel', extension: 'byExtension' } as const;

/** A list of sums, each with its share of the greatest. Fires `all` when more or fewer rows are wanted, `open` with a conversation. */
export class UsageList extends LitElement {
  static override styles = css`
    :host { display: block; min-width: 0; container-type: inline-size; }
    h2 { display: flex; align-items: center; min-height: 28px; margin: 0; font: 600 13px/20px var(--font); }
    h2 ui-button { margin-inline-start: auto; }
    table { width: 100%; border-collapse: separate; border-spacing: 0; border: 1px solid var(--line); border-radius: var(--r-8); background: var(--raised); table-layout: fixed; font-variant-numeric: tabular-nums; }
    .unseen { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
    th, td { height: 31px; padding-block: 0; padding-inline: 0 10px; font: var(--t-13); text-align: end; white-space: nowrap; }
    tr + tr :is(th, td) { border-block-start: 1px solid var(--line); }
    th { text-align: start; padding-inline-start: 12px; overflow: hidden; text-overflow: ellipsis; }
    th ui-icon { --icon-size: 16px; vertical-align: -3px; margin-inline-end: 8px; color: var(--text-3); }
    th small { font: var(--t-12); color: var(--text-2); margin-inline-start: 6px; }
    th button { max-width: calc(100% - 26px); padding: 0; border: 0; background: none; color: inherit; font: inherit; cursor: pointer; overflow: hidden; text-overflow: ellipsis; vertical-align: bottom; border-radius: var(--r-4); }
    th button:hover { text-decoration: underline; text-underline-offset: 2px; }
    th button:focus-visible { outline: 2px solid var(--focus); outline-offset: -2px; }
    col.meter { width: 106px; }
    col.tokens { width: 70px; }
    col.cost { width: 136px; }
    td.tokens { font: var(--t-12); color: var(--text-2); }
    td.cost { padding-inline-end: 12px; font-weight: 500; }
    td.cost.words { font: var(--t-12); color: var(--text-2); }
    svg { display: block; width: 100%; height: 6px; border-radius: 3px; background: var(--hover); }
    .known { fill: var(--text-2); }
    .hatch { stroke: var(--text-3); stroke-width: 1.2; }
    @container (max-width: 480px) { .meter { display: none; } col.tokens { width: 62px; } col.cost { width: 92px; } td.cost.words { white-space: normal; line-height: 15px; } }
  `;

  @property({ attribute: false }) view!: ViewHost;
  @property() of: keyof typeof icons = 'project';
  @property({ attribute: false }) list: Rows = { rows: [], total: 0 };
  @property({ type: Boolean }) all = false;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #names = new ProviderNames(
    this,
    () => this.view,
    () => this.#text.locale,
  );

  readonly #extensions = new Query(this, () => this.view, KernelChannel, 'listExtensions', {
    params: () => ({}),
    refreshOn: 'extensionsChanged',
  });

  override render() {
    const text = this.#text;
    const { rows, total } = this.list;
    // The known cost of the greatest; where nothing has a price, its tokens.
    const byCost = rows.some(({ sums }) => sums.cost > 0);
    const most = Math.max(...rows.map(({ sums }) => (byCost ? sums.cost : tokensOf(sums))), 0);
    const title = text.of(titles[this.of]);
    return html`
      <h2>
        ${title}
        ${
          total > fewRows
            ? html`<ui-button size="24" @click=${() => this.dispatchEvent(new Event('all'))}>${
                this.all ? text.of('showLess') : text.of('showAll', { total })
              }</ui-button>`
            : nothing
        }
      </h2>
      <table aria-label=${title}>
        <colgroup><col /><col class="meter" /><col class="tokens" /><col class="cost" /></colgroup>
        <thead class="unseen"><tr><th>${title}</th><td class="meter">${text.of('share')}</td><td>${text.of('tokens')}</td><td>${text.of('cost')}</td></tr></thead>
        <tbody>${rows.map(row => this.#row(row, byCost, most))}</tbody>
      </table>
    `;
  }

  #row(row: Row, byCost: boolean, most: number) {
    const { sums } = row;
    const tokens = tokensOf(sums);
    const isKnown = sums.cost > 0;
    const share = most > 0 ? (byCost ? sums.cost : tokens) / most : 0;
    return html`<tr>
      <th scope="row"><ui-icon name=${this.#icon(row.key)}></ui-icon>${this.#name(row)}</th>
      <td class="meter">${isKnown || !byCost ? meter(share, isKnown) : meter(1, false)}</td>
      <td class="tokens">${countText(this.#text, tokens)}</td>
      <td class="cost ${isKnown ? '' : 'words'}">${costText(this.#text, sums, tokens)}</td>
    </tr>`;
  }

  #icon(key: string): string {
    if (this.of === 'extension') return key === '' ? 'user' : key === 'hidden' ? 'settings' : icons.extension;
    return this.of === 'project' && key === '' ? icons.conversation : icons[this.of];
  }

  #extension(id: string): string {
    const { state } = this.#extensions;
    return extensionName(id, state.status === 'ready' ? state.value : []);
  }

  #name({ key, name }: Row) {
    const text = this.#text;
    if (this.of === 'model') {
      const { name: model, provider } = modelParts(text, key, this.#names);
      return html`<span title=${key}>${model}</span> <small>${provider}</small>`;
    }
    if (this.of === 'extension') return key === '' ? text.of('you') : key === 'hidden' ? text.of('itself') : this.#extension(key);
    if (this.of === 'project') return key === '' ? text.of('noProject') : name;
    if (key === '') return text.of('deleted');
    if (key === 'hidden') return text.of('itself');
    if (key.startsWith('hidden:')) return text.of('background', { of: this.#extension(key.slice(7)) });
    const open = () => this.dispatchEvent(new CustomEvent('open', { detail: key }));
    return html`<button @click=${open}>${name === '' ? text.of('untitled') : name}</button>`;
  }
}

/** A bar; hatched where no price is known, because its length then says nothing about money. */
function meter(share: number, isKnown: boolean) {
  const width = Math.max(share * 100, 2);
  const bar = isKnown ? svg`<rect class="known" width=${width} height="6"></rect>` : svg`<path class="hatch" d=${hatchTo(width)}></path>`;
  return html`<svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">${bar}</svg>`;
}

function hatchTo(width: number): string {
  let path = '';
  for (let at = 0; at < width; at += 3) path += `M${at} 6l3-6`;
  return path;
}
