import { adoptStyles, html, nothing } from 'lit';
import { styleMap } from 'lit/directives/style-map.js';
import { moreLines } from '../../markdown/text.ts';
import type { UiDiff, UiDiffHunk, UiDiffLine } from '../ui-diff.ts';
import type { KitWords } from '../words.ts';
import { DiffColours } from './diff-colours.ts';
import { type DiffRow, diffRows, stretches } from './diff-rows.ts';
import { diffStyles } from './diff-styles.ts';

const chunkRows = 60;
/** Below this, all of it may exist at once. */
const fewRows = 240;
/** Drawn this far before they are seen, in the page and in whatever scrolls inside it. */
const near = '800px 0px';
const signs = { same: ' ', added: '+', removed: '−' } as const;

/** Draws a change; of a long one, only the parts near what is seen. */
export class DiffView {
  readonly #host: UiDiff;
  readonly #seen = new Set<number>([0]);
  readonly #heights = new Map<number, number>();
  #watch: IntersectionObserver | undefined;
  #rows: readonly DiffRow[] = [];
  #drawn: unknown[] = [];
  readonly #unfolded = new Set<string>();
  readonly #colours: DiffColours;

  constructor(host: UiDiff) {
    this.#host = host;
    this.#colours = new DiffColours(() => host.requestUpdate());
    const root = host.renderRoot as ShadowRoot;
    const own = (host.constructor as typeof UiDiff).elementStyles;
    adoptStyles(root, [...own, diffStyles]);
  }

  render(label: string, words: KitWords) {
    const { hunks, layout, fold, language } = this.#host;
    const drawn = [hunks, layout, fold, this.#unfolded.size, language];
    if (drawn.some((part, at) => part !== this.#drawn[at])) {
      this.#drawn = drawn;
      this.#rows = diffRows(hunks, layout, (hunk, index) => this.#shownOf(hunk, index));
      this.#heights.clear();
      if (language !== '') for (const hunk of hunks) this.#colours.ask(hunk, language);
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

  /** Also where its part of the change was not drawn yet. */
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

  leave(): void {
    this.#watch?.disconnect();
    this.#watch = undefined;
  }

  /** The longest line, so that the width stays while parts come and go. */
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

  #chunk(chunk: number, words: KitWords) {
    const rows = this.#rows.slice(chunk * chunkRows, (chunk + 1) * chunkRows);
    if (this.#rows.length <= fewRows || this.#seen.has(chunk)) {
      return html`<div role="rowgroup" data-chunk=${chunk}>${rows.map(row => this.#row(row, words))}</div>`;
    }
    const line = this.#host.small ? 18 : 20;
    const height = this.#heights.get(chunk) ?? rows.reduce((sum, row) => sum + ('hunk' in row ? 24 : line), 0);
    return html`<div data-chunk=${chunk} style=${styleMap({ height: `${height}px` })}></div>`;
  }

  #row(row: DiffRow, words: KitWords) {
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

  /** What was unfolded stays so when the change is read anew. */
  #keyOf({ heading = '' }: UiDiffHunk, index: number): string {
    return heading === '' ? String(index) : heading;
  }

  #line(line: UiDiffLine | undefined, number: number | undefined, words: KitWords, role: 'row' | 'presentation') {
    if (line === undefined) return html`<div class="line none" role=${role}><span role="cell"></span></div>`;
    const { kind } = line;
    const said = kind === 'same' ? nothing : html`<span class="unseen">${words[kind]}</span>`;
    const tokens = line.tokens ?? this.#colours.of(line);
    const text = stretches(tokens === undefined ? line : { ...line, tokens }).map(({ text, marked, token }) => {
      const part = token === undefined ? text : html`<span style=${styleMap({ color: `var(--code-${token})` })}>${text}</span>`;
      return marked ? html`<mark>${part}</mark>` : part;
    });
    // On one line each: the white space of a line is part of what is shown.
    return html`<div class="line ${kind}" role=${role}><span class="number" role="cell">${number ?? nothing}</span><span class="sign" role="cell"><span aria-hidden="true">${signs[kind]}</span>${said}</span><span class="text" role="cell">${text}</span></div>`;
  }
}
