import { isAppError, KernelChannel } from '@atelier/kernel';
import { Query, Texts, type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { StartupChannel } from '../contract/index.ts';
import en from '../text/page/en.json' with { type: 'json' };
import fr from '../text/page/fr.json' with { type: 'json' };

/** Says that this is a safe start and what is off because of it, with the way back to an ordinary start. */
export class StartupSafe extends LitElement {
  static override styles = css`
    :host { position: fixed; z-index: 6; inset-block-start: calc(52px + var(--link-room, 0px)); inset-inline: calc(var(--over-start, 0px) + 12px) calc(var(--over-end, 0px) + 12px); display: grid; justify-items: center; pointer-events: none; }
    ui-alert, button { pointer-events: auto; }
    ui-alert:not(:defined) { visibility: hidden; }
    ui-alert { max-inline-size: 440px; box-shadow: var(--shadow-2); border-radius: var(--r-8); background: var(--raised); }
    p { margin: 0; text-wrap: pretty; }
    p + p { margin-block-start: 4px; }
    button { display: inline-flex; align-items: center; gap: 6px; height: 26px; padding: 0 10px; border: 1px solid var(--line-strong); border-radius: 13px; background: var(--raised); color: var(--warn-text); font: var(--t-12); box-shadow: var(--shadow-1); }
    :focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
    ui-icon { --icon: 12px; }
  `;

  @property({ attribute: false }) view!: ViewHost;
  @state() private isOpen = true;
  @state() private isLeaving = false;

  readonly #text = new Texts(this, () => this.view, { en, fr });
  readonly #start = new Query(this, () => this.view, StartupChannel, 'readStart', { params: () => ({}) });
  readonly #extensions = new Query(this, () => this.view, KernelChannel, 'listExtensions', {
    params: () => ({}),
    refreshOn: 'extensionsChanged',
  });

  /** Words below keep this free. */
  readonly #sizes = new ResizeObserver(() => {
    const height = this.offsetHeight;
    document.documentElement.style.setProperty('--safe-room', `${height === 0 ? 0 : height + 8}px`);
  });

  override connectedCallback(): void {
    super.connectedCallback();
    this.#sizes.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#sizes.disconnect();
    document.documentElement.style.removeProperty('--safe-room');
  }

  override render() {
    const { state: start } = this.#start;
    const { state: listed } = this.#extensions;
    if (start.status !== 'ready' || listed.status !== 'ready' || start.value.safe === undefined) return nothing;
    const text = this.#text;
    const off = listed.value.filter(({ problem }) => problem?.code === 'extension/safe-start');
    const count = off.length === 0 ? text.of('safe.nothing') : text.count('safe.off', off.length);
    if (!this.isOpen) {
      return html`<button @click=${() => this.#show(true)}><ui-icon name="shield"></ui-icon>${text.of('safe')}</button>`;
    }
    const names = off.map(({ displayName }, index) => html`${index > 0 ? ', ' : nothing}<bdi>${displayName}</bdi>`);
    return html`
      <ui-alert kind="warn" heading=${text.of('safe')}>
        <p>${text.of(start.value.safe === 'asked' ? 'safe.asked' : 'safe.failed')}</p>
        <p>${count}${off.length > 0 ? html` ${names}.` : nothing} ${text.of('safe.kept')}</p>
        <ui-button slot="actions" ?busy=${this.isLeaving} @click=${this.#leave}>${text.of('safe.leave')}</ui-button>
        <ui-button slot="actions" @click=${() => this.#show(false)}>${text.of('safe.hide')}</ui-button>
      </ui-alert>
    `;
  }

  #show(isOpen: boolean): void {
    this.isOpen = isOpen;
  }

  readonly #leave = async (): Promise<void> => {
    this.isLeaving = true;
    try {
      await this.view.connect(StartupChannel).call('leaveSafeStart', {});
    } catch (error) {
      const text = isAppError(error) ? error.in(this.#text.locale) : String(error);
      await this.view.connect(WindowChannel).call('toast', { text: text.slice(0, 500), kind: 'failed' });
    }
    this.isLeaving = false;
    this.#start.refresh();
  };
}
