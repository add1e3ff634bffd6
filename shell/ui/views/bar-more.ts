import { Slice } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { state } from 'lit/decorators.js';
import { styleMap } from 'lit/directives/style-map.js';
import { theWindow } from '../window/current.ts';
import { laterWords } from './later-text.ts';
import type { ViewMount } from './view-mount.ts';

const row = 40;
/** What a title needs to be read, in a window with room for one region and in others. */
const titleRoom = { narrow: 190, wide: 240 };
const gap = 4;

/**
 * The button behind which the widgets stand that have no room in the bar. They stay where they are in the document, so that no frame of
 * another extension is loaded again, and are only laid out elsewhere: row by row under the bar, each beside its name.
 */
export class BarMore extends LitElement {
  static override styles = css`
    :host { display: flex; }
    .tray { position: fixed; z-index: 4; inset-inline-end: 8px; display: grid; box-sizing: border-box; padding: 4px 0; border: 1px solid var(--line); border-radius: var(--r-8); background: var(--raised); box-shadow: var(--shadow-2); color: var(--text-2); }
    .tray span { height: ${row}px; padding-inline: 12px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font: 400 13px/${row}px var(--font); }
  `;

  @state() private over: readonly ViewMount[] = [];
  @state() private open = false;

  readonly #locale = new Slice(this, () => theWindow(), 'locale');
  readonly #sizes = new ResizeObserver(() => this.#arrange());
  readonly #children = new MutationObserver(() => this.#watch());
  #abort = new AbortController();

  override connectedCallback(): void {
    super.connectedCallback();
    this.#children.observe(this.#outlet, { childList: true });
    this.#watch();
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    // Where the focus goes from one part of the window to another is told no further than its own root.
    for (const kind of ['pointerdown', 'focusin']) this.getRootNode().addEventListener(kind, this.#leave, { signal });
    this.#outlet.addEventListener('keydown', this.#move, { signal });
    addEventListener('resize', () => this.#arrange(), { signal });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#abort.abort();
    this.#sizes.disconnect();
    this.#children.disconnect();
    for (const mount of this.#mounts) mount.removeAttribute('style');
  }

  override updated(): void {
    this.#place();
  }

  override render() {
    const { over, open } = this;
    if (over.length === 0) return nothing;
    const label = laterWords(this.#locale.value).moreActions;
    const { bottom } = this.#bar.getBoundingClientRect();
    return html`
      <ui-icon-button icon="ellipsis" label=${label} popup="dialog" .expanded=${open} @click=${this.#toggle} @keydown=${this.#openByKey}></ui-icon-button>
      ${open ? html`<div class="tray" style=${styleMap({ insetBlockStart: `${bottom + gap}px`, inlineSize: `${this.#trayWidth}px` })}>${over.map(({ shown }) => html`<span aria-hidden="true">${shown.title}</span>`)}</div>` : nothing}
    `;
  }

  get #bar(): HTMLElement {
    return this.closest('header')!;
  }

  get #outlet(): HTMLElement {
    return this.#bar.querySelector<HTMLElement>('.widgets')!;
  }

  get #mounts(): readonly ViewMount[] {
    return [...this.#outlet.querySelectorAll<ViewMount>(':scope > view-mount')];
  }

  get #trayWidth(): number {
    return Math.min(320, innerWidth - 16);
  }

  #watch(): void {
    this.#sizes.disconnect();
    for (const part of [this.#bar, ...this.#mounts]) this.#sizes.observe(part);
    this.#arrange();
  }

  /** Finds which widgets have room beside the title: ours first, and of each the first first. */
  #arrange(): void {
    const bar = this.#bar;
    const sized = this.#mounts.map(mount => ({ mount, width: mount.offsetWidth + gap })).filter(({ width }) => width > gap);
    const buttons = [...bar.querySelectorAll<HTMLElement>(':scope > ui-icon-button')].reduce(
      (sum, { offsetWidth }) => sum + offsetWidth + gap,
      0,
    );
    const needed = bar.closest('.narrow') === null ? titleRoom.wide : titleRoom.narrow;
    let room = bar.clientWidth - 16 - buttons - needed;
    const all = sized.reduce((sum, { width }) => sum + width, 0);
    const fitting = new Set<ViewMount>();
    if (all > room) room -= 32 + gap;
    // Ours first: with the keys one goes through the frames of others last, which have keys of their own.
    sized.sort((one, other) => Number(isForeign(one.mount)) - Number(isForeign(other.mount)));
    for (const { mount, width } of sized) {
      if (all > room && width > room) continue;
      room -= width;
      fitting.add(mount);
    }
    const over = bar.clientWidth === 0 ? [] : sized.map(({ mount }) => mount).filter(mount => all > 0 && !fitting.has(mount));
    if (over.length !== this.over.length || over.some((mount, at) => mount !== this.over[at])) this.over = over;
    if (over.length === 0) this.open = false;
    this.#place();
  }

  /** Lays out those without room: unseen, or beside their names. */
  #place(): void {
    const { bottom } = this.#bar.getBoundingClientRect();
    for (const mount of this.#mounts) {
      const at = this.over.indexOf(mount);
      if (at < 0) mount.removeAttribute('style');
      else {
        Object.assign(mount.style, {
          position: 'fixed',
          zIndex: '5',
          insetInlineEnd: '16px',
          insetBlockStart: `${bottom + gap + 5 + at * row + (row - 28) / 2}px`,
          maxInlineSize: `${this.#trayWidth - 120}px`,
          visibility: this.open ? 'visible' : 'hidden',
        });
      }
    }
  }

