import { type AccessMode, AgentChannel } from '@atelier/agent/contract';
import type { Texts } from '@atelier/kernel/ui';
import { html, nothing } from 'lit';
import type { texts } from '../../texts.ts';
import type { Composer } from '../composer.ts';

/** The choice of the access mode of a conversation, with an explanation of each mode. */
export class AccessChoice {
  readonly #composer: Composer;
  readonly #text: Texts<(typeof texts)['en']>;
  #sandbox: boolean | undefined;

  constructor(composer: Composer, text: Texts<(typeof texts)['en']>) {
    this.#composer = composer;
    this.#text = text;
  }

  /** Undefined until it is known: a wrong mode would be worse than none. */
  get mode(): AccessMode | undefined {
    const { runtime, draft, toldAccessMode } = this.#composer;
    if (runtime.conversation === undefined) return draft.choices.accessMode ?? 'secure';
    return runtime.state?.accessMode ?? runtime.record?.accessMode ?? toldAccessMode;
  }

  /** The popover's content is rendered once it can be opened. */
  render(isNarrow: boolean, isOpenable: boolean) {
    const text = this.#text;
    const { mode } = this;
    if (mode === undefined) return nothing;
    const isSecure = mode === 'secure';
    const name = text.of(isSecure ? 'composerSecure' : 'composerOpen');
    const hasNoSandbox = isSecure && (this.#composer.runtime.state?.sandboxed ?? this.#sandbox) === false;
    return html`<ui-popover class="access" label=${text.of('composerAccess')} @ui-open=${this.#opened}>
      <ui-chip slot="trigger" plain ?opens=${!isNarrow} class="mode" tip=${text.of(isSecure ? 'composerSecureHint' : 'composerOpenHint')} label=${text.of('composerAccessIs', { name })} icon=${isSecure ? (hasNoSandbox ? 'triangle-alert' : 'shield-check') : 'globe'}>${isNarrow ? nothing : html`<span class="name">${name}</span>`}</ui-chip>
      ${isOpenable ? this.#about(isSecure, hasNoSandbox) : nothing}
    </ui-popover>`;
  }

  #about(isSecure: boolean, hasNoSandbox: boolean) {
    const text = this.#text;
    const { runtime } = this.#composer;
    // In a form, because Chromium never lets go of a radio button that leaves a shadow tree without one.
    return html`<form class="about" @submit=${(event: Event) => event.preventDefault()}>
      <div role="radiogroup" aria-label=${text.of('composerAccess')}>
        ${this.#choice('secure', 'shield-check', text.of('composerSecure'), text.of('composerSecureText'))}
        ${this.#choice('open', 'globe', text.of('composerOpen'), text.of('composerOpenText'))}
      </div>
      ${hasNoSandbox ? html`<p class="note"><ui-icon name="triangle-alert"></ui-icon>${text.of('composerNoSandbox')}</p>` : nothing}
      ${runtime.state !== undefined && (isSecure || runtime.state.outside) ? html`<ui-switch .checked=${runtime.state.network} @change=${this.#network}>${text.of('composerNetwork')}</ui-switch>${runtime.state.network ? html`<p class="note"><ui-icon name="triangle-alert"></ui-icon>${text.of('composerNetworkOn')}</p>` : nothing}` : nothing}
      ${runtime.conversation === undefined ? nothing : html`<p class="note">${text.of('composerRestarts')}</p>`}
    </form>`;
  }

  #choice(mode: AccessMode, icon: string, name: string, explained: string) {
    const isOn = mode === this.mode;
    return html`<label class="way">
      <input type="radio" name="mode" ?autofocus=${isOn} .checked=${isOn} value=${mode} @change=${() => this.#choose(mode)} />
      <ui-icon name=${icon}></ui-icon><span><b>${name}</b><span>${explained}</span></span>
    </label>`;
  }

  async #choose(mode: AccessMode): Promise<void> {
    const { view, draft, runtime, fail } = this.#composer;
    const { conversation } = runtime;
    try {
      if (conversation === undefined) await draft.choose({ accessMode: mode });
      else {
        await view.connect(AgentChannel).call('setAccessMode', { conversation, mode });
        await runtime.read();
      }
    } catch (error) {
      fail(error);
    }
    this.#composer.requestUpdate();
  }

  readonly #network = async (event: Event): Promise<void> => {
    const { view, runtime, fail } = this.#composer;
    const { conversation } = runtime;
    if (conversation === undefined) return;
    const { checked: allowed } = event.target as HTMLInputElement;
    await view.connect(AgentChannel).call('setNetwork', { conversation, allowed }).catch(fail);
    await runtime.read();
  };

  /** Before a conversation has a runtime, the diagnostics of the program tell whether there is a sandbox. */
  readonly #opened = async (): Promise<void> => {
    if (this.#composer.runtime.state !== undefined || this.#sandbox !== undefined) return;
    const { sandbox } = await this.#composer.view.connect(AgentChannel).call('diagnostics', {});
    this.#sandbox = sandbox !== 'none';
    this.#composer.requestUpdate();
  };
}
