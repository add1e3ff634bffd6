import { dateText } from '@atelier/kernel/ui';
import { css, html, nothing, type ReactiveController } from 'lit';
import { splitAttached } from '../../../contract/index.ts';
import type { OpenThread } from '../open-thread.ts';
import type { Reading } from './reading.ts';

export const outlineStyles = css`
  .outline { display: grid; gap: 1px; margin: 8px -8px 0; }
  .outline button { display: flex; align-items: center; gap: 8px; min-height: 32px; padding: 4px 8px; border-radius: var(--r-6); }
  .outline button:hover, .outline button:focus-visible { background: var(--hover); outline-offset: -2px; }
  .outline time { flex: none; font: var(--t-11); color: var(--text-3); font-variant-numeric: tabular-nums; }
  .outline .none { padding: 8px; color: var(--text-2); }
`;

const olderAtOnce = 200;

/** The list of the person's messages, to go to any of them. */
export class Outline implements ReactiveController {
  readonly #thread: OpenThread;
  readonly #reading: Reading;
  #isOpen = false;
  #filter = '';
  #isLoading = false;

  constructor(thread: OpenThread, reading: Reading) {
    this.#thread = thread;
    this.#reading = reading;
    thread.addController(this);
  }

  hostDisconnected(): void {
    this.#isOpen = false;
  }

  open(): void {
    if (this.#thread.feed === undefined) return;
    this.#isOpen = true;
    this.#filter = '';
    this.#thread.requestUpdate();
    // The dialog sets the focus when it opens; the field exists one frame later.
    void this.#thread.updateComplete.then(() => requestAnimationFrame(() => this.#field?.focus()));
  }

  render() {
    const feed = this.#thread.feed;
    if (!this.#isOpen || feed === undefined) return nothing;
    const { text } = this.#thread;
    const { entries } = feed.store;
    const wanted = this.#filter.toLocaleLowerCase();
    const asked = [...entries.asked()]
      .map(({ id, at, parts = [] }) => ({ id, at, said: firstLine(parts.find(({ kind }) => kind === 'text')?.text ?? '') }))
      .filter(({ said }) => said.toLocaleLowerCase().includes(wanted))
      .reverse();
    const missing = this.#missing();
    return html`
      <ui-dialog open heading=${text.of('threadOutline')} @close=${this.#closed}>
        <ui-search placeholder=${text.of('threadOutlineFilter')} label=${text.of('threadOutlineFilter')} @input=${this.#typed} @keydown=${this.#down}></ui-search>
        <div class="outline" @keydown=${this.#move}>
          ${asked.map(({ id, at, said }) => html`<button @click=${() => this.#go(id)}><span class="grow cut">${said || text.of('threadPicture')}</span><time>${dateText(text.locale, at, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })}</time></button>`)}
          ${asked.length === 0 && missing === undefined ? html`<div class="none">${text.of('threadOutlineNone')}</div>` : nothing}
          ${missing === undefined ? nothing : html`<ui-button icon="arrow-up" ?busy=${this.#isLoading} @click=${() => this.#older(missing)}>${text.of('threadOutlineOlder')}</ui-button>`}
        </div>
      </ui-dialog>
    `;
  }

  get #field(): HTMLElement | null | undefined {
    return this.#thread.shadowRoot?.querySelector<HTMLElement>('ui-dialog ui-search');
  }

  /** The newest messages that are not loaded, if there are any. */
  #missing(): { first: number; count: number } | undefined {
    const entries = this.#thread.feed!.store.entries;
    let end = entries.total;
    while (end > 0 && entries.at(end - 1) !== undefined) end -= 1;
    if (end === 0) return undefined;
    const first = Math.max(0, end - olderAtOnce);
    return { first, count: end - first };
  }

  async #older({ first, count }: { first: number; count: number }): Promise<void> {
    this.#isLoading = true;
    this.#thread.requestUpdate();
    await this.#thread.feed?.load(first, count);
    this.#isLoading = false;
    this.#thread.requestUpdate();
  }

  #go(entry: string): void {
    this.#isOpen = false;
    this.#thread.requestUpdate();
    void this.#reading.goTo(entry);
  }

  readonly #closed = (): void => {
    this.#isOpen = false;
    this.#thread.requestUpdate();
  };

  readonly #typed = (event: Event): void => {
    this.#filter = (event.target as HTMLInputElement).value.trim();
    this.#thread.requestUpdate();
  };

  readonly #down = (event: KeyboardEvent): void => {
    const first = this.#thread.shadowRoot?.querySelector<HTMLElement>('.outline button');
    if (event.key === 'ArrowDown') first?.focus();
    else if (event.key === 'Enter') first?.click();
    else return;
    event.preventDefault();
  };

  readonly #move = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const all = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('button')];
    const at = all.findIndex(button => button.matches(':focus'));
    if (at + step < 0) this.#field?.focus();
    else all[at + step]?.focus();
  };
}

function firstLine(message: string): string {
  return splitAttached(message).text.trim().split('\n', 1)[0]?.slice(0, 200) ?? '';
}
