import { adoptStyles, css, html, type LitElement, nothing } from 'lit';
import { styleMap } from 'lit/directives/style-map.js';
import { moreLines } from '../../markdown/text.ts';
import type { KitText } from '../kit-texts.ts';
import { DiffColours } from './diff-colours.ts';
import { type DiffRow, diffRows, stretches, type UiDiffHunk, type UiDiffLine } from './diff-rows.ts';

/** The element that hosts the view. */
interface DiffHost extends LitElement {
  readonly hunks: readonly UiDiffHunk[];
  readonly layout: 'unified' | 'split';
  readonly wrap: boolean;
  readonly small: boolean;
  readonly language: string;
  readonly fold: number;
  readonly chosen: ReadonlySet<UiDiffLine> | undefined;
  readonly hunkActions: ((hunk: UiDiffHunk, index: number) => unknown) | undefined;
}

const chunkRows = 60;
/** Up to this many rows are all in the page. */
const fewRows = 240;
/** How far outside the visible area rows are rendered, for the page and for scrolling elements in it. */
const near = '800px 0px';
const signs = { same: ' ', added: '+', removed: '−' } as const;

/** Renders a change; of a long one, only the parts near the visible area. */
export class DiffView {
  readonly #host: DiffHost;
  readonly #seen = new Set<number>([0]);
  readonly #heights = new Map<number, number>();
  #watch: IntersectionObserver | undefined;
  #rows: readonly DiffRow[] = [];
  #drawn: unknown[] = [];
  readonly #unfolded = new Set<string>();
  readonly #colours: DiffColours;

  constructor(host: DiffHost) {
    this.#host = host;
    this.#colours = new DiffColours(() => host.requestUpdate());
    const root = host.renderRoot as ShadowRoot;
    const own = (host.constructor as typeof LitElement).elementStyles;
    adoptStyles(root, [...own, diffStyles]);
  }

  render(label: string, words: KitText) {
    const { hunks, layout, fold, language } = this.#host;
    const drawn = [hunks, layout, fold, this.#unfolded.size, language];
    if (drawn.some((part, at) => part !== this.#drawn[at])) {
      this.#drawn = drawn;
      this.#rows = diffRows(hunks, layout, (hunk, index) => this.#shownOf(hunk, index));
      this.#heights.clear();
      if (language !== '') for (const hunk of hunks) this.#colours.request(hunk, language);
    }
    const chunks = Math.ceil(this.#rows.length / chunkRows);
    return html`<div class="scroll" tabindex="0" role="group" aria-label=${label}>
      <div class="table" role="table" aria-label=${label} aria-rowcount=${this.#rows.length} style=${styleMap({ minWidth: this.#width() })}>
        ${Array.from({ length: chunks }, (_, chunk) => this.#chunk(chunk, words))}
      </div>
    </div>`;
  }

  updated(): void {
    if (this.#rows.length <= fewRows) return;
    this.#watch ??= new IntersectionObserver(entries => this.#see(entries), { rootMargin: near, scrollMargin: near });
    for (const chunk of this.#host.renderRoot.querySelectorAll('[data-chunk]')) this.#watch.observe(chunk);
  }

  /** Scrolls to a hunk and focuses its first action, also where that part was not rendered yet. */
  async showHunk(index: number): Promise<void> {
    const row = this.#rows.findIndex(each => 'hunk' in each && each.index === index);
    if (row < 0) return;
    const chunk = Math.floor(row / chunkRows);
    this.#seen.add(chunk);
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    const heading = this.#host.renderRoot.querySelector<HTMLElement>(`[data-hunk="${index}"]`);
    heading?.scrollIntoView({ block: 'nearest' });
    const [action] = heading?.querySelectorAll<HTMLElement>('button, ui-button, ui-icon-button') ?? [];
    (action ?? heading)?.focus({ preventScroll: true });
  }

  disconnect(): void {
    this.#watch?.disconnect();
    this.#watch = undefined;
  }

  /** The width of the longest line, so that the width stays while parts are added and removed. */
  #width(): string | undefined {
    const { layout, wrap, hunks } = this.#host;
    if (wrap || layout === 'split' || this.#rows.length <= fewRows) return undefined;
    const longest = hunks.reduce((most, { lines }) => lines.reduce((longer, { text }) => Math.max(longer, text.length), most), 0);
    return `max(100%, calc(${longest + 4}ch + 40px))`;
  }

  #see(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting, boundingClientRect } of entries) {
      const chunk = Number((target as HTMLElement).dataset.chunk);
      if (isIntersecting) this.#seen.add(chunk);
      else if (this.#seen.delete(chunk)) this.#heights.set(chunk, boundingClientRect.height);
    }
    this.#host.requestUpdate();
  }

  #chunk(chunk: number, words: KitText) {
    const rows = this.#rows.slice(chunk * chunkRows, (chunk + 1) * chunkRows);
    if (this.#rows.length <= fewRows || this.#seen.has(chunk)) {
      return html`<div role="rowgroup" data-chunk=${chunk}>${rows.map(row => this.#row(row, words))}</div>`;
    }
    const line = this.#host.small ? 18 : 20;
    const height = this.#heights.get(chunk) ?? rows.reduce((sum, row) => sum + ('hunk' in row ? 24 : line), 0);
    return html`<div data-chunk=${chunk} style=${styleMap({ height: `${height}px` })}></div>`;
  }

  #row(row: DiffRow, words: KitText) {
    if ('hunk' in row) return this.#heading(row.hunk, row.index);
    if ('folded' in row) return this.#folded(row.folded, row.index);
    if ('line' in row) return this.#line(row.line, row.line.new ?? row.line.old, words, 'row');
    const { left, right } = row;
    return html`<div class="pair" role="row">${this.#line(left, left?.old, words, 'presentation')}${this.#line(right, right?.new, words, 'presentation')}</div>`;
  }

  #heading(hunk: UiDiffHunk, index: number) {
    const actions = this.#host.hunkActions?.(hunk, index);
    return html`<div role="row"><div class="heading" part="heading" role="cell" tabindex="-1" data-hunk=${index}><span>${hunk.heading}</span>${actions ?? nothing}</div></div>`;
  }

  #folded(count: number, index: number) {
    return html`<div role="row"><div class="heading" part="heading" role="cell"><button class="unfold" @click=${() => this.#unfold(index)}>${moreLines(count)}</button></div></div>`;
  }

