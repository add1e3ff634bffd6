import { ConversationsChannel, type Project } from '@atelier/conversations/contract';
import { toast } from '@atelier/kernel/kit';
import { Query, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { texts } from '../texts.ts';
import { failureOf } from '../words.ts';

/** What one project's folder tells assistants: shown as it is written, never as markup. */
export class MemoryInstruction extends LitElement {
  static override styles = css`
    * { box-sizing: border-box; }
    :host { display: block; }
    section { border: 1px solid var(--line); border-radius: var(--r-8); background: var(--raised); overflow: hidden; }
    header { display: flex; align-items: center; gap: 8px; min-height: 40px; padding: 6px 12px; font: var(--t-12); color: var(--text-2); }
    header h2 { margin: 0; font: 600 13px/20px var(--font); color: var(--text); }
    header span { flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    header ui-icon { color: var(--text-3); }
    pre { margin: 0; max-height: 320px; padding-block: 10px 12px; padding-inline: 36px 12px; border-block-start: 1px solid var(--line); background: var(--sunken); font: var(--c-12); white-space: pre-wrap; overflow-wrap: anywhere; overflow: auto; scrollbar-width: thin; }
    pre:focus-visible { outline: 2px solid var(--focus); outline-offset: -2px; }
    p { margin: 0; padding-block: 8px 10px; padding-inline: 36px 12px; border-block-start: 1px solid var(--line); font: var(--t-12); color: var(--text-2); }
  `;

  @property({ attribute: false }) view!: ViewHost;
  @property({ attribute: false }) project!: Project;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #start = new Query(this, () => this.view, ConversationsChannel, 'projectStart', {
    params: () => ({ project: this.project.id }),
    refreshOn: 'projectsChanged',
  });

  override render() {
    const text = this.#text;
    const { state } = this.#start;
    const found = state.status === 'ready' ? state.value.instructions : undefined;
    const canCreate = state.status === 'ready' && state.value.creatable === true;
    return html`<section aria-label=${this.project.name}>
      <header><ui-icon name="folder"></ui-icon><h2>${this.project.name}</h2><span title=${this.project.folder}>${found?.name ?? this.project.folder}</span>
        ${canCreate ? html`<ui-button size="24" kind="line" icon="file-plus" @click=${this.#create}>${text.of('createInstructions')}</ui-button>` : nothing}
      </header>
      ${
        state.status === 'failed'
          ? html`<p>${state.message}</p>`
          : found !== undefined
            ? html`<pre tabindex="0" dir="auto" role="region" aria-label=${`${this.project.name}: ${found.name}`}>${found.text}</pre>${found.cut ? html`<p>${text.of('cutInstructions')}</p>` : nothing}`
            : state.status === 'ready'
              ? html`<p>${text.of('noInstructions')}</p>`
              : nothing
      }
    </section>`;
  }

  readonly #create = async (): Promise<void> => {
    try {
      await this.view.connect(ConversationsChannel).call('createInstructions', { project: this.project.id });
      this.#start.refresh();
    } catch (error) {
      toast({ text: failureOf(error).in(this.#text.locale), kind: 'failed' });
    }
  };
}

/** The instructions of all projects, which every conversation of theirs reads first, beside what is remembered. */
export class MemoryInstructions extends LitElement {
  static override styles = css`
    :host { display: block; height: 100%; overflow: auto; padding: 20px 28px 24px; font: var(--t-13); scrollbar-width: thin; }
    div { display: grid; gap: 12px; max-width: 860px; margin: 0 auto; }
    p { margin: 0; color: var(--text-2); text-wrap: pretty; }
    ui-empty { height: 100%; }
    @media (max-width: 560px) { :host { padding: 12px; } }
  `;

  @property({ attribute: false }) view!: ViewHost;
  @property({ attribute: false }) projects: readonly Project[] = [];

  readonly #text = new Texts(this, () => this.view, texts);

  override render() {
    const text = this.#text;
    if (this.projects.length === 0)
      return html`<ui-empty icon="scroll-text" text=${text.of('noProjects')}><ui-button kind="line" @click=${() => void this.view.run('conversations.addProject', {})}>${text.of('addProject')}</ui-button></ui-empty>`;
    return html`<div><p>${text.of('instructionsAbout')}</p>${this.projects.map(
      project => html`<memory-instruction .view=${this.view} .project=${project}></memory-instruction>`,
    )}</div>`;
  }
}
