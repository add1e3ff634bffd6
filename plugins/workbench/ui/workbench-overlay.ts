import type { Handle } from '@atelier/kernel';
import { type Layout, reopened, type ShownToast, type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { type Preferences, WorkbenchChannel } from '../contract/index.ts';

const mostShown = 4;

/** Shows what is said in passing; and keeps what the person arranges, so that every window finds it. */
export class WorkbenchOverlay extends LitElement {
  static override styles = css`
    :host { position: fixed; z-index: 15; inset-block-end: 36px; inset-inline-end: 12px; display: grid; gap: 8px; justify-items: end; max-width: min(420px, 100vw - 24px); }
    small { display: block; color: var(--text-3); font: var(--t-11); }
  `;

  @property({ attribute: false }) view!: ViewHost;
  @state() private toasts: readonly ShownToast[] = [];

  #handles: Handle[] = [];
  #saved = '';

  override connectedCallback(): void {
    super.connectedCallback();
    const window = this.view.connect(WindowChannel);
    const workbench = this.view.connect(WorkbenchChannel);
    this.#handles = [
      window.on('toasted', toast => {
        this.toasts = [...this.toasts, toast].slice(-mostShown);
      }),
      window.on('layoutChanged', layout => this.#save(layout)),
      workbench.on('preferencesChanged', preferences => this.#apply(preferences)),
      workbench.on('showRequested', ({ view, params }) => void window.call('open', { view, ...(params !== undefined && { params }) })),
      workbench.on(reopened as 'preferencesChanged', () => void this.#read()),
    ];
    void this.#read();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const handle of this.#handles.splice(0)) void handle.dispose();
  }

  override render() {
    return repeat(
      this.toasts,
      toast => toast.id,
      ({ id, from, text, kind, action }) => html`
        <ui-toast kind=${kind} action=${action?.title ?? nothing} @close=${() => this.#drop(id)} @ui-action=${() => action !== undefined && this.view.run(action.command, action.args)}>
          ${text}${from === undefined ? nothing : html`<small>${from}</small>`}
        </ui-toast>
      `,
    );
  }

  #drop(id: number) {
    this.toasts = this.toasts.filter(toast => toast.id !== id);
  }

  async #read() {
    this.#apply(await this.view.connect(WorkbenchChannel).call('readPreferences', {}));
  }

  /** The person's choices from the database; those of the layout only where a window has none of its own yet. */
  #apply(preferences: Preferences) {
    const { locale, appearance, contrast } = preferences;
    void this.view.connect(WindowChannel).call('context', {
      ...(locale !== undefined && { locale }),
      ...(appearance !== undefined && { appearance }),
      ...(contrast !== undefined && { contrast }),
    });
  }

  #save({ sidebarWidth, panelWidth, narrow, sidebar, panel, panelView }: Layout) {
    if (narrow) return;
    const change = { sidebar, panel, sidebarWidth, panelWidth, ...(panelView !== undefined && { panelView }) };
    const saved = JSON.stringify(change);
    if (saved === this.#saved) return;
    this.#saved = saved;
    void this.view.connect(WorkbenchChannel).call('savePreferences', change);
  }
}
