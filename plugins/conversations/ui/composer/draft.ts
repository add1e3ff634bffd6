import type { Client, Handle } from '@atelier/kernel';
import { reopened, type ViewHost } from '@atelier/kernel/ui';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { type Attachment, ConversationsChannel, type Draft as Kept } from '../../contract/index.ts';

type Shape = NonNullable<(typeof ConversationsChannel)['shape']>;
type Choice = Pick<Shape['calls']['saveDraft']['params'], 'model' | 'thinkingLevel' | 'accessMode'>;

const saveMs = 400;

export interface DraftOptions {
  readonly view: () => ViewHost;
  /** The field must show a text that the person did not type. */
  readonly onText: (text: string) => void;
  readonly onError: (error: unknown) => void;
}

/** The draft of the open conversation: read when it is opened, saved while the person types, reloaded when another window changes it. */
export class Draft implements ReactiveController {
  key = '';
  text = '';
  attachments: readonly Attachment[] = [];
  choices: Pick<Kept, 'model' | 'thinkingLevel' | 'accessMode'> = {};
  sends = 0;
  /** The draft of this key has been read. */
  isRead = false;
  readonly #host: ReactiveControllerHost;
  readonly #options: DraftOptions;
  readonly #by = crypto.randomUUID();
  #handles: Handle[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isDirty = false;
  #isSending = false;
  #reading = 0;

  constructor(host: ReactiveControllerHost, options: DraftOptions) {
    this.#host = host;
    this.#options = options;
    host.addController(this);
  }

  hostConnected(): void {
    addEventListener('pagehide', this.flush);
    document.addEventListener('visibilitychange', this.flush);
    this.#host.requestUpdate();
  }

  hostUpdate(): void {
    if (this.#handles.length > 0) return;
    const client = this.#client;
    this.#handles = [
      client.on('draftChanged', ({ of, by }) => {
        if (of === this.key && by !== this.#by) void this.#read();
      }),
      client.on(reopened as 'draftChanged', () => void this.#read()),
    ];
  }

  hostDisconnected(): void {
    removeEventListener('pagehide', this.flush);
    document.removeEventListener('visibilitychange', this.flush);
    this.flush();
    for (const handle of this.#handles.splice(0)) void handle.dispose();
    this.key = '';
  }

  get isEmpty(): boolean {
    return this.attachments.length === 0 && !/\S/.test(this.text);
  }

  /** Opens the draft of another conversation, after saving the current one. */
  open(key: string): void {
    if (key === this.key) return;
    this.flush();
    this.key = key;
    this.isRead = false;
    this.#isDirty = false;
    this.#isSending = false;
    this.#take({ of: key, text: '', attachments: [], sends: 0 });
    void this.#read();
  }

  /** Takes the text that the person has typed, and saves it soon. */
  type(text: string): void {
    this.text = text;
    this.#isDirty = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.flush, saveMs);
  }

  /** Sets the text, and shows it in the field. */
  write(text: string): void {
    this.type(text);
    this.#options.onText(text);
  }

  async choose(choice: Choice): Promise<void> {
    const { model, ...rest } = choice;
    this.choices = { ...this.choices, ...rest, ...(typeof model === 'string' && { model }) };
    this.#host.requestUpdate();
    await this.#save(choice);
  }

  /** Adds an uploaded file at once, so that sending right after includes it. */
  attached(of: string, attachment: Attachment): void {
    if (of !== this.key || this.attachments.some(({ id }) => id === attachment.id)) return;
    this.attachments = [...this.attachments, attachment];
    this.#host.requestUpdate();
  }

  async detach(attachment: string): Promise<void> {
    this.attachments = this.attachments.filter(({ id }) => id !== attachment);
    this.#host.requestUpdate();
    await this.#client.call('detach', { of: this.key, attachment });
  }

  /** Empties the field while the message is sent; `failed` restores the text, `done` completes it. */
  sending(): { readonly failed: () => void; readonly done: () => void } {
    const { key, text, attachments } = this;
    // The draft is saved until the message has arrived, even if this page is closed meanwhile.
    this.flush();
    this.#isSending = true;
    this.#isDirty = false;
    this.#take({ of: key, text: '', attachments: [], sends: this.sends, ...this.choices });
    const end = (isSent: boolean) => {
      if (this.key !== key) return;
      this.#isSending = false;
      if (isSent) this.sends += 1;
      else {
        this.attachments = attachments;
        this.write(this.text === '' ? text : `${text}\n${this.text}`);
      }
      if (this.#isDirty) this.flush();
      this.#host.requestUpdate();
      void this.#read();
    };
    return { failed: () => end(false), done: () => end(true) };
  }

  readonly flush = (): void => {
    clearTimeout(this.#timer);
    if (!this.#isDirty || this.#isSending || this.key === '') return;
    this.#isDirty = false;
    this.#save({ text: this.text }).catch(error => {
      this.#isDirty = true;
      this.#options.onError(error);
    });
  };

  get #client(): Client<Shape> {
    return this.#options.view().connect(ConversationsChannel);
  }

  async #save(change: Partial<Shape['calls']['saveDraft']['params']>): Promise<void> {
    await this.#client.call('saveDraft', { of: this.key, by: this.#by, ...change });
  }

  async #read(): Promise<void> {
    const { key } = this;
    this.#reading += 1;
    const reading = this.#reading;
    if (key === '') return;
    try {
      const kept = await this.#client.call('readDraft', { of: key });
      if (reading !== this.#reading || key !== this.key || this.#isSending) return;
      this.isRead = true;
      // Text that is being typed here is kept, and overwrites the saved one.
      this.#take(this.#isDirty ? { ...kept, text: this.text } : kept);
    } catch (error) {
      this.#options.onError(error);
    }
  }

  #take({ text, attachments, sends, model, thinkingLevel, accessMode }: Kept): void {
    const isOther = text !== this.text;
    this.text = text;
    this.attachments = attachments;
    this.sends = sends;
    this.choices = {
      ...(model !== undefined && { model }),
      ...(thinkingLevel !== undefined && { thinkingLevel }),
      ...(accessMode !== undefined && { accessMode }),
    };
    if (isOther) this.#options.onText(text);
    this.#host.requestUpdate();
  }
}
