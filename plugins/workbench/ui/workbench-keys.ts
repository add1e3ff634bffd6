import { Contributed, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement } from 'lit';
import { property } from 'lit/decorators.js';
import en from '../text/keys/en.json' with { type: 'json' };
import fr from '../text/keys/fr.json' with { type: 'json' };

const texts = { en, fr };

/** The list of all key bindings with their commands. */
export class WorkbenchKeys extends LitElement {
  static override styles = css`
    :host { display: block; padding: 0 20px 20px; }
    h3 { margin: 16px 0 0; font: 500 12px/24px var(--font); color: var(--text-2); }
    h3:first-child { margin: 0; }
    dl { display: grid; grid-template-columns: minmax(0, 1fr) auto; margin: 0; }
    .all { border-radius: var(--r-4); }
    .all:focus-visible { outline: 2px solid var(--focus); outline-offset: 4px; }
    dt, dd { display: flex; align-items: center; min-height: 32px; margin: 0; padding: 4px 0; border-block-end: 1px solid var(--line); }
    dt { padding-inline-end: 16px; }
    dd { gap: 8px; justify-content: flex-end; }
  `;

  @property({ attribute: false }) view!: ViewHost;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #commands = new Contributed<{ id: string; title: string }>(this, () => this.view, '@atelier/kernel:commands@1');
  readonly #keys = new Contributed<{ command: string; key: string }>(this, () => this.view, '@atelier/kernel:keybindings@1');

  override render() {
    const { items } = this.#commands;
    const bound = this.#keys.items.flatMap(({ value: { command, key } }) => {
      const found = items.find(({ value }) => value.id === command);
      if (found === undefined) return [];
      const row = { from: found.from, title: found.value.title };
      return command === 'workbench.showKeys'
        ? [
            { ...row, key },
            { ...row, key: '?' },
          ]
        : [{ ...row, key }];
    });
    const groups = [...Map.groupBy(bound, ({ from }) => groupOf(from))].toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b));
    // Focusable, so that the list can be scrolled by keyboard.
    return html`<div class="all" tabindex="0" role="region" aria-label=${this.#text.of('keys')}>
      ${groups.map(([group, rows]) =>
        this.#group(
          this.#text.of(`keysOf.${group}`),
          [...Map.groupBy(rows, ({ title }) => title)].map(([title, all]) => ({ title, keys: all.map(({ key }) => key) })),
        ),
      )}
      ${fixed.map(({ group, rows }) =>
        this.#group(
          this.#text.of(group),
          rows.map(([title, keys]) => ({ title: this.#text.of(title), keys: [keys] })),
        ),
      )}
    </div>`;
  }

  #group(title: string, rows: readonly { readonly title: string; readonly keys: readonly string[] }[]) {
    return html`<h3>${title}</h3><dl>${rows.map(row => html`<dt>${row.title}</dt><dd>${row.keys.map(keys => html`<ui-kbd keys=${keys}></ui-kbd>`)}</dd>`)}</dl>`;
  }
}

const order: readonly string[] = ['window', 'conversations', 'others'];

function groupOf(from: string): 'window' | 'conversations' | 'others' {
  if (from === '@atelier/workbench') return 'window';
  return from === '@atelier/conversations' ? 'conversations' : 'others';
}

/** Keys that are no commands, because they belong to what has the focus. */
const fixed = [
  {
    group: 'keysOf.message',
    rows: [
      ['key.send', 'Enter'],
      ['key.newLine', 'Shift+Enter'],
      ['key.steer', 'Alt+Enter'],
      ['key.recall', 'Up'],
      ['key.mention', '@'],
      ['key.command', '/'],
    ],
  },
  {
    group: 'keysOf.question',
    rows: [
      ['key.allow', 'Alt+Y'],
      ['key.allowProject', 'Alt+Shift+Y'],
      ['key.deny', 'Alt+N'],
      ['key.sayWhy', 'Alt+Shift+N'],
    ],
  },
] as const;
