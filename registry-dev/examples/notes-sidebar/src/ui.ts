import { Query, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing, type PropertyDeclarations } from 'lit';
import { type Note, NotesChannel } from './contract.ts';
import { texts } from './texts.ts';

/** Short notes: one line to add, the newest first, and undo after a removal. */
class NotesList extends LitElement {
  static override properties: PropertyDeclarations = { view: { attribute: false }, removed: { state: true }, problem: { state: true } };

  static override styles = css`
    * { box-sizing: border-box; }
    :host { display: block; padding-block: var(--s-4); color: var(--text); font: var(--t-13); }
    form { margin-inline: var(--s-8); }
    ul { margin: var(--s-6) 0 0; padding: 0; list-style: none; }
    li { display: flex; align-items: start; gap: var(--s-4); padding: var(--s-4) var(--s-4) var(--s-4) var(--s-8); border-radius: var(--r-6); }
    li:hover, li:focus-within { background: var(--hover); }
    li p { flex: 1; margin: 2px 0; min-inline-size: 0; overflow-wrap: anywhere; color: var(--text-2); }
    li ui-icon-button { opacity: 0; }
    li:hover ui-icon-button, li:focus-within ui-icon-button { opacity: 1; }
    .said { display: flex; align-items: center; gap: var(--s-8); margin: var(--s-6) var(--s-8) 0; color: var(--text-3); font: var(--t-12); }
    .said span { flex: 1; }
    [role="alert"] { color: var(--danger-text); }
  `;

  declare view: ViewHost;
  declare removed: Note | undefined;
  declare problem: string | undefined;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #notes = new Query(this, () => this.view, NotesChannel, 'list', { params: () => ({}), refreshOn: 'notesChanged' });

  override render() {
    const text = this.#text;
    const { state } = this.#notes;
    const notes = state.status === 'ready' ? state.value : [];
    const problem = state.status === 'failed' ? state.message : this.problem;
    return html`
      <ui-section quiet heading=${text.of('notes')} count=${notes.length === 0 ? '' : notes.length}>
        <form @submit=${this.#add}>
          <ui-input name="text" icon="plus" maxlength="2000" label=${text.of('add')} placeholder=${text.of('add')}></ui-input>
        </form>
        ${this.removed === undefined ? nothing : html`<p class="said" role="status"><span>${text.of('removed')}</span><ui-button size="24" icon="undo-2" @click=${this.#undo}>${text.of('undo')}</ui-button></p>`}
        ${problem === undefined ? nothing : html`<p class="said" role="alert">${problem}</p>`}
        ${state.status === 'ready' && notes.length === 0 && this.removed === undefined ? html`<p class="said">${text.of('empty')}</p>` : nothing}
        <ul>${notes.map(note => this.#row(note))}</ul>
      </ui-section>
    `;
  }

  #row(note: Note) {
    return html`<li><p>${note.text}</p><ui-icon-button size="24" icon="trash-2" label=${this.#text.of('remove')} @click=${() => this.#remove(note)}></ui-icon-button></li>`;
  }

  async #add(event: SubmitEvent) {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const text = String(new FormData(form).get('text') ?? '').trim();
    if (text === '') return;
    this.removed = undefined;
    await this.#do(async () => {
      await this.view.connect(NotesChannel).call('add', { text });
      form.reset();
    });
  }

  #remove(note: Note) {
    return this.#do(async () => {
      await this.view.connect(NotesChannel).call('remove', { id: note.id });
      this.removed = note;
    });
  }

  #undo() {
    const { text = '' } = this.removed ?? {};
    this.removed = undefined;
    return this.#do(() => this.view.connect(NotesChannel).call('add', { text }));
  }

  async #do(work: () => Promise<unknown>) {
    try {
      await work();
      this.problem = undefined;
    } catch (error) {
      this.problem = (error as Error).message;
    }
  }
}

/** The elements of this extension, by the names its manifest gives them. */
export const elements = { 'notes-sidebar-list': NotesList };
