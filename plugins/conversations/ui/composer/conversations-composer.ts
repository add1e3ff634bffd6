import { type AccessMode, AgentChannel, type ThinkingLevel } from '@atelier/agent/contract';
import { toast } from '@atelier/kernel/kit';
import { bytesText, focusedElement, Later, Slice, Texts, type ViewHost } from '@atelier/kernel/ui';
import { html, LitElement, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { texts } from '../texts.ts';
import { AccessChoice } from './choosing/access-choice.ts';
import { modelPicker, thinkingChoice } from './choosing/model-picker.ts';
import { Models } from './choosing/models.ts';
import { SetUp } from './choosing/set-up.ts';
import type { Composer, Place } from './composer.ts';
import { type ComposerRequest, composerRequested, filesOffered, takeWaiting } from './composer-events.ts';
import { composerStyles } from './composer-styles.ts';
import { Draft } from './draft.ts';
import { type Failure, failureAlert, failureOf } from './failure.ts';
import { filesIn, maxFieldLength, pastedText, showText, underText } from './field.ts';
import type { LaterParts } from './later.ts';
import { Runtime } from './runtime.ts';
import { sendButtons } from './sending/send-buttons.ts';

const narrow = 440;

/** The composer: the draft, its files, and the settings of the next message. Knows its conversation by slices only. */
export class ConversationsComposer extends LitElement implements Composer {
  static override styles = composerStyles;

  @property({ attribute: false }) view!: ViewHost;
  @state() private failure: Failure | undefined;
  /** The failure is of a message, which can be sent again. */
  @state() private isUnsent = false;
  @state() private isOver = false;
  @state() private isEmpty = true;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #conversation = new Slice(this, () => this.view, 'conversation');
  readonly #project = new Slice(this, () => this.view, 'project');
  readonly #thread = new Slice(this, () => this.view, 'thread');
  readonly #widget = new Slice(this, () => this.view, 'widget');
  readonly fail = (error: unknown): void => {
    this.isUnsent = false;
    this.failure = failureOf(error, this.#text.locale);
  };
  readonly runtime = new Runtime(this, () => this.view);
  readonly draft = new Draft(this, {
    view: () => this.view,
    onText: text => {
      if (this.field !== null) showText(this.field, text);
      this.#show(text);
    },
    onError: this.fail,
  });
  readonly models = new Models(this, () => this.view, this.#text, this.draft, this.runtime);
  readonly setUp = new SetUp(this, () => this.view, this.fail);
  readonly #access = new AccessChoice(this, this.#text);
  readonly #later = new Later<LaterParts>(this, async () => {
    // Before `ui-popover` is defined, its content would be visible.
    const [{ laterParts }] = await Promise.all([import('./later.ts'), customElements.whenDefined('ui-popover')]);
    // The text that was typed meanwhile may open suggestions.
    void this.updateComplete.then(() => this.field?.matches(':focus') && this.#suggest());
    return laterParts(this);
  });

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener(filesOffered, this.#offered);
    addEventListener(composerRequested, this.#requested);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener(filesOffered, this.#offered);
    removeEventListener(composerRequested, this.#requested);
  }

  override willUpdate(): void {
    const { conversation, project } = this.place;
    const key = conversation ?? (project === undefined ? 'global' : `project:${project}`);
    if (key === this.draft.key) return;
    this.failure = undefined;
    this.#later.value?.suggestions.close();
    this.draft.open(key);
    this.runtime.follow(conversation);
  }

  override firstUpdated(_changed: PropertyValues): void {
    if (this.field !== null) showText(this.field, this.draft.text);
    this.#act(takeWaiting());
    // What is typed before `TakesFocus` is loaded.
    if (focusedElement() === undefined) this.focusField();
  }

  override render() {
    const text = this.#text;
    const { attaching, queue, suggestions } = this.#later.value ?? {};
    const readOnly = this.runtime.record?.readOnly;
    if (readOnly !== undefined) return html`<ui-alert class="said">${text.of('composerReadOnly', { reason: readOnly.message })}</ui-alert>`;
    const isNarrow = (this.#widget.value?.width ?? narrow) < narrow;
    const isNew = this.runtime.conversation === undefined;
    return html`
      ${failureAlert(this.failure, text, { chooseModel: () => this.showModels(), again: this.isUnsent && !this.draft.isEmpty ? () => void this.#send() : undefined, close: this.#dismissFailure })}
      <div class="box ${isNarrow ? 'narrow' : ''} ${isNew ? 'tall' : ''} ${this.isOver ? 'over' : ''}" @dragover=${this.#over} @dragleave=${this.#leave} @drop=${this.#drop}>
        ${queue?.render(isNarrow)}
        ${this.setUp.invitation(text, this.models, model => void this.pickModel(model))}
        ${attaching?.render()}
        <div class="field">
          <div class="under" aria-hidden="true">${underText(this.draft.text)}</div>
          <textarea class="words" rows="1" dir="auto" aria-label=${text.of('composerMessage')} placeholder=${this.#placeholder(isNew)}
            aria-autocomplete="list" aria-controls=${suggestions?.active === undefined ? nothing : 'suggestions'} aria-activedescendant=${suggestions?.active ?? nothing}
            @input=${this.#typed} @compositionstart=${this.#composing} @compositionend=${this.#composing} @keydown=${this.#key} @paste=${this.#paste} @blur=${this.#blurred} @scroll=${this.#scrolled} @click=${this.#suggest} @keyup=${this.#moved}></textarea>
        </div>
        ${this.#tray(isNarrow)}
        ${suggestions?.render()}
        ${this.isOver ? html`<div class="drop">${text.of('composerDrop')}</div>` : nothing}
        <p class="unseen" role="status">${suggestions?.announcement}</p>
      </div>
      ${attaching?.dialog()}
    `;
  }

  #tray(isNarrow: boolean) {
    const text = this.#text;
    const { isBusy } = this.runtime;
    return html`<div class="tray">
      <ui-icon-button icon="plus" label=${text.of('composerAttach')} @click=${this.#choose}></ui-icon-button>
      <input type="file" multiple hidden @change=${this.#chosen} />
      ${modelPicker(this, text, this.#later.value?.choices)}
      ${thinkingChoice(this, text)}
      ${this.#access.render(isNarrow, this.#later.value !== undefined)}
      <span class="grow"></span>
      ${this.#later.value?.meter()}
      ${sendButtons({ text, isBusy, isNarrow, isEmpty: this.isEmpty && this.draft.attachments.length === 0, isBeginning: this.place.conversation === undefined && this.draft.sending > 0, isReady: this.models.isReady, send: () => void this.#send(), stop: () => this.#stop() })}
    </div>`;
  }

  get field(): HTMLTextAreaElement | null {
    return this.renderRoot?.querySelector<HTMLTextAreaElement>('.words') ?? null;
  }

  get toldAccessMode(): AccessMode | undefined {
    return this.#conversation.value?.accessMode;
  }

  failUnsent(error: unknown): void {
    this.fail(error);
    this.isUnsent = true;
  }

  closeFailure(): void {
    this.failure = undefined;
  }

  focusField(): void {
    this.field?.focus();
  }

  get place(): Place {
    const conversation = this.#conversation.value?.id;
    if (conversation !== undefined) return { conversation };
    const project = this.#thread.value === 'global' ? undefined : this.#project.value?.id;
    return project === undefined ? {} : { project };
  }

  #placeholder(isNew: boolean): string {
    if (this.runtime.isBusy) return this.#text.of('composerAddToQueue');
    return this.#text.of(isNew ? 'composerWhat' : 'composerGoOn');
  }

  /** Requests an update only if more than the field's text changes. */
  #show(text: string): void {
    this.isEmpty = !/\S/.test(text);
    if (text.length <= 20_000 && (text.includes('@') || this.renderRoot?.querySelector('.under mark') != null)) this.requestUpdate();
  }

  readonly #typed = (event: Event): void => {
    const { value, selectionEnd } = event.target as HTMLTextAreaElement;
    if (value.length > maxFieldLength) return this.#attachText(value);
    this.draft.type(value, selectionEnd);
    this.#show(value);
    if (!(event as InputEvent).isComposing) this.#suggest();
  };

  readonly #composing = ({ type }: Event): void => {
    const { field } = this;
    if (type === 'compositionend' && field !== null && field.value !== this.draft.text) this.draft.type(field.value, field.selectionEnd);
    this.draft.compose(type === 'compositionstart');
    if (type === 'compositionend') this.#suggest();
  };

  readonly #suggest = (): void => {
    const field = this.field;
    if (field !== null)
      this.#later.value?.suggestions.update(this.draft.text, field.selectionStart === field.selectionEnd ? field.selectionEnd : -1);
  };

  readonly #moved = (event: KeyboardEvent): void => {
    if (event.key.startsWith('Arrow') || event.key === 'Home' || event.key === 'End') this.#suggest();
  };

  readonly #scrolled = (event: Event): void => {
    const under = this.renderRoot.querySelector('.under');
    if (under !== null) under.scrollTop = (event.target as HTMLElement).scrollTop;
  };

  readonly #blurred = (): void => {
    this.#later.value?.suggestions.close();
    this.draft.flush();
  };

  readonly #key = (event: KeyboardEvent): void => {
    // The Enter that ends an input composition must not send.
    if (event.isComposing || event.keyCode === 229) return;
    const { suggestions, queue, recall } = this.#later.value ?? {};
    if (suggestions?.key(event)) return;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      void this.#send(event.altKey ? 'steer' : undefined);
    } else if (event.key === 'ArrowUp' && this.draft.isEmpty && queue !== undefined && queue.queue.length > 0) {
      event.preventDefault();
      queue.editLast();
    } else recall?.key(event);
  };

  async #send(how?: 'steer'): Promise<void> {
    await this.#later.get().then(({ sender }) => sender.send(how), this.fail);
  }

  async pickModel(model: string): Promise<void> {
    const { conversation } = this.runtime;
    try {
      if (conversation !== undefined) await this.view.connect(AgentChannel).call('setModel', { conversation, model });
      await this.draft.choose({ model });
      this.failure = undefined;
    } catch (error) {
      this.fail(error);
    }
    await this.runtime.read();
    this.focusField();
  }

  async setThinking(level: ThinkingLevel): Promise<void> {
    const { conversation } = this.runtime;
    try {
      if (conversation === undefined) await this.draft.choose({ thinkingLevel: level });
      else await this.view.connect(AgentChannel).call('setThinkingLevel', { conversation, level });
    } catch (error) {
      this.fail(error);
    }
    await this.runtime.read();
  }

  showModels(): void {
    this.renderRoot.querySelector<HTMLElementTagNameMap['ui-popover']>('ui-popover.models')?.show();
  }

  #stop(): void {
    const { conversation } = this.runtime;
    if (conversation !== undefined) this.view.connect(AgentChannel).call('stop', { conversation }).catch(this.fail);
    this.focusField();
  }

  #attach(files: readonly File[]): void {
    if (files.length === 0) return;
    this.failure = undefined;
    void this.#later.get().then(({ attaching }) => attaching.add(files), this.fail);
    this.focusField();
  }

  /** Takes such a text out of the field before it is laid out, which would take long. It comes back where it cannot be stored as a file. */
  #attachText(words: string): void {
    const { key } = this.draft;
    this.failure = undefined;
    this.draft.write('');
    const file = new File([words], this.#text.of('composerPastedName'), { type: 'text/plain' });
    const ended = (isStored: boolean) => {
      if (isStored) this.#tellAttached(file);
      else this.draft.whenComposed(() => this.draft.key === key && this.draft.write(`${words}${this.draft.text}`));
    };
    void this.#later.get().then(
      ({ attaching }) => attaching.add([file], ended),
      error => {
        ended(false);
        this.fail(error);
      },
    );
  }

  #tellAttached({ size }: File): void {
    toast({ text: this.#text.of('composerPasted', { size: bytesText(this.#text.locale, size) }) });
  }

  readonly #paste = (event: ClipboardEvent): void => {
    const words = pastedText(event.clipboardData, this.#text.of('composerPastedName'));
    const { files } = words === undefined ? filesIn(event.clipboardData, false) : { files: [words] };
    if (files.length === 0) return;
    event.preventDefault();
    this.#attach(files);
    if (words !== undefined) this.#tellAttached(words);
  };

  readonly #over = (event: DragEvent): void => {
    if (event.dataTransfer?.types.includes('Files') !== true) return;
    event.preventDefault();
    this.isOver = true;
  };

  readonly #leave = (event: DragEvent): void => {
    if (!(event.relatedTarget instanceof Node) || !(event.currentTarget as Node).contains(event.relatedTarget)) this.isOver = false;
  };

  readonly #drop = (event: DragEvent): void => {
    this.isOver = false;
    const { files, hasFolder } = filesIn(event.dataTransfer, true);
    if (files.length === 0 && !hasFolder) return;
    event.preventDefault();
    this.#attach(files);
    if (hasFolder) this.fail(this.#text.of('composerNoFolders'));
  };

  readonly #offered = (event: Event): void => {
    const { files } = (event as CustomEvent<{ readonly files: Iterable<File> }>).detail;
    this.#attach([...files]);
  };

  readonly #requested = (event: Event): void => {
    takeWaiting();
    this.#act((event as CustomEvent<ComposerRequest>).detail.act);
  };

  #act(act: ComposerRequest['act'] | undefined): void {
    if (act === 'attach') this.#choose();
    else if (act === 'model') this.showModels();
    else if (act === 'focus') this.focusField();
  }

  readonly #choose = (): void => this.renderRoot.querySelector<HTMLInputElement>('input[type=file]')?.click();

  readonly #chosen = (event: Event): void => {
    const input = event.target as HTMLInputElement;
    this.#attach([...(input.files ?? [])]);
    // The same file may be chosen again.
    input.value = '';
  };

  readonly #dismissFailure = (): void => {
    this.closeFailure();
    this.focusField();
  };
}
