import { dateText, durationText } from '@atelier/kernel/ui';
import { html, nothing } from 'lit';
import type { Desk } from '../desk.ts';
import type { DayRow, FoldRow, GapRow, ModelRow, NoticeRow, SayRow, ThoughtRow, WorkingRow } from '../store/rows.ts';
import { messageTools } from './message-tools.ts';

/** What the model said; while it is written, only what is new is drawn. */
export function drawSay(row: SayRow, desk: Desk) {
  const tools = row.isLive ? nothing : messageTools(row, desk);
  return html`<div class="say ${row.isMarked ? 'marked' : ''}">${row.isEnd ? nothing : tools}<ui-markdown .text=${row.text} .closed=${!row.isLive} headinglevel="3"></ui-markdown>${row.isEnd ? tools : nothing}</div>`;
}

/** What the model thought, on one line until somebody wants to read it. */
export function drawThought({ key, text, isLive, isOpen, milliseconds }: ThoughtRow, desk: Desk) {
  const { locale } = desk.text;
  const said = isLive
    ? desk.text.of('threadThinking')
    : milliseconds === undefined || milliseconds < 500
      ? desk.text.of('threadThought')
      : desk.text.of('threadThoughtFor', { time: durationText(locale, Math.max(1000, Math.round(milliseconds / 1000) * 1000)) });
  const first = text
    .replaceAll(/[*_`#>]+/g, '')
    .trim()
    .split('\n', 1)[0];
  const mark = isLive ? html`<ui-state state="running" silent></ui-state>` : html`<ui-icon name="brain"></ui-icon>`;
  const head = html`<button class="tool" aria-expanded=${isOpen ? 'true' : 'false'} @click=${() => desk.setOpen(key, !isOpen)}>${mark}<b>${said}</b><span class="meta cut grow">${isOpen ? nothing : first}</span><ui-icon class="chev" small name=${isOpen ? 'chevron-down' : 'chevron-right'}></ui-icon></button>`;
  const body = html`<div class="thinking"><ui-markdown .text=${text} .closed=${!isLive} headinglevel="4"></ui-markdown></div>`;
  return html`<div class=${isOpen ? 'card' : ''}>${head}${isOpen ? body : nothing}</div>`;
}

/** Where earlier messages were put into a summary. */
export function drawFold({ key, text, undoable, isOpen, isRunning }: FoldRow, desk: Desk) {
  if (isRunning)
    return html`<div class="fold"><span><ui-state state="running" silent></ui-state><span role="status">${desk.text.of('threadCompacting')}</span></span></div>`;
  const undo =
    undoable && !desk.isBusy
      ? html`<button class="link" @click=${() => desk.act.undoCompaction()}>${desk.text.of('threadFoldUndo')}</button>`
      : nothing;
  const open = html`<button class="link" aria-expanded=${isOpen ? 'true' : 'false'} @click=${() => desk.setOpen(key, !isOpen)}>${desk.text.of(isOpen ? 'threadFoldClose' : 'threadFoldOpen')}</button>`;
  return html`
    <div class="fold"><span><ui-icon small name="fold-vertical"></ui-icon>${desk.text.of('threadFold')}${open}${undo}</span></div>
    ${isOpen ? html`<div class="card summary"><ui-markdown .text=${text} headinglevel="3"></ui-markdown></div>` : nothing}
  `;
}

export function drawNotice({ text, reason }: NoticeRow, desk: Desk) {
  return html`<div class="fold"><span>${text ?? desk.text.of(`threadEnded.${reason ?? 'stopped'}`)}</span></div>`;
}

export function drawDay({ at }: DayRow, { text }: Desk) {
  const isLongAgo = new Date(at).getFullYear() !== new Date().getFullYear();
  const day: Intl.DateTimeFormatOptions = { weekday: 'long', day: 'numeric', month: 'long', ...(isLongAgo && { year: 'numeric' }) };
  return html`<div class="fold day"><span>${dateText(text.locale, at, day)}</span></div>`;
}

export function drawModel({ model }: ModelRow, { text, modelName }: Desk) {
  return html`<div class="fold"><span title=${model}><ui-icon small name="cpu"></ui-icon>${text.of('threadModel', { model: modelName(model) })}</span></div>`;
}

export function drawWorking({ status }: WorkingRow, { text }: Desk) {
  return html`<div class="tool still"><ui-state state="running" silent></ui-state><span role="status">${text.of(`threadWorking.${status}`)}</span></div>`;
}

/** Holds the place of messages that are not here, and asks for them because it is near. */
export function drawGap({ first, count }: GapRow, desk: Desk) {
  queueMicrotask(() => desk.need(first, count));
  return html`<div class="gap" style="block-size:${count * 72}px"><ui-skeleton></ui-skeleton></div>`;
}
