import type { LinkStatus } from '@atelier/kernel/ui';
import { Slice, spacedText } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { state } from 'lit/decorators.js';
import { theWindow } from '../window/current.ts';
import { RenderOnChange } from '../window/render-on-change.ts';

const fr = {
  away: 'Atelier ne répond pas. Vous pouvez continuer à écrire : votre message est gardé ici, et enregistré dès qu’il revient. S’il s’est arrêté, relancez-le.',
  refused: 'Atelier a redémarré et ne reconnaît plus cette fenêtre. Votre message est gardé ici ; rechargez pour continuer.',
  reload: 'Recharger',
};

const en: typeof fr = {
  away: 'Atelier does not answer. You can go on writing: your message is kept here, and saved as soon as it is back. If it has ended, start it again.',
  refused: 'Atelier was restarted and no longer recognises this window. Your message is kept here; reload to go on.',
  reload: 'Reload',
};

/** What is wrong with the connection, and what becomes of a message that is being written. */
export class ConnectionNotice extends LitElement {
  static override styles = css`
    div { position: fixed; z-index: 20; inset-block-start: 52px; inset-inline: calc(var(--over-start, 0px) + 12px) calc(var(--over-end, 0px) + 12px); display: grid; justify-items: center; pointer-events: none; }
    ui-alert { max-inline-size: 640px; box-shadow: var(--shadow-2); border-radius: var(--r-8); pointer-events: auto; }
    /* A connection that is back at once is not worth a word. */
    .reconnecting { animation: appear 0s 1s backwards; }
    @keyframes appear { from { visibility: hidden; } }
  `;

  @state() private status: LinkStatus = 'connecting';

  readonly #locale = new Slice(this, () => theWindow(), 'locale');

  constructor() {
    super();
    const { link, silent } = theWindow();
    new RenderOnChange(this, silent);
    this.status = link.status;
    link.onStatus(status => {
      this.status = status;
    });
  }

  override updated(): void {
    const shown = this.renderRoot.querySelector('div');
    if (shown === null) document.documentElement.style.removeProperty('--link-room');
    else if (this.status !== 'reconnecting') this.#keepRoom();
  }

  override render() {
    const { status } = this;
    const isRefused = status === 'refused';
    if (!isRefused && status !== 'reconnecting' && !theWindow().silent.value) return nothing;
    const locale = this.#locale.value ?? 'fr';
    const text = locale === 'en' ? en : fr;
    return html`<div class=${status} @animationstart=${this.#keepRoom}>
      <ui-alert kind="warn">${spacedText(locale, isRefused ? text.refused : text.away)}
        ${isRefused ? html`<ui-button slot="actions" size="24" kind="line" @click=${() => location.reload()}>${text.reload}</ui-button>` : nothing}
      </ui-alert>
    </div>`;
  }

  /** Words below keep this free, once it is seen. */
  readonly #keepRoom = (): void => {
    const { offsetHeight = 0 } = this.renderRoot.querySelector('div') ?? {};
    document.documentElement.style.setProperty('--link-room', `${offsetHeight + 8}px`);
  };
}
