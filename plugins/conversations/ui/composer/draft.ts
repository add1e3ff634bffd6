import { type Client, type Handle, isAppError } from '@atelier/kernel';
import { reopened, type ViewHost } from '@atelier/kernel/ui';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { type Attachment, ConversationsChannel, type Draft as Kept } from '../../contract/index.ts';
import { maxFieldLength } from './field.ts';
import { SyncedText } from './synced-text.ts';
import { unsaved } from './unsaved.ts';

type Shape = NonNullable<(typeof ConversationsChannel)['shape']>;
type Choice = Pick<Shape['calls']['saveDraft']['params'], 'model' | 'thinkingLevel' | 'accessMode'>;

/** The longest time that a typed text is only in this page. */
const saveMs = 80;

export interface DraftOptions {
  readonly view: () => ViewHost;
  /** The field must show a text that the person did not type. */
  readonly onText: (text: string) => void;
  readonly onError: (error: unknown) => void;
}

/** A message on its way. */
export interface Outgoing {
  readonly saved: Promise<void>;
  /** Where it stands in what this page has saved. */
  readonly place: () => { readonly by: string; readonly at: number };
  readonly failed: () => void;
  readonly done: () => void;
}

/** The draft of the open conversation: read when it is opened, saved while the person types, reloaded when another window changes it. */
export class Draft implements ReactiveController {
  key = '';
  attachments: readonly Attachment[] = [];
  choices: Pick<Kept, 'model' | 'thinkingLevel' | 'accessMode'> = {};
  sends = 0;
  /** The draft of this key has been read. */
  isRead = false;
  readonly #host: ReactiveControllerHost & Pick<Node, 'isConnected'>;
  readonly #options: DraftOptions;
  #synced = new SyncedText();
  #handles: Handle[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #newestSave: Promise<void> = Promise.resolve();
  #reading = 0;
  #isComposing = false;
  /** What waits until the field may change again. */
  #composed: (() => void)[] = [];
  /** The conversation that the open draft has become. */
  #became: string | undefined;
  /** The person has written since the newest message was sent: what stood in the draft before does not belong to its conversation. */
  #isTypedSince = false;

  constructor(host: ReactiveControllerHost & Pick<Node, 'isConnected'>, options: DraftOptions) {
    this.#host = host;
    this.#options = options;
    host.addController(this);
  }

