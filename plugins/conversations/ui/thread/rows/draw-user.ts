import { bytesText, dateText } from '@atelier/kernel/ui';
import { html, nothing } from 'lit';
import { until } from 'lit/directives/until.js';
import type { Desk } from '../desk.ts';
import { openPicture } from '../parts/picture.ts';
import type { UserRow } from '../store/rows.ts';
import { messageTools } from './message-tools.ts';

/** Longer ones begin folded: what somebody pasted is seldom read again. */
const mostLines = 24;
const mention = /(?<=^|\s)@[\p{L}\p{N}_./-]*[\p{L}\p{N}_/-]/gu;

/** What the person said, with the files and pictures that came with it. */
export function drawUser(row: UserRow, desk: Desk) {
  if (row.isEditing) return editor(row, desk);
  const { text, at, attached, pictures, entry = '' } = row;
  const { locale } = desk.text;
  const lines = text.split('\n');
  const isLong = lines.length > mostLines && !row.isWhole;
  const files = attached.length + pictures.length > 0;
  const when = html`<time class="when" title=${dateText(locale, at, { dateStyle: 'full', timeStyle: 'short' })}>${dateText(locale, at, { timeStyle: 'short' })}</time>`;
  return html`
    <div class="user ${row.isMarked ? 'marked' : ''}">
      ${messageTools(row, desk)}
      <div class="words">${mentioned(isLong ? lines.slice(0, mostLines).join('\n') : text)}${files ? nothing : when}</div>
      ${isLong ? html`<ui-button size="24" @click=${() => desk.setOpen(`${row.key} whole`, true)}>${desk.text.of('threadAllLines', { count: lines.length })}</ui-button>` : nothing}
      ${
        files
          ? html`<div class="under">
              <div class="files">
                ${pictures.map(({ part, mimeType, data }) => thumb(desk, desk.picture(entry, part, mimeType, data)))}
                ${attached.map(({ name, size, kind }) => html`<span class="file" title=${desk.text.of(`threadAttached.${kind}`, { name })}><ui-icon small name=${kind === 'path' ? 'link' : 'file-text'}></ui-icon><span class="cut">${name}</span><span class="t3">${bytesText(locale, size)}</span></span>`)}
              </div>
              ${when}
            </div>`
          : nothing
      }
    </div>
  `;
}

function thumb(desk: Desk, source: Promise<string>) {
  const label = desk.text.of('threadShowPicture');
  const shown = source.then(
    address => html`<img src=${address} alt="" />`,
    () => html`<ui-icon name="image-off"></ui-icon>`,
  );
  return html`<button class="thumb" aria-label=${label} title=${label} @click=${(event: Event) => openPicture(event.currentTarget as HTMLElement, source, desk.text)}>${until(shown, html`<ui-icon name="image"></ui-icon>`)}</button>`;
}

/** File names that were mentioned stand out. */
function mentioned(text: string): readonly unknown[] {
  const made: unknown[] = [];
  let at = 0;
  for (const { 0: found, index } of text.matchAll(mention)) {
    made.push(text.slice(at, index), html`<span class="mention">${found}</span>`);
    at = index + found.length;
  }
  return [...made, text.slice(at)];
}

/** Another text in its place. What is typed stays with the field until it is sent. */
function editor(row: UserRow, desk: Desk) {
  const { entry = '', attached } = row;
  const send = async (form: HTMLFormElement) => {
    const text = form.querySelector('ui-textarea')?.value.trim() ?? '';
    if (text === '' || desk.isBusy) return;
    if (await desk.act.resend(entry, text, attached)) desk.edit(undefined);
  };
  const pressed = (event: KeyboardEvent) => {
    if (event.key === 'Escape') desk.edit(undefined);
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
      <ui-textarea autofocus rows="2" max-rows="20" value=${row.text} .value=${row.text} label=${desk.text.of('threadEdit')}></ui-textarea>
      <div class="foot">
        <span class="grow">${desk.text.of('threadEditHint')}</span>
        <ui-button @click=${() => desk.edit(undefined)} kbd="Escape">${desk.text.of('threadCancel')}</ui-button>
        <ui-button kind="accent" type="submit" kbd="Enter" ?disabled=${desk.isBusy}>${desk.text.of('threadSendAgain')}</ui-button>
      </div>
    </form>
  `;
}
