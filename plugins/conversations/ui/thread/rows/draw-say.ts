import { dateText, durationText } from '@atelier/kernel/ui';
import { html, nothing } from 'lit';
import { problemText } from '../problem-text.ts';
import type { RowContext } from '../row-context.ts';
import type { DayRow, FoldRow, GapRow, ModelRow, NoticeRow, SayRow, ThoughtRow, WorkingRow } from '../store/rows.ts';
import { labels } from './labels.ts';
import { messageTools } from './message-tools.ts';

/** A text of the model; while it is written, only new text is rendered. */
export function drawSay(row: SayRow, context: RowContext) {
  const tools = row.isLive ? nothing : messageTools(row, context);
  return html`<div class="say ${row.isMarked ? 'marked' : ''}">${row.isEnd ? nothing : tools}<ui-markdown .text=${row.text} .closed=${!row.isLive} headinglevel="3"></ui-markdown>${row.isLive ? nothing : labels(row, context)}${row.isEnd ? tools : nothing}</div>`;
}

/** The model's thinking, folded to one line. */
export function drawThought({ key, text, isLive, isOpen, milliseconds }: ThoughtRow, context: RowContext) {
  const { locale } = context.text;
  const said = isLive
    ? context.text.of('threadThinking')
    : milliseconds === undefined || milliseconds < 500
      ? context.text.of('threadThought')
      : context.text.of('threadThoughtFor', { time: durationText(locale, Math.max(1000, Math.round(milliseconds / 1000) * 1000)) });
  const first = text
    .replaceAll(/[*_`#>]+/g, '')
    .trim()
    .split('\n', 1)[0];
  const mark = isLive ? html`<ui-state state="running" silent></ui-state>` : html`<ui-icon name="brain"></ui-icon>`;
  const head = html`<button class="tool" aria-expanded=${isOpen ? 'true' : 'false'} @click=${() => context.setOpen(key, !isOpen)}>${mark}<b>${said}</b><span class="meta cut grow">${isOpen ? nothing : first}</span><ui-icon class="chev" small name=${isOpen ? 'chevron-down' : 'chevron-right'}></ui-icon></button>`;
  const body = html`<div class="thinking"><ui-markdown .text=${text} .closed=${!isLive} headinglevel="4"></ui-markdown></div>`;
  return html`<div class=${isOpen ? 'card' : ''}>${head}${isOpen ? body : nothing}</div>`;
}

/** A compaction: earlier messages were replaced by a summary. */
export function drawFold({ key, text, undoable, isOpen, isRunning }: FoldRow, context: RowContext) {
  if (isRunning)
    return html`<div class="fold"><span><ui-state state="running" silent></ui-state><span role="status">${context.text.of('threadCompacting')}</span></span></div>`;
  const undo =
    undoable && !context.isBusy
      ? html`<button class="link" @click=${() => context.act.undoCompaction()}>${context.text.of('threadFoldUndo')}</button>`
      : nothing;
  const open = html`<button class="link" aria-expanded=${isOpen ? 'true' : 'false'} @click=${() => context.setOpen(key, !isOpen)}>${context.text.of(isOpen ? 'threadFoldClose' : 'threadFoldOpen')}</button>`;
  return html`
    <div class="fold"><span><ui-icon small name="fold-vertical"></ui-icon>${context.text.of('threadFold')}${open}${undo}</span></div>
    ${isOpen ? html`<div class="card summary"><ui-markdown .text=${text} headinglevel="3"></ui-markdown></div>` : nothing}
  `;
}

export function drawNotice({ text, problem, from, reason, canGoOn, leaf, origin, model, count }: NoticeRow, context: RowContext) {
  if (origin !== undefined) {
    const { conversation, entry, title } = origin;
    const open = html`<button class="link" @click=${() => context.act.open(conversation, entry)}>${title}</button>`;
    return html`<div class="fold"><span><ui-icon small name="git-fork"></ui-icon>${context.text.of('threadEnded.forked')} ${open}</span></div>`;
  }
  if (model !== undefined && count !== undefined) {
    const said = context.text.count('threadImagesLeftOut', count, { model: context.modelName(model) });
    return html`<div class="fold"><span><ui-icon small name="image-off"></ui-icon>${said}</span></div>`;
  }
  if (leaf !== undefined) {
    const redo = html`<ui-button kind="line" size="24" icon="redo-2" @click=${() => context.act.redo(leaf)}>${context.text.of('threadRedo')}</ui-button>`;
    return html`<div class="back" role="status"><ui-icon name="history"></ui-icon><span class="grow">${context.text.of('threadEnded.wentBack')}</span>${redo}</div>`;
  }
  if (from !== undefined)
    return html`<div class="back"><ui-icon name="calendar-clock"></ui-icon><div class="grow"><b>${from[context.text.locale]}</b><div dir="auto" style="white-space: pre-line">${text}</div></div></div>`;
  const goOn = canGoOn
    ? html`<button class="link" @click=${() => context.act.resume()}>${context.text.of('threadGoOn')}</button>`
    : nothing;
  return html`<div class="fold"><span>${(problem && problemText(problem, context.text.locale)) ?? text ?? context.text.of(`threadEnded.${reason ?? 'stopped'}`)}${goOn}</span></div>`;
}

export function drawDay({ at }: DayRow, { text }: RowContext) {
  const isLongAgo = new Date(at).getFullYear() !== new Date().getFullYear();
  const day: Intl.DateTimeFormatOptions = { weekday: 'long', day: 'numeric', month: 'long', ...(isLongAgo && { year: 'numeric' }) };
  return html`<div class="fold day"><span>${dateText(text.locale, at, day)}</span></div>`;
}

export function drawModel({ model }: ModelRow, { text, modelName }: RowContext) {
  return html`<div class="fold"><span title=${model}><ui-icon small name="cpu"></ui-icon>${text.of('threadModel', { model: modelName(model) })}</span></div>`;
}

export function drawWorking({ status }: WorkingRow, { text }: RowContext) {
  return html`<div class="tool still"><ui-state state="running" silent></ui-state><span role="status">${text.of(`threadWorking.${status}`)}</span></div>`;
}

/** A placeholder for messages that are not loaded; it requests them when it is rendered. */
export function drawGap({ first, count }: GapRow, context: RowContext) {
  queueMicrotask(() => context.need(first, count));
  return html`<div class="gap" style="block-size:${count * 72}px"><ui-skeleton></ui-skeleton></div>`;
}
