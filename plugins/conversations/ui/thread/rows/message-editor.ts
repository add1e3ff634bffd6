import { html, LitElement } from 'lit';
import { property, state } from 'lit/decorators.js';
import { Draft } from '../../composer/draft.ts';
import type { RowContext } from '../row-context.ts';
import type { UserRow } from '../store/rows.ts';

/** The editor of a message of the person. What is written in it is a draft, until it is sent or given up. It has the styles of its row. */
export class MessageEditor extends LitElement {
  @property({ attribute: false }) row!: UserRow;
  @property({ attribute: false }) context!: RowContext;
  @property() conversation = '';
  /** What was written; undefined: nothing yet, the message stands there. */
  @state() private words: string | undefined;

  readonly #draft = new Draft(this, {
    view: () => this.context.view,
    onText: text => {
      this.words = text === '' ? undefined : text;
    },
    onError: error => this.context.act.tell(error),
  });

  protected override createRenderRoot(): this {
    return this;
  }

  override willUpdate(): void {
    if (this.isConnected) this.#draft.open(`edit:${this.conversation}:${this.row.entry}`);
  }

  override render() {
    const { text, isBusy } = this.context;
    return html`
      <form class="user editing" @submit=${this.#submitted} @keydown=${this.#pressed}>
        <ui-textarea
          autofocus rows="2" max-rows="20" .value=${this.words ?? this.row.text} label=${text.of('threadEdit')}
          @input=${this.#typed} @compositionstart=${() => this.#draft.compose(true)} @compositionend=${() => this.#draft.compose(false)}
        ></ui-textarea>
        <div class="foot">
          <span class="grow">${text.of('threadEditHint')}</span>
          <ui-button @click=${this.#giveUp} kbd="Escape">${text.of('threadCancel')}</ui-button>
          <ui-button kind="accent" type="submit" kbd="Enter" ?disabled=${isBusy}>${text.of('threadSendAgain')}</ui-button>
        </div>
      </form>
    `;
  }

  readonly #typed = (event: Event): void => {
    this.words = (event.currentTarget as HTMLElement & { value: string }).value;
    this.#draft.type(this.words);
  };

  readonly #pressed = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') this.#giveUp();
    else if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    else void this.#send();
    event.preventDefault();
    event.stopPropagation();
  };

  readonly #submitted = (event: SubmitEvent): void => {
    event.preventDefault();
    void this.#send();
  };

  readonly #giveUp = (): void => {
    this.#draft.write('');
    this.context.edit(undefined);
  };

  async #send(): Promise<void> {
    const { row, context } = this;
    const { entry = '', attached } = row;
    const text = (this.words ?? row.text).trim();
    if (text === '' || context.isBusy) return;
    this.#draft.flush();
    if (await context.act.resend(entry, text, attached)) context.edit(undefined);
  }
}