  hostConnected(): void {
    addEventListener('pagehide', this.#leave);
    document.addEventListener('visibilitychange', this.#leave);
    this.#host.requestUpdate();
  }

  hostUpdate(): void {
    // Lit renders an element once more after it has left the page.
    if (!this.#host.isConnected || this.#handles.length > 0) return;
    const client = this.#client;
    this.#handles = [
      client.on('draftChanged', ({ of, by }) => {
        if (of === this.key && by !== this.#synced.by) void this.#read();
      }),
      client.on(reopened as 'draftChanged', () => this.#goOn()),
    ];
    this.#saveLeft();
  }

  hostDisconnected(): void {
    removeEventListener('pagehide', this.#leave);
    document.removeEventListener('visibilitychange', this.#leave);
    this.compose(false);
    this.#leave();
    for (const handle of this.#handles.splice(0)) void handle.dispose();
    this.key = '';
  }

  get text(): string {
    return this.#synced.text;
  }

  /** How many messages are being sent. */
  get sending(): number {
    return this.#synced.sending;
  }

  get isEmpty(): boolean {
    return this.attachments.length === 0 && !/\S/.test(this.text);
  }

  /** Opens the draft of another conversation, after saving the current one. */
  open(key: string): void {
    if (key === this.key) return;
    const isSame = key === this.#became;
    if (!isSame) this.compose(false);
    this.flush();
    const { text } = this;
    const [from, before] = [this.key, this.#synced];
    this.key = key;
    this.isRead = false;
    this.#became = undefined;
    this.#synced = new SyncedText();
    this.#synced.isComposing = this.#isComposing;
    this.#takeSettings({ attachments: [], sends: 0 });
    if (isSame && text !== '' && this.#isTypedSince) this.#takeAlong(from, before, text);
    else if (text !== '') this.#options.onText('');
    void this.#read();
  }

  /** The draft was sent, and has become this conversation: what was written meanwhile belongs to it. */
  become(conversation: string): void {
    this.#became = conversation;
  }

  /** While an input method composes, nothing else changes the field. */
  compose(isComposing: boolean): void {
    if (isComposing === this.#isComposing) return;
    this.#isComposing = isComposing;
    this.#synced.isComposing = isComposing;
    if (isComposing) return;
    for (const act of this.#composed.splice(0)) act();
    void this.#read();
  }

  /** Does something that changes the field, as soon as no input method is at work in it. */
  whenComposed(act: () => void): void {
    if (this.#isComposing) this.#composed.push(act);
    else act();
  }

  /** Takes the text that the person has typed, up to the caret, and saves it soon. */
  type(text: string, caret?: number): void {
    this.#isTypedSince = true;
    this.#synced.type(text, caret);
    this.#saveLater();
  }

  /** Sets the text, and shows it in the field. Not while an input method composes. */
  write(text: string): void {
    this.type(text);
    this.#options.onText(text);
  }

  async choose(choice: Choice): Promise<void> {
    const { model, ...rest } = choice;
    this.choices = { ...this.choices, ...rest, ...(typeof model === 'string' && { model }) };
    this.#host.requestUpdate();
    await this.#client.call('saveDraft', { of: this.key, by: this.#synced.by, ...choice });
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

  /**
   * Empties the field while the message is sent; `failed` restores the text, `done` completes it. Send it after `saved`: the message
   * is taken out of the draft that the kernel has, so a text that was sent cannot come back from this page.
   */
  send(): Outgoing {
    const { attachments } = this;
    const synced = this.#synced;
    const { sent, notSent, at } = synced.send();
    this.#isTypedSince = false;
    this.flush();
    this.attachments = [];
    this.#options.onText('');
    this.#host.requestUpdate();
    const end = (isSent: boolean) => {
      if (isSent) sent();
      else notSent();
      if (this.#synced !== synced) return;
      if (isSent) this.sends += 1;
      else {
        this.attachments = attachments;
        this.#options.onText(this.text);
      }
      this.flush();
      this.#host.requestUpdate();
      void this.#read();
    };
    const place = () => ({ by: synced.by, at: at() });
    return { saved: this.#newestSave, place, failed: () => this.whenComposed(() => end(false)), done: () => end(true) };
  }

  readonly flush = (): void => {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    // A longer text could not become a file; it stands in the field only.
    if (this.#synced.isDirty && this.key !== '' && this.text.length <= maxFieldLength) this.#save();
  };

  get #client(): Client<Shape> {
    return this.#options.view().connect(ConversationsChannel);
  }

  #saveLater(): void {
    this.#timer ??= setTimeout(this.#saveSoon, saveMs);
  }

  readonly #saveSoon = (): void => {
    // One save at a time: the kernel may be slow, or not answer at all.
    if (this.#synced.isWaiting) this.#keep();
    else this.flush();
    this.#timer = undefined;
  };

  /** The page may end at any moment now, and what it sends may not arrive. */
  readonly #leave = (): void => {
    this.flush();
    this.#keep();
  };

  #keep(): void {
    if (this.key !== '' && !this.#synced.isSaved) unsaved.keep({ of: this.key, ...this.#synced.next() });
  }

  #save(): void {
    const { key } = this;
    const synced = this.#synced;
    const saved = synced.save(save => this.#client.call('saveDraft', { of: key, ...save }));
    this.#newestSave = saved.then(isOther => {
      if (synced === this.#synced) {
        if (isOther) this.#options.onText(this.text);
        if (synced.isDirty) this.#saveLater();
      }
      if (synced.isSaved) unsaved.forget(synced.by);
    });
    this.#newestSave.catch(error => {
      unsaved.keep({ of: key, ...synced.next() });
      // The window shows that there is no connection; the text is saved when there is one again.
      if (!isLost(error)) this.#options.onError(error);
    });
  }

  /** After the connection was lost. */
  #goOn(): void {
    this.#saveLeft();
    this.flush();
    void this.#read();
  }

  /** What was written into one draft goes on in another: it is saved there before it is gone here. */
  #takeAlong(from: string, before: SyncedText, text: string): void {
    this.#synced.text = text;
    this.flush();
    before.text = '';
    const saved = this.#newestSave.then(() => before.save(save => this.#client.call('saveDraft', { of: from, ...save })));
    saved.catch(() => unsaved.keep({ of: from, ...before.next() }));
  }

  /** Saves what other pages could not, and what this one could not of another conversation. */
  #saveLeft(): void {
    for (const { of, ...save } of unsaved.all()) {
      if (save.by === this.#synced.by) continue;
      const saved = this.#client.call('saveDraft', { of, ...save }).then(() => {
        unsaved.forget(save.by, save.edit);
        if (of === this.key) void this.#read();
      });
      // It stays in the storage, and the next page tries again.
      saved.catch(() => undefined);
    }
  }

  async #read(): Promise<void> {
    const { key } = this;
    this.#reading += 1;
    const reading = this.#reading;
    const synced = this.#synced;
    const { saves } = synced;
    if (key === '') return;
    try {
      const kept = await this.#client.call('readDraft', { of: key });
      if (reading !== this.#reading || synced !== this.#synced || this.sending > 0) return;
      this.isRead = true;
      this.#takeSettings(kept);
      // What was saved meanwhile is newer, and its answer has the words of other windows too.
      if (saves === synced.saves && synced.take(kept.text)) this.#options.onText(kept.text);
    } catch (error) {
      if (!isLost(error)) this.#options.onError(error);
    }
  }

  #takeSettings({ attachments, sends, model, thinkingLevel, accessMode }: Omit<Kept, 'of' | 'text'>): void {
    this.attachments = attachments;
    this.sends = sends;
    this.choices = {
      ...(model !== undefined && { model }),
      ...(thinkingLevel !== undefined && { thinkingLevel }),
      ...(accessMode !== undefined && { accessMode }),
    };
    this.#host.requestUpdate();
  }
}

function isLost(error: unknown): boolean {
  return isAppError(error) && error.code.startsWith('link/');
}
