import { Contributed, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement } from 'lit';
import { property } from 'lit/decorators.js';
import { texts } from './texts.ts';

/** The list of all key bindings with their commands. */
export class WorkbenchKeys extends LitElement {
  static override styles = css`
    :host { display: block; padding: 0 20px 20px; }
    dl { display: grid; grid-template-columns: minmax(0, 1fr) auto; margin: 0; border-radius: var(--r-4); }
    dl:focus-visible { outline: 2px solid var(--focus); outline-offset: 4px; }
    dt, dd { display: flex; align-items: center; min-height: 32px; margin: 0; padding: 4px 0; border-block-end: 1px solid var(--line); }
    dt { padding-inline-end: 16px; }
    dd { gap: 8px; justify-content: flex-end; }
  `;

  @property({ attribute: false }) view!: ViewHost;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #commands = new Contributed<{ id: string; title: string }>(this, () => this.view, '@atelier/kernel:commands@1');
  readonly #keys = new Contributed<{ command: string; key: string }>(this, () => this.view, '@atelier/kernel:keybindings@1');

  override render() {
    const titles = new Map(this.#commands.items.map(({ value }) => [value.id, value.title]));
    const known = this.#keys.items.filter(({ value }) => titles.has(value.command));
    const rows = [...Map.groupBy(known, ({ value }) => value.command)];
    // Focusable, so that the list can be scrolled by keyboard.
    return html`<dl tabindex="0" aria-label=${this.#text.of('keys')}>${rows.map(
      ([command, keys]) =>
        html`<dt>${titles.get(command)}</dt><dd>${keys.map(({ value }) => html`<ui-kbd keys=${value.key}></ui-kbd>`)}</dd>`,
    )}</dl>`;
  }
}
