import { dateText, type Locale, type Texts } from '@atelier/kernel/ui';
import { html, nothing, type TemplateResult } from 'lit';
import type { Hit, Row } from '../../contract/index.ts';
import { markOf } from '../mark-of.ts';
import type { Heading, Item } from './items.ts';
import { shortTime } from './short-time.ts';
import type { texts } from './texts.ts';

export type ListTexts = Texts<(typeof texts)['en']>;

/** How a row is shown. */
export interface RowLook {
  readonly text: ListTexts;
  readonly sort: 'created' | 'updated';
  readonly now: number;
  readonly current: boolean;
  readonly marked: boolean;
  /** The pointer is over it, or the keyboard is on it. */
  readonly acting: boolean;
  readonly editing: boolean;
  readonly drop: 'in' | 'before' | 'after' | undefined;
  readonly dragged: boolean;
}

/** What rows need from the list. */
export interface RowAsks {
  act(action: 'pin' | 'archive' | 'new' | 'menu', item: Item, anchor: HTMLElement): void;
  rename(item: Item, name: string | undefined): void;
}

export function rowOf(item: Item & { readonly kind: 'row' }, look: RowLook, asks: RowAsks): TemplateResult {
  const { row } = item;
  const { text, current, marked, acting, editing } = look;
  const mark = markOf(row);
  const lead = mark === undefined ? html`<span class="mark"></span>` : html`<ui-state state=${mark}></ui-state>`;
  if (editing) return html`<div class="row">${lead}${editor(item, row.title, text.of('listRenameTitle'), asks)}</div>`;
  const classes = ['row', current && 'on', marked && 'marked', row.unread && 'unread', look.dragged && 'dragged', drop(look)];
  return html`
    <div class=${classes.filter(Boolean).join(' ')} draggable="true" aria-current=${current ? 'true' : nothing}>
      ${lead}<span class="title" dir="auto" title=${row.title}>${row.title}</span>
      ${
        acting
          ? html`<span class="acts">
              <ui-icon-button size="24" icon=${row.pinned ? 'pin-off' : 'pin'} label=${text.of(row.pinned ? 'listUnpin' : 'listPin')} @click=${(event: Event) => asks.act('pin', item, event.currentTarget as HTMLElement)}></ui-icon-button>
              <ui-icon-button size="24" icon=${row.archived ? 'archive-restore' : 'archive'} label=${text.of(row.archived ? 'listRestore' : 'listArchive')} @click=${(event: Event) => asks.act('archive', item, event.currentTarget as HTMLElement)}></ui-icon-button>
            </span>`
          : html`<span class="end">${row.private === true ? html`<ui-icon name="lock" label=${text.of('listPrivate')}></ui-icon>` : nothing}${row.pinned ? html`<ui-icon name="pin" label=${text.of('listPinned')}></ui-icon>` : nothing}${metaOf(row, look)}</span>`
      }
    </div>
  `;
}

/** The progress of the tasks, "queued", or the time, each with a tooltip. */
function metaOf(row: Row, { text, sort, now }: RowLook): TemplateResult {
  const { tasks, state } = row;
  if (tasks !== undefined) {
    const { done, total, current } = tasks;
    const whole = text.of('listTasks', { done, total });
    return html`<span title=${current === undefined ? whole : `${whole} · ${current}`}>${done}/${total}</span>`;
  }
  const { locale } = text;
  if (state === 'queued') return html`<span>${text.of('listQueued')}</span>`;
  const whole = text.of('listTimes', { created: moment(locale, row.createdAt), updated: moment(locale, row.updatedAt) });
  return html`<span title=${whole}>${shortTime(locale, sort === 'updated' ? row.updatedAt : row.createdAt, now)}</span>`;
}

function moment(locale: Locale, at: number): string {
  return dateText(locale, at, { dateStyle: 'medium', timeStyle: 'short' });
}

