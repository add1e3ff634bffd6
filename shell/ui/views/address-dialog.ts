import { Slice } from '@atelier/kernel/ui';
import { css, html, LitElement } from 'lit';
import { property } from 'lit/decorators.js';
import { theWindow } from '../window/current.ts';
import { holdFocus } from './hold-focus.ts';
import { laterWords } from './later-text.ts';

/** Asks whether an extension may open an address, and shows the address as the browser parses it. */
export class AddressDialog extends LitElement {
  static override styles = css`
    *, *::before { box-sizing: border-box; }
    dialog { width: min(480px, 100vw - 24px); padding: 20px; border: 0; border-radius: var(--r-12); background: var(--raised); color: var(--text); box-shadow: var(--shadow-2); }
    dialog::backdrop { background: var(--scrim); }
    h2 { margin: 0 0 4px; font: 600 14px/22px var(--font); }
    p { margin: 0 0 8px; color: var(--text-2); text-wrap: pretty; }
    code { display: block; max-height: 96px; overflow: auto; padding: 8px 12px; border-radius: var(--r-6); background: var(--sunken); font: var(--c-12); font-variant-ligatures: none; overflow-wrap: anywhere; unicode-bidi: isolate; direction: ltr; }
    .acts { display: flex; justify-content: flex-end; gap: 8px; margin-block-start: 16px; }
  `;

  /** The address as the browser parses it. */
  @property() url = '';
  @property() from = '';

  readonly #open = new AbortController();
  readonly #locale = new Slice(this, () => theWindow(), 'locale');

  override firstUpdated(): void {
    this.#dialog.showModal();
    // Cancel gets the focus, once its button has rendered.
    const cancel = this.renderRoot.querySelector('ui-button');
    void cancel?.updateComplete.then(() => cancel.focus());
    holdFocus(() => cancel, this.#open.signal);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#open.abort();
  }

  override render() {
    const text = laterWords(this.#locale.value);
    return html`
      <dialog aria-label=${text.openAddress} @close=${() => this.#answer(this.#dialog.returnValue === 'open')}>
        <h2>${text.openAddress}</h2>
        <p>${text.asksToOpen(this.from)}</p>
        <code translate="no">${this.url}</code>
        <div class="acts">
          <ui-button size="32" @click=${() => this.#dialog.close()}>${text.cancel}</ui-button>
          <ui-button size="32" kind="line" @click=${() => this.#dialog.close('open')}>${text.open}</ui-button>
        </div>
      </dialog>
    `;
  }

  get #dialog(): HTMLDialogElement {
    return this.renderRoot.querySelector('dialog')!;
  }

  #answer(isAllowed: boolean) {
    this.dispatchEvent(new CustomEvent('answered', { detail: isAllowed }));
  }
}

/** Shows the dialog; true only if the person chooses "open". */
export function askAddress(url: string, from: string): Promise<boolean> {
  if (customElements.get('address-dialog') === undefined) customElements.define('address-dialog', AddressDialog);
  const dialog = document.createElement('address-dialog') as AddressDialog;
  dialog.url = new URL(url).href;
  dialog.from = from;
  document.body.append(dialog);
  return new Promise(resolve => {
    dialog.addEventListener('answered', event => {
      dialog.remove();
      resolve((event as CustomEvent<boolean>).detail);
    });
  });
}
