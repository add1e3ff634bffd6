import { defineChannel } from '@atelier/kernel';
import { Slice, Texts } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing, svg } from 'lit';
import { fillOf } from './fill.js';
import { texts } from './texts.js';

/** The agent's channel, which the manifest lists under `requires`. */
const Agent = defineChannel('agent');
/** The events after which the context has changed. */
const telling = ['turnEnded', 'messageEnded', 'compaction', 'settings', 'rewound'];
const around = 2 * Math.PI * 6;

/** A ring that shows how full the context of the conversation is. */
export class TokenGaugeRing extends LitElement {
  static properties = { view: { attribute: false }, context: { state: true } };

  static styles = css`
    :host { display: inline-flex; align-items: center; gap: var(--s-6); block-size: var(--h-24); padding-inline: var(--s-8); color: var(--text-2); font: var(--t-12); white-space: nowrap; font-variant-numeric: tabular-nums; }
    svg { inline-size: 16px; block-size: 16px; rotate: -90deg; fill: none; stroke-width: 2.5; }
    .track { stroke: var(--line-strong); opacity: 0.45; }
    .fill { stroke: var(--accent); transition: stroke-dashoffset var(--slow); }
    .warn .fill { stroke: var(--warn); }
    .danger .fill { stroke: var(--danger); }
    .danger { color: var(--danger-text); }
    span { display: contents; }
    @media (prefers-reduced-motion: reduce) { .fill { transition: none; } }
  `;

  #text = new Texts(this, () => this.view, texts);
  #conversation = new Slice(this, () => this.view, 'conversation');
  #asked;
  #following;

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#following?.dispose();
    this.#following = undefined;
    this.#asked = undefined;
  }

  willUpdate() {
    if (this.view === undefined) return;
    this.#following ??= this.view.connect(Agent).on('event', event => {
      if (event.conversation === this.#asked && telling.includes(event.kind)) this.#read();
    });
    const id = this.#conversation.value?.id;
    if (id === this.#asked) return;
    this.#asked = id;
    this.context = undefined;
    if (id !== undefined) this.#read();
  }

  render() {
    const fill = fillOf(this.context);
    const { locale } = this.#text;
    const count = value => new Intl.NumberFormat(locale, { notation: 'compact' }).format(value);
    const says =
      fill === undefined
        ? this.#text.of('none')
        : this.#text.of('full', { percent: fill.percent, tokens: count(fill.tokens), size: count(fill.size) });
    return html`<span class=${fill?.role ?? 'calm'} role="img" aria-label=${says} title=${says}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <circle class="track" cx="8" cy="8" r="6" />
        ${fill === undefined ? nothing : svg`<circle class="fill" cx="8" cy="8" r="6" stroke-dasharray=${around} stroke-dashoffset=${around * (1 - fill.percent / 100)} />`}
      </svg>
      ${fill === undefined ? '–' : `${fill.percent} %`}
    </span>`;
  }

  async #read() {
    const conversation = this.#asked;
    // While the runtime is being replaced the call fails; the next event calls again.
    const state = await this.view
      .connect(Agent)
      .call('state', { conversation })
      .catch(() => undefined);
    if (conversation === this.#asked && state !== undefined) this.context = state.context;
  }
}
