import { html, nothing, type TemplateResult } from 'lit';
import type { MemoryRecord, SourceFound } from '../../contract/index.ts';
import { aboutText, kindIcons, momentText, type ProjectNames, shortTime, type Words } from '../words.ts';
import { marked, placesOf, snippetOf } from './marks.ts';
import type { Found } from './record-data.ts';

/** What was forgotten while the list is looked at, with the way back. */
export interface Gone {
  readonly change: string;
  readonly title: string;
  readonly count: number;
  /** One memory was named, and its earlier versions went along. */
  readonly named?: true;
  readonly at: number;
  /** The memory that it stood before. */
  readonly before?: string;
}

export type Item =
  | { readonly kind: 'head'; readonly key: string; readonly title: string; readonly count: number }
  | { readonly kind: 'memory'; readonly key: string; readonly found: Found }
  | { readonly kind: 'gone'; readonly key: string; readonly gone: Gone }
  | { readonly kind: 'source'; readonly key: string; readonly title: string; readonly about: string; readonly isProblem: boolean };

/** Words less near than this share of the nearest ones are only alike. */
const near = 0.5;
const least = 0.2;

/** The rows of the list: headings only where something was searched, what was forgotten where it stood. */
export function itemsOf(text: Words, found: readonly Found[], gone: readonly Gone[], question: string): readonly Item[] {
  const rows = (some: readonly Found[]) => some.map((one): Item => ({ kind: 'memory', key: one.memory.id, found: one }));
  const items: Item[] = [];
  if (question.trim() === '') items.push(...rows(found));
  else {
    const best = Math.max(0, ...found.map(({ words = 0 }) => words));
    const isNear = ({ words = 0 }: Found) => words >= least && words >= best * near;
    const [close, weak] = [found.filter(isNear), found.filter(one => !isNear(one))];
    for (const [key, some] of [['closeTo', close] as const, ['weak', weak] as const])
      if (some.length > 0) items.push({ kind: 'head', key: `head:${key}`, title: text.of(key), count: some.length }, ...rows(some));
  }
  for (const one of gone) {
    const at = one.before === undefined ? -1 : items.findIndex(({ key }) => key === one.before);
    items.splice(at === -1 ? (one.before === undefined ? items.length : 0) : at, 0, { kind: 'gone', key: `gone:${one.change}`, gone: one });
  }
  return items;
}

export interface RowAsks {
  readonly text: Words;
  readonly names: ProjectNames;
  readonly question: string;
  edit(memory: MemoryRecord): void;
  forget(memory: MemoryRecord): void;
  undo(gone: Gone): void;
}

/** What sources of extensions found, each under its name: nothing of it is a memory. */
export function itemsOfSources(sources: readonly SourceFound[]): Item[] {
  return sources.flatMap(({ from, id, title, items, problem }): Item[] => {
    const key = `source:${from}/${id}`;
    const rows = items.map(
      (one, at): Item => ({ kind: 'source', key: `${key}/${at}`, title: one.title, about: one.text, isProblem: false }),
    );
    if (problem !== undefined) rows.push({ kind: 'source', key: `${key}/problem`, title: '', about: problem.message, isProblem: true });
    return [{ kind: 'head', key, title, count: items.length }, ...rows];
  });
}

export function rowOf(item: Item, selected: boolean, acting: boolean, asks: RowAsks): TemplateResult {
  if (item.kind === 'head') return html`<div class="head"><span>${item.title}</span><span class="n">${item.count}</span></div>`;
  if (item.kind === 'gone') return goneOf(item.gone, asks);
  if (item.kind === 'source')
    return html`<div class="row ${item.isProblem ? 'failed' : ''}">
      <ui-icon name=${item.isProblem ? 'triangle-alert' : 'puzzle'}></ui-icon>
      <span class="what"><span class="title" dir="auto" title=${item.title}>${item.title}</span><span class="about" dir="auto">${item.about}</span></span>
    </div>`;
  const { memory } = item.found;
  const { text, names, question } = asks;
  const { title, content, kind, status, source } = memory;
  const inTitle = placesOf(title, question);
  const about = question.trim() === '' || inTitle.length > 0 ? undefined : snippetIn([content, source.quote ?? ''], question);
  const isPast = status === 'superseded';
  return html`<div class="row ${selected ? 'on' : ''} ${isPast ? 'past' : ''}">
    <ui-icon name=${kindIcons[kind]}></ui-icon>
    <span class="what"><span class="title" dir="auto" title=${title}>${marked(title, inTitle)}</span><span class="about" dir="auto">${about ?? aboutText(text, memory, names)}</span></span>
    <span class="end">${isPast ? html`<ui-state state="off" label=${text.of('superseded')}></ui-state>` : html`<time title=${momentText(text.locale, memory.createdAt)}>${shortTime(text.locale, memory.createdAt)}</time>`}</span>
    ${acting ? actsOf(memory, isPast, asks) : nothing}
  </div>`;
}

function actsOf(memory: MemoryRecord, isPast: boolean, { text, edit, forget }: RowAsks): TemplateResult {
  const stop = (event: Event, run: () => void) => {
    event.stopPropagation();
    run();
  };
  return html`<span class="acts">
    ${isPast ? nothing : html`<ui-icon-button size="24" icon="pencil" label=${text.of('editNamed', { title: memory.title })} @click=${(event: Event) => stop(event, () => edit(memory))}></ui-icon-button>`}
    <ui-icon-button size="24" icon="trash-2" label=${text.of('forgetNamed', { title: memory.title })} @click=${(event: Event) => stop(event, () => forget(memory))}></ui-icon-button>
  </span>`;
}

function goneOf(gone: Gone, { text, undo }: RowAsks): TemplateResult {
  const { title, count } = gone;
  const said = count === 1 ? text.of('goneOne', { title }) : gone.named ? text.of('goneWith', { title }) : text.count('gone', count);
  return html`<div class="row gone">
    <ui-icon name="trash-2"></ui-icon>
    <span class="what"><span class="title" title=${said}>${said}</span><span class="about">${text.of('goneAbout')}</span></span>
    <ui-button kind="line" size="24" icon="undo-2" @click=${(event: Event) => {
      event.stopPropagation();
      undo(gone);
    }}>${text.of('undo')}</ui-button>
  </div>`;
}

function snippetIn(texts: readonly string[], question: string): unknown {
  for (const one of texts) {
    const places = placesOf(one, question);
    if (places.length === 0) continue;
    const snippet = snippetOf(one.slice(0, 600), places);
    return html`${marked(snippet.text, snippet.places)}`;
  }
  return undefined;
}
