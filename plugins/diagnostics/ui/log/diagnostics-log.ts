import type { UiList, UiListChoice } from '@atelier/kernel/kit';
import { dateText, numberText, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import type { Level, Line } from '../../contract/index.ts';
import { texts } from '../texts.ts';
import { shortName } from '../words.ts';
import { type LogFilter, LogReader } from './log-reader.ts';

const levels: readonly Level[] = ['debug', 'info', 'warn', 'error'];
const ranges = { all: undefined, quarter: 15 * 60_000, hour: 60 * 60_000, day: 24 * 60 * 60_000 } as const;
type Range = keyof typeof ranges;

const time: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3 };
const day: Intl.DateTimeFormatOptions = { day: '2-digit', month: '2-digit' };
const debounceMs = 200;

/** The log: filters, live lines, and the selected line in full. */
export class DiagnosticsLog extends LitElement {
  static override styles = css`
    *, *::before, *::after { box-sizing: border-box; }
    :host { display: flex; flex-direction: column; gap: 8px; min-height: 0; container-type: inline-size; }
    .bar { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 8px; }
    .bar ui-search { flex: 1 1 180px; min-inline-size: 120px; }
    .bar ui-select { flex: 0 1 auto; max-inline-size: 200px; }
    .follow { display: flex; align-items: center; gap: 6px; }
    .lines { flex: 1; min-height: 80px; border: 1px solid var(--line); border-radius: var(--r-8); background: var(--raised); overflow: hidden; }
    ui-list { padding: 0; }
    .line { display: grid; grid-template-columns: auto 56px minmax(72px, 116px) minmax(0, 1fr); align-items: center; gap: 10px; height: 24px; padding-inline: 10px; font: var(--c-11); line-height: 24px; white-space: nowrap; font-feature-settings: "liga" 0; }
    .line > * { overflow: hidden; text-overflow: ellipsis; }
    .line[data-chosen] { background: var(--selected); }
    .at, .source { color: var(--text-3); }
    .level { color: var(--text-2); }
    [data-level="debug"] .level, [data-level="debug"] .text { color: var(--text-3); }
    [data-level="warn"] .level { color: var(--warn-text); font-weight: 600; }
    [data-level="error"] .level { color: var(--danger-text); font-weight: 600; }
    .status { display: flex; gap: 8px; min-height: 16px; font: var(--t-11); color: var(--text-3); font-variant-numeric: tabular-nums; }
    ui-empty { height: 100%; }
    @container (max-width: 560px) { .line { grid-template-columns: auto 56px minmax(0, 1fr); } .source { display: none; } }
  `;

