import type { AskedRequest } from '@atelier/agent/contract';
import { type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import type { AttachedText } from '../../contract/index.ts';
import { withAttached } from '../../contract/index.ts';
import type { RequestAnswer, ThreadTexts } from './desk.ts';
import type { Feed } from './feed.ts';
import { say, tellFailure } from './saying.ts';

/** What one can do in a transcript. A failure is told in passing, and nothing here throws. */
export class ThreadActions {
  readonly #view: () => ViewHost;
  readonly #feed: () => Feed | undefined;
  readonly #conversation: () => string;
  readonly #text: ThreadTexts;

  constructor(parts: {
    readonly view: () => ViewHost;
    readonly feed: () => Feed | undefined;
    readonly conversation: () => string;
    readonly text: ThreadTexts;
  }) {
    this.#view = parts.view;
    this.#feed = parts.feed;
    this.#conversation = parts.conversation;
    this.#text = parts.text;
  }

  get conversation(): string {
    return this.#conversation();
  }

  copy(text: string): void {
    void this.#try(async () => {
      await navigator.clipboard.writeText(text);
      say(this.#view(), this.#text.of('threadCopied'));
    });
  }

  copyLink(entry: string): void {
    this.copy(`atelier://conversation/${this.#conversation()}/${entry}`);
  }

  async resend(entry: string, text: string, attached: readonly AttachedText[]): Promise<boolean> {
    const conversation = this.#conversation();
    return await this.#try(async () => {
      await this.#feed()?.conversations.call('resend', { conversation, entry, text: withAttached(text, attached) });
    });
  }

  regenerate(entry: string, model?: string): void {
    const conversation = this.#conversation();
    void this.#try(async () => {
      await this.#feed()?.conversations.call('regenerate', { conversation, entry, ...(model !== undefined && { model }) });
    });
  }

  fork(entry: string): void {
    void this.#try(async () => {
      const made = await this.#feed()?.conversations.call('fork', { conversation: this.#conversation(), entry });
      if (made !== undefined) await this.open(made.conversation);
    });
  }

  open(conversation: string, entry?: string): Promise<unknown> {
    return this.#view()
      .connect(WindowChannel)
      .call('open', { view: 'conversations.thread', params: { conversation, ...(entry !== undefined && { entry }) } });
  }

  openChanges(path: string): void {
    void this.#try(() => this.#view().connect(WindowChannel).call('open', { view: 'file-changes.panel', params: { path } }));
  }

  openAddress(url: string): void {
    void this.#try(() => this.#view().connect(WindowChannel).call('openExternal', { url }));
  }

  run(command: string, args: unknown): void {
    void this.#try(() => this.#view().run(command, args));
  }

  answer({ id }: AskedRequest, answer: RequestAnswer): void {
    void this.#try(async () => {
      await this.#feed()?.agent.call('answer', { request: id, answer });
    });
  }

  resume(): void {
    this.#agent('resume');
  }

  stop(): void {
    this.#agent('stop');
  }

  undoCompaction(): void {
    void this.#try(async () => {
      await this.#feed()?.agent.call('undoCompaction', { conversation: this.#conversation() });
      this.#feed()?.reload();
    });
  }

  /** Makes room and asks again. */
  compact(): void {
    this.#agent('compact');
  }

  /** Answers whether it worked. */
  async #try(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      this.tell(error);
      return false;
    }
  }

  readonly tell = (error: unknown): void => tellFailure(this.#view(), this.#text, error);

  #agent(call: 'resume' | 'stop' | 'compact'): void {
    void this.#try(async () => {
      await this.#feed()?.agent.call(call, { conversation: this.#conversation() });
    });
  }
}
