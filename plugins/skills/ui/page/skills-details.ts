import { AppError } from '@atelier/kernel';
import { toast } from '@atelier/kernel/kit';
import { Query, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { type Details, SkillsChannel } from '../../contract/index.ts';
import { texts } from '../texts.ts';

const connect = (view: ViewHost) => view.connect(SkillsChannel);
type Client = ReturnType<typeof connect>;
const stars = [1, 2, 3, 4, 5] as const;

/** One skill: its own text, its files, what its author says that it needs, its update, and the person's rating. */
export class SkillsDetails extends LitElement {
  static override styles = css`
    * { box-sizing: border-box; }
    :host { display: flex; flex-direction: column; gap: 12px; font: var(--t-13); color: var(--text); overflow-wrap: anywhere; }
    h1 { margin: 0; font: var(--t-13); font-size: 16px; font-weight: 600; }
    h2 { margin: 8px 0 4px; font: var(--t-13); font-weight: 600; }
    p { margin: 0; }
    .meta { color: var(--text-2); font: var(--t-12); }
    .row { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; }
    pre { margin: 0; padding: 8px 12px; max-height: 320px; overflow: auto; border: 1px solid var(--line); border-radius: 8px; background: var(--sunken); font: var(--mono-12, 12px monospace); white-space: pre-wrap; }
    ul { margin: 0; padding-inline-start: 20px; }
    .star { width: 28px; height: 28px; border: 0; background: none; color: var(--text); font-size: 18px; cursor: pointer; }
    .star:focus-visible { outline: 2px solid var(--focus); }
    .update { display: flex; flex-direction: column; gap: 8px; padding: 12px; border: 1px solid var(--line); border-radius: 8px; }
  `;

  @property({ attribute: false }) view!: ViewHost;
  @property() skill = '';

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #details = new Query(this, () => this.view, SkillsChannel, 'details', {
    params: () => ({ id: this.skill }),
    refreshOn: 'skillsChanged',
  });

  override render() {
    const text = this.#text;
    const { state } = this.#details;
    if (state.status === 'pending') return html`<ui-progress label=${text.of('loading')}></ui-progress>`;
    if (state.status === 'failed') return html`<ui-alert kind="danger">${state.message}</ui-alert>`;
    const { skill, files, allowedTools, integrity, text: own, update } = state.value;
    const { id } = skill;
    const facts = [`/skill:${skill.name}`, skill.version, skill.license].filter(fact => fact !== undefined);
    return html`
      <h1>${skill.name}</h1>
      <p class="meta">${facts.join(' · ')}</p>
      <p>${skill.description}</p>
      ${skill.warning === undefined ? nothing : html`<ui-alert kind="warn">${text.of('badName')}</ui-alert>`}
      <div class="row">
        ${
          skill.installed
            ? html`<ui-switch label=${text.of('on')} .checked=${skill.on} @change=${() => this.#do(client => client.call('setOn', { id, on: !skill.on }))}></ui-switch>
              <ui-button kind="line" icon="trash-2" @click=${this.#remove}>${text.of('uninstall')}</ui-button>`
            : html`<ui-button kind="accent" @click=${() => this.#do(client => client.call('install', { id, integrity }))}>${text.of('install')}</ui-button>`
        }
      </div>
      ${update === undefined ? nothing : this.#update(id, update)}
      <p class="meta">${allowedTools.length === 0 ? text.of('asksNothing') : text.of('asks', { tools: allowedTools.join(', ') })}</p>
      <p class="meta">${text.of('pinned', { integrity: `${integrity.slice(0, 19)}…` })}</p>
      <h2>${text.of('ownText')}</h2>
      <pre tabindex="0">${own}</pre>
      <ul class="meta">${files.map(({ path, bytes }) => html`<li>${path} · ${text.of('bytes', { bytes: String(bytes) })}</li>`)}</ul>
      <h2>${text.of('rating')}</h2>
      <div class="row" role="group" aria-label=${text.of('rating')}>${stars.map(
        one =>
          html`<button class="star" aria-label=${text.of('stars', { count: String(one) })} aria-pressed=${skill.rating === one} @click=${() => this.#do(client => client.call('rate', { id, stars: one }))}>${one <= (skill.rating ?? 0) ? '★' : '☆'}</button>`,
      )}<span class="meta">${text.of('keptHere')}</span></div>
      <p class="meta">${text.of('usedHere', { count: String(skill.uses) })}</p>
    `;
  }

  #update(id: string, { integrity, before, after, toolsAdded, otherFiles }: NonNullable<Details['update']>) {
    const text = this.#text;
    return html`<section class="update" aria-label=${text.of('hasUpdate')}>
      <h2>${text.of('hasUpdate')}</h2>
      <p>${toolsAdded.length === 0 ? text.of('sameTools') : text.of('moreTools', { tools: toolsAdded.join(', ') })}</p>
      ${otherFiles.length === 0 ? nothing : html`<p>${text.of('otherFiles', { files: otherFiles.join(', ') })}</p>`}
      <h2>${text.of('before')}</h2><pre tabindex="0">${before}</pre>
      <h2>${text.of('after')}</h2><pre tabindex="0">${after}</pre>
      <div class="row"><ui-button kind="accent" @click=${() => this.#do(client => client.call('update', { id, integrity }))}>${text.of('update')}</ui-button></div>
    </section>`;
  }

  readonly #remove = async (): Promise<void> => {
    const id = this.skill;
    if (await this.#do(client => client.call('uninstall', { id }))) this.dispatchEvent(new CustomEvent('removed'));
  };

  async #do(work: (client: Client) => Promise<unknown>): Promise<boolean> {
    try {
      await work(connect(this.view));
      return true;
    } catch (error) {
      toast({ text: error instanceof AppError ? error.in(this.#text.locale) : String(error), kind: 'failed' });
      return false;
    }
  }
}
