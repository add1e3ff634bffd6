import { AgentChannel } from '@atelier/agent/contract';
import { visibleText } from '@atelier/kernel';
import { Contributed, type Texts } from '@atelier/kernel/ui';
import { type SlashCommand, SlashCommands } from '../../../contract/index.ts';
import type { Composer } from '../composer.ts';
import type { texts } from '../texts.ts';
import type { Command } from './command.ts';

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

  /** Another object once what extensions contribute was read again. */
  get known(): unknown {
    return this.#added.state;
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
              inserts: '/compact ',
              run: (focus: string) => this.#compact(focus),
            },
          ]),
      { name: 'model', title: text.of('composerCommandModel'), icon: 'cpu', run: () => composer.showModels() },
      { name: 'thinking', title: text.of('composerCommandThinking'), icon: 'brain', run: () => this.#showThinking() },
      {
        name: 'mode',
        title: text.of('composerCommandMode'),
        icon: 'shield-check',
        run: () => composer.shadowRoot?.querySelector<HTMLElementTagNameMap['ui-popover']>('ui-popover.access')?.show(),
      },
      {
        name: 'new',
        title: text.of('composerCommandNew'),
        icon: 'square-pen',
        run: () => composer.view.run('conversations.new'),
      },
      { name: 'clear', title: text.of('composerCommandClear'), icon: 'x', run: () => undefined },
    ];
    const names = new Set(builtIn.map(({ name }) => name));
    return [...builtIn, ...this.#contributed().filter(({ name, run }) => run === undefined || !names.has(name))];
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

  /** The command that a name runs. */
  find(name: string): Command | undefined {
    return this.all.find(command => command.name === name && command.run !== undefined);
  }

  #contributed(): readonly Command[] {
    return this.#added.items
      .map(({ value }) => value)
      .sort((a, b) => (a.order ?? 100) - (b.order ?? 100))
      .map(({ name, title, command, hint, icon, inserts }) => {
        const written = inserts ?? (hint === undefined ? undefined : `/${name} `);
        const run = (text: string) => {
          const { conversation } = this.#composer.runtime;
          return this.#composer.view.run(command ?? '', { text, ...(conversation !== undefined && { conversation }) });
        };
        return {
          name,
          title: visibleText(title, 'name'),
          icon: icon ?? 'chevron-right',
          ...(hint !== undefined && { hint: visibleText(hint, 'name') }),
          ...(written !== undefined && { inserts: written }),
          ...(command !== undefined && { run }),
        };
      });
  }
}
