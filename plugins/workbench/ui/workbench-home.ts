import { Contributed, Query, Slice, Texts, type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { type Action, Actions } from '../contract/index.ts';
import { actionsFor } from './order.ts';
import { rowStyles } from './row-styles.ts';
import { texts } from './texts.ts';

/** The first screen, shown while nothing else is open: a greeting, actions and entries. */
export class WorkbenchHome extends LitElement {
  static override styles = [
    rowStyles,
    css`
      :host { display: grid; grid-template-columns: minmax(0, 1fr); height: 100%; overflow: auto; }
      section { width: min(760px, 100% - 32px); margin: 0 auto; padding: max(24px, 20vh) 0 48px; }
      h2 { margin: 0 12px; font: 600 26px/32px var(--font); letter-spacing: -0.018em; }
      p { margin: 4px 12px 20px; font: var(--t-14); color: var(--text-2); text-wrap: pretty; }
      .row { min-height: 32px; padding: 0 12px; gap: 8px; color: var(--text); }
      .row ui-icon { color: var(--text-2); }
      .row .end { font: var(--t-12); }
    `,
  ];

  @property({ attribute: false }) view!: ViewHost;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #mode = new Slice(this, () => this.view, 'mode');
  readonly #actions = new Contributed<Action>(this, () => this.view, Actions.key);
  readonly #views = new Query(this, () => this.view, WindowChannel, 'views', { params: () => ({}), refreshOn: 'viewsChanged' });

  override render() {
    const mode = this.#mode.value ?? 'workspace';
    const { state } = this.#views;
    const entries = (state.status === 'ready' ? state.value : []).filter(view => view.listed);
    return html`
      <section>
        <h2>${this.#text.of(greeting(new Date().getHours()))}</h2>
        <p>${this.#text.of(mode === 'assistant' ? 'assistantHint' : 'workspaceHint')}</p>
        ${actionsFor(this.#actions.items, 'home', mode).map(action => this.#row(action.icon, action.title, action.key, () => this.view.run(action.command, action.args), action.meta))}
        ${entries.map(({ id, title, icon }) => this.#row(icon ?? 'app-window', title, undefined, () => this.view.connect(WindowChannel).call('open', { view: id })))}
        ${this.#row('search', this.#text.of('search'), 'Mod+K', () => this.view.run('workbench.search'))}
        ${this.#row('keyboard', this.#text.of('keys'), 'Mod+/', () => this.view.run('workbench.showKeys'))}
      </section>
    `;
  }

  #row(icon: string, title: string, key: string | undefined, run: () => unknown, meta?: string) {
    const end = key === undefined ? (meta ?? nothing) : html`<ui-kbd keys=${key}></ui-kbd>`;
    return html`<button class="row" @click=${run}><ui-icon name=${icon}></ui-icon><span class="what">${title}</span><span class="end">${end}</span></button>`;
  }
}

function greeting(hour: number): 'goodMorning' | 'goodAfternoon' | 'goodEvening' {
  if (hour >= 5 && hour < 12) return 'goodMorning';
  return hour >= 12 && hour < 18 ? 'goodAfternoon' : 'goodEvening';
}