  #toggle(): void {
    this.#show(!this.open);
  }

  #show(open: boolean): void {
    this.open = open;
    this.#place();
    if (open) this.#focus(0);
    else this.renderRoot.querySelector<HTMLElement>('ui-icon-button')?.focus();
  }

  /** Focuses the first widget from this one on that can be used; some only say something. */
  #focus(at: number, step = 1): void {
    const { length } = this.over;
    for (let count = 0; count < length; count += 1) {
      const mount = this.over[(at + count * step + length * 3) % length];
      const control = firstControl(mount?.shadowRoot ?? this);
      if (control !== undefined) return control.focus();
    }
  }

  #openByKey(event: KeyboardEvent): void {
    if (event.key !== 'ArrowDown' || this.open) return;
    event.preventDefault();
    this.#show(true);
  }

  readonly #move = (event: KeyboardEvent): void => {
    if (!this.open || event.defaultPrevented) return;
    // What a widget has opened itself has its own keys.
    if (event.composedPath().some(one => one instanceof HTMLElement && one.matches(':popover-open'))) return;
    const at = this.over.findIndex(mount => mount.matches(':focus-within'));
    const to: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
    const next = to[event.key];
    if (next === undefined && event.key !== 'Escape') return;
    event.preventDefault();
    if (next === undefined) this.#show(false);
    else this.#focus(next, event.key === 'ArrowUp' || event.key === 'End' ? -1 : 1);
  };

  /** What happens elsewhere closes it, and the focus stays there. */
  readonly #leave = (event: Event): void => {
    if (!this.open) return;
    const path = event.composedPath();
    if (!path.includes(this) && !path.includes(this.#outlet)) this.open = false;
  };
}

function isForeign(mount: ViewMount): boolean {
  return 'thirdParty' in mount.dataset;
}

const usable = 'button:not(:disabled), a[href], input, select, iframe, [tabindex="0"]';

/** The first thing in it that can be used, across shadow roots. */
function firstControl(inside: Element | ShadowRoot): HTMLElement | undefined {
  for (const child of inside.children) {
    if (!child.checkVisibility()) continue;
    if (child instanceof HTMLElement && child.matches(usable)) return child;
    const found = (child.shadowRoot && firstControl(child.shadowRoot)) ?? firstControl(child);
    if (found !== undefined) return found;
  }
  return undefined;
}
