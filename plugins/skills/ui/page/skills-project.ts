import { AppError } from '@atelier/kernel';
import { bytesText, Query, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { type OfProject, SkillsChannel, type SkillsOfProjects } from '../../contract/index.ts';
import { texts } from '../texts.ts';

type Skill = OfProject['skills'][number];

/** The skills that the folder of one project brings, and whether the person trusts them; nothing if it brings none. */
export class SkillsProject extends LitElement {
  static override styles = css`
    * { box-sizing: border-box; }
    :host { display: block; font: var(--t-13); color: var(--text); }
    section { display: flex; flex-direction: column; align-items: start; gap: 8px; margin-block-start: 24px; }
    h2, p { margin: 0; overflow-wrap: anywhere; }
    h2 { font: var(--t-13); font-weight: 600; }
    p, .meta { color: var(--text-2); font: var(--t-12); }
    details, ui-alert { width: 100%; }
    details { border: 1px solid var(--line); border-radius: 8px; overflow: hidden; }
    summary { padding: 10px 12px; overflow-wrap: anywhere; cursor: pointer; }
    summary:focus-visible, pre:focus-visible { outline: 2px solid var(--focus); outline-offset: -2px; border-radius: 8px; }
    details p { padding: 0 12px 8px; }
    pre { margin: 0; padding: 8px 12px; max-height: 320px; overflow: auto; border-block-start: 1px solid var(--line); background: var(--sunken); font: var(--c-12); white-space: pre-wrap; overflow-wrap: anywhere; }
  `;

  @property({ attribute: false }) view!: ViewHost;
  @property({ attribute: false }) project!: SkillsOfProjects['projects'][number];
  @state() private problem = '';

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #found = new Query(this, () => this.view, SkillsChannel, 'ofProject', {
    params: () => ({ project: this.project.id }),
    refreshOn: 'skillsChanged',
  });

  override render() {
    const text = this.#text;
    const { state } = this.#found;
    const { name, folder } = this.project;
    if (state.status === 'failed') return html`<section><h2>${name}</h2><ui-alert kind="warn">${state.message}</ui-alert></section>`;
    if (state.status !== 'ready') return nothing;
    const { trust, checksum, skills, refused } = state.value;
    if (skills.length + refused.length === 0) return nothing;
    const is = trust === 'trusted';
    return html`<section aria-label=${name}><h2>${name}</h2><p>${folder}</p><p role="status">${text.of(`trust.${trust}`)}</p>
      ${skills.map(skill => this.#skill(skill))}
      ${refused.map(one => html`<ui-alert kind="warn">${one[text.locale]}</ui-alert>`)}
      ${this.problem === '' ? nothing : html`<ui-alert kind="danger">${this.problem}</ui-alert>`}
      ${
        skills.length === 0 && trust === 'new'
          ? nothing
          : html`<ui-button kind=${is ? 'line' : 'accent'} @click=${() => this.#trust(is ? undefined : checksum)}>${text.of(is ? 'distrust' : 'trustThese')}</ui-button>`
      }
    </section>`;
  }

  #skill({ name, description, path, files, allowedTools, hidden, text: own }: Skill) {
    const text = this.#text;
    const size = files.reduce((sum, { bytes }) => sum + bytes, 0);
    return html`<details><summary><b>${name}</b> <span class="meta">${description}</span></summary>
      <p>${path} · ${text.count('files', files.length)}, ${bytesText(text.locale, size)}${files.length < 2 ? nothing : ` · ${files.map(file => file.path).join(' · ')}`}</p>
      ${hidden ? html`<p>${text.of('installedFirst')}</p>` : nothing}
      <p>${allowedTools.length === 0 ? text.of('asksNothing') : text.of('asks', { tools: allowedTools.join(', ') })}</p>
      <pre tabindex="0" aria-label=${text.of('ownText')}>${own}</pre></details>`;
  }

  async #trust(checksum: string | undefined): Promise<void> {
    this.problem = '';
    const project = this.project.id;
    try {
      await this.view.connect(SkillsChannel).call('trustProject', { project, ...(checksum !== undefined && { checksum }) });
    } catch (error) {
      this.problem = error instanceof AppError ? error.in(this.#text.locale) : String(error);
    }
    this.#found.refresh();
  }
}
