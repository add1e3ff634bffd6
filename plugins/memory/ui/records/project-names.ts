import { ConversationsChannel, type Project } from '@atelier/conversations/contract';
import { Query, type ViewHost } from '@atelier/kernel/ui';
import type { ReactiveControllerHost } from 'lit';
import { MemoryChannel } from '../../contract/index.ts';
import type { ProjectNames } from '../words.ts';

/** The person's projects, and the keys of their repositories, which memories name. */
export class Projects {
  readonly #host: ReactiveControllerHost;
  readonly #view: () => ViewHost;
  readonly #projects: Query<NonNullable<(typeof ConversationsChannel)['shape']>, 'projects'>;
  #asked: readonly Project[] | undefined;
  #names: ProjectNames = new Map();

  constructor(host: ReactiveControllerHost, view: () => ViewHost) {
    this.#host = host;
    this.#view = view;
    this.#projects = new Query(host, view, ConversationsChannel, 'projects', { params: () => ({}), refreshOn: 'projectsChanged' });
  }

  get all(): readonly Project[] {
    const { state } = this.#projects;
    return state.status === 'ready' ? state.value.projects : [];
  }

  /** Their names by key; those that are not known yet are missing. */
  get names(): ProjectNames {
    const { all } = this;
    if (all !== this.#asked && all.length > 0) void this.#ask(all);
    return this.#names;
  }

  async #ask(projects: readonly Project[]): Promise<void> {
    this.#asked = projects;
    const client = this.#view().connect(MemoryChannel);
    const found = await Promise.all(
      projects
        .filter(({ missing }) => missing !== true)
        .map(
          async ({ folder, name }) =>
            await client.call('projectKey', { folder }).then(
              ({ project, also }) => ({ name, project, also }),
              () => undefined,
            ),
        ),
    );
    if (this.#asked !== projects) return;
    const known = found.filter(one => one !== undefined);
    const now = new Map(known.map(({ project, name }) => [project, name]));
    const before = new Map(known.flatMap(({ also, name }) => also.map(key => [key, name] as const)));
    this.#names = { get: key => now.get(key) ?? before.get(key), [Symbol.iterator]: () => now[Symbol.iterator]() };
    this.#host.requestUpdate();
  }
}
