import { css, html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { firstIcons } from '../icons/generated/first.ts';
import { base } from './base.ts';

/** A Lucide icon by its name, in the colour of the text around it. An unknown name shows a plain square. */
export class UiIcon extends LitElement {
  static override styles = [
    base,
    css`
      :host { display: inline-block; flex: none; width: var(--icon-size, var(--icon)); height: var(--icon-size, var(--icon)); color: inherit; vertical-align: -3px; }
      :host([small]) { --icon-size: 14px; }
      svg { display: block; width: 100%; height: 100%; overflow: visible; fill: none; stroke: currentColor; stroke-width: var(--stroke); stroke-linecap: round; stroke-linejoin: round; }
      :host([small]) svg { stroke-width: 2; }
      :host([filled]) svg { fill: currentColor; }
      :host(:dir(rtl)) .turns { scale: -1 1; }
    `,
  ];

  @property() name = '';
  /** Its accessible name, where no text beside it says the same. */
  @property() label = '';
  /** 14 px, with a proportionally wider stroke. */
  @property({ type: Boolean, reflect: true }) small = false;
  @property({ type: Boolean, reflect: true }) filled = false;

  override render() {
    const { label } = this;
    return html`<svg class=${turns.test(this.name) ? 'turns' : nothing} viewBox="0 0 24 24" role=${label === '' ? nothing : 'img'} aria-label=${label || nothing} aria-hidden=${label === '' ? 'true' : nothing}><path d=${this.#path()} /></svg>`;
  }

  #path(): string {
    const path = findIcon(this.name);
    if (typeof path === 'string') return path;
    void path.then(() => this.requestUpdate());
    return '';
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'ui-icon': UiIcon;
  }
}

/** What points along the line of reading, and is mirrored with it. */
const turns = /-(?:left|right)$|^(?:undo|redo|list-tree|log-)/;

type Table = Readonly<Record<string, string>>;

const unknown = 'M6 4h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z';
const tables: Table[] = [firstIcons];
/** The tables still to load, in order, for an icon that no loaded table has. */
const sources: (() => Promise<Table>)[] = [
  async () => (await import('../icons/generated/common.ts')).commonIcons,
  async () => (await import('../icons/generated/other.ts')).otherIcons,
];
let loading: Promise<void> | undefined;

/** The path of an icon; or a promise after which there may be one. An unknown icon is a plain square. */
function findIcon(name: string): string | Promise<void> {
  const known = tables.find(table => Object.hasOwn(table, name))?.[name];
  if (known !== undefined || name === '') return known ?? '';
  if (loading === undefined && sources.length === 0) return unknown;
  loading ??= loadNext();
  return loading;
}

async function loadNext(): Promise<void> {
  const source = sources.shift();
  // A table that cannot be loaded has no icons.
  tables.push((await source?.().catch(() => undefined)) ?? {});
  loading = undefined;
}
