import { toast, type UiList } from '@atelier/kernel/kit';
import { Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { AutomationChannel, type Rule } from '../../contract/index.ts';
import { stateOf } from '../rule-state.ts';
import { texts } from '../texts.ts';
import { aboutText, failureOf, type Group, groupedRules, isProposed } from '../words.ts';

type Item =
  | { readonly kind: 'head'; readonly key: string; readonly group: Group }
  | { readonly kind: 'rule'; readonly key: string; readonly rule: Rule };

/** The rules by when they run next, with a search. Fires `choose` with the id of one. */
export class AutomationList extends LitElement {
  static override styles = css`
    * { box-sizing: border-box; }
    :host { display: flex; flex-direction: column; font: var(--t-13); color: var(--text); }
    .find { padding: 12px 12px 8px; }
    .rows { flex: 1; min-height: 0; padding: 0 4px 8px; }
    .head { display: flex; align-items: end; min-height: 28px; padding: 6px 8px; font: 500 11px/16px var(--font); color: var(--text-2); }
    .row { position: relative; display: flex; align-items: center; gap: 10px; min-height: 48px; padding: 6px 8px; border-radius: var(--r-6); }
    .row:hover { background: var(--hover); }
    .row.on { background: var(--selected); }
    .what { flex: 1; min-width: 0; }
    .title, .about { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    .title { font-weight: 500; }
    .off .title { color: var(--text-2); }
    .about { font: var(--t-12); color: var(--text-2); }
    .acts { display: none; gap: 2px; margin-inline-end: -4px; }
    .row:hover .acts, .row:focus-within .acts, [data-active] .row .acts { display: flex; }
    p { margin: 0; padding: 8px 12px; color: var(--text-2); text-wrap: pretty; }
    .paused { display: flex; align-items: flex-start; gap: 8px; margin: 0 12px 4px; padding: 8px 10px; border: 1px solid var(--line); border-radius: var(--r-8); background: var(--raised); font: var(--t-12); color: var(--text-2); --icon-size: 14px; }
    .paused ui-icon { margin-block-start: 1px; }
  `;

  @property({ attribute: false }) view!: ViewHost;
  @property({ attribute: false }) rules: readonly Rule[] = [];
  @property({ attribute: false }) now = Date.now();
  @property({ attribute: false }) selected: string | undefined;
  @property({ attribute: false }) paused = false;
  /** The rules with changes that are not saved. */
  @property({ attribute: false }) changed: readonly string[] = [];
  @state() private typed = '';

  readonly #text = new Texts(this, () => this.view, texts);
  /** The rule that was chosen last, once its row has been scrolled to. */
  #shown: string | undefined;

  /** Goes to the rows. */
  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>('ui-list')?.focus();
  }

  override updated(changed: PropertyValues<this>): void {
    if (changed.has('selected')) this.#shown = undefined;
    if (this.#shown === this.selected || this.selected === undefined) return;
    const list = this.renderRoot.querySelector<UiList>('ui-list');
    const place = list?.items.findIndex(item => keyOf(item as Item) === this.selected) ?? -1;
    if (list == null || place < 0) return;
    this.#shown = this.selected;
    void list.updateComplete.then(() => list.reveal(place));
  }

  override render() {
    const text = this.#text;
    const asked = plain(this.typed);
    const found = this.rules.filter(({ title, draft }) => asked === '' || plain(`${title} ${draft?.sentence ?? ''}`).includes(asked));
    const items = groupedRules(found, this.now).flatMap(([group, rules], index): Item[] => [
      // By its place: the list knows the height of a heading that changes its words.
      { kind: 'head', key: `head:${index}`, group },
      ...rules.map((rule): Item => ({ kind: 'rule', key: rule.id, rule })),
    ]);
    return html`
      <div class="find"><ui-search label=${text.of('search')} placeholder=${text.of('search')} .value=${this.typed} maxlength="200" @input=${this.#type} @keydown=${this.#searchKey}></ui-search></div>
      ${this.paused ? html`<div class="paused" role="status"><ui-icon name="circle-pause"></ui-icon><span>${text.of('pausedAbout')}</span></div>` : nothing}
      ${
        items.length === 0
          ? html`<p role="status">${text.of('nothingFound')}</p>`
          : html`<div class="rows"><ui-list
            grid measured label=${text.of('rulesList')} row-height="48" .items=${items} .keyOf=${keyOf} .textOf=${textOf} .selected=${this.selected}
            .renderItem=${(item: Item) => this.#row(item)}
            @ui-select=${(event: CustomEvent<{ item: Item }>) => this.#choose(event.detail.item)}></ui-list></div>`
      }
    `;
  }

  #row(item: Item) {
    const text = this.#text;
    if (item.kind === 'head') return html`<div class="head" role="heading" aria-level="2">${text.of(`group.${item.group}`)}</div>`;
    const { rule } = item;
    const { id, version, title, on, running } = rule;
    const isChanged = this.changed.includes(id);
    const about = isChanged ? `${text.of('changed')} · ${aboutText(text, rule, this.now)}` : aboutText(text, rule, this.now);
    return html`<div class="row ${id === this.selected ? 'on' : ''} ${on ? '' : 'off'}">
      <ui-state state=${stateOf(rule)} label=${this.#stateLabel(rule)}></ui-state>
      <span class="what"><span class="title" dir="auto" title=${title}>${title}</span><span class="about" title=${about}>${about}</span></span>
      ${
        rule.draft === undefined || isProposed(rule)
          ? nothing
          : html`<span class="acts">
        ${
          running === undefined
            ? html`<ui-icon-button size="24" icon="play" label=${text.of('runNowOf', { title })} @click=${(event: Event) => this.#do(event, () => this.#client.call('runNow', { id, version }))}></ui-icon-button>`
            : html`<ui-icon-button size="24" icon="square" label=${text.of('stopOf', { title })} @click=${(event: Event) => this.#do(event, () => this.#client.call('stop', { id }))}></ui-icon-button>`
        }
        <ui-icon-button size="24" icon="power" label=${text.of(on ? 'switchOffOf' : 'switchOnOf', { title })} @click=${(event: Event) => this.#do(event, () => this.#client.call('setOn', { id, version, on: !on }))}></ui-icon-button>
      </span>`
      }
    </div>`;
  }

  #stateLabel(rule: Rule): string {
    if (isProposed(rule)) return this.#text.of('proposed');
    return stateOf(rule) === 'queued' ? this.#text.of('waiting') : '';
  }

  get #client() {
    return this.view.connect(AutomationChannel);
  }

  #choose(item: Item): void {
    if (item.kind === 'rule') this.dispatchEvent(new CustomEvent('choose', { detail: item.key }));
  }

  readonly #type = (event: Event): void => {
    this.typed = (event.currentTarget as HTMLElement & { value: string }).value;
  };

  readonly #searchKey = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    this.focus();
  };

  async #do(event: Event, work: () => Promise<unknown>): Promise<void> {
    event.stopPropagation();
    try {
      await work();
    } catch (error) {
      toast({ text: failureOf(error).in(this.#text.locale), kind: 'failed' });
    }
  }
}

const keyOf = (item: Item): string => item.key;
const textOf = (item: Item): string => (item.kind === 'rule' ? item.rule.title : '');

/** Without case and accents. */
function plain(words: string): string {
  return words
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .trim();
}
