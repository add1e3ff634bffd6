import { bytesText, dateText } from '@atelier/kernel/ui';
import { html, nothing } from 'lit';
import { until } from 'lit/directives/until.js';
import { openPicture } from '../parts/picture.ts';
import type { RowContext } from '../row-context.ts';
import type { UserRow } from '../store/rows.ts';
import { drawVersions } from './draw-versions.ts';
import { labels } from './labels.ts';
import { messageTools } from './message-tools.ts';

/** Longer messages are folded, because pasted text is seldom read again. */
const maxLines = 24;
const mention = /(?<=^|\s)@[\p{L}\p{N}_./-]*[\p{L}\p{N}_/-]/gu;

/** A message of the person, with its files and pictures. */
export function drawUser(row: UserRow, context: RowContext) {
  if (row.isEditing)
    return html`<conversations-message-editor .row=${row} .context=${context} .conversation=${context.act.conversation}></conversations-message-editor>`;
  const { text, at, attached, pictures, entry = '' } = row;
  const { locale } = context.text;
  const lines = text.split('\n');
  const isLong = lines.length > maxLines && !row.isWhole;
  const files = attached.length + pictures.length > 0;
  const when = row.isSending
    ? html`<span class="when">${context.text.of('threadSending')}</span>`
    : html`<time class="when" title=${dateText(locale, at, { dateStyle: 'full', timeStyle: 'short' })}>${dateText(locale, at, { timeStyle: 'short' })}</time>`;
  return html`
    <div class="user ${row.isMarked ? 'marked' : ''}">
      ${row.isSending ? nothing : messageTools(row, context)}
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
      ${row.isSending ? nothing : labels(row, context)}
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
