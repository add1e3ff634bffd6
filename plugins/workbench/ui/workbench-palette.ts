import { isAppError } from '@atelier/kernel';
import { Contributed, Query, Texts, type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { type Finder, Finders, type Finding, mayRunFrom, WorkbenchChannel } from '../contract/index.ts';
import en from '../text/palette/en.json' with { type: 'json' };
import fr from '../text/palette/fr.json' with { type: 'json' };
import type { Marks } from './match.ts';
import { byOrder } from './order.ts';
import { type Candidate, itemsOf, matching, type PaletteGroup, type PaletteItem } from './palette-groups.ts';
import { rowStyles } from './row-styles.ts';

const paletteStyles = [
  rowStyles,
  css`
    :host { display: flex; flex-direction: column; min-height: 0; max-height: inherit; }
    .field { display: flex; align-items: center; gap: 12px; flex: none; height: 44px; padding: 0 16px; border-block-end: 1px solid var(--line); color: var(--text-2); }
    input { flex: 1; min-width: 0; height: 42px; padding: 0; border: 0; outline: 0; background: none; color: var(--text); font: var(--t-14); caret-color: var(--accent); }
    /* The border and the caret show the focus. */
    .field:focus-within { border-color: var(--focus); }
    input:focus-visible { outline: none; }
    input::placeholder { color: var(--text-3); }
    .list { flex: 1; min-height: 0; overflow: auto; padding: 4px 6px 8px; scrollbar-width: thin; }
    .head { padding: 8px 10px 4px; font: 500 11px/16px var(--font); color: var(--text-3); }
    .row { min-height: 32px; padding: 0 10px; gap: 10px; color: var(--text); cursor: default; }
    .row:hover { background: none; }
    .row.on { background: var(--selected); font-weight: 400; }
    .row ui-icon { color: var(--text-2); }
    .row b { font-weight: 600; }
    .row small { margin-inline-start: 6px; font: var(--t-12); color: var(--text-2); }
    .row .end { font: var(--t-12); color: var(--text-2); }
    p { margin: 0; padding: 24px; text-align: center; color: var(--text-2); }
    .foot { display: flex; flex: none; gap: 16px; padding: 8px 16px; border-block-start: 1px solid var(--line); font: var(--t-11); color: var(--text-2); }
    .foot span { display: inline-flex; align-items: center; gap: 6px; }
    .foot .end { margin-inline-start: auto; font-variant-numeric: tabular-nums; }
    @media (max-width: 480px) { .foot span:not(.end) { display: none; } }
  `,
];

interface Command {
  readonly id: string;
  readonly title: string;
  readonly icon?: string;
  readonly palette?: boolean;
  readonly access?: string;
  readonly args?: object;
}

const maxPerGroup = 8;
const maxRecent = 4;

const texts = { en, fr };

/** Searches commands, entries and finders, and runs the chosen result. */
export class WorkbenchPalette extends LitElement {
  static override styles = paletteStyles;

  @property({ attribute: false }) view!: ViewHost;
  @state() private typed = '';
  @state() private chosen = 0;
  @state() private found: readonly PaletteGroup[] = [];

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #commands = new Contributed<Command>(this, () => this.view, '@atelier/kernel:commands@1');
  readonly #keys = new Contributed<{ command: string; key: string }>(this, () => this.view, '@atelier/kernel:keybindings@1');
  readonly #finders = new Contributed<Finder>(this, () => this.view, Finders.key);
  readonly #views = new Query(this, () => this.view, WindowChannel, 'views', { params: () => ({}), refreshOn: 'viewsChanged' });
  readonly #preferences = new Query(this, () => this.view, WorkbenchChannel, 'readPreferences', {
    params: () => ({}),
    refreshOn: 'preferencesChanged',
  });
  #search = 0;
  #isFinding = false;
  /** Enter was pressed before anything was found for these words. */
  #isEntered = false;
  #askable = 0;

  override firstUpdated(): void {
    this.renderRoot.querySelector('input')?.focus();
  }

  override updated(): void {
    // What was used last is shown before anything is typed, as soon as it is known who can say it.
    const askable = this.#commands.items.length > 0 ? this.#finders.items.length : 0;
    if (askable !== this.#askable) {
      this.#askable = askable;
      void this.#find();
    }
    this.renderRoot.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }

  override render() {
    const groups = this.#groups();
    const items = groups.flatMap(group => group.items);
    const chosen = Math.min(this.chosen, items.length - 1);
    const all = this.#commandCandidates().length + this.#viewCandidates().length;
    let index = -1;
    return html`
      <label class="field">
        <ui-icon name="search"></ui-icon>
        <input role="combobox" aria-expanded=${items.length > 0 ? 'true' : 'false'} aria-controls="list" aria-autocomplete="list" aria-activedescendant=${chosen < 0 ? nothing : `item-${chosen}`}
          aria-label=${this.#text.of('searchPlaceholder')} placeholder=${this.#text.of('searchPlaceholder')} .value=${this.typed} spellcheck="false" autocomplete="off"
          @input=${this.#onInput} @keydown=${(event: KeyboardEvent) => this.#onKey(event, items, chosen)} />
        <ui-kbd keys="Escape"></ui-kbd>
      </label>
      <div id="list" class="list" role=${items.length > 0 ? 'listbox' : nothing} aria-label=${items.length > 0 ? this.#text.of('palette') : nothing}>
        ${groups.map(
          group => html`
            <div role="group" aria-label=${group.title}>
              <div class="head" aria-hidden="true">${group.title}</div>
              ${group.items.map(item => {
                index += 1;
                return this.#item(item, index, index === chosen);
              })}
            </div>
          `,
        )}
        ${items.length === 0 ? html`<p role="status">${this.#text.of('nothingFound', { text: this.typed })}</p>` : nothing}
      </div>
      <div class="foot">
        <span><ui-kbd keys="Up+Down"></ui-kbd>${this.#text.of('choose')}</span><span><ui-kbd keys="Enter"></ui-kbd>${this.#text.of('run')}</span><span><ui-kbd keys="Escape"></ui-kbd>${this.#text.of('closeHint')}</span>
        <span class="end" aria-live="polite">${this.typed === '' ? this.#text.of('count', { shown: items.length, all: Math.max(all, items.length) }) : this.#text.count('found', items.length)}</span>
      </div>
    `;
  }

  #item(item: PaletteItem, index: number, isChosen: boolean) {
    const { title, marks, meta, icon, state, key, end } = item;
    const lead =
      state === undefined ? html`<ui-icon name=${icon ?? 'chevron-right'}></ui-icon>` : html`<ui-state state=${state} silent></ui-state>`;
    return html`
      <div id="item-${index}" class="row ${isChosen ? 'on' : ''}" role="option" aria-selected=${isChosen} @click=${() => this.#run(item)} @mousemove=${() => this.#point(index)}>
        ${lead}<span class="what">${marked(title, marks)}${meta === undefined ? nothing : html` <small>${meta}</small>`}</span>
        ${key === undefined ? html`<span class="end">${end ?? nothing}</span>` : html`<ui-kbd keys=${key}></ui-kbd>`}
      </div>
    `;
  }

  #groups(): readonly PaletteGroup[] {
    const commands = this.#commandCandidates();
    const recent = this.typed === '' ? this.#recent(commands) : [];
    return [
      { title: this.#text.of('recent'), items: recent },
      // What was used last stands before everything that there is; what was searched for, after it.
      ...(this.typed === '' ? this.found : []),
      {
        title: this.#text.of('commands'),
        items: matching(
          commands.filter(one => !recent.some(other => other.command === one.command)),
          this.typed,
          maxPerGroup,
        ),
      },
      { title: this.#text.of('views'), items: matching(this.#viewCandidates(), this.typed, maxPerGroup) },
      ...(this.typed === '' ? [] : this.found),
    ].filter(group => group.items.length > 0);
  }

  #commandCandidates(): readonly (Candidate & { readonly command: string })[] {
    return this.#commands.items
      .filter(({ value }) => value.palette !== false && hasNoRequiredArgs(value.args))
      .map(({ value: { id, title, icon } }) => {
        const key = this.#keys.items.find(({ value }) => value.command === id)?.value.key;
        return { title, command: id, run: () => this.view.run(id), ...(icon !== undefined && { icon }), ...(key !== undefined && { key }) };
      });
  }

  #viewCandidates(): readonly Candidate[] {
    const { state } = this.#views;
    const views = state.status === 'ready' ? state.value : [];
    return views
      .filter(view => view.listed || view.slot === 'panel')
      .map(({ id, title, icon }) => ({
        title,
        icon: icon ?? 'app-window',
        run: () => this.view.connect(WindowChannel).call('open', { view: id }),
      }));
  }

  #recent(commands: readonly (Candidate & { readonly command: string })[]): readonly PaletteItem[] {
    const { state } = this.#preferences;
    const ids = state.status === 'ready' ? (state.value.recentCommands ?? []) : [];
    const known = ids.flatMap(id => commands.filter(({ command }) => command === id));
    return known.slice(0, maxRecent).map(candidate => ({ ...candidate, marks: [] }));
  }

  #onInput(event: InputEvent) {
    this.typed = (event.target as HTMLInputElement).value;
    this.chosen = 0;
    this.#isEntered = false;
    void this.#find();
  }

  /** Calls every finder; results for an earlier query are dropped. */
  async #find() {
    this.#search += 1;
    this.#isFinding = true;
    const search = this.#search;
    const text = this.typed.trim();
    const finders = this.#finders.items.map(({ from, value }) => ({ from, ...value })).sort(byOrder);
    const groups = await Promise.all(
      finders.map(async ({ from, command, title, recent }): Promise<PaletteGroup> => {
        const limit = text === '' ? maxRecent : maxPerGroup;
        const findings = text === '' && recent !== true ? [] : await this.view.run(command, { text, limit }).catch(() => []);
        const own = ((findings ?? []) as Finding[]).filter(finding => mayRunFrom(this.#commands.items, from, finding.command));
        return { title, items: itemsOf(own, text, finding => this.view.run(finding.command, finding.args)) };
      }),
    );
    if (search !== this.#search) return;
    this.found = groups;
    this.#isFinding = false;
    if (!this.#isEntered || this.#askable === 0) return;
    this.#isEntered = false;
    const [first] = this.#groups().flatMap(({ items }) => items);
    if (first !== undefined) await this.#run(first);
  }

  #onKey(event: KeyboardEvent, items: readonly PaletteItem[], chosen: number) {
    const moves: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 5, PageUp: -5 };
    const move = moves[event.key];
    if (move !== undefined && items.length > 0) {
      event.preventDefault();
      this.chosen = (chosen + move + items.length) % items.length;
    } else if (event.key === 'Enter' && !event.isComposing) {
      event.preventDefault();
      const item = items[chosen];
      // While it searches, the first that stands there was found for fewer letters.
      const isOld = this.#isFinding && this.chosen === 0 && this.found.some(({ items: found }) => found.includes(item!));
      if (item !== undefined && !isOld) void this.#run(item);
      else this.#isEntered = this.#isFinding || this.#askable === 0;
    }
  }

  #point(index: number) {
    this.chosen = index;
  }

  /** Closes the palette before the command runs, so that the focus is where the command expects it. */
  async #run(item: PaletteItem) {
    const window = this.view.connect(WindowChannel);
    // Before it closes: the next palette must find it.
    if (item.command !== undefined) this.#remember(item.command);
    await window.call('close', { view: 'workbench.palette' });
    try {
      await item.run();
    } catch (error) {
      await window.call('toast', { text: (isAppError(error) ? error.in(this.#text.locale) : String(error)).slice(0, 500), kind: 'failed' });
    }
  }

  #remember(command: string) {
    // What is not remembered is only missing in the list.
    this.view
      .connect(WorkbenchChannel)
      .call('rememberCommand', { command })
      .catch(() => undefined);
  }
}

/** A command with required arguments cannot run from the palette. */
function hasNoRequiredArgs(args: unknown): boolean {
  const { required = [] } = (args ?? {}) as { readonly required?: readonly unknown[] };
  return required.length === 0;
}

/** A text with its marked pieces in bold. */
function marked(text: string, marks: Marks): readonly (string | TemplateResult)[] {
  const pieces: (string | TemplateResult)[] = [];
  let at = 0;
  for (const [start, end] of marks) {
    if (start < at) continue;
    pieces.push(text.slice(at, start), html`<b>${text.slice(start, end)}</b>`);
    at = end;
  }
  return [...pieces, text.slice(at)];
}
