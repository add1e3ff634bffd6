import { Contributed, type Texts, type ViewHost } from '@atelier/kernel/ui';
import type { ReactiveControllerHost } from 'lit';
import { type SlashCommand, SlashCommands } from '../../../contract/index.ts';
import type { texts } from '../texts.ts';

export interface Command {
  readonly name: string;
  readonly title: string;
  readonly icon: string;
  readonly hint?: string;
  /** Waits for what may follow its name; otherwise it is run as soon as it is chosen. */
  readonly takesText: boolean;
  readonly run: (rest: string) => Promise<unknown> | unknown;
}

export interface OwnCommands {
  compact(focus: string): unknown;
  model(): unknown;
  thinking(): unknown;
  mode(): unknown;
  begin(): unknown;
  clear(): unknown;
}

export interface CommandsOptions {
  readonly view: () => ViewHost;
  readonly text: Texts<(typeof texts)['en']>;
  readonly own: OwnCommands;
  readonly conversation: () => string | undefined;
}

/** What one can write after a stroke: ours, and what extensions add. */
export class Commands {
  readonly #options: CommandsOptions;
  readonly #added: Contributed<SlashCommand>;

  constructor(host: ReactiveControllerHost, options: CommandsOptions) {
    this.#options = options;
    this.#added = new Contributed(host, options.view, SlashCommands.key);
  }

  get all(): readonly Command[] {
    const { own, text } = this.#options;
    const ours: Command[] = [
      ...(this.#options.conversation() === undefined
        ? []
        : [
            {
              name: 'compact',
              title: text.of('composerCommandCompact'),
              hint: text.of('composerCommandFocus'),
              icon: 'layers',
              takesText: true,
              run: own.compact,
            },
          ]),
      { name: 'model', title: text.of('composerCommandModel'), icon: 'cpu', takesText: false, run: own.model },
      { name: 'thinking', title: text.of('composerCommandThinking'), icon: 'brain', takesText: false, run: own.thinking },
      { name: 'mode', title: text.of('composerCommandMode'), icon: 'shield-check', takesText: false, run: own.mode },
      { name: 'new', title: text.of('composerCommandNew'), icon: 'square-pen', takesText: false, run: own.begin },
      { name: 'clear', title: text.of('composerCommandClear'), icon: 'x', takesText: false, run: own.clear },
    ];
    const taken = new Set(ours.map(({ name }) => name));
    return [...ours, ...this.#contributed().filter(({ name }) => !taken.has(name))];
  }

  find(name: string): Command | undefined {
    return this.all.find(command => command.name === name);
  }

  #contributed(): readonly Command[] {
    return this.#added.items
      .map(({ value }) => value)
      .sort((a, b) => (a.order ?? 100) - (b.order ?? 100))
      .map(({ name, title, command, hint, icon }) => ({
        name,
        title,
        icon: icon ?? 'chevron-right',
        takesText: hint !== undefined,
        ...(hint !== undefined && { hint }),
        run: (text: string) => {
          const conversation = this.#options.conversation();
          return this.#options.view().run(command, { text, ...(conversation !== undefined && { conversation }) });
        },
      }));
  }
}
