import { dateText } from '@atelier/kernel/ui';
import { html, nothing } from 'lit';
import type { FoundRow, Preview } from '../../contract/index.ts';
import { lossList, lossText } from '../losses.ts';
import type { ExchangeTexts } from '../texts.ts';

export interface Previewing {
  readonly text: ExchangeTexts;
  readonly preview: Preview;
  readonly rows: readonly FoundRow[];
  readonly shown: readonly FoundRow[];
  readonly chosen: ReadonlySet<number>;
  readonly filter: string;
  toggle(row: FoundRow): void;
  toggleAll(): void;
  find(filter: string): void;
  back(): void;
  carry(): void;
}

export const canImport = ({ problem, isThere }: FoundRow): boolean => problem === undefined && isThere !== true;

/** The preview: the found conversations, to choose from. */
export function previewStep(step: Previewing) {
  const { text, preview, rows, shown, chosen, filter, toggleAll, find, back, carry } = step;
  const can = rows.filter(canImport);
  const shownCan = shown.filter(canImport);
  const ticked = shownCan.filter(({ row }) => chosen.has(row)).length;
  return html`
    ${summary(text, preview)}
    <div class="bar">
      <ui-checkbox ?checked=${ticked > 0 && ticked === shownCan.length} .indeterminate=${ticked > 0 && ticked < shownCan.length}
        ?disabled=${shownCan.length === 0} @change=${toggleAll}>${text.of('selectAll')}</ui-checkbox>
      <span class="quiet" aria-live="polite">${text.of('selected', { selected: chosen.size, total: can.length })}</span>
      <ui-search placeholder=${text.of('filter')} label=${text.of('filter')} .value=${filter} @input=${(event: Event) => find((event.target as HTMLInputElement).value)}></ui-search>
    </div>
    ${shown.length === 0 ? html`<p class="empty">${text.of('noMatch')}</p>` : list(step)}
    ${can.length === 0 ? html`<p class="quiet">${text.of('nothingToBring')}</p>` : nothing}
    ${lossList(text, text.of('willStay'), preview.losses)}
    <footer>
      <ui-button @click=${back}>${text.of('back')}</ui-button>
      <ui-button kind="accent" size="32" ?disabled=${chosen.size === 0} @click=${carry}>${chosen.size === 0 ? text.of('importNone') : text.count('importThem', chosen.size)}</ui-button>
    </footer>
  `;
}

function summary(text: ExchangeTexts, { source, how, rows, messages, from, to }: Preview) {
  const day = (at: number) => dateText(text.locale, at);
  const days = from === undefined || to === undefined ? [] : [...new Set([day(from), day(to)])];
  const dates = days.length < 2 ? (days[0] ?? '') : text.of('fromTo', { from: days[0] ?? '', to: days[1] ?? '' });
  const facts = [text.of(`how.${how}`), text.count('conversations', rows), text.count('messages', messages), dates];
  return html`<p class="names"><b>${text.of(`source.${source}`)}</b>${facts.filter(Boolean).map(fact => html`<span aria-hidden="true">·</span><span>${fact}</span>`)}</p>`;
}

function list({ text, shown, chosen, toggle }: Previewing) {
  return html`<ui-list class="list" grid row-height="48" style=${`--rows: ${shown.length * 48 + 2}px`} label=${text.of('found')} .items=${shown}
    .keyOf=${(row: FoundRow) => row.row} .textOf=${(row: FoundRow) => row.title}
    .renderItem=${(row: FoundRow) => rowOf(text, row, chosen.has(row.row), () => toggle(row))}
    @ui-select=${(event: CustomEvent<{ item: FoundRow }>) => toggle(event.detail.item)}></ui-list>`;
}

function rowOf(text: ExchangeTexts, row: FoundRow, isChosen: boolean, toggle: () => void) {
  const { title, messages, at, folder, losses, problem } = row;
  const stays = losses.reduce((sum, { count }) => sum + count, 0);
  const meta = [text.count('messages', messages), at === undefined ? '' : dateText(text.locale, at), folder ?? '']
    .filter(Boolean)
    .join(' · ');
  return html`<div class=${canImport(row) ? 'row' : 'row dim'}>
    <ui-checkbox label=${title} ?checked=${isChosen} ?disabled=${!canImport(row)} @change=${toggle}></ui-checkbox>
    <div class="what"><div class="title">${title}</div><div class="meta">${problem ?? meta}</div></div>
    ${end(text, row, stays)}
  </div>`;
}

function end(text: ExchangeTexts, { losses, problem, isThere }: FoundRow, stays: number) {
  if (problem !== undefined) return html`<ui-tooltip text=${problem}><ui-badge tone="danger">${text.of('cannot')}</ui-badge></ui-tooltip>`;
  if (isThere === true) return html`<ui-badge>${text.of('there')}</ui-badge>`;
  if (stays === 0) return nothing;
  return html`<ui-tooltip text=${losses.map(loss => lossText(text, loss)).join('\n')}><span class="quiet stays"><span class="long">${text.count('stays', stays)}</span><ui-icon name="circle-minus"></ui-icon><span class="short">${stays}</span></span></ui-tooltip>`;
}
