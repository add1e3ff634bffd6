import { html, nothing, type TemplateResult } from 'lit';
import type { Kind } from '../../contract/index.ts';
import { dayText, kindIcons, kinds, type ProjectNames, type Words } from '../words.ts';
import type { FilterChange, Filters, Wanted } from './record-data.ts';

const day = 86_400_000;
/** How far back, in days. */
const spans = [1, 7, 30, 90, 365] as const;
const statuses: readonly Wanted[] = ['active', 'any', 'superseded'];

/** The chips above the list: each opens a menu, and says what it leaves. */
export function filterChips(text: Words, filters: Filters, names: ProjectNames, filter: (change: FilterChange) => void): TemplateResult {
  const { kinds: chosen, place, status, since } = filters;
  const toggle = (kind: Kind) => filter({ kinds: chosen.includes(kind) ? chosen.filter(one => one !== kind) : [...chosen, kind] });
  const placeName =
    place === '' ? text.of('scope') : place === 'global' ? text.of('everywhere') : (names.get(place) ?? text.of('otherProject'));
  const first = chosen[0];
  const kindName =
    first === undefined
      ? text.of('kind')
      : chosen.length === 1
        ? text.of(`kind.${first}`)
        : text.of('kindsChosen', { count: chosen.length });
  const radio = (label: string, checked: boolean, run: () => void) =>
    html`<ui-menu-item radio .checked=${checked} @ui-select=${run}>${label}</ui-menu-item>`;
  return html`
    <ui-menu label=${text.of('kind')}>
      <ui-chip slot="trigger" opens .pressed=${chosen.length > 0}>${kindName}</ui-chip>
      ${kinds.map(kind => html`<ui-menu-item icon=${kindIcons[kind]} .checked=${chosen.includes(kind)} @ui-select=${() => toggle(kind)}>${text.of(`kind.${kind}`)}</ui-menu-item>`)}
    </ui-menu>
    <ui-menu label=${text.of('scope')}>
      <ui-chip slot="trigger" opens .pressed=${place !== ''}>${placeName}</ui-chip>
      ${radio(text.of('anyPlace'), place === '', () => filter({ place: '' }))}
      ${radio(text.of('everywhere'), place === 'global', () => filter({ place: 'global' }))}
      ${[...names].length === 0 ? nothing : html`<hr />`}
      ${[...names].map(([key, name]) => radio(name, place === key, () => filter({ place: key })))}
    </ui-menu>
    <ui-menu label=${text.of('status')}>
      <ui-chip slot="trigger" opens .pressed=${status !== 'active'}>${text.of(`status.${status}`)}</ui-chip>
      ${statuses.map(one => radio(text.of(`status.${one}`), status === one, () => filter({ status: one })))}
    </ui-menu>
    <ui-menu label=${text.of('time')}>
      <ui-chip slot="trigger" opens .pressed=${since !== undefined}>${since === undefined ? text.of('time') : text.of('sinceDay', { day: dayText(text.locale, since) })}</ui-chip>
      ${radio(text.of('time'), since === undefined, () => filter({ since: undefined }))}
      ${spans.map(days => {
        const from = startOf(Date.now() - days * day);
        return radio(text.of(`span.${days}`), since === from, () => filter({ since: from }));
      })}
    </ui-menu>
  `;
}

function startOf(at: number): number {
  const date = new Date(at);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}