  #unfold(index: number): void {
    this.#unfolded.add(this.#keyOf(this.#host.hunks[index]!, index));
    this.#host.requestUpdate();
  }

  #shownOf(hunk: UiDiffHunk, index: number): number {
    const { fold } = this.#host;
    const { length } = hunk.lines;
    return fold > 0 && length > fold * 1.5 && !this.#unfolded.has(this.#keyOf(hunk, index)) ? fold : length;
  }

  /** By heading, so that a hunk stays unfolded when the change is read again. */
  #keyOf({ heading = '' }: UiDiffHunk, index: number): string {
    return heading === '' ? String(index) : heading;
  }

  #choose(line: UiDiffLine): void {
    this.#host.dispatchEvent(new CustomEvent('choose-line', { detail: line }));
  }

  #line(line: UiDiffLine | undefined, number: number | undefined, words: KitText, role: 'row' | 'presentation') {
    if (line === undefined) return html`<div class="line none" role=${role}><span role="cell"></span></div>`;
    const { kind } = line;
    const { chosen } = this.#host;
    const isChosen = chosen?.has(line) === true;
    const shownNumber =
      chosen === undefined || kind === 'same'
        ? number
        : html`<button class="choose" aria-pressed=${isChosen} aria-label="${words[kind]} ${number ?? ''}" @click=${() => this.#choose(line)}>${number}</button>`;
    const said = kind === 'same' ? nothing : html`<span class="unseen">${words[kind]}</span>`;
    const tokens = line.tokens ?? this.#colours.of(line);
    const text = stretches(tokens === undefined ? line : { ...line, tokens }).map(({ text, marked, token }) => {
      const part = token === undefined ? text : html`<span style=${styleMap({ color: `var(--code-${token})` })}>${text}</span>`;
      return marked ? html`<mark>${part}</mark>` : part;
    });
    // One source line each: white space in the template would be shown.
    return html`<div class="line ${kind} ${isChosen ? 'chosen' : ''}" role=${role}><span class="number" role="cell">${shownNumber ?? nothing}</span><span class="sign" role="cell"><span aria-hidden="true">${signs[kind]}</span>${said}</span><span class="text" role="cell">${text}</span></div>`;
  }
}

const diffStyles = css`
  .scroll { --line-height: 20px; container-type: inline-size; overflow-x: auto; padding-block: 4px; font: var(--c-12); color: var(--code-text); scrollbar-width: thin; direction: ltr; }
  :host([small]) .scroll { --line-height: 18px; font: var(--c-11); }
  .scroll, .heading { font-variant-ligatures: none !important; }
  .scroll:focus-visible { outline-offset: -2px; }
  .table { direction: ltr; min-width: 100%; width: max-content; }
  :host(:is([wrap], [layout="split"])) .table { width: auto; }
  .line { display: grid; grid-template-columns: 4ch 25px minmax(0, 1fr); min-height: var(--line-height); white-space: pre; }
  :host([small]) .line { grid-template-columns: 4ch 18px minmax(0, 1fr); }
  :host(:is([wrap], [layout="split"])) .line { white-space: pre-wrap; overflow-wrap: anywhere; }
  .pair { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
  .pair > .line + .line { border-inline-start: 1px solid var(--line); }
  .number { text-align: end; font-size: 11px; color: var(--text-3); font-variant-numeric: tabular-nums; user-select: none; }
  :host([small]) .number { font-size: 10.5px; }
  .sign { padding-inline-start: 8px; color: var(--text-3); user-select: none; }
  :host([small]) .sign { padding-inline-start: 5px; }
  .choose { width: 100%; height: 100%; padding: 0; border: 0; background: none; color: inherit; font: inherit; text-align: end; cursor: pointer; }
  .choose:hover { background: var(--hover); color: var(--text); }
  .choose:focus-visible { outline-offset: -2px; }
  .chosen { box-shadow: inset 3px 0 var(--text); }
  .chosen .choose { color: var(--text); font-weight: 600; }
  .text { padding-inline-end: 12px; }
  .added { background: var(--added-soft); }
  .added .sign { color: var(--added-text); }
  .removed { background: var(--removed-soft); }
  .removed .sign { color: var(--removed-text); }
  .none { background: var(--hover); }
  mark { border-radius: 2px; color: inherit; }
  .added mark { background: var(--added-mark); }
  .removed mark { background: var(--removed-mark); }
  .heading { position: sticky; inset-inline-start: 0; box-sizing: border-box; width: 100cqi; display: flex; align-items: center; gap: 8px; min-height: 24px; padding-inline: calc(4ch + 25px) 8px; font: 11px/16px var(--mono); color: var(--text-3); }
  .heading span { flex: 1; }
  .heading .unfold { flex: none; min-height: 24px; padding: 0; border: 0; font: inherit; color: var(--text-2); background: none; text-decoration: underline; text-decoration-color: var(--line-strong); text-underline-offset: 2px; cursor: pointer; }
  .heading .unfold:hover { color: var(--text); }
  @media (forced-colors: active) { mark { background: none; text-decoration: underline; } }
`;
