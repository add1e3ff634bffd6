import { AgentChannel, type Queued } from '@atelier/agent/contract';
import type { Texts } from '@atelier/kernel/ui';
import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { splitAttached, withAttached } from '../../../contract/index.ts';
import { sends } from '../../sends.ts';
import type { Composer } from '../composer.ts';
import type { texts } from '../texts.ts';

type Change = { readonly text?: string; readonly place?: number; readonly steer?: boolean; readonly remove?: boolean };

const rowHeight = 28;

/** The queued messages, which can be moved, edited, sent into the running turn or removed. */
export class QueueRows {
  readonly #composer: Composer;
  readonly #text: Texts<(typeof texts)['en']>;
  #edited: string | undefined;
  #dragged: { readonly id: string; readonly from: number; readonly y: number; to: number } | undefined;
  #isFolded = true;

  constructor(composer: Composer, text: Texts<(typeof texts)['en']>) {
    this.#composer = composer;
    this.#text = text;
  }

  get queue(): readonly Queued[] {
    return this.#composer.runtime.state?.queue ?? [];
  }

  /** Opens the newest queued message for editing. */
  editLast(): void {
    const last = this.#ordered(this.queue).findLast(({ handed }) => handed === undefined);
    if (last === undefined) return;
    this.#isFolded = false;
    this.#edit(last.id);
  }

  render(isNarrow: boolean) {
    const { queue } = this;
    if (queue.length === 0) return this.#going();
    const text = this.#text;
    const { runtime } = this.#composer;
    const waits = queue.some(one => one.waits) && !runtime.isBusy;
    const rows = this.#ordered(queue);
    const isFolded = isNarrow && this.#isFolded;
    return html`
      <section class="queue" aria-label=${text.of('composerQueue')}>
        ${isNarrow ? html`<button class="sum" aria-expanded=${!isFolded} @click=${this.#fold}><ui-icon name="list-plus"></ui-icon><span class="cut">${text.count('composerQueued', queue.length)}</span><ui-icon name=${isFolded ? 'chevron-right' : 'chevron-down'}></ui-icon></button>` : nothing}
        ${
          isFolded
            ? nothing
            : html`<ul>${repeat(
                rows,
                ({ id }) => id,
                (one, index) => this.#row(one, index, queue.length),
              )}</ul>`
        }
        ${waits ? html`<div class="waits"><ui-state state="queued" silent></ui-state><span class="cut">${text.of('composerWaits')}</span><ui-button size="24" @click=${this.#drain}>${text.of('composerSendNow')}</ui-button></div>` : nothing}
      </section>
    `;
  }

  /** The message that begins a conversation, until there is one to show it. */
  #going() {
    const { runtime, draft } = this.#composer;
    const going = runtime.conversation === undefined ? sends.of(draft.key) : [];
    return going.map(
      ({ text }) =>
        html`<div class="going"><ui-state state="running" silent></ui-state><span class="cut">${text}</span><span>${this.#text.of('composerGoing')}</span></div>`,
    );
  }

  #row(one: Queued, index: number, count: number) {
    const text = this.#text;
    if (one.id === this.#edited) return html`<li class="q">${this.#editor(one)}</li>`;
    const { text: words, attached } = splitAttached(one.text);
    const files = attached.length + one.images;
    const what = html`${one.sentBy === undefined ? nothing : html`<ui-icon small name="puzzle" label=${text.of('composerSentBy', { extension: one.sentBy })}></ui-icon>`}
      <span class="cut what">${words === '' ? (attached[0]?.name ?? text.of('composerPictures')) : words}</span>
      ${files === 0 ? nothing : html`<span class="place"><ui-icon name="paperclip"></ui-icon>${files}</span>`}`;
    if (one.handed !== undefined)
      return html`<li class="q handed" data-queued=${one.id}><ui-state state="queued" silent></ui-state>${what}<span class="place">${text.of(`composerHanded.${one.handed}`)}</span></li>`;
    const place = text.of(index === 0 ? 'composerPlaceFirst' : 'composerPlace', { place: index + 1, count });
    return html`<li class="q ${this.#dragged?.id === one.id ? 'dragged' : ''}" data-queued=${one.id}>
      <ui-icon-button class="grip" size="24" icon="grip-vertical" label=${text.of('composerMove', { place: index + 1, count })}
        @keydown=${(event: KeyboardEvent) => this.#moveByKey(event, one.id, index, count)} @pointerdown=${(event: PointerEvent) => this.#grab(event, one.id, index)}></ui-icon-button>
      ${what}
      <span class="acts">
        <ui-icon-button size="24" icon="corner-down-right" label=${text.of('composerSteer')} @click=${() => this.#change(one.id, { steer: true })}></ui-icon-button>
        <ui-icon-button size="24" icon="pencil" label=${text.of('composerEdit')} @click=${() => this.#edit(one.id)}></ui-icon-button>
        <ui-icon-button size="24" icon="x" label=${text.of('composerRemove')} @click=${() => this.#change(one.id, { remove: true })}></ui-icon-button>
      </span>
      <span class="place">${place}</span>
    </li>`;
  }

  #editor(one: Queued) {
    const text = this.#text;
    return html`<textarea class="edit" rows="1" dir="auto" aria-label=${text.of('composerEditQueued')} .value=${splitAttached(one.text).text}
      @keydown=${(event: KeyboardEvent) => this.#editKey(event, one)} @blur=${(event: FocusEvent) => this.#keep(event.target as HTMLTextAreaElement, one)}></textarea>`;
  }

