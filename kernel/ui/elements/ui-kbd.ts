import { css, html, LitElement } from 'lit';
import { property } from 'lit/decorators.js';
import { base } from './base.ts';
import { type KitText, KitTexts } from './kit-texts.ts';

const onMac = /mac|iphone|ipad/i.test(navigator.platform);
const macSigns: Readonly<Record<string, string>> = { Mod: '⌘', Shift: '⇧', Alt: '⌥', Ctrl: '⌃' };
/** The order of modifiers on macOS. */
const macOrder = ['Ctrl', 'Alt', 'Shift', 'Mod'];
/** Shown as icons, because few fonts have the characters. */
const drawn: Readonly<Record<string, string>> = {
  Enter: 'corner-down-left',
  Up: 'arrow-up',
  Down: 'arrow-down',
  Left: 'arrow-left',
  Right: 'arrow-right',
};

/** "Mod+Shift+K" as this system writes it: ⇧, ⌘, K on a Mac; Ctrl, Shift, K elsewhere. */
export function keysOf(keys: string, words: KitText, mac = onMac): readonly string[] {
  // The plus key itself is written "Mod++".
  const parts = keys.split(/\+(?!$)/);
  const named: Readonly<Record<string, string>> = {
    Shift: words.keyShift,
    Escape: words.keyEscape,
    Delete: words.keyDelete,
    Space: words.keySpace,
    Mod: 'Ctrl',
    ...(mac && macSigns),
  };
  const isModifier = (part: string) => macOrder.includes(part);
  const modifiers = parts.filter(isModifier);
  const sorted = mac ? modifiers.toSorted((a, b) => macOrder.indexOf(a) - macOrder.indexOf(b)) : modifiers;
  return [...sorted, ...parts.filter(part => !isModifier(part))].map(part => named[part] ?? part);
}

/** The keys of an action, as this system writes them. */
export class UiKbd extends LitElement {
  static override styles = [
    base,
    css`
      :host { flex: none; color: var(--text-3); white-space: nowrap; }
      kbd { direction: ltr; display: inline-flex; align-items: center; gap: 3px; font: 500 11px/16px var(--font); letter-spacing: 0.02em; color: inherit; }
      kbd.mac { gap: 0; }
      ui-icon { --icon-size: 11px; --stroke: 2.25; }
    `,
  ];

  /** Written once for every system, such as "Mod+K". */
  @property() keys = '';

  readonly #texts = new KitTexts(this);

  override render() {
    const keys = keysOf(this.keys, this.#texts.text);
    return html`<kbd class=${onMac ? 'mac' : ''}>${keys.map(key => {
      const icon = drawn[key];
      return icon === undefined ? html`<span>${key}</span>` : html`<ui-icon dir="ltr" name=${icon} label=${key}></ui-icon>`;
    })}</kbd>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'ui-kbd': UiKbd;
  }
}