  @property({ attribute: false }) view!: ViewHost;
  @state() private level: Level = 'debug';
  @state() private source = '';
  @state() private range: Range = 'all';
  @state() private wanted = '';
  @state() private chosen: Line | undefined;
  @query('ui-list') private readonly list!: UiList<Line> | null;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #log = new LogReader(this, () => this.view);
  #shownLines: readonly Line[] = [];
  #typing: ReturnType<typeof setTimeout> | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#typing);
  }

  override updated(): void {
    const { lines } = this.#log;
    if (lines === this.#shownLines) return;
    this.#shownLines = lines;
    if (this.#log.isFollowing && this.chosen === undefined) void this.#scrollToEnd();
  }

  override render() {
    const text = this.#text;
    const { lines, more, problem, isLoaded, isFollowing } = this.#log;
    return html`
      <div class="bar">
        <ui-search label=${text.of('filter')} placeholder=${text.of('filter')} .value=${this.wanted} @input=${this.#type}></ui-search>
        <ui-select label=${text.of('level')} .value=${this.level} .options=${levels.map(value => ({ value, label: text.of(`level.${value}`) }))} @change=${this.#chooseLevel}></ui-select>
        <ui-select label=${text.of('source')} .value=${this.source} .options=${this.#sources()} @change=${this.#chooseSource}></ui-select>
        <ui-select label=${text.of('range')} .value=${this.range} .options=${(Object.keys(ranges) as Range[]).map(value => ({ value, label: text.of(`range.${value}`) }))} @change=${this.#chooseRange}></ui-select>
        <span class="follow"><ui-switch label=${text.of('follow')} ?checked=${isFollowing} @change=${this.#follow}></ui-switch><span aria-hidden="true">${text.of('follow')}</span></span>
      </div>
      ${problem === undefined ? nothing : html`<ui-alert kind="warn">${problem.in(text.locale)}</ui-alert>`}
      <div class="lines">
        ${
          isLoaded && lines.length === 0
            ? html`<ui-empty icon="scroll-text" text=${text.of('noLines')}><ui-button kind="line" @click=${this.#clear}>${text.of('clearFilter')}</ui-button></ui-empty>`
            : html`<ui-list
                label=${text.of('log')}
                row-height="24"
                .items=${lines}
                .keyOf=${keyOf}
                .textOf=${(line: Line) => line.text}
                .renderItem=${this.#line}
                .selected=${this.chosen === undefined ? undefined : keyOf(this.chosen)}
                @ui-select=${this.#choose}
              ></ui-list>`
        }
      </div>
      ${this.chosen === undefined ? nothing : html`<diagnostics-line .view=${this.view} .line=${this.chosen} @close=${this.#close}></diagnostics-line>`}
      <div class="status" role="status">${!isLoaded ? nothing : more ? text.of('moreLines', { count: numberText(text.locale, lines.length) }) : text.count('lines', lines.length)}</div>
    `;
  }

  readonly #line = (line: Line) => {
    const { locale } = this.#text;
    const isToday = new Date(line.at).toDateString() === new Date().toDateString();
    const at = `${isToday ? '' : `${dateText(locale, line.at, day)} `}${dateText(locale, line.at, time)}`;
    return html`<div class="line" data-level=${line.level} ?data-chosen=${this.chosen !== undefined && keyOf(line) === keyOf(this.chosen)}>
      <span class="at">${at}</span>
      <span class="level">${this.#text.of(`lineLevel.${line.level}`)}</span>
      <span class="source" title=${line.source}>${shortName(line.source)}</span>
      <span class="text">${line.text}</span>
    </div>`;
  };

  #sources() {
    const all = [...new Set([...this.#log.sources, ...(this.source === '' ? [] : [this.source])])];
    const named = all.map(value => ({ value, label: shortName(value) })).toSorted((a, b) => a.label.localeCompare(b.label));
    return [{ value: '', label: this.#text.of('allSources') }, ...named];
  }

  #filter(): void {
    const sinceMs = ranges[this.range];
    const filter: LogFilter = {
      ...(this.level !== 'debug' && { levels: levels.slice(levels.indexOf(this.level)) }),
      ...(this.source !== '' && { source: this.source }),
      ...(this.wanted !== '' && { text: this.wanted }),
      ...(sinceMs !== undefined && { sinceMs }),
    };
    this.#log.choose(filter);
  }

  #type(event: Event): void {
    this.wanted = selectedValue(event);
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => this.#filter(), debounceMs);
  }

  #chooseLevel(event: Event): void {
    this.level = selectedValue(event) as Level;
    this.#filter();
  }

  #chooseSource(event: Event): void {
    this.source = selectedValue(event);
    this.#filter();
  }

  #chooseRange(event: Event): void {
    this.range = selectedValue(event) as Range;
    this.#filter();
  }

  #follow(event: Event): void {
    this.#log.follow((event.target as HTMLElement & { checked: boolean }).checked);
  }

  readonly #clear = (): void => {
    [this.level, this.source, this.range, this.wanted] = ['debug', '', 'all', ''];
    this.#filter();
  };

  #choose(event: CustomEvent<UiListChoice<Line>>): void {
    this.chosen = event.detail.item;
  }

  #close(): void {
    this.chosen = undefined;
    this.list?.focus();
  }

  async #scrollToEnd(): Promise<void> {
    const { list } = this;
    if (list === null) return;
    await list.updateComplete;
    list.scrollTop = list.scrollHeight;
  }
}

/** Only lines of this run have numbers. */
function keyOf(line: Line): string {
  return line.number === undefined ? `${line.at} ${line.source} ${line.text}` : String(line.number);
}

function selectedValue(event: Event): string {
  return (event.target as HTMLElement & { value: string }).value;
}
