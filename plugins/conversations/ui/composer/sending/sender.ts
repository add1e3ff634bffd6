import { toast } from '@atelier/kernel/kit';
import type { Texts, ViewHost } from '@atelier/kernel/ui';
import { ConversationsChannel } from '../../../contract/index.ts';
import type { Attaching } from '../attaching/attaching.ts';
import type { Models } from '../choosing/models.ts';
import type { Draft } from '../draft.ts';
import type { Command, Commands } from '../suggesting/commands.ts';
import { commandIn } from '../suggesting/tokens.ts';
import type { texts } from '../texts.ts';

export interface SenderOptions {
  readonly view: () => ViewHost;
  readonly text: Texts<(typeof texts)['en']>;
  readonly draft: Draft;
  readonly attaching: Attaching;
  readonly models: Models;
  readonly commands: Commands;
  readonly place: () => { readonly conversation?: string; readonly project?: string };
  /** A message goes out; what went wrong with the one before is over. */
  readonly onSending: () => void;
  readonly onError: (error: unknown) => void;
  /** A message was not taken, and stands in the field again. */
  readonly onUnsent: (error: unknown) => void;
  readonly chooseModel: () => void;
  readonly toField: () => void;
}

/** Sends what stands in the field, or does what it says. */
export class Sender {
  readonly #options: SenderOptions;

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  async send(how?: 'steer'): Promise<void> {
    const { draft, attaching, models, place, chooseModel, onSending, onUnsent } = this.#options;
    if (draft.isEmpty && !attaching.isBusy) return;
    if (!models.isReady) return chooseModel();
    const written = draft.attachments.length === 0 ? commandIn(draft.text) : undefined;
    const command = written === undefined ? undefined : this.#options.commands.find(written.name);
    if (command !== undefined && (command.takesText || written?.rest === '')) return await this.#write(command, written?.rest ?? '');
    await attaching.settled();
    if (draft.isEmpty) return;
    const { key, text, sends, choices } = draft;
    const attachments = draft.attachments.map(({ id }) => id);
    const { conversation, project } = place();
    const { id: model } = models;
    const begin = { ...choices, ...(project !== undefined && { project }), ...(model !== undefined && { model }) };
    const sending = draft.sending();
    onSending();
    const view = this.#options.view();
    try {
      const sent = await view.connect(ConversationsChannel).call('send', {
        text,
        draft: key,
        sends,
        ...(attachments.length > 0 && { attachments }),
        ...(how !== undefined && { how }),
        ...(conversation === undefined ? begin : { conversation }),
      });
      sending.done();
      // Whoever went elsewhere meanwhile is left there.
      if (conversation === undefined && draft.key === key) await view.run('conversations.open', { conversation: sent.conversation });
    } catch (error) {
      sending.failed();
      onUnsent(error);
    }
  }

  /** Does what was chosen from the list; words that were there before it stay, unless it is about them. */
  choose(command: Command, words: string, remove: () => void): void {
    if (command.name !== 'clear' && words.trim() !== '') remove();
    else this.#clear(command.name === 'clear', words);
    void Promise.resolve(command.run('')).catch(this.#options.onError);
  }

  async #write(command: Command, rest: string): Promise<void> {
    this.#clear(command.name === 'clear', this.#options.draft.text);
    try {
      await command.run(rest);
    } catch (error) {
      this.#options.onError(error);
    }
  }

  /** Empties the field; what was worth keeping can be brought back. */
  #clear(isWorthKeeping: boolean, before: string): void {
    const { draft, view, text, toField, onError } = this.#options;
    const { key } = draft;
    const kept = isWorthKeeping ? before.replace(/^\/clear\s?/, '') : '';
    draft.write('');
    draft.flush();
    if (kept.trim() === '') return;
    const back = () => {
      if (draft.key === key) draft.write(draft.text === '' ? kept : `${kept}\n${draft.text}`);
      else void view().connect(ConversationsChannel).call('saveDraft', { of: key, text: kept }).catch(onError);
      toField();
    };
    toast({ text: text.of('composerCleared'), action: { label: text.of('composerUndo'), run: back } });
  }
}
