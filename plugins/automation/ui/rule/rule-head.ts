import { html, nothing } from 'lit';
import type { Rule } from '../../contract/index.ts';
import { isProposed, type Words } from '../words.ts';

interface Head {
  readonly text: Words;
  readonly rule: Rule | undefined;
  readonly title: string;
  /** All rules are. */
  readonly paused: boolean;
  readonly turn: (event: Event) => unknown;
  readonly remove: () => unknown;
  /** Removes whatever this extension has proposed. */
  readonly dismiss: (by: string) => unknown;
}

/** The title of a rule, its switch, and who wrote it. */
export function headOf({ text, rule, title, paused, turn, remove, dismiss }: Head) {
  if (rule === undefined) return html`<header><h2>${title}</h2></header>`;
  const { on, by, draft } = rule;
  return html`<header>
    <h2 dir="auto">${title}</h2>
    ${draft === undefined ? nothing : html`<ui-switch label=${text.of(on ? 'onOf' : 'offOf', { title: rule.title })} .checked=${on} @change=${turn}>${text.of(!on ? 'off' : paused ? 'paused' : 'on')}</ui-switch>`}
    <ui-menu end label=${text.of('more')}>
      <ui-icon-button slot="trigger" icon="ellipsis" label=${text.of('more')}></ui-icon-button>
      <ui-menu-item icon="trash-2" @ui-select=${remove}>${text.of('remove')}</ui-menu-item>
      ${isProposed(rule) ? html`<ui-menu-item icon="list-x" @ui-select=${() => dismiss(by ?? '')}>${text.of('dismissAll')}</ui-menu-item>` : nothing}
    </ui-menu>
  </header>
  ${by === undefined ? nothing : html`<p class="by">${by === 'model' ? text.of('byModel') : text.of('byExtension', { by })}</p>`}`;
}
