import { Contributed, Query, type SliceMap, type ViewHost } from '@atelier/kernel/ui';
import { type Action, Actions } from '@atelier/workbench/contract';
import type { ReactiveControllerHost } from 'lit';
import { ConversationsChannel, type Project, type Row } from '../../../contract/index.ts';

type Shape = NonNullable<(typeof ConversationsChannel)['shape']>;

/** What the start screen shows. */
export interface StartScreen {
  /** The project of the draft; undefined without one. */
  readonly project: Project | undefined;
  readonly projects: readonly Project[];
  readonly recent: readonly Row[];
  readonly actions: readonly Action[];
}

/** Reads the data of the start screen: recent conversations, projects, and contributed actions. */
export class Beginnings {
  /** The project of the draft. */
  project: string | undefined;
  isEmpty = false;
  readonly #projects: Query<Shape, 'projects'>;
  readonly #recent: Query<Shape, 'list'>;
  readonly #actions: Contributed<Action>;

  constructor(host: ReactiveControllerHost, view: () => ViewHost) {
    this.#projects = new Query(host, view, ConversationsChannel, 'projects', { params: () => ({}), refreshOn: 'projectsChanged' });
    this.#recent = new Query(host, view, ConversationsChannel, 'list', {
      // While a conversation is on screen, the recent ones are not shown.
      params: () =>
        this.isEmpty ? { sort: 'updated', limit: 3, ...(this.project !== undefined && { project: this.project }) } : { limit: 1 },
    });
    this.#actions = new Contributed(host, view, Actions.key);
  }

  get projects(): readonly Project[] {
    const { state } = this.#projects;
    return state.status === 'ready' ? state.value.projects : [];
  }

  parts(mode: SliceMap['mode']): StartScreen {
    const { state } = this.#recent;
    const actions = this.#actions.items
      .map(({ value }) => value)
      .filter(action => action.places?.includes('home') === true && (action.mode ?? mode) === mode)
      .toSorted((a, b) => (a.order ?? 100) - (b.order ?? 100));
    return {
      project: this.projects.find(({ id }) => id === this.project),
      projects: this.projects,
      recent: this.isEmpty && state.status === 'ready' ? state.value.rows : [],
      actions,
    };
  }
}
