import { KernelChannel } from '@atelier/kernel';
import type { ReactiveControllerHost } from 'lit';
import { Query, type QueryState } from './query.ts';
import type { ViewHost } from './view.ts';

interface Entry<T> {
  readonly from: string;
  readonly value: T;
}

/** The entries of one point, read again when they change. */
export class Contributed<T> {
  readonly #query: Query<NonNullable<(typeof KernelChannel)['shape']>, 'listContributions'>;

  constructor(host: ReactiveControllerHost, view: () => ViewHost, point: string) {
    this.#query = new Query(host, view, KernelChannel, 'listContributions', {
      params: () => ({ point }),
      refreshOn: 'contributionsChanged',
      concerns: event => event.point === point,
    });
  }

  get state(): QueryState<readonly Entry<T>[]> {
    return this.#query.state as QueryState<unknown> as QueryState<readonly Entry<T>[]>;
  }

  /** In the order of the plan; empty until the first read has ended. */
  get items(): readonly Entry<T>[] {
    const { state } = this;
    return state.status === 'ready' ? state.value : [];
  }
}
