import { bytesText, numberText, spacedText, Texts, type ViewHost } from '@atelier/kernel/ui';
import { html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { Installed } from '../../contract/index.ts';
import { isBlocked, isOn, isRunning, type ListedCosts, type ListedExtension, needsAttention } from '../listed.ts';
import { iconOf } from '../name-of.ts';
import { texts, type Word } from '../texts.ts';
import { moveRowFocus } from './arrow-keys.ts';
import { listStyles } from './list-styles.ts';

const filters = ['all', 'on', 'channels', 'views', 'tools'] as const;
type Filter = (typeof filters)[number];

/** The installed extensions, grouped by whether they need the person's attention, have an update, or run. */
export class ExtensionsInstalled extends LitElement {
  static override styles = listStyles;

  @property({ attribute: false }) view!: ViewHost;
  @property({ attribute: false }) extensions: readonly ListedExtension[] = [];
  @property({ attribute: false }) costs: readonly ListedCosts[] = [];
  @property({ attribute: false }) installed: readonly Installed[] = [];
  /** The extensions that contribute views and tools. */
  @property({ attribute: false }) contributors: Readonly<Record<'views' | 'tools', ReadonlySet<string>>> = {
    views: new Set(),
    tools: new Set(),
  };
  /** The extensions with tool texts that the person has not approved. */
  @property({ attribute: false }) waiting: ReadonlySet<string> = new Set();
  @property() selected = '';
  @property() highlighted = '';
  @state() private query = '';
  @state() private filter: Filter = 'all';

  readonly #text = new Texts(this, () => this.view, texts);

  override render() {
    const text = this.#text;
    const shown = this.extensions.filter(extension => this.#fits(extension));
    const added = this.extensions.filter(({ bundled }) => !bundled);
    const placeholder = text.of('searchInstalled', { count: this.extensions.length });
    return html`<div class="all" @keydown=${moveRowFocus}>
      <div class="tools">
        <ui-search placeholder=${placeholder} label=${placeholder} .value=${this.query} @input=${this.#type}></ui-search>
        <div class="chips">${filters.map(one => html`<ui-chip .pressed=${this.filter === one} @click=${() => this.#choose(one)}>${text.of(one)}</ui-chip>`)}</div>
      </div>
      <div class="scroll">
        ${added.length === 0 && this.query === '' && this.filter === 'all' ? this.#first() : nothing}
        ${this.#groups(shown)}
        ${shown.length === 0 ? html`<p class="say">${text.of('noneInstalled')}</p>` : nothing}
      </div>
    </div>`;
  }

  #first() {
    return html`<ui-empty icon="puzzle" text=${this.#text.of('noneYet')}><ui-button kind="line" @click=${() => this.#ask('marketplace', '')}>${this.#text.of('findSome')}</ui-button></ui-empty>`;
  }

  #groups(shown: readonly ListedExtension[]) {
    const text = this.#text;
    const asks = (one: ListedExtension) => needsAttention(one) || this.#updateOf(one)?.asksMore === true || this.waiting.has(one.id);
    const groups: [string, ListedExtension[]][] = [
      [text.of('needsYou'), []],
      [text.of('sameRights'), []],
      [text.of('running'), []],
      [text.of('idle'), []],
      [text.of('builtIn'), []],
    ];
    for (const one of shown) {
      const at = asks(one) ? 0 : this.#updateOf(one) ? 1 : one.bundled ? 4 : isRunning(one) ? 2 : 3;
      groups[at]?.[1].push(one);
    }
    return groups.map(([title, members]) =>
      members.length === 0
        ? nothing
        : html`<h2>${title}</h2>
            ${repeat(
              members,
              ({ id }) => id,
              one => this.#row(one),
            )}`,
    );
  }

  #row(extension: ListedExtension) {
    const { id, displayName, bundled, kind, icon } = extension;
    // The last sample may be from before the extension was switched off.
    const memory = isRunning(extension) ? (this.costs.find(one => one.id === id)?.memoryBytes ?? 0) : 0;
    const meta = memory > 0 ? bytesText(this.#text.locale, memory) : '';
    return html`<extensions-row data-id=${id} name=${displayName} detail=${this.#detail(extension)} meta=${meta} icon=${iconOf({ icon, bundled, channel: kind === 'channel' })} ?current=${id === this.selected} ?highlighted=${id === this.highlighted}>${this.#end(extension)}</extensions-row>`;
  }

  /** The end of a row: a mark if the person is needed, or else a button or a switch. */
  #end(extension: ListedExtension) {
    const text = this.#text;
    const { id, state, displayName } = extension;
    const update = this.#updateOf(extension);
    const word = this.#word(extension);
    if (state === 'refused' || isBlocked(extension)) return html`<ui-state state="needs" label=${word}></ui-state>`;
    if (needsAttention(extension))
      return html`<ui-state state=${state === 'failed' ? 'failed' : 'needs'} label=${word}></ui-state>${this.#switch(extension)}`;
    if (update?.asksMore) return html`<ui-state state="needs"></ui-state>`;
    if (this.waiting.has(id)) return html`<ui-state state="needs"></ui-state>${this.#switch(extension)}`;
    if (update)
      return html`<ui-button kind="line" size="24" title="${text.of('update')}: ${displayName}" @click=${() => this.#ask('update', id)}>${text.of('update')}</ui-button>`;
    const costs = isRunning(extension) ? this.costs.find(one => one.id === id) : undefined;
    return html`<extensions-meter .view=${this.view} .costs=${costs}></extensions-meter>${this.#switch(extension)}`;
  }

  #switch(extension: ListedExtension) {
    const text = this.#text;
    const on = isOn(extension);
    return html`<ui-switch label=${extension.displayName} title=${text.of(on ? 'switchOff' : 'switchOn')} .checked=${on} @change=${() => this.#ask(on ? 'disable' : 'enable', extension.id)}></ui-switch>`;
  }

  #detail(extension: ListedExtension): string {
    const text = this.#text;
    const { version, state, problem, problems, description, bundled } = extension;
    const update = this.#updateOf(extension);
    const word = this.#word(extension);
    if (problem) return spacedText(text.locale, `${word} · ${reasonOf(extension, problem.message)}`);
    if (update?.asksMore) return text.of('asksMore', { version, next: update.version });
    if (this.waiting.has(extension.id)) return text.of('toolsWait');
    if (update) return `${version} → ${update.version}`;
    const what =
      problems.length > 0 ? text.count('problems', problems.length) : (description ?? (bundled ? text.of('comesWith') : version));
    // The heading of the group shows the other states.
    return state === 'stopped' || state === 'waking' ? `${word} · ${what}` : what;
  }

  #word(extension: ListedExtension): string {
    return this.#text.of(isBlocked(extension) ? 'blocked' : (`state.${extension.state}` as Word));
  }

  #updateOf({ id }: ListedExtension) {
    const update = this.installed.find(one => one.id === id)?.update;
    // A held-back update does not need the person yet; it is shown in the list of updates.
    const isHeld = update?.heldUntil !== undefined && !update.asksMore;
    return update?.kept || isHeld ? undefined : update;
  }

  #fits(extension: ListedExtension): boolean {
    const { id, displayName, description = '', kind } = extension;
    const text = [id, displayName, description].join(' ').toLowerCase();
    const passes: Record<Filter, boolean> = {
      all: true,
      on: isOn(extension),
      channels: kind === 'channel',
      views: this.contributors.views.has(id),
      tools: this.contributors.tools.has(id),
    };
    return (
      passes[this.filter] &&
      this.query
        .toLowerCase()
        .split(/\s+/)
        .every(word => text.includes(word))
    );
  }

  #choose(filter: Filter) {
    this.filter = filter;
  }

  #type(event: Event) {
    this.query = (event.target as HTMLInputElement).value;
  }

  #ask(action: string, id: string) {
    this.dispatchEvent(new CustomEvent('extension-action', { detail: { action, id }, bubbles: true, composed: true }));
  }
}

/** The cause in a message, without what the row says itself: the name, that it is off, and what to do, which stands in the details. */
function reasonOf(extension: ListedExtension, message: string): string {
  const [first = ''] = withoutName(extension, message).split(/[.!?](?:\s|$)/, 1);
  // What the system said of it, such as ECONNREFUSED, stands in the details too.
  if (extension.state === 'failed') return first.split(/\s?: /, 1)[0] ?? first;
  return /^[^(]*?(?:\s?: |,? because | parce qu’)(.+)/.exec(first)?.[1] ?? first;
}

/** Removes the id at the beginning of a message, because the row shows the name already. */
function withoutName({ id, version }: ListedExtension, message: string): string {
  const name = [`${id} ${version} `, `${id} `].find(one => message.startsWith(one)) ?? '';
  return message.slice(name.length);
}

/** The number on a tab; empty for zero. */
export function countText(locale: 'fr' | 'en', count: number): string {
  return count === 0 ? '' : numberText(locale, count);
}
