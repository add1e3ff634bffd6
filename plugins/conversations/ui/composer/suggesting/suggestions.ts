import type { Texts, ViewHost } from '@atelier/kernel/ui';
import { html, nothing, type ReactiveController, type ReactiveControllerHost } from 'lit';
import { ConversationsChannel } from '../../../contract/index.ts';
import type { texts } from '../texts.ts';
import type { Command } from './commands.ts';
import { mentionOf, type Token, tokenAt } from './tokens.ts';

/** One thing that could stand at the caret. */
interface Suggestion {
  readonly title: string;
  readonly meta: string;
  readonly icon: string;
  readonly choose: () => void;
}

export interface SuggestionsOptions {
  readonly view: () => ViewHost;
  readonly text: Texts<(typeof texts)['en']>;
  readonly commands: () => readonly Command[];
  /** Where files are looked for. */
  readonly place: () => { readonly conversation?: string; readonly project?: string };
  /** Puts a text in the place of what was typed. */
  readonly insert: (token: Token, text: string) => void;
  readonly run: (command: Command, token: Token) => void;
  readonly messageOf: (error: unknown) => string;
}

type Host = ReactiveControllerHost & HTMLElement;

const most = 30;

/** The list above the field while one writes @ or /. The focus stays in the field. */
export class Suggestions implements ReactiveController {
  readonly #host: Host;
  readonly #options: SuggestionsOptions;
  #token: Token | undefined;
  #dismissed = -1;
  #items: readonly Suggestion[] = [];
  #chosen = 0;
  #problem: string | undefined;
  #asking: AbortController | undefined;

  constructor(host: Host, options: SuggestionsOptions) {
    this.#host = host;
    this.#options = options;
    host.addController(this);
  }

  hostUpdated(): void {
    const list = this.#host.shadowRoot?.querySelector<HTMLElement>('.suggest');
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

  /** What the field says about where the list stands. */
  get active(): string | undefined {
    return this.isOpen && this.#items.length > 0 ? `suggestion-${this.#chosen}` : undefined;
  }

  /** Looks at what stands before the caret. */
  look(text: string, caret: number): void {
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
    this.#host.requestUpdate();
  }

  /** Whether a key was for the list. */
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
      this.#host.requestUpdate();
    } else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey && !event.altKey) this.#items[this.#chosen]?.choose();
    else return false;
    event.preventDefault();
    return true;
  }

  render() {
    const { text } = this.#options;
    if (!this.isOpen) return nothing;
    const label = text.of(this.#token?.kind === 'command' ? 'composerCommands' : 'composerMentions');
    return html`<div class="suggest" popover="manual" @pointerdown=${(event: Event) => event.preventDefault()}>
      ${this.#problem === undefined ? nothing : html`<p role="alert">${this.#problem}</p>`}
      ${this.#items.length === 0 ? nothing : html`<div id="suggestions" role="listbox" aria-label=${label}>${this.#items.map((item, index) => this.#row(item, index))}</div>`}
    </div>`;
  }

  /** Said to who does not see the list. */
  get spoken(): string {
    return this.isOpen && this.#problem === undefined ? this.#options.text.count('composerSuggested', this.#items.length) : '';
  }

  #row({ title, meta, icon, choose }: Suggestion, index: number) {
    return html`<div id="suggestion-${index}" class="opt" role="option" aria-selected=${index === this.#chosen} @click=${choose} @pointermove=${() => this.#point(index)}>
      <ui-icon name=${icon}></ui-icon><span class="name cut">${title}</span><span class="meta cut">${meta}</span>
    </div>`;
  }

  #point(index: number): void {
    if (this.#chosen === index) return;
    this.#chosen = index;
    this.#host.requestUpdate();
  }

  #offer(items: readonly Suggestion[], problem?: string): void {
    this.#items = items;
    this.#problem = problem;
    this.#chosen = 0;
    this.#host.requestUpdate();
  }

  #offerCommands(token: Token): void {
    const fitting = this.#options.commands().filter(({ name }) => name.startsWith(token.typed));
    this.#offer(
      fitting.map(command => ({
        title: `/${command.name}${command.hint === undefined ? '' : ` ${command.hint}`}`,
        meta: command.title,
        icon: command.icon,
        choose: () => {
          const now = this.#token ?? token;
          this.close();
          this.#options.run(command, now);
        },
      })),
    );
  }

  async #offerFiles(token: Token): Promise<void> {
    this.#asking?.abort();
    const asking = new AbortController();
    this.#asking = asking;
    try {
      const client = this.#options.view().connect(ConversationsChannel);
      const { files } = await client.call('mentionable', { ...this.#options.place(), text: token.typed, limit: most }, asking.signal);
      if (asking.signal.aborted) return;
      this.#offer(
        files.map(({ path, folder }) => {
          const at = path.lastIndexOf('/') + 1;
          return {
            title: visible(path.slice(at)),
            meta: visible(path.slice(0, Math.max(0, at - 1))),
            icon: folder ? 'folder' : 'file',
            choose: () => this.#mention(token, path, folder),
          };
        }),
      );
    } catch (error) {
      if (!asking.signal.aborted) this.#offer([], this.#options.messageOf(error));
    }
  }

  /** A file is done with; in a folder one goes on looking. */
  #mention(token: Token, path: string, isFolder: boolean): void {
    const now = this.#token ?? token;
    const mention = mentionOf(path, isFolder);
    this.close();
    this.#options.insert(now, isFolder && !mention.endsWith('"') ? mention : `${mention} `);
  }
}

/** Signs that cannot be seen, or that turn the line round, as a sign that can. */
function visible(name: string): string {
  return name.replaceAll(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '\u00b7');
}
