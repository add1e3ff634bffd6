import { type AppError, KernelChannel, type KernelShape } from '@atelier/kernel';
import { Query, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { serversTexts } from './servers-texts.ts';

type Status = KernelShape['calls']['listServers']['result'][number];

const marks = { off: 'off', starting: 'running', ready: 'done', waiting: 'queued', failed: 'failed' } as const;

/** The servers of an extension: their state, problems and a restart button. Empty if there are none. */
export class ExtensionsServers extends LitElement {
  static override styles = css`
    ui-section { margin-block-end: 16px; }
    ui-button[slot="actions"] { position: relative; inset-inline-end: -8px; }
    .one { display: grid; grid-template-columns: 16px minmax(0, 1fr) auto; gap: 2px 8px; align-items: center; min-height: 32px; padding: 4px 0; }
    .one + .one { border-block-start: 1px solid var(--line); }
    b { font: 500 12px/18px var(--font); overflow-wrap: anywhere; }
    small { grid-column: 2 / -1; font: var(--t-12); color: var(--text-2); text-wrap: pretty; overflow-wrap: anywhere; }
    .acts { display: flex; gap: 2px; }
  `;

  @property({ attribute: false }) view!: ViewHost;
  @property() extensionId = '';
  @state() private problem: AppError | undefined;

  readonly #text = new Texts(this, () => this.view, serversTexts);
  readonly #servers = new Query(this, () => this.view, KernelChannel, 'listServers', {
    params: () => ({ id: this.extensionId }),
    refreshOn: 'serversChanged',
  });

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('extensionId')) this.problem = undefined;
  }

  override render() {
    const text = this.#text;
    const { state: listed } = this.#servers;
    if (listed.status !== 'ready' || listed.value.length === 0) return nothing;
    return html`<ui-section heading=${text.of('servers')} level="3">
      <ui-button slot="actions" size="24" @click=${this.#log}>${text.of('logs')}</ui-button>
      ${listed.value.map(one => this.#one(one))}
      ${this.problem === undefined ? nothing : html`<ui-alert kind="danger">${this.problem.in(text.locale)}</ui-alert>`}
    </ui-section>`;
  }

  #one(server: Status) {
    const text = this.#text;
    const { id, state: how, allowed, restarts, problem } = server;
    const off = allowed ? text.of('asleep') : text.of('notAllowed');
    const more = problem?.message ?? (how === 'off' ? off : restarts > 0 ? text.count('restarts', restarts) : undefined);
    const label = text.of(`state.${how}`);
    return html`<div class="one">
      <ui-state state=${marks[how]} label=${label}></ui-state>
      <b>${id} · ${label}</b>
      <span class="acts">${how === 'off' ? nothing : html`<ui-button size="24" title="${text.of('restart')} · ${id}" @click=${() => this.#restart(id)}>${text.of('restart')}</ui-button>`}</span>
      ${more === undefined ? nothing : html`<small>${more}</small>`}
    </div>`;
  }

  readonly #log = (): void => {
    const detail = { action: 'log', id: this.extensionId };
    this.dispatchEvent(new CustomEvent('extension-action', { detail, bubbles: true, composed: true }));
  };

  async #restart(server: string): Promise<void> {
    try {
      await this.view.connect(KernelChannel).call('restartServer', { id: this.extensionId, server });
      this.problem = undefined;
    } catch (error) {
      this.problem = error as AppError;
    }
  }
}
