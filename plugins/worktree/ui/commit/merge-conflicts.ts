import { isAppError, visibleText } from '@atelier/kernel';
import { toast } from '@atelier/kernel/kit';
import { Query, Texts, type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { type Conflicts, WorktreeChannel } from '../../contract/index.ts';
import en from '../../text/commit/en.json' with { type: 'json' };
import fr from '../../text/commit/fr.json' with { type: 'json' };
import { shown } from '../shown.ts';

const texts = { en, fr };
type Act = 'beginResolving' | 'takeResolved' | 'leaveResolving';

/** What keeps a branch from being merged: both sides of each file, and the way to have that resolved. */
export class MergeConflicts extends LitElement {
  static override styles = css`
    * { box-sizing: border-box; }
    :host { display: flex; flex-direction: column; flex: 1; min-width: 0; min-height: 0; overflow: auto; font: var(--t-13); color: var(--text); }
    .head, .acts { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; padding: 10px 16px; }
    .head { border-block-end: 1px solid var(--line); }
    .head p, .acts p { flex: 1 1 200px; margin: 0; color: var(--text-2); text-wrap: pretty; }
    .head b { color: var(--text); }
    .acts { position: sticky; inset-block-end: 0; margin-block-start: auto; border-block-start: 1px solid var(--line); background: var(--raised); }
    h4 { margin: 0; padding: 8px 16px 4px; font: 600 12px/16px var(--font); overflow-wrap: anywhere; }
    .sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 240px), 1fr)); gap: 8px; padding: 0 16px 8px; }
    figure { display: grid; grid-template-rows: auto 1fr; gap: 4px; min-width: 0; margin: 0; }
    figcaption { font: var(--t-12); color: var(--text-2); overflow-wrap: anywhere; }
    pre { margin: 0; max-height: 240px; padding: 8px 12px; border: 1px solid var(--line); border-radius: var(--r-6); background: var(--sunken); font: 12px/18px var(--mono); white-space: pre-wrap; overflow-wrap: anywhere; overflow: auto; scrollbar-width: thin; }
    pre:focus-visible { outline: 2px solid var(--focus); outline-offset: -2px; }
    ui-alert { display: block; margin: 8px 16px; }
  `;

  @property({ attribute: false }) view!: ViewHost;
  @property() conversation = '';
  @state() private isActing = false;
  @state() private problem = '';

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #conflicts = new Query(this, () => this.view, WorktreeChannel, 'conflicts', {
    params: () => ({ conversation: this.conversation }),
    refreshOn: 'changed',
  });

  override render() {
    const text = this.#text;
    const { state } = this.#conflicts;
    if (state.status === 'pending') return html`<ui-progress label=${text.of('loading')}></ui-progress>`;
    if (state.status === 'failed') return html`<ui-alert kind="danger">${state.message}</ui-alert>`;
    const found = state.value;
    if (found === null) return html`<ui-alert kind="info">${text.of('noConflict')}</ui-alert>`;
    const base = shown(found.base ?? '');
    const branch = shown(found.branch ?? '');
    return html`
      ${found.count === 0 ? html`<ui-alert kind="info">${text.of('noConflict')}</ui-alert>` : html`<div class="head"><p><b>${text.count('conflicts', found.count)}</b> ${text.of('conflictsAbout', { base, branch })}</p></div>`}
      ${this.problem === '' ? nothing : html`<ui-alert kind="danger">${this.problem}</ui-alert>`}
      ${found.files.map(
        ({ path, ours, theirs }) => html`<h4>${shown(path)}</h4>
          <div class="sides">${this.#side(base, path, ours)}${this.#side(branch, path, theirs)}</div>`,
      )}
      ${this.#acts(found)}
    `;
  }

  #side(of: string, path: string, side: string | undefined) {
    const label = `${of}: ${shown(path)}`;
    return html`<figure><figcaption>${of}</figcaption><pre tabindex="0" aria-label=${label}>${side === undefined ? this.#text.of('noSide') : visibleText(side, 'code')}</pre></figure>`;
  }

  #acts({ resolver }: Conflicts) {
    const text = this.#text;
    const { isActing } = this;
    if (resolver === undefined)
      return html`<div class="acts"><p>${text.of('resolveAbout')}</p>
        <ui-button kind="accent" icon="sparkles" ?disabled=${isActing} @click=${() => this.#act('beginResolving')}>${text.of('resolve')}</ui-button></div>`;
    const { conversation, isWorking, isOld } = resolver;
    const look = () => this.view.connect(WindowChannel).call('open', { view: 'conversations.thread', params: { conversation } });
    return html`<div class="acts"><p role="status">${isWorking ? html`<ui-state state="running" silent></ui-state> ` : nothing}${text.of(isWorking ? 'resolving' : isOld ? 'resolvedOld' : 'resolved')}</p>
      <ui-button kind="line" ?disabled=${isActing} @click=${() => this.#act('leaveResolving')}>${text.of('leaveResolved')}</ui-button>
      <ui-button kind="line" icon="message-square" @click=${() => void look()}>${text.of('lookResolved')}</ui-button>
      <ui-button kind="accent" ?disabled=${isActing || isWorking || isOld} @click=${() => this.#act('takeResolved')}>${text.of('takeResolved')}</ui-button></div>`;
  }

  async #act(name: Act): Promise<void> {
    this.isActing = true;
    this.problem = '';
    try {
      await this.view.connect(WorktreeChannel).call(name, { conversation: this.conversation });
      if (name === 'takeResolved') toast({ text: this.#text.of('tookResolved'), kind: 'done' });
    } catch (error) {
      this.problem = isAppError(error) ? error.in(this.#text.locale) : String(error);
    }
    this.isActing = false;
  }
}

if (customElements.get('merge-conflicts') === undefined) customElements.define('merge-conflicts', MergeConflicts);
