import type { Handle } from '@atelier/kernel';
import type { ViewHost } from '@atelier/kernel/ui';
import { html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { OnboardingChannel, type Progress } from '../contract/index.ts';
import { requests } from './requests.ts';

/** Loads and shows the first steps if they are due or requested. */
export class OnboardingGate extends LitElement {
  @property({ attribute: false }) view!: ViewHost;
  @state() private progress: Progress | undefined;

  #handles: Handle[] = [];
  #idleCallback = 0;

  override connectedCallback(): void {
    super.connectedCallback();
    requests.addEventListener('open', this.#open);
    const channel = this.view.connect(OnboardingChannel);
    this.#handles = [channel.on('progressChanged', progress => this.#follow(progress))];
    // Checked when the window is idle, so that it does not delay the first screen.
    this.#idleCallback = requestIdleCallback(() => void this.#show(({ due }) => due), { timeout: 2_000 });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    requests.removeEventListener('open', this.#open);
    cancelIdleCallback(this.#idleCallback);
    for (const handle of this.#handles.splice(0)) void handle.dispose();
  }

  override createRenderRoot() {
    return this;
  }

  override render() {
    if (this.progress === undefined) return nothing;
    return html`<onboarding-page .view=${this.view} .progress=${this.progress} @onboarding-end=${this.#end}></onboarding-page>`;
  }

  readonly #open = (): void => {
    void this.#show(() => true);
  };

  async #show(isWanted: (read: { readonly due: boolean; readonly progress: Progress }) => boolean): Promise<void> {
    try {
      const read = await this.view.connect(OnboardingChannel).call('read', {});
      if (!isWanted(read) || this.progress !== undefined) return;
      const { OnboardingPage } = await import('./page/onboarding-page.ts');
      if (customElements.get('onboarding-page') === undefined) customElements.define('onboarding-page', OnboardingPage);
      // If they were finished, they start again from the first step.
      this.progress = read.progress.step === 'done' ? { ...read.progress, step: 'look' } : read.progress;
    } catch {
      // Without a connection nothing is shown; the next load or the command tries again.
    }
  }

  /** Follows the progress in other windows. */
  #follow(progress: Progress): void {
    if (this.progress === undefined) return;
    this.progress = progress.ended === 'no' ? progress : undefined;
  }

  readonly #end = (): void => {
    this.progress = undefined;
  };
}
