import { KernelChannel } from '@atelier/kernel';
import type { ReactiveControllerHost } from 'lit';
import { Query } from './query.ts';
import type { ViewHost } from './view.ts';

/** The entries of one point, read again when they change; empty until the first read has ended. */
export class Contributed<T> {
  readonly #query: Query<NonNullable<(typeof KernelChannel)['shape']>, 'listContributions'>;

  constructor(host: ReactiveControllerHost, view: () => ViewHost, point: string) {
    this.#query = new Query(host, view, KernelChannel, 'listContributions', {
      params: () => ({ point }),
      refreshOn: 'contributionsChanged',
    });
  }

  /** In the order of the plan. */
  get items(): readonly { readonly from: string; readonly value: T }[] {
    const { state } = this.#query;
    return state.status === 'ready' ? (state.value as unknown as { from: string; value: T }[]) : [];
  }
}
