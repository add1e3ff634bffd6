import type { AppError } from '@atelier/kernel';
import { toast } from '@atelier/kernel/kit';
import { Texts, type ViewHost } from '@atelier/kernel/ui';
import { html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { type Imported, MemoryChannel } from '../../contract/index.ts';
import { texts } from '../texts.ts';
import { failureOf } from '../words.ts';
import { formStyles } from './dialog-form.ts';

const counts = ['added', 'beside', 'there', 'proposed', 'forgotten', 'secret', 'cut', 'unreadable'] as const;
/** A message has a limit, which escaped letters reach sooner. */
const partLength = 1_000_000;

/** Takes in a file of Atelier or of another assistant, or a list that was pasted, and says what became of each. Fires `done`. */
export class MemoryImport extends LitElement {
  static override styles = formStyles;

  @property({ attribute: false }) view!: ViewHost;
  @state() private problem: AppError | undefined;
  @state() private imported: Imported | undefined;
  @state() private busy = false;
  @state() private words = '';

  readonly #text = new Texts(this, () => this.view, texts);

  /** The dialog around it gives it the focus. */
  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>('ui-textarea')?.focus();
  }

  override render() {
    const text = this.#text;
    return html`<form @submit=${this.#paste} novalidate>
      ${this.imported === undefined ? this.#ask() : this.#told(this.imported)}
      ${this.problem === undefined ? nothing : html`<ui-alert kind="danger">${this.problem.in(text.locale)}</ui-alert>`}
      <footer>
        ${
          this.imported === undefined
            ? html`<ui-button class="start" kind="line" icon="file-input" ?busy=${this.busy} @click=${this.#choose}>${text.of('chooseFile')}</ui-button>
                <ui-button kind="line" @click=${this.#done}>${text.of('cancel')}</ui-button>
                <ui-button kind="accent" type="submit" ?busy=${this.busy} ?disabled=${this.words.trim() === ''}>${text.of('import')}</ui-button>`
            : html`${this.imported.change === undefined ? nothing : html`<ui-button class="start" kind="line" icon="undo-2" @click=${this.#undo}>${text.of('undo')}</ui-button>`}
                <ui-button kind="accent" @click=${this.#done}>${text.of('close')}</ui-button>`
        }
      </footer>
      <input type="file" hidden accept=".json,.md,.markdown,.txt,application/json,text/markdown,text/plain" @change=${this.#chosen} />
    </form>`;
  }

  #ask() {
    const text = this.#text;
    return html`<p>${text.of('importAbout')}</p>
      <ui-field label=${text.of('importPaste')} hint=${text.of('importHint')}>
        <ui-textarea name="words" rows="6" max-rows="12" @input=${(event: Event) => (this.words = (event.currentTarget as HTMLTextAreaElement).value)}></ui-textarea>
      </ui-field>`;
  }

  #told(imported: Imported) {
    const text = this.#text;
    return html`<div role="status"><ul aria-label=${text.of('importedName')}>${counts
      .filter(name => name === 'added' || imported[name] > 0)
      .map(
        name =>
          html`<li><ui-icon name=${name === 'added' ? 'check' : 'info'}></ui-icon><span>${text.count(`imported.${name}`, imported[name])}</span></li>`,
      )}</ul></div>`;
  }

  readonly #choose = (): void => this.renderRoot.querySelector<HTMLInputElement>('input[type=file]')?.click();

  readonly #chosen = async (event: Event): Promise<void> => {
    const input = event.target as HTMLInputElement;
    const file = input.files?.[0];
    // The same file may be chosen again.
    input.value = '';
    if (file !== undefined) await this.#import(() => file.text());
  };

  readonly #paste = (event: SubmitEvent): void => {
    event.preventDefault();
    void this.#import(async () => this.words);
  };

  async #import(read: () => Promise<string>): Promise<void> {
    if (this.busy) return;
    this.problem = undefined;
    this.busy = true;
    try {
      const client = this.view.connect(MemoryChannel);
      const text = await read();
      const upload = crypto.randomUUID();
      if (text.length > partLength)
        for (let at = 0; at < text.length; at += partLength)
          await client.call('importPart', { upload, text: text.slice(at, at + partLength) });
      this.imported = await client.call('importAll', text.length > partLength ? { upload } : { text });
    } catch (error) {
      this.problem = failureOf(error);
    }
    this.busy = false;
  }

  readonly #undo = async (): Promise<void> => {
    const { change } = this.imported ?? {};
    if (change === undefined) return;
    try {
      await this.view.connect(MemoryChannel).call('undo', { change });
      toast({ text: this.#text.of('importUndone'), kind: 'done' });
      this.#done();
    } catch (error) {
      this.problem = failureOf(error);
    }
  };

  readonly #done = (): void => {
    this.dispatchEvent(new CustomEvent('done'));
  };
}
