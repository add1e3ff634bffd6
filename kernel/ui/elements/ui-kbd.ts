import { css, html, LitElement } from 'lit';
import { property } from 'lit/decorators.js';
import { base } from './base.ts';
import { type KitWords, Words } from './words.ts';

const onMac = /mac|iphone|ipad/i.test(navigator.platform);
const macSigns: Readonly<Record<string, string>> = { Mod: '⌘', Shift: '⇧', Alt: '⌥', Ctrl: '⌃' };
/** The order in which a Mac writes them. */
const macOrder = ['Ctrl', 'Alt', 'Shift', 'Mod'];
const signs: Readonly<Record<string, string>> = { Enter: '⏎', Up: '↑', Down: '↓', Left: '←', Right: '→', Backspace: '⌫', Tab: '⇥' };

/** "Mod+Shift+K" as this system writes it: ⇧⌘K on a Mac, Ctrl Shift K elsewhere. */
export function keysText(keys: string, words: KitWords, mac = onMac): string {
  // The plus key itself is written "Mod++".
  const parts = keys.split(/\+(?!$)/);
  const named: Readonly<Record<string, string>> = {
    Shift: words.keyShift,
    Escape: words.keyEscape,
    Delete: words.keyDelete,
    Space: words.keySpace,
    Mod: 'Ctrl',
  };
  if (!mac) return parts.map(part => signs[part] ?? named[part] ?? part).join(' ');
  const sorted = parts.toSorted((a, b) => macOrder.indexOf(a) - macOrder.indexOf(b) || 0);
  const [modifiers, rest] = [sorted.filter(part => macOrder.includes(part)), parts.filter(part => !macOrder.includes(part))];
  return [...modifiers, ...rest].map(part => macSigns[part] ?? signs[part] ?? named[part] ?? part).join('');
}

/** The keys of an action, as this system writes them. */
export class UiKbd extends LitElement {
  static override styles = [
    base,
    css`
      :host { flex: none; color: var(--text-3); white-space: nowrap; }
      kbd { font: 500 11px/16px var(--font); letter-spacing: 0.02em; color: inherit; }
    `,
  ];

  /** Written once for every system, such as "Mod+K". */
  @property() keys = '';

  readonly #words = new Words(this);

  override render() {
    return html`<kbd>${keysText(this.keys, this.#words.text)}</kbd>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'ui-kbd': UiKbd;
  }
}
