import { bytesText, dateText } from '@atelier/kernel/ui';
import { html, nothing } from 'lit';
import { until } from 'lit/directives/until.js';
import { openPicture } from '../parts/picture.ts';
import type { RowContext } from '../row-context.ts';
import type { UserRow } from '../store/rows.ts';
import { drawVersions } from './draw-versions.ts';
import { messageTools } from './message-tools.ts';

/** Longer messages are folded, because pasted text is seldom read again. */
const maxLines = 24;
const mention = /(?<=^|\s)@[\p{L}\p{N}_./-]*[\p{L}\p{N}_/-]/gu;

/** A message of the person, with its files and pictures. */
export function drawUser(row: UserRow, context: RowContext) {
  if (row.isEditing) return editor(row, context);
  const { text, at, attached, pictures, entry = '' } = row;
  const { locale } = context.text;
  const lines = text.split('\n');
  const isLong = lines.length > maxLines && !row.isWhole;
  const files = attached.length + pictures.length > 0;
  const when = html`<time class="when" title=${dateText(locale, at, { dateStyle: 'full', timeStyle: 'short' })}>${dateText(locale, at, { timeStyle: 'short' })}</time>`;
  return html`
    <div class="user ${row.isMarked ? 'marked' : ''}">
      ${messageTools(row, context)}
      ${row.sentBy === undefined ? nothing : html`<div class="sender"><ui-icon small name="puzzle"></ui-icon><bdi class="cut">${context.text.of('threadSentBy', { extension: row.sentBy })}</bdi></div>`}
      <div class="words">${mentioned(isLong ? lines.slice(0, maxLines).join('\n') : text)}${files ? nothing : when}</div>
      ${isLong ? html`<ui-button size="24" @click=${() => context.setOpen(`${row.key} whole`, true)}>${context.text.of('threadAllLines', { count: lines.length })}</ui-button>` : nothing}
      ${
        files
          ? html`<div class="under">
              <div class="files">
                ${pictures.map(({ part, mimeType, data }) => thumb(context, context.picture(entry, part, mimeType, data)))}
                ${attached.map(({ name, size, kind, sent }) => html`<span class="file" title=${context.text.of(`threadAttached.${kind}`, { name })}><ui-icon small name=${kind === 'path' ? 'link' : 'file-text'}></ui-icon><span class="cut">${name}</span><span class="t3">${sent === undefined ? bytesText(locale, size) : context.text.of('threadAttachedCut', { sent: bytesText(locale, sent), size: bytesText(locale, size) })}</span></span>`)}
              </div>
              ${when}
            </div>`
          : nothing
      }
      ${drawVersions(row, context)}
    </div>
  `;
}

function thumb(context: RowContext, source: Promise<string>) {
  const label = context.text.of('threadShowPicture');
  const shown = source.then(
    address => html`<img src=${address} alt="" />`,
    () => html`<ui-icon name="image-off"></ui-icon>`,
  );
  return html`<button class="thumb" aria-label=${label} title=${label} @click=${(event: Event) => openPicture(event.currentTarget as HTMLElement, source, context.text)}>${until(shown, html`<ui-icon name="image"></ui-icon>`)}</button>`;
}

/** Highlights mentioned file names. */
function mentioned(text: string): readonly unknown[] {
  const pieces: unknown[] = [];
  let at = 0;
  for (const { 0: found, index } of text.matchAll(mention)) {
    pieces.push(text.slice(at, index), html`<span class="mention">${found}</span>`);
    at = index + found.length;
  }
  return [...pieces, text.slice(at)];
}

/** The editor of a message. The typed text stays in the field until it is sent. */
function editor(row: UserRow, context: RowContext) {
  const { entry = '', attached } = row;
  const send = async (form: HTMLFormElement) => {
    const text = form.querySelector('ui-textarea')?.value.trim() ?? '';
    if (text === '' || context.isBusy) return;
    if (await context.act.resend(entry, text, attached)) context.edit(undefined);
  };
  const pressed = (event: KeyboardEvent) => {
    if (event.key === 'Escape') context.edit(undefined);
    else if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    else void send(event.currentTarget as HTMLFormElement);
    event.preventDefault();
    event.stopPropagation();
  };
  const submitted = (event: SubmitEvent) => {
    event.preventDefault();
    void send(event.currentTarget as HTMLFormElement);
  };
  return html`
    <form class="user editing" @submit=${submitted} @keydown=${pressed}>
      <ui-textarea autofocus rows="2" max-rows="20" value=${row.text} .value=${row.text} label=${context.text.of('threadEdit')}></ui-textarea>
      <div class="foot">
        <span class="grow">${context.text.of('threadEditHint')}</span>
        <ui-button @click=${() => context.edit(undefined)} kbd="Escape">${context.text.of('threadCancel')}</ui-button>
        <ui-button kind="accent" type="submit" kbd="Enter" ?disabled=${context.isBusy}>${context.text.of('threadSendAgain')}</ui-button>
      </div>
    </form>
  `;
}
