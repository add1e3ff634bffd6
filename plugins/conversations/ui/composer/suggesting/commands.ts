import { AgentChannel } from '@atelier/agent/contract';
import { visibleText } from '@atelier/kernel';
import { Contributed, type Texts } from '@atelier/kernel/ui';
import { type SlashCommand, SlashCommands } from '../../../contract/index.ts';
import type { Composer } from '../composer.ts';
import type { texts } from '../texts.ts';
import type { Command, Insertion } from './command.ts';

/** What a / offers: built-in commands, and the commands and texts that extensions contribute. */
export class Commands {
  readonly #composer: Composer;
  readonly #text: Texts<(typeof texts)['en']>;
  readonly #added: Contributed<SlashCommand>;

  constructor(composer: Composer, text: Texts<(typeof texts)['en']>) {
    this.#composer = composer;
    this.#text = text;
    this.#added = new Contributed(composer, () => composer.view, SlashCommands.key);
  }

  get all(): readonly Command[] {
    const [composer, text] = [this.#composer, this.#text];
    const builtIn: Command[] = [
      ...(composer.runtime.conversation === undefined
        ? []
        : [
            {
              name: 'compact',
              title: text.of('composerCommandCompact'),
              hint: text.of('composerCommandFocus'),
              icon: 'layers',
              takesText: true,
              run: (focus: string) => this.#compact(focus),
            },
          ]),
      { name: 'model', title: text.of('composerCommandModel'), icon: 'cpu', takesText: false, run: () => composer.showModels() },
      { name: 'thinking', title: text.of('composerCommandThinking'), icon: 'brain', takesText: false, run: () => this.#showThinking() },
      {
        name: 'mode',
        title: text.of('composerCommandMode'),
        icon: 'shield-check',
        takesText: false,
        run: () => composer.shadowRoot?.querySelector<HTMLElementTagNameMap['ui-popover']>('ui-popover.access')?.show(),
      },
      {
        name: 'new',
        title: text.of('composerCommandNew'),
        icon: 'square-pen',
        takesText: false,
        run: () => composer.view.run('conversations.new'),
      },
      { name: 'clear', title: text.of('composerCommandClear'), icon: 'x', takesText: false, run: () => undefined },
    ];
    const names = new Set(builtIn.map(({ name }) => name));
    return [...builtIn, ...this.#contributedCommands().filter(({ name }) => !names.has(name))];
  }

  #showThinking(): void {
    const { models } = this.#composer;
    if (models.levels.length === 0) this.#composer.showModels();
    else this.#composer.shadowRoot?.querySelector('ui-menu')?.show();
  }

  #compact(focus: string): unknown {
    const { view, runtime } = this.#composer;
    const { conversation } = runtime;
    if (conversation === undefined) return undefined;
    return view.connect(AgentChannel).call('compact', { conversation, ...(focus !== '' && { focus: focus.slice(0, 2000) }) });
  }

  find(name: string): Command | undefined {
    return this.all.find(command => command.name === name);
  }

  /** The texts that extensions offer. */
  get insertions(): readonly Insertion[] {
    return this.#contributed().flatMap(({ inserts, ...offered }) => (inserts === undefined ? [] : [{ ...offered, inserts }]));
  }

  #contributedCommands(): readonly Command[] {
    return this.#contributed().flatMap(({ command, ...offered }) => {
      if (command === undefined) return [];
      const run = (text: string) => {
        const { conversation } = this.#composer.runtime;
        return this.#composer.view.run(command, { text, ...(conversation !== undefined && { conversation }) });
      };
      return [{ ...offered, takesText: offered.hint !== undefined, run }];
    });
  }

  #contributed() {
    return this.#added.items
      .map(({ value }) => value)
      .sort((a, b) => (a.order ?? 100) - (b.order ?? 100))
      .map(({ title, hint, icon, ...rest }) => ({
        ...rest,
        title: visibleText(title, 'name'),
        icon: icon ?? 'chevron-right',
        ...(hint !== undefined && { hint: visibleText(hint, 'name') }),
      }));
  }
}
