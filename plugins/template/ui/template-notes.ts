import { Query, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement } from 'lit';
import { property } from 'lit/decorators.js';
import { type Note, TemplateChannel } from '../contract/index.ts';
import en from '../text/en.json' with { type: 'json' };
import fr from '../text/fr.json' with { type: 'json' };

/** The list of notes, with a form to add one. */
export class TemplateNotes extends LitElement {
  static override styles = css`
    :host { display: flex; flex-direction: column; height: 100%; }
    form { display: flex; gap: var(--s-8); padding: var(--s-12); border-block-end: 1px solid var(--line); }
    ui-input { flex: 1; }
    ul { flex: 1; margin: 0; padding: var(--s-4) var(--s-12); overflow: auto; list-style: none; }
    li { padding: var(--s-8) 0; border-block-end: 1px solid var(--line); overflow-wrap: anywhere; }
    ui-empty { margin: auto; }
    ui-alert { margin: var(--s-12); }
  `;

  @property({ attribute: false }) view!: ViewHost;

  readonly #text = new Texts(this, () => this.view, { en, fr });
  readonly #notes = new Query(this, () => this.view, TemplateChannel, 'listNotes', {
    params: () => ({}),
    refreshOn: 'notesChanged',
  });

  override render() {
    return html`
      <form @submit=${this.#add}>
        <ui-input name="text" placeholder=${this.#text.of('writeNote')} maxlength="1000" required></ui-input>
        <ui-button type="submit" kind="line">${this.#text.of('addNote')}</ui-button>
      </form>
      ${this.#list()}
    `;
  }

  #list() {
    const { state } = this.#notes;
    if (state.status === 'pending') return html`<ui-progress label=${this.#text.of('loading')}></ui-progress>`;
    if (state.status === 'failed') return html`<ui-alert kind="danger">${state.message}</ui-alert>`;
    if (state.value.length === 0) return html`<ui-empty icon="sticky-note" text=${this.#text.of('noNotes')}></ui-empty>`;
    return html`<ul>${state.value.map((note: Note) => html`<li>${note.text}</li>`)}</ul>`;
  }

  async #add(event: SubmitEvent) {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    await this.view.run('template.addNote', { text: new FormData(form).get('text') });
    form.reset();
  }
}
