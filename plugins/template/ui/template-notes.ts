import { Query, Slice, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement } from 'lit';
import { property } from 'lit/decorators.js';
import { type Note, TemplateChannel } from '../contract/index.ts';
import en from '../text/en.json' with { type: 'json' };
import fr from '../text/fr.json' with { type: 'json' };

const texts = { en, fr };

/** Lists the notes and takes new ones. */
export class TemplateNotes extends LitElement {
  static override styles = css`
    :host { display: block; padding: var(--s-16); }
    form { display: flex; gap: var(--s-8); }
    input { flex: 1; }
  `;

  @property({ attribute: false }) view!: ViewHost;

  readonly #locale = new Slice(this, () => this.view, 'locale');
  readonly #notes = new Query(this, () => this.view, TemplateChannel, 'listNotes', {
    params: () => ({}),
    refreshOn: 'notesChanged',
  });

  override render() {
    const { addNote, writeNote } = this.#texts;
    return html`
      <form @submit=${this.#add}>
        <input name="text" aria-label=${writeNote} placeholder=${writeNote} maxlength="1000" required />
        <button>${addNote}</button>
      </form>
      ${this.#list()}
    `;
  }

  #list() {
    const { state } = this.#notes;
    const { loading, noNotes } = this.#texts;
    if (state.status === 'pending') return html`<p role="status">${loading}</p>`;
    if (state.status === 'failed') return html`<p role="alert">${state.message}</p>`;
    if (state.value.length === 0) return html`<p>${noNotes}</p>`;
    return html`<ul>${state.value.map((note: Note) => html`<li>${note.text}</li>`)}</ul>`;
  }

  get #texts() {
    return texts[this.#locale.value ?? 'en'];
  }

  async #add(event: SubmitEvent) {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    await this.view.run('template.addNote', { text: new FormData(form).get('text') });
    form.reset();
  }
}
