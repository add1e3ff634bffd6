import { isAppError } from '@atelier/kernel';
import { toast } from '@atelier/kernel/kit';
import type { Texts } from '@atelier/kernel/ui';
import { ConversationsChannel } from '../../../contract/index.ts';
import { sends } from '../../sends.ts';
import type { Attaching } from '../attaching/attaching.ts';
import type { PictureQuestion } from '../attaching/picture-question.ts';
import type { Composer } from '../composer.ts';
import { maxFieldLength } from '../field.ts';
import { replaceText } from '../replace-text.ts';
import type { Command } from '../suggesting/command.ts';
import type { Commands } from '../suggesting/commands.ts';
import { commandIn, type Token } from '../suggesting/tokens.ts';
import type { texts } from '../texts.ts';

/** Sends the text of the field, or runs it as a command. */
export class Sender {
  readonly #composer: Composer;
  readonly #text: Texts<(typeof texts)['en']>;
  readonly #attaching: Attaching;
  readonly #commands: Commands;
  readonly #pictures: PictureQuestion;

  constructor(composer: Composer, text: Texts<(typeof texts)['en']>, attaching: Attaching, commands: Commands, pictures: PictureQuestion) {
    this.#pictures = pictures;
    this.#composer = composer;
    this.#text = text;
    this.#attaching = attaching;
    this.#commands = commands;
  }

  async send(how?: 'steer', pictures?: 'without' | 'with'): Promise<void> {
    const { view, draft, models } = this.#composer;
    const attaching = this.#attaching;
    if (draft.isEmpty && !attaching.isBusy) return;
    if (!models.isReady) return this.#composer.showModels();
    const written = draft.attachments.length === 0 ? commandIn(draft.text) : undefined;
    const command = written === undefined ? undefined : this.#commands.find(written.name);
    if (command !== undefined && (command.inserts !== undefined || written?.rest === ''))
      return await this.#runCommand(command, written?.rest ?? '');
    await attaching.settled();
    if (draft.isEmpty) return;
    if (draft.text.length > maxFieldLength) return this.#composer.fail(this.#text.of('composerTooLong'));
    const again = (isWithout: boolean) => void this.send(how, isWithout ? 'without' : 'with');
    if (pictures === undefined && this.#pictures.asks(again)) return;
    const { key, text, choices } = draft;
    // What is sent before the draft was read was typed in this window alone.
    const times = draft.isRead ? draft.sends + draft.sending : undefined;
    const attachments = draft.attachments.map(({ id }) => id);
    const { conversation, project } = this.#composer.place;
    // The first message creates the conversation that the next one belongs to.
    if (conversation === undefined && draft.sending > 0) return;
    const { id: model } = models;
    const begin = { ...choices, ...(project !== undefined && { project }), ...(model !== undefined && { model }) };
    const sending = draft.send();
    // In a turn it waits in the queue, which shows it. What begins a conversation is shown above the field.
    const shown = this.#composer.runtime.isBusy || text.trim() === '' ? undefined : sends.begin(conversation ?? key, text);
    this.#composer.closeFailure();
    try {
      await sending.saved;
      const sent = await view.connect(ConversationsChannel).call('send', {
        text,
        draft: key,
        ...sending.place(),
        ...(times !== undefined && { sends: times }),
        ...(attachments.length > 0 && { attachments }),
        ...(pictures === 'without' && { withoutPictures: true }),
        ...(how !== undefined && { how }),
        ...(conversation === undefined ? begin : { conversation }),
      });
      if (sent.taken === 'started' && conversation !== undefined) shown?.accepted();
      else shown?.end();
      sending.done();
      // If another conversation was opened meanwhile, it stays open.
      if (conversation === undefined && draft.key === key) {
        draft.become(sent.conversation);
        await view.run('conversations.open', { conversation: sent.conversation });
      }
    } catch (error) {
      shown?.end();
      sending.failed();
      const isAsked = isAppError(error) && error.code === 'conversations/earlier-pictures-unread' && this.#pictures.asksForEarlier(again);
      if (!isAsked) this.#composer.failUnsent(error);
    }
  }

  /** Runs a command that was chosen from the list. The other text in the field is kept, except by `clear`. */
  choose(command: Command, { from, to }: Token): void {
    const { field, fail } = this.#composer;
    if (field === null) return;
    if (command.inserts !== undefined) return replaceText(field, from, to, command.inserts);
    const words = `${field.value.slice(0, from)}${field.value.slice(to)}`;
    if (command.name !== 'clear' && words.trim() !== '') replaceText(field, from, to, '');
    else this.#clear(command.name === 'clear', words);
    void Promise.resolve(command.run?.('')).catch(fail);
  }

  async #runCommand(command: Command, rest: string): Promise<void> {
    this.#clear(command.name === 'clear', this.#composer.draft.text);
    try {
      await command.run?.(rest);
    } catch (error) {
      this.#composer.fail(error);
    }
  }

  /** Empties the field; text worth keeping can be restored from a toast. */
  #clear(isWorthKeeping: boolean, before: string): void {
    const { draft, view, fail } = this.#composer;
    const { key } = draft;
    const kept = isWorthKeeping ? before.replace(/^\/clear\s?/, '') : '';
    draft.write('');
    draft.flush();
    if (kept.trim() === '') return;
    const back = () => {
      if (draft.key === key) draft.whenComposed(() => draft.write(draft.text === '' ? kept : `${kept}\n${draft.text}`));
      else void view.connect(ConversationsChannel).call('saveDraft', { of: key, text: kept, base: '' }).catch(fail);
      this.#composer.focusField();
    };
    toast({ text: this.#text.of('composerCleared'), action: { label: this.#text.of('composerUndo'), run: back } });
  }
}
