import type { Handle } from '@atelier/kernel';
import type { ViewHost } from '@atelier/kernel/ui';
import { html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { OnboardingChannel, type Progress } from '../contract/index.ts';
import { requests } from './requests.ts';

/** Knows whether the first steps are to be shown, and loads them only then. */
export class OnboardingGate extends LitElement {
  @property({ attribute: false }) view!: ViewHost;
  @state() private progress: Progress | undefined;

  #handles: Handle[] = [];
  #waiting = 0;

  override connectedCallback(): void {
    super.connectedCallback();
    requests.addEventListener('open', this.#asked);
    const channel = this.view.connect(OnboardingChannel);
    this.#handles = [channel.on('progressChanged', progress => this.#follow(progress))];
    // Whoever comes back wants to see what they came for, and not wait for this question.
    this.#waiting = requestIdleCallback(() => void this.#look(({ due }) => due), { timeout: 2_000 });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    requests.removeEventListener('open', this.#asked);
    cancelIdleCallback(this.#waiting);
    for (const handle of this.#handles.splice(0)) void handle.dispose();
  }

  override createRenderRoot() {
    return this;
  }

  override render() {
    if (this.progress === undefined) return nothing;
    return html`<onboarding-page .view=${this.view} .progress=${this.progress} @onboarding-end=${this.#end}></onboarding-page>`;
  }

  readonly #asked = (): void => {
    void this.#look(() => true);
  };

  async #look(wanted: (read: { readonly due: boolean; readonly progress: Progress }) => boolean): Promise<void> {
    try {
      const read = await this.view.connect(OnboardingChannel).call('read', {});
      if (!wanted(read) || this.progress !== undefined) return;
      const { OnboardingPage } = await import('./page/onboarding-page.ts');
      if (customElements.get('onboarding-page') === undefined) customElements.define('onboarding-page', OnboardingPage);
      // Whoever has come to the end and asks again begins at the beginning.
      this.progress = read.progress.step === 'done' ? { ...read.progress, step: 'look' } : read.progress;
    } catch {
      // Without a connection there is nothing to set up; the next visit or the command asks again.
    }
  }

  /** Another window went on, or came to the end. */
  #follow(progress: Progress): void {
    if (this.progress === undefined) return;
    this.progress = progress.ended === 'no' ? progress : undefined;
  }

  readonly #end = (): void => {
    this.progress = undefined;
  };
}
