import { KernelChannel } from '@atelier/kernel';
import { Query, type SliceMap, type ViewHost } from '@atelier/kernel/ui';
import { type Model, ProvidersChannel } from '@atelier/providers/contract';
import { type Action, Actions } from '@atelier/workbench/contract';
import type { ReactiveControllerHost } from 'lit';
import { ConversationsChannel, type MessageAction, MessageActions, type Project, type Row } from '../../../contract/index.ts';

const commandsPoint = '@atelier/kernel:commands@1';

/** What others offer beside the conversation itself: models, actions, commands; and on the empty screen ways to begin. */
export class Offers {
  /** Of which project the screen is. */
  project: string | undefined;
  isEmpty = false;
  readonly #models: Query<NonNullable<(typeof ProvidersChannel)['shape']>, 'listModels'>;
  readonly #projects: Query<NonNullable<(typeof ConversationsChannel)['shape']>, 'projects'>;
  readonly #recent: Query<NonNullable<(typeof ConversationsChannel)['shape']>, 'list'>;
  readonly #messageActions: () => readonly { readonly value: unknown }[];
  readonly #actions: () => readonly { readonly value: unknown }[];
  readonly #commands: () => readonly { readonly value: unknown }[];
  #ofCommands: readonly unknown[] | undefined;
  #known: ReadonlySet<string> = new Set();

  constructor(host: ReactiveControllerHost, view: () => ViewHost) {
    this.#models = new Query(host, view, ProvidersChannel, 'listModels', { params: () => ({}), refreshOn: 'modelsChanged' });
    this.#projects = new Query(host, view, ConversationsChannel, 'projects', { params: () => ({}), refreshOn: 'projectsChanged' });
    this.#recent = new Query(host, view, ConversationsChannel, 'list', {
      // While a conversation is on screen nobody sees the others here.
      params: () =>
        this.isEmpty ? { sort: 'updated', limit: 3, ...(this.project !== undefined && { project: this.project }) } : { limit: 1 },
    });
    const contributed = (point: string) => {
      const query = new Query(host, view, KernelChannel, 'listContributions', {
        params: () => ({ point }),
        refreshOn: 'contributionsChanged',
      });
      return () => (query.state.status === 'ready' ? (query.state.value as readonly { readonly value: unknown }[]) : []);
    };
    this.#messageActions = contributed(MessageActions.key);
    this.#actions = contributed(Actions.key);
    this.#commands = contributed(commandsPoint);
  }

  get models(): readonly Model[] {
    const { state } = this.#models;
    return state.status === 'ready' ? state.value : [];
  }

  get projects(): readonly Project[] {
    const { state } = this.#projects;
    return state.status === 'ready' ? state.value.projects : [];
  }

  get actions(): readonly MessageAction[] {
    return this.#messageActions()
      .map(({ value }) => value as MessageAction)
      .toSorted((a, b) => (a.order ?? 100) - (b.order ?? 100));
  }

  /** The names of all commands there are. */
  get commands(): ReadonlySet<string> {
    const now = this.#commands();
    if (now !== this.#ofCommands) this.#known = new Set(now.map(({ value }) => (value as { id: string }).id));
    this.#ofCommands = now;
    return this.#known;
  }

  /** What the empty screen shows. */
  parts(mode: SliceMap['mode']): {
    readonly project: Project | undefined;
    readonly projects: readonly Project[];
    readonly recent: readonly Row[];
    readonly actions: readonly Action[];
  } {
    const { state } = this.#recent;
    const actions = this.#actions()
      .map(({ value }) => value as Action)
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
