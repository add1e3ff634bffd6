import { Query, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement } from 'lit';
import { property } from 'lit/decorators.js';
import { SkillsChannel } from '../../contract/index.ts';
import { texts } from '../texts.ts';

/** The projects, each with the skills that its folder brings. */
export class SkillsProjects extends LitElement {
  static override styles = css`
    :host { display: block; font: var(--t-13); color: var(--text-2); }
    p { margin: 0; }
  `;

  @property({ attribute: false }) view!: ViewHost;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #projects = new Query(this, () => this.view, SkillsChannel, 'projects', { params: () => ({}), refreshOn: 'skillsChanged' });

  override render() {
    const text = this.#text;
    const { state } = this.#projects;
    if (state.status === 'pending') return html`<ui-progress label=${text.of('loading')}></ui-progress>`;
    if (state.status === 'failed') return html`<ui-alert kind="danger">${state.message}</ui-alert>`;
    const { projects } = state.value;
    return html`<p>${text.of(projects.length === 0 ? 'noProjects' : 'projectsAbout')}</p>
      ${projects.map(project => html`<skills-project .view=${this.view} .project=${project}></skills-project>`)}`;
  }
}
