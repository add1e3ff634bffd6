import { html, nothing } from 'lit';
import type { Report } from '../../contract/index.ts';
import { lossList } from '../losses.ts';
import type { ExchangeTexts } from '../texts.ts';

export interface Reporting {
  readonly text: ExchangeTexts;
  readonly report: Report;
  open(conversation: string): void;
  again(): void;
  close(): void;
}

const maxListed = 20;

/** The report of an import. */
export function reportStep({ text, report, open, again, close }: Reporting) {
  const { created, there, failed, losses, cancelled } = report;
  return html`
    <p class="came" role="status">
      <ui-icon name=${created.length === 0 ? 'circle-dashed' : 'circle-check'}></ui-icon>
      <b>${created.length === 0 ? text.of('createdNone') : text.count('created', created.length)}</b>
    </p>
    ${cancelled ? html`<ui-alert kind="warn">${text.of('wasStopped')}</ui-alert>` : nothing}
    ${there === 0 ? nothing : html`<p class="quiet">${text.count('wereThere', there)}</p>`}
    ${named(text, created, open)}
    ${
      failed.length === 0
        ? nothing
        : html`<ui-alert kind="danger" heading=${text.count('failed', failed.length)}><ul>${failed.slice(0, maxListed).map(({ problem }) => html`<li>${problem}</li>`)}${more(text, failed.length)}</ul></ui-alert>`
    }
    ${losses.length === 0 && failed.length === 0 && created.length > 0 ? html`<p class="quiet">${text.of('nothingLost')}</p>` : lossList(text, text.of('leftBehind'), losses)}
    <footer>
      <ui-button @click=${again}>${text.of('another')}</ui-button>
      <ui-button kind="accent" size="32" @click=${close}>${text.of('done')}</ui-button>
    </footer>
  `;
}

function named(text: ExchangeTexts, created: Report['created'], open: (conversation: string) => void) {
  if (created.length === 0) return nothing;
  return html`<ul>${created.slice(0, maxListed).map(
    ({ conversation, title }) => html`<li class="act">
      <span class="title">${title}</span>
      <ui-button size="24" kind="line" @click=${() => open(conversation)}>${text.of('open')}<span class="unseen"> ${title}</span></ui-button>
    </li>`,
  )}${more(text, created.length)}</ul>`;
}

function more(text: ExchangeTexts, count: number) {
  return count <= maxListed ? nothing : html`<li class="quiet">${text.count('more', count - maxListed)}</li>`;
}