export function projectOf(item: Item & { readonly kind: 'project' }, look: RowLook, asks: RowAsks): TemplateResult {
  const { project, count } = item;
  const { text, acting, editing } = look;
  const icon = html`<ui-icon name=${project.icon ?? (project.folded ? 'folder' : 'folder-open')}></ui-icon>`;
  if (editing)
    return html`<div class="group"><div class="row proj">${icon}${editor(item, project.name, text.of('listRenameProject'), asks)}</div></div>`;
  const classes = ['row', 'proj', look.dragged && 'dragged', drop(look)];
  return html`<div class="group">
    <div class=${classes.filter(Boolean).join(' ')} draggable="true">
      ${icon}<span class="title" dir="auto" title=${project.folder}>${project.name}</span><span class="hidden">${text.of(project.folded ? 'listFolded' : 'listUnfolded')}</span>
      ${
        acting
          ? html`<span class="acts">
              <ui-icon-button size="24" icon="plus" label=${text.of('listNewHere')} @click=${(event: Event) => asks.act('new', item, event.currentTarget as HTMLElement)}></ui-icon-button>
              <ui-icon-button size="24" icon="ellipsis" label=${text.of('listProjectMenu', { name: project.name })} @click=${(event: Event) => asks.act('menu', item, event.currentTarget as HTMLElement)}></ui-icon-button>
            </span>`
          : html`<span class="end">${project.folded && project.missing === true ? html`<ui-icon name="circle-alert" class="warn" label=${text.of('listFolderGone')}></ui-icon>` : nothing}${project.folded ? html`<span title=${text.count('listCount', count)}>${count}</span>` : nothing}</span>`
      }
    </div>
  </div>`;
}

export function withoutOf({ count, folded }: Item & { readonly kind: 'without' }, look: RowLook): TemplateResult {
  const { text } = look;
  return html`<div class="group"><div class="row proj ${drop(look) || ''}">
    <ui-icon name="message-square"></ui-icon><span class="title">${text.of('listWithout')}</span><span class="hidden">${text.of(folded ? 'listFolded' : 'listUnfolded')}</span>
    <span class="end">${folded ? html`<span title=${text.count('listCount', count)}>${count}</span>` : nothing}</span>
  </div></div>`;
}

export function headingOf(heading: Heading, text: ListTexts, now: number): TemplateResult {
  return html`<div class="group"><div class="heading">${wordsOf(heading, text, now)}</div></div>`;
}

function wordsOf(heading: Heading, text: ListTexts, now: number): string {
  if (typeof heading === 'string') return text.of(`listHeading.${heading}`);
  const isThisYear = new Date(heading.month).getFullYear() === new Date(now).getFullYear();
  const words = dateText(text.locale, heading.month, { month: 'long', ...(!isThisYear && { year: 'numeric' }) });
  return words.slice(0, 1).toLocaleUpperCase(text.locale) + words.slice(1);
}

export function hitOf(hit: Hit, look: RowLook): TemplateResult {
  const { text, now } = look;
  return html`<div class="row hit">
    <ui-icon name=${hit.kind === 'user' ? 'user' : hit.kind === 'tool' ? 'wrench' : 'message-square'} label=${text.of(`listHit.${hit.kind}`)}></ui-icon>
    <span class="what"><span class="title" dir="auto">${hit.title}</span><span class="snippet" dir="auto">${marked(hit)}</span></span>
    <span class="end">${shortTime(text.locale, hit.at, now)}</span>
  </div>`;
}

/** The snippet with the found words marked. */
function marked({ snippet, marks: places }: Hit): unknown[] {
  const parts: unknown[] = [];
  let at = 0;
  for (const [from = 0, to = 0] of places) {
    if (from < at || to <= from) continue;
    parts.push(snippet.slice(at, from), html`<mark>${snippet.slice(from, to)}</mark>`);
    at = to;
  }
  return [...parts, snippet.slice(at)];
}

function drop(look: RowLook): string | undefined {
  return look.drop && `drop-${look.drop}`;
}

/** The field that edits a name in place: Enter and leaving save it, Escape does not. */
function editor(item: Item, name: string, label: string, asks: RowAsks): TemplateResult {
  const end = (event: Event, keeps: boolean) => {
    const input = event.currentTarget as HTMLInputElement;
    if (input.dataset.ended !== undefined) return;
    input.dataset.ended = '';
    const typed = input.value.trim();
    asks.rename(item, keeps && typed !== '' && typed !== name ? typed : undefined);
  };
  const key = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    event.preventDefault();
    end(event, event.key === 'Enter');
  };
  return html`<input class="edit" aria-label=${label} maxlength="200" .value=${name} spellcheck="false" autocomplete="off" @keydown=${key} @blur=${(event: Event) => end(event, true)} />`;
}
