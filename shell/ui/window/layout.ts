import type { Layout } from '@atelier/kernel/ui';
import { readStored, store } from './stored.ts';
import { Watched } from './watched.ts';

/** The part of the layout that is stored. */
export type Arrangement = Pick<Layout, 'sidebar' | 'panel' | 'sidebarWidth' | 'panelWidth' | 'panelView'>;

/** The widths of the side regions, what they leave the main view at least, and the window width below which they cover it. */
export const widths = {
  sidebar: { min: 200, max: 420, default: 264 },
  panel: { min: 280, max: 720, default: 360 },
  main: 320,
  narrow: 720,
} as const;

const name = 'atelier.layout';
const defaults: Arrangement = { sidebar: true, panel: false, sidebarWidth: widths.sidebar.default, panelWidth: widths.panel.default };

/** The layout of this window. Stores what the person has arranged, except the open regions of a narrow window. */
export class LayoutSetting extends Watched<Layout> {
  readonly #narrow = matchMedia(`(max-width: ${widths.narrow - 1}px)`);
  #arranged: Arrangement;

  constructor(main: string) {
    const stored = readStored(name, isArrangement);
    const arranged: Arrangement = { ...defaults, ...stored };
    super({ ...arranged, main, narrow: false, arranged: stored !== undefined, connection: 'connecting' });
    this.#arranged = arranged;
    this.#narrow.addEventListener('change', () => this.#onNarrowChange());
    this.#onNarrowChange();
  }

  /** The arrangement to restore at the next start. */
  get arrangement(): Arrangement {
    return this.#arranged;
  }

  show(change: Partial<Pick<Layout, 'main' | 'title' | 'dialog' | 'connection'>>): void {
    const next = { ...this.value, ...change };
    if (JSON.stringify(next) !== JSON.stringify(this.value)) this.value = next;
  }

  arrange(change: Partial<Arrangement>): void {
    const bounded = {
      ...change,
      ...(change.sidebarWidth !== undefined && { sidebarWidth: clamp(change.sidebarWidth, widths.sidebar) }),
      ...(change.panelWidth !== undefined && { panelWidth: clamp(change.panelWidth, widths.panel) }),
    };
    this.value = { ...this.value, ...bounded, arranged: true };
    // In a narrow window an open sidebar is temporary.
    const { sidebar: _sidebar, panel: _panel, ...sizes } = bounded;
    this.#arranged = { ...this.#arranged, ...(this.value.narrow ? sizes : bounded) };
    store(name, this.#arranged);
  }

  /** Closes the dialog. */
  closeDialog(): void {
    const { dialog: _dialog, ...rest } = this.value;
    this.value = rest;
  }

  #onNarrowChange(): void {
    const narrow = this.#narrow.matches;
    if (narrow === this.value.narrow) return;
    const { sidebar, panel } = this.#arranged;
    this.value = { ...this.value, narrow, ...(narrow ? { sidebar: false, panel: false } : { sidebar, panel }) };
  }
}

function clamp(given: number, { min, max }: { readonly min: number; readonly max: number }): number {
  return Math.round(Math.min(max, Math.max(min, given)));
}

function isArrangement(value: unknown): value is Partial<Arrangement> {
  if (typeof value !== 'object' || value === null) return false;
  const { sidebar, panel, sidebarWidth, panelWidth, panelView } = value as Record<string, unknown>;
  const isOptional = (given: unknown, kind: string) => given === undefined || typeof given === kind;
  return (
    isOptional(sidebar, 'boolean') &&
    isOptional(panel, 'boolean') &&
    isOptional(sidebarWidth, 'number') &&
    isOptional(panelWidth, 'number') &&
    isOptional(panelView, 'string')
  );
}
