import { html, nothing } from 'lit';
import type { Place } from '../../contract/index.ts';
import type { ExchangeTexts } from '../texts.ts';

export interface Choosing {
  readonly text: ExchangeTexts;
  readonly places: readonly Place[] | undefined;
  readonly problem: string;
  readonly isOver: boolean;
  look(path: string): void;
  send(file: File): void;
  over(isOver: boolean): void;
}

/** The first step: chooses a session folder, a file or a path. */
export function chooseStep({ text, places, problem, isOver, look, send, over }: Choosing) {
  return html`
    ${problem === '' ? nothing : html`<ui-alert kind="danger">${problem}</ui-alert>`}
    <section><h3>${text.of('onThisMachine')}</h3>${placeList(text, places, look)}</section>
    <section><h3>${text.of('aFile')}</h3>
      <div class="drop" ?data-over=${isOver}
        @dragover=${(event: DragEvent) => {
          event.preventDefault();
          over(true);
        }}
        @dragleave=${() => over(false)}
        @drop=${(event: DragEvent) => {
          event.preventDefault();
          over(false);
          const file = event.dataTransfer?.files[0];
          if (file !== undefined) send(file);
        }}
      >
        <ui-icon name="file-up"></ui-icon>
        <p>${text.of('drop')}</p>
        <label class="file">
          <input type="file" class="unseen" aria-label=${text.of('chooseFile')} accept=".zip,.json,.jsonl,.db" @change=${(event: Event) => {
            const input = event.currentTarget as HTMLInputElement;
            const file = input.files?.[0];
            if (file !== undefined) send(file);
            input.value = '';
          }} />
          <span aria-hidden="true">${text.of('chooseFile')}</span>
        </label>
      </div>
    </section>
    <form @submit=${(event: SubmitEvent) => {
      event.preventDefault();
      const path = new FormData(event.currentTarget as HTMLFormElement).get('path');
      if (typeof path === 'string' && path.trim() !== '') look(path);
    }}>
      <ui-field label=${text.of('path')} hint=${text.of('pathHint')}>
        <div class="path"><ui-input name="path" mono maxlength="4096" label=${text.of('path')}></ui-input><ui-button type="submit" kind="line">${text.of('look')}</ui-button></div>
      </ui-field>
    </form>
  `;
}

function placeList(text: ExchangeTexts, places: readonly Place[] | undefined, look: (path: string) => void) {
  if (places === undefined) return html`<p class="quiet" role="status">${text.of('lookingAround')}</p>`;
  if (places.length === 0) return html`<p class="quiet">${text.of('noneHere')}</p>`;
  return html`<ul>${places.map(({ source, path, files }) => {
    const name = text.of(`source.${source}`);
    const meta = files === 0 ? path : `${text.count('sessions', files)} · ${path}`;
    return html`<li class="place">
      <ui-icon name="folder-open"></ui-icon>
      <div class="what"><div class="title">${name}</div><div class="meta">${meta}</div></div>
      <ui-button kind="line" @click=${() => look(path)}>${text.of('look')}<span class="unseen"> ${name}</span></ui-button>
    </li>`;
  })}</ul>`;
}