  #editKey(event: KeyboardEvent, one: Queued): void {
    if (event.isComposing) return;
    if (event.key === 'Escape') {
      this.#edited = undefined;
      event.stopPropagation();
    } else if (event.key === 'Enter' && !event.shiftKey) this.#keep(event.target as HTMLTextAreaElement, one);
    else return;
    event.preventDefault();
    this.#composer.requestUpdate();
    this.#composer.focusField();
  }

  #keep(field: HTMLTextAreaElement, one: Queued): void {
    if (this.#edited !== one.id) return;
    this.#edited = undefined;
    this.#composer.requestUpdate();
    const { text, attached } = splitAttached(one.text);
    if (field.value === text) return;
    if (field.value.trim() === '' && attached.length === 0 && one.images === 0) void this.#change(one.id, { remove: true });
    else void this.#change(one.id, { text: withAttached(field.value, attached) });
  }

  #edit(id: string): void {
    this.#edited = id;
    this.#composer.requestUpdate();
    void this.#composer.updateComplete.then(() => {
      const field = this.#composer.shadowRoot?.querySelector<HTMLTextAreaElement>('.edit');
      field?.focus();
      field?.setSelectionRange(field.value.length, field.value.length);
    });
  }

  /** A dragged row is shown at its drop position. */
  #ordered(queue: readonly Queued[]): readonly Queued[] {
    const dragged = this.#dragged;
    const row = queue.find(({ id }) => id === dragged?.id);
    if (dragged === undefined || row === undefined) return queue;
    const others = queue.filter(one => one !== row);
    return [...others.slice(0, dragged.to), row, ...others.slice(dragged.to)];
  }

  #grab(event: PointerEvent, id: string, from: number): void {
    if (event.button !== 0) return;
    const grip = event.currentTarget as HTMLElement;
    grip.setPointerCapture(event.pointerId);
    this.#dragged = { id, from, y: event.clientY, to: from };
    const last = this.queue.length - 1;
    const move = ({ clientY }: PointerEvent) => {
      if (this.#dragged === undefined) return;
      this.#dragged.to = Math.max(0, Math.min(last, from + Math.round((clientY - this.#dragged.y) / rowHeight)));
      this.#composer.requestUpdate();
    };
    const drop = () => {
      grip.removeEventListener('pointermove', move);
      const to = this.#dragged?.to ?? from;
      if (to === from) this.#dragged = undefined;
      // The row stays at its drop position until the queue confirms it.
      else void this.#change(id, { place: to }).finally(() => this.#endDrag());
      this.#composer.requestUpdate();
    };
    grip.addEventListener('pointermove', move);
    grip.addEventListener('lostpointercapture', drop, { once: true });
  }

  #endDrag(): void {
    this.#dragged = undefined;
    this.#composer.requestUpdate();
  }

  #moveByKey(event: KeyboardEvent, id: string, index: number, count: number): void {
    const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: count - 1 }[event.key];
    if (to === undefined || to < 0 || to >= count || to === index) return;
    event.preventDefault();
    const grip = event.currentTarget as HTMLElement;
    // Moving the row's element in the page loses the focus.
    void this.#change(id, { place: to }).then(() => grip.focus());
  }

  async #change(queued: string, change: Change): Promise<void> {
    const { view, runtime, fail } = this.#composer;
    const { conversation } = runtime;
    if (conversation === undefined) return;
    try {
      await view.connect(AgentChannel).call('changeQueued', { conversation, queued, ...change });
      await runtime.read();
      await this.#composer.updateComplete;
    } catch (error) {
      fail(error);
    }
    if (change.remove === true || change.steer === true) this.#composer.focusField();
  }

  readonly #drain = (): void => {
    const { view, runtime, fail } = this.#composer;
    const { conversation } = runtime;
    if (conversation !== undefined) view.connect(AgentChannel).call('drainQueue', { conversation }).catch(fail);
  };

  readonly #fold = (): void => {
    this.#isFolded = !this.#isFolded;
    this.#composer.requestUpdate();
  };
}
