import { html, type TemplateResult } from 'lit';
import type { View } from '../../contract/index.ts';
import type { ListTexts } from './list-rows.ts';

const choices = {
  organize: ['project', 'time'],
  sort: ['created', 'updated'],
  show: ['all', 'relevant', 'archived'],
} as const satisfies { readonly [K in keyof View]: readonly View[K][] };

/** The menu that organizes, sorts and filters the list. A dot on its button shows that a filter is active. */
export function filterMenu(text: ListTexts, view: View | undefined, choose: (change: Partial<View>) => void): TemplateResult {
  const isNarrowed = view !== undefined && view.show !== 'all';
  const label = isNarrowed ? text.of('listFilterOn', { show: text.of(`listView.show.${view.show}`) }) : text.of('listFilter');
  return html`<ui-menu end label=${text.of('listFilter')}>
    <ui-icon-button slot="trigger" size="24" icon="list-filter" class=${isNarrowed ? 'dotted' : ''} label=${label}></ui-icon-button>
    ${(Object.keys(choices) as (keyof View)[]).map(
      (name, index) => html`
        ${index === 0 ? '' : html`<hr />`}
        <div role="group" aria-label=${text.of(`listView.${name}`)}>
          <div class="heading" aria-hidden="true">${text.of(`listView.${name}`)}</div>
          ${choices[name].map(
            choice =>
              html`<ui-menu-item radio .checked=${view?.[name] === choice} @ui-select=${() => choose({ [name]: choice })}>${text.of(`listView.${name}.${choice}` as 'listView.sort.created')}</ui-menu-item>`,
          )}
        </div>
      `,
    )}
  </ui-menu>`;
}
