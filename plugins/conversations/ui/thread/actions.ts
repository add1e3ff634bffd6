import type { AskedRequest } from '@atelier/agent/contract';
import { AppError } from '@atelier/kernel';
import { WindowChannel } from '@atelier/kernel/ui';
import type { AttachedText } from '../../contract/index.ts';
import { withAttached } from '../../contract/index.ts';
import type { OpenThread } from './open-thread.ts';
import { showToast, toastFailure } from './toasts.ts';

/** The files did not go back, or nothing follows them. */
const noFilesToRedo = new Set(['file-changes/nothing-to-redo', 'command/unknown']);

/** A model would not get pictures, and the person does not know it. */
const aboutPictures = new Set(['conversations/pictures-unread', 'conversations/earlier-pictures-unread']);

export interface RequestAnswer {
  readonly allow?: boolean;
  readonly scope?: 'once' | 'conversation' | 'project' | 'always';
  readonly text?: string;
  readonly choice?: string;
  readonly cancelled?: boolean;
}

/** The person's actions in a transcript. A failure is shown as a toast; no method throws. */
export class ThreadActions {
  /** How many commands of other plugins were run: what these say of answers may be another after each. */
  runs = 0;
  readonly #thread: OpenThread;

  constructor(thread: OpenThread) {
    this.#thread = thread;
  }

  get conversation(): string {
    return this.#thread.shown ?? '';
  }

  copy(text: string): void {
    void this.#try(async () => {
      await navigator.clipboard.writeText(text);
      showToast(this.#thread.view, this.#thread.text.of('threadCopied'));
    });
  }

  copyLink(entry: string): void {
    this.copy(`atelier://conversation/${this.conversation}/${entry}`);
  }

  async resend(entry: string, text: string, attached: readonly AttachedText[], withoutPictures?: true): Promise<boolean> {
    const { conversation } = this;
    const how = { conversation, entry, text: withAttached(text, attached), ...(withoutPictures && { withoutPictures }) };
    return await this.#tryWithPictures(
      async () => void (await this.#thread.feed?.conversations.call('resend', how)),
      () => this.resend(entry, text, attached, true),
    );
  }

  async regenerate(entry: string, model?: string, withoutPictures?: true): Promise<boolean> {
    const { conversation } = this;
    const again = async () => {
      const { feed } = this.#thread;
      if (feed === undefined) return;
      feed.store.look.again = true;
      try {
        const how = { ...(model !== undefined && { model }), ...(withoutPictures && { withoutPictures }) };
        await feed.conversations.call('regenerate', { conversation, entry, ...how });
      } catch (error) {
        feed.store.look.again = false;
        throw error;
      }
    };
    return await this.#tryWithPictures(again, () => this.regenerate(entry, model, true));
  }

  /** Goes to another branch of the conversation. */
  goTo(leaf: string): void {
    const { conversation } = this;
    void this.#try(async () => {
      await this.#thread.feed?.conversations.call('goTo', { conversation, leaf });
    });
  }

  /** Goes forward again, with the files if they went back too. */
  redo(leaf: string): void {
    const { conversation } = this;
    void this.#try(async () => {
      try {
        await this.#thread.view.run('file-changes.redo', { conversation });
      } catch (error) {
        if (!(error instanceof AppError) || !noFilesToRedo.has(error.code)) throw error;
        await this.#thread.feed?.conversations.call('goTo', { conversation, leaf });
      }
    });
  }

  fork(entry: string): void {
    void this.#try(async () => {
      const made = await this.#thread.feed?.conversations.call('fork', { conversation: this.conversation, entry });
      if (made !== undefined) await this.open(made.conversation);
    });
  }

  open(conversation: string, entry?: string): Promise<unknown> {
    return this.#thread.view
      .connect(WindowChannel)
      .call('open', { view: 'conversations.thread', params: { conversation, ...(entry !== undefined && { entry }) } });
  }

  openChanges(path: string): void {
    void this.#try(() => this.#thread.view.connect(WindowChannel).call('open', { view: 'file-changes.panel', params: { path } }));
  }

  openAddress(url: string): void {
    void this.#try(() => this.#thread.view.connect(WindowChannel).call('openExternal', { url }));
  }

  run(command: string, args: unknown): void {
    void this.#try(() => this.#thread.view.run(command, args)).then(() => {
      this.runs += 1;
      this.#thread.requestUpdate();
    });
  }

  answer({ id }: AskedRequest, answer: RequestAnswer): void {
    void this.#try(async () => {
      await this.#thread.feed?.agent.call('answer', { request: id, answer });
    });
  }

  resume(): void {
    this.#agent('resume');
  }

  stop(): void {
    this.#agent('stop');
  }

  /** Ends the agent's process, which does not answer. */
  endHungEngine(): void {
    void this.#try(async () => {
      await this.#thread.feed?.agent.call('endHungEngine', {});
    });
  }

  undoCompaction(): void {
    void this.#try(async () => {
      await this.#thread.feed?.agent.call('undoCompaction', { conversation: this.conversation });
      this.#thread.feed?.reload();
    });
  }

  /** Compacts the context. */
  compact(): void {
    this.#agent('compact');
  }

  /** Tries it; where pictures would be left out, the person is asked first. */
  #tryWithPictures(work: () => Promise<void>, goOn: () => Promise<boolean>): Promise<boolean> {
    return this.#try(work, error => {
      if (error instanceof AppError && aboutPictures.has(error.code)) this.#thread.askAboutPictures(error, goOn);
      else this.tell(error);
    });
  }

  /** Returns whether it succeeded. */
  async #try(work: () => Promise<unknown>, failed = this.tell): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      failed(error);
      return false;
    }
  }

  readonly tell = (error: unknown): void => toastFailure(this.#thread.view, this.#thread.text, error);

  #agent(call: 'resume' | 'stop' | 'compact'): void {
    void this.#try(async () => {
      await this.#thread.feed?.agent.call(call, { conversation: this.conversation });
    });
  }
}
