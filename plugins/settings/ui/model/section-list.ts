import { KernelChannel } from '@atelier/kernel';
import { Contributed, Query, type Texts, type ViewHost } from '@atelier/kernel/ui';
import type { ReactiveControllerHost } from 'lit';
import type { Section } from '../../contract/index.ts';
import { texts } from '../texts.ts';
import { isRunning, sectionsOf } from './sections.ts';
import type { ShownSection } from './setting.ts';

type Kernel = NonNullable<(typeof KernelChannel)['shape']>;
type Table = (typeof texts)['en'];

interface Command {
  readonly id: string;
  readonly title: string;
  readonly palette?: boolean;
}

/** All sections, in the person's language; computed again only if a source has changed. */
export class SectionList {
  readonly #text: Texts<Table>;
  readonly #contributed: Contributed<Section>;
  readonly #commands: Contributed<Command>;
  readonly #extensions: Query<Kernel, 'listExtensions'>;
  #sources: readonly unknown[] = [];
  #sections: readonly ShownSection[] = [];

  constructor(host: ReactiveControllerHost, view: () => ViewHost, text: Texts<Table>) {
    this.#text = text;
    this.#contributed = new Contributed(host, view, '@atelier/settings:sections@1');
    this.#commands = new Contributed(host, view, '@atelier/kernel:commands@1');
    this.#extensions = new Query(host, view, KernelChannel, 'listExtensions', { params: () => ({}), refreshOn: 'extensionsChanged' });
  }

  /** Undefined while loading. */
  get all(): readonly ShownSection[] | undefined {
    const [contributed, commands, extensions] = [this.#contributed.state, this.#commands.state, this.#extensions.state];
    if (contributed.status !== 'ready' || extensions.status !== 'ready') return undefined;
    const sources = [contributed, commands, extensions, this.#text.locale];
    if (sources.some((source, index) => source !== this.#sources[index])) {
      this.#sources = sources;
      this.#sections = sectionsOf({
        contributed: contributed.value,
        running: new Set(extensions.value.filter(({ state }) => isRunning(state)).map(({ id }) => id)),
        commands: this.#commands.items
          .filter(({ value }) => value.palette !== false)
          .map(({ value: { id, title } }) => ({ id, title, keywords: [this.#text.of('section.shortcuts')] })),
        text: key => (Object.hasOwn(texts.en, key) ? this.#text.of(key as keyof Table) : undefined),
      });
    }
    return this.#sections;
  }
}
