import type { AgentEvent } from '@atelier/agent/contract';
import type { Handle } from '@atelier/kernel';
import { Tip } from '@atelier/kernel/kit';
import { durationText, moneyText, numberText, Slice, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { texts } from './texts.ts';
import { type Figure, TurnMeter } from './turn-meter.ts';

/** A figure that changes faster could not be read. */
const everyMs = 250;
const maxMeters = 50;

/** Shows how fast the model writes in the conversation on screen; nothing before it has written. */
export class ThroughputGauge extends LitElement {
  static override styles = css`
    :host { display: flex; align-items: center; justify-content: flex-end; min-width: 0; height: 100%; }
    span { display: flex; align-items: center; gap: 4px; height: 24px; padding-inline: 6px; border-radius: var(--r-4); font: var(--t-11); color: var(--text-3); font-variant-numeric: tabular-nums; white-space: nowrap; --icon-size: 12px; cursor: default; }
    span[data-live] { color: var(--text-2); }
    span:focus-visible { outline: 2px solid var(--focus); outline-offset: -2px; }
  `;

  @property({ attribute: false }) view!: ViewHost;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #conversation = new Slice(this, () => this.view, 'conversation');
  readonly #visible = new Slice(this, () => this.view, 'visible');
  readonly #meters = new Map<string, TurnMeter>();
  #following: Handle | undefined;
  #isFollowing = false;
  #clock: ReturnType<typeof setInterval> | undefined;

  constructor() {
    super();
    new Tip(this, () => {
      const figure = this.#figure();
      return figure === undefined ? '' : this.#explained(figure);
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    void this.#following?.dispose();
    this.#following = undefined;
    this.#isFollowing = false;
    this.#rest();
  }

  override willUpdate(): void {
    if (!this.#isFollowing && this.view !== undefined) void this.#follow();
    const isLive = this.#shown()?.isLive === true && this.#visible.value !== false;
    if (!isLive) this.#rest();
    else this.#clock ??= setInterval(() => this.requestUpdate(), everyMs);
  }

  override render() {
    const figure = this.#figure();
    if (figure === undefined) return nothing;
    return html`<span tabindex="0" role="img" aria-label=${this.#explained(figure)} ?data-live=${figure.isLive}>
      <ui-icon name="gauge"></ui-icon>${this.#text.of('live', { rate: this.#rate(figure.rate) })}
    </span>`;
  }

  /** The agent is optional: subscribing does not start it, and without it there are no events. */
  async #follow(): Promise<void> {
    this.#isFollowing = true;
    const { AgentChannel } = await import('@atelier/agent/contract');
    if (this.isConnected) this.#following ??= this.view.connect(AgentChannel).on('event', event => this.#take(event));
  }

  #take(event: AgentEvent): void {
    const known = this.#meters.get(event.conversation);
    const meter = known ?? new TurnMeter();
    if (!meter.take(event)) return;
    if (known === undefined) this.#keep(event.conversation, meter);
    // While the model writes, the interval updates the widget; the beginning and the end of a turn update it at once.
    const isEdge = event.kind === 'turnStarted' || event.kind === 'turnEnded' || this.#clock === undefined;
    if (isEdge && event.conversation === this.#conversation.value?.id) this.requestUpdate();
  }

  #keep(conversation: string, meter: TurnMeter): void {
    this.#meters.set(conversation, meter);
    const [oldest] = this.#meters.keys();
    if (this.#meters.size > maxMeters && oldest !== undefined) this.#meters.delete(oldest);
  }

  #shown(): TurnMeter | undefined {
    const id = this.#conversation.value?.id;
    return id === undefined ? undefined : this.#meters.get(id);
  }

  #figure(): Figure | undefined {
    return this.#shown()?.figure(Date.now());
  }

  #rest(): void {
    clearInterval(this.#clock);
    this.#clock = undefined;
  }

  #rate(rate: number): string {
    return numberText(this.#text.locale, rate < 9.95 ? Math.round(rate * 10) / 10 : Math.round(rate));
  }

  #explained({ isLive, rate, peak, firstMs, tokens, cost, isEstimated }: Figure): string {
    const text = this.#text;
    const { locale } = text;
    const total = text.of('total', { tokens: numberText(locale, Math.round(tokens)) });
    return [
      text.of(isLive ? 'now' : 'average', { rate: this.#rate(rate) }),
      ...(peak > rate * 1.05 ? [text.of('peak', { rate: this.#rate(peak) })] : []),
      ...(firstMs === undefined ? [] : [text.of('first', { time: durationText(locale, Math.round(firstMs)) })]),
      total,
      ...(cost === undefined ? [] : [text.of('cost', { cost: moneyText(locale, cost) })]),
      ...(isEstimated && !isLive ? [text.of('estimated')] : []),
    ].join(' ');
  }
}

if (customElements.get('throughput-gauge') === undefined) customElements.define('throughput-gauge', ThroughputGauge);
