import { toast } from '@atelier/kernel/kit';
import { Query, relativeTimeText, Texts, type ViewHost } from '@atelier/kernel/ui';
import { ProvidersChannel } from '@atelier/providers/contract';
import { css, html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { type Capture, type CaptureState, MemoryChannel } from '../../contract/index.ts';
import { texts } from '../texts.ts';
import { failureOf, type Words } from '../words.ts';

const perDay = [0, 10, 25, 50, 100, 200] as const;

/** How capture stands, in one sentence. */
export function captureText(text: Words, { hold, waiting, running, failed, nextAt, perDay: most }: CaptureState): string {
  if (hold !== undefined) return text.of(`hold.${hold}`, { perDay: most, waiting });
  if (running > 0) return text.of('captureRunning');
  if (waiting > 0) {
    const when = nextAt === undefined || nextAt <= Date.now() ? undefined : relativeTimeText(text.locale, nextAt);
    // "in 5 min." has a stop of its own.
    return when === undefined
      ? text.count('captureWaiting', waiting)
      : text.count('captureWaitingUntil', waiting, { when: when.replace(/\.$/, '') });
  }
  return failed > 0 ? text.count('captureFailed', failed) : text.of('captureIdle');
}

/** Capture from conversations: its switch, its model, how many a day, and what waits or failed, with the reason. */
export class MemoryCapture extends LitElement {
  static override styles = css`
    * { box-sizing: border-box; }
    :host { display: grid; gap: 16px; font: var(--t-13); color: var(--text); }
    p { margin: 0; color: var(--text-2); text-wrap: pretty; }
    .state { display: flex; align-items: flex-start; gap: 8px; }
    .state ui-icon, .state ui-state { flex: none; margin-block-start: 2px; color: var(--text-2); }
    section { display: grid; gap: 4px; }
    section b { font-weight: 500; }
    .pair { display: grid; grid-template-columns: minmax(0, 2fr) minmax(0, 1fr); gap: 12px; }
    ul { margin: 0; padding: 0; border: 1px solid var(--line); border-radius: var(--r-8); background: var(--raised); list-style: none; max-height: 320px; overflow: auto; scrollbar-width: thin; }
    li { display: flex; align-items: center; gap: 10px; min-height: 40px; padding: 6px 12px; }
    li + li { border-block-start: 1px solid var(--line); }
    li > span { flex: 1; min-width: 0; }
    li b { display: block; font-weight: 500; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    li small { display: block; font: var(--t-12); color: var(--text-2); overflow-wrap: anywhere; }
    @media (max-width: 560px) { .pair { grid-template-columns: 1fr; } }
  `;

  @property({ attribute: false }) view!: ViewHost;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #capture = new Query(this, () => this.view, MemoryChannel, 'capture', { params: () => ({}), refreshOn: 'captureChanged' });
  readonly #captures = new Query(this, () => this.view, MemoryChannel, 'captures', {
    params: () => ({ limit: 50 }),
    refreshOn: 'captureChanged',
  });
  readonly #models = new Query(this, () => this.view, ProvidersChannel, 'listModels', {
    params: () => ({ locale: this.#text.locale }),
    refreshOn: 'modelsChanged',
  });

  override render() {
    const text = this.#text;
    const { state } = this.#capture;
    if (state.status === 'failed') return html`<ui-alert kind="danger">${state.message}</ui-alert>`;
    if (state.status === 'pending') return html`<ui-progress label=${text.of('loading')}></ui-progress>`;
    const capture = state.value;
    return html`
      <ui-switch .checked=${!capture.paused} @change=${(event: Event) => this.#set({ paused: !(event.currentTarget as HTMLInputElement).checked })}>${text.of('captureOn')}</ui-switch>
      <p>${text.of('captureAbout')}</p>
      <ui-switch .checked=${!capture.untold} @change=${(event: Event) => this.#set({ untold: !(event.currentTarget as HTMLInputElement).checked })}>${text.of('answersOn')}</ui-switch>
      <p>${text.of('answersAbout')}</p>
      <div class="state" role="status">${capture.running > 0 && capture.hold === undefined ? html`<ui-state state="running" silent></ui-state>` : html`<ui-icon name=${capture.hold === undefined ? 'brain' : 'pause'}></ui-icon>`}<span>${captureText(text, capture)} ${text.of('captureToday', { today: capture.today, perDay: capture.perDay })}</span></div>
      <div class="pair">
        <ui-field label=${text.of('captureModel')} hint=${text.of('captureModelHint')}><ui-select .options=${this.#choices(capture)} .value=${capture.model ?? ''} @change=${(event: Event) => this.#set({ model: (event.currentTarget as HTMLSelectElement).value })}></ui-select></ui-field>
        <ui-field label=${text.of('perDay')}><ui-select .options=${[...new Set([...perDay, capture.perDay])].sort((a, b) => a - b).map(count => ({ value: String(count), label: String(count) }))} .value=${String(capture.perDay)} @change=${(event: Event) => this.#set({ perDay: Number((event.currentTarget as HTMLSelectElement).value) })}></ui-select></ui-field>
      </div>
      ${this.#queue(capture)}
      ${this.#leftOut(capture)}
    `;
  }

  #choices({ model }: CaptureState) {
    const { state } = this.#models;
    const usable = state.status === 'ready' ? state.value.filter(({ available, demo }) => available && demo !== true) : [];
    const options = usable.map(({ id, name }) => ({ value: id, label: name }));
    if (model !== undefined && !options.some(({ value }) => value === model)) options.unshift({ value: model, label: model });
    return [{ value: '', label: this.#text.of('usualModel') }, ...options];
  }

  /** Numbers alone: what was left out is nowhere. */
  #leftOut({ leftOut }: CaptureState) {
    const text = this.#text;
    if (leftOut.length === 0) return nothing;
    return html`<section aria-label=${text.of('leftOut')}><b>${text.of('leftOut')}</b>${leftOut.map(({ reason, count }) => html`<p>${text.count(`left.${reason}`, count)}</p>`)}</section>`;
  }

  #queue({ paused: isPaused }: CaptureState) {
    const text = this.#text;
    const { state } = this.#captures;
    if (state.status === 'failed') return html`<ui-alert kind="danger">${state.message}</ui-alert>`;
    if (state.status !== 'ready' || state.value.captures.length === 0) return nothing;
    return html`<ul aria-label=${text.of('captureQueue')}>${state.value.captures.map(one => this.#row(one, isPaused))}</ul>`;
  }

  #row({ conversation, title, step, dueAt, reason, attempts }: Capture, isPaused: boolean) {
    const text = this.#text;
    const about =
      step === 'waiting' && dueAt > Date.now()
        ? text.of('captureDue', { when: relativeTimeText(text.locale, dueAt) })
        : text.of(`step.${step}`);
    const why = reason === undefined ? nothing : html`<small>${text.count('captureTried', attempts)} ${reason.message}</small>`;
    return html`<li><ui-state state=${step === 'failed' ? 'failed' : step === 'running' ? 'running' : 'queued'} silent></ui-state>
      <span><b dir="auto">${title ?? text.of('conversationGone')}</b><small>${about}</small>${why}</span>
      ${step === 'running' || isPaused ? nothing : html`<ui-button size="24" @click=${() => this.#run(client => client.call('retryCapture', { conversation }))}>${text.of(step === 'failed' ? 'tryAgain' : 'captureNow')}</ui-button>`}</li>`;
  }

  #set(change: { paused?: boolean; untold?: boolean; model?: string; perDay?: number }): void {
    void this.#run(client => client.call('setCapture', change));
  }

  async #run(work: (client: ReturnType<typeof this.client>) => Promise<unknown>): Promise<void> {
    try {
      await work(this.client());
    } catch (error) {
      toast({ text: failureOf(error).in(this.#text.locale), kind: 'failed' });
    }
    this.#capture.refresh();
    this.#captures.refresh();
  }

  private client() {
    return this.view.connect(MemoryChannel);
  }
}
