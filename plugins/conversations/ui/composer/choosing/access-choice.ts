import { type AccessMode, AgentChannel } from '@atelier/agent/contract';
import type { Texts, ViewHost } from '@atelier/kernel/ui';
import { html, nothing, type ReactiveControllerHost } from 'lit';
import type { texts } from '../../texts.ts';
import type { Draft } from '../draft.ts';
import type { Runtime } from '../runtime.ts';

export interface AccessOptions {
  readonly view: () => ViewHost;
  readonly text: Texts<(typeof texts)['en']>;
  readonly draft: Draft;
  readonly runtime: Runtime;
  readonly onError: (error: unknown) => void;
  /** What the window knows of the conversation on screen. */
  readonly told: () => AccessMode | undefined;
}

type Host = ReactiveControllerHost & HTMLElement;

/** How far the tools of a conversation reach, and what each choice means. */
export class AccessChoice {
  readonly #host: Host;
  readonly #options: AccessOptions;
  #sandbox: boolean | undefined;

  constructor(host: Host, options: AccessOptions) {
    this.#host = host;
    this.#options = options;
  }

  /** Undefined while nobody knows it yet: a wrong one would be worse than none. */
  get mode(): AccessMode | undefined {
    const { runtime, draft, told } = this.#options;
    if (runtime.conversation === undefined) return draft.choices.accessMode ?? 'secure';
    return runtime.state?.accessMode ?? runtime.record?.accessMode ?? told();
  }

  show(): void {
    this.#popover?.show();
  }

  /** What it opens is drawn once it can be opened. */
  render(isNarrow: boolean, isOpenable: boolean) {
    const { text } = this.#options;
    const { mode } = this;
    if (mode === undefined) return nothing;
    const isSecure = mode === 'secure';
    const name = text.of(isSecure ? 'composerSecure' : 'composerOpen');
    const hasNoSandbox = isSecure && (this.#options.runtime.state?.sandboxed ?? this.#sandbox) === false;
    return html`<ui-popover class="access" label=${text.of('composerAccess')} @ui-open=${this.#opened}>
      <ui-chip slot="trigger" plain ?opens=${!isNarrow} class="mode" tip=${text.of(isSecure ? 'composerSecureHint' : 'composerOpenHint')} label=${text.of('composerAccessIs', { name })} icon=${isSecure ? (hasNoSandbox ? 'triangle-alert' : 'shield-check') : 'globe'}>${isNarrow ? nothing : html`<span class="name">${name}</span>`}</ui-chip>
      ${isOpenable ? this.#about(isSecure, hasNoSandbox) : nothing}
    </ui-popover>`;
  }

  #about(isSecure: boolean, hasNoSandbox: boolean) {
    const { text, runtime } = this.#options;
    return html`<div class="about">
      <div role="radiogroup" aria-label=${text.of('composerAccess')}>
        ${this.#choice('secure', 'shield-check', text.of('composerSecure'), text.of('composerSecureText'))}
        ${this.#choice('open', 'globe', text.of('composerOpen'), text.of('composerOpenText'))}
      </div>
      ${hasNoSandbox ? html`<p class="note"><ui-icon name="triangle-alert"></ui-icon>${text.of('composerNoSandbox')}</p>` : nothing}
      ${isSecure && runtime.state !== undefined ? html`<ui-switch .checked=${runtime.state.network} @change=${this.#network}>${text.of('composerNetwork')}</ui-switch>` : nothing}
      ${runtime.conversation === undefined ? nothing : html`<p class="note">${text.of('composerRestarts')}</p>`}
    </div>`;
  }

  #choice(mode: AccessMode, icon: string, name: string, explained: string) {
    const isOn = mode === this.mode;
    return html`<label class="way">
      <input type="radio" name="mode" ?autofocus=${isOn} .checked=${isOn} value=${mode} @change=${() => this.#choose(mode)} />
      <ui-icon name=${icon}></ui-icon><span><b>${name}</b><span>${explained}</span></span>
    </label>`;
  }

  async #choose(mode: AccessMode): Promise<void> {
    const { view, draft, runtime, onError } = this.#options;
    const { conversation } = runtime;
    try {
      if (conversation === undefined) await draft.choose({ accessMode: mode });
      else {
        await view().connect(AgentChannel).call('setAccessMode', { conversation, mode });
        await runtime.read();
      }
    } catch (error) {
      onError(error);
    }
    this.#host.requestUpdate();
  }

  readonly #network = async (event: Event): Promise<void> => {
    const { view, runtime, onError } = this.#options;
    const { conversation } = runtime;
    if (conversation === undefined) return;
    const { checked: allowed } = event.target as HTMLInputElement;
    await view().connect(AgentChannel).call('setNetwork', { conversation, allowed }).catch(onError);
    await runtime.read();
  };

  /** Before a conversation has a runtime, only the program as a whole can say whether there is a sandbox. */
  readonly #opened = async (): Promise<void> => {
    if (this.#options.runtime.state !== undefined || this.#sandbox !== undefined) return;
    const { sandbox } = await this.#options.view().connect(AgentChannel).call('diagnostics', {});
    this.#sandbox = sandbox !== 'none';
    this.#host.requestUpdate();
  };

  get #popover() {
    return this.#host.shadowRoot?.querySelector<HTMLElementTagNameMap['ui-popover']>('ui-popover.access');
  }
}
