import { visibleText } from '@atelier/kernel';
import type { Texts } from '@atelier/kernel/ui';
import { html, nothing, type ReactiveController } from 'lit';
import { ConversationsChannel } from '../../../contract/index.ts';
import type { Composer } from '../composer.ts';
import { failureOf } from '../failure.ts';
import { replaceText } from '../replace-text.ts';
import type { Sender } from '../sending/sender.ts';
import type { texts } from '../texts.ts';
import type { Commands } from './commands.ts';
import { mentionOf, type Token, tokenAt } from './tokens.ts';

/** An entry of the suggestion list. */
interface Suggestion {
  readonly title: string;
  readonly meta: string;
  readonly icon: string;
  readonly choose: () => void;
}

const most = 30;

/** The list above the field while the person types a mention or a command. The focus stays in the field. */
export class Suggestions implements ReactiveController {
  readonly #composer: Composer;
  readonly #text: Texts<(typeof texts)['en']>;
  readonly #commands: Commands;
  readonly #sender: Sender;
  #token: Token | undefined;
  #dismissed = -1;
  #items: readonly Suggestion[] = [];
  #chosen = 0;
  #problem: string | undefined;
  #asking: AbortController | undefined;
  /** What was known of the commands when they were offered. */
  #known: unknown;

  constructor(composer: Composer, text: Texts<(typeof texts)['en']>, commands: Commands, sender: Sender) {
    this.#composer = composer;
    this.#text = text;
    this.#commands = commands;
    this.#sender = sender;
    composer.addController(this);
  }

  hostUpdate(): void {
    // Commands that come after they were typed are offered too.
    const token = this.#token;
    if (token?.kind === 'command' && this.#known !== this.#commands.known) this.#offerCommands(token);
  }

  hostUpdated(): void {
    const list = this.#composer.shadowRoot?.querySelector<HTMLElement>('.suggest');
    if (list === null || list === undefined) return;
    if (!list.matches(':popover-open')) list.showPopover();
    list.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }

  hostDisconnected(): void {
    this.close();
  }

  get isOpen(): boolean {
    return this.#token !== undefined && (this.#items.length > 0 || this.#problem !== undefined);
  }

  /** The id of the selected entry, for `aria-activedescendant`. */
  get active(): string | undefined {
    return this.isOpen && this.#items.length > 0 ? `suggestion-${this.#chosen}` : undefined;
  }

  /** Opens, updates or closes the list for the text before the caret. */
  update(text: string, caret: number): void {
    const token = tokenAt(text, caret);
    if (token === undefined || token.from === this.#dismissed) {
      if (token === undefined) this.#dismissed = -1;
      if (this.#token !== undefined) this.close();
      return;
    }
    const before = this.#token;
    this.#token = token;
    if (before?.kind === token.kind && before.typed === token.typed && before.from === token.from) return;
    if (token.kind === 'command') this.#offerCommands(token);
    else void this.#offerFiles(token);
  }

  close(): void {
    this.#asking?.abort();
    this.#token = undefined;
    this.#items = [];
    this.#problem = undefined;
    this.#composer.requestUpdate();
  }

  /** Handles a key of the list; returns whether it did. */
  key(event: KeyboardEvent): boolean {
    if (!this.isOpen) return false;
    const count = this.#items.length;
    const moves: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 5, PageUp: -5 };
    const move = moves[event.key];
    if (event.key === 'Escape') {
      this.#dismissed = this.#token?.from ?? -1;
      this.close();
      event.stopPropagation();
    } else if (count === 0) return false;
    else if (move !== undefined) {
      this.#chosen = (this.#chosen + move + count * 5) % count;
      this.#composer.requestUpdate();
    } else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey && !event.altKey) this.#items[this.#chosen]?.choose();
    else return false;
    event.preventDefault();
    return true;
  }

  render() {
    const text = this.#text;
    if (!this.isOpen) return nothing;
    const label = text.of(this.#token?.kind === 'command' ? 'composerCommands' : 'composerMentions');
    return html`<div class="suggest" popover="manual" @pointerdown=${(event: Event) => event.preventDefault()}>
      ${this.#problem === undefined ? nothing : html`<p role="alert">${this.#problem}</p>`}
      ${this.#items.length === 0 ? nothing : html`<div id="suggestions" role="listbox" aria-label=${label}>${this.#items.map((item, index) => this.#row(item, index))}</div>`}
    </div>`;
  }

  /** The text for screen readers. */
  get announcement(): string {
    return this.isOpen && this.#problem === undefined ? this.#text.count('composerSuggested', this.#items.length) : '';
  }

  #row({ title, meta, icon, choose }: Suggestion, index: number) {
    return html`<div id="suggestion-${index}" class="opt" role="option" aria-selected=${index === this.#chosen} @click=${choose} @pointermove=${() => this.#point(index)}>
      <ui-icon name=${icon}></ui-icon><span class="name cut">${title}</span><span class="meta cut">${meta}</span>
    </div>`;
  }

  #point(index: number): void {
    if (this.#chosen === index) return;
    this.#chosen = index;
    this.#composer.requestUpdate();
  }

  #offer(items: readonly Suggestion[], problem?: string): void {
    this.#items = items;
    this.#problem = problem;
    this.#chosen = 0;
    this.#composer.requestUpdate();
  }

  #offerCommands(token: Token): void {
    this.#known = this.#commands.known;
    const fitting = this.#commands.all.filter(({ name, inserts }) =>
      [`/${name}`, inserts].some(text => text?.startsWith(`/${token.typed}`)),
    );
    this.#offer(
      fitting.slice(0, most).map(command => ({
        title: `${visibleText(command.inserts ?? `/${command.name}`, 'code').trim()} ${command.hint ?? ''}`.trimEnd(),
        meta: command.title,
        icon: command.icon,
        choose: () => {
          const now = this.#token ?? token;
          this.close();
          this.#sender.choose(command, now);
        },
      })),
    );
  }

  async #offerFiles(token: Token): Promise<void> {
    this.#asking?.abort();
    const asking = new AbortController();
    this.#asking = asking;
    try {
      const client = this.#composer.view.connect(ConversationsChannel);
      const { files } = await client.call('mentionable', { ...this.#composer.place, text: token.typed, limit: most }, asking.signal);
      if (asking.signal.aborted) return;
      this.#offer(
        files.map(({ path, folder }) => {
          const at = path.lastIndexOf('/') + 1;
          return {
            title: visibleText(path.slice(at), 'code'),
            meta: visibleText(path.slice(0, Math.max(0, at - 1)), 'code'),
            icon: folder ? 'folder' : 'file',
            choose: () => this.#mention(token, path, folder),
          };
        }),
      );
    } catch (error) {
      if (!asking.signal.aborted) this.#offer([], failureOf(error, this.#text.locale).message);
    }
  }

  /** Replaces the typed text, and updates the list. */
  #insert({ from, to }: Token, text: string): void {
    const { field, draft } = this.#composer;
    if (field === null) return;
    replaceText(field, from, to, text);
    this.update(draft.text, field.selectionStart === field.selectionEnd ? field.selectionEnd : -1);
  }

  /** Inserts a mention; after a folder the list stays open for its files. */
  #mention(token: Token, path: string, isFolder: boolean): void {
    const now = this.#token ?? token;
    const mention = mentionOf(path, isFolder);
    this.close();
    this.#insert(now, isFolder && !mention.endsWith('"') ? mention : `${mention} `);
  }
}
