import { KernelChannel } from '@atelier/kernel';
import { Query, type ViewHost } from '@atelier/kernel/ui';
import type { ReactiveControllerHost } from 'lit';

/** The entries of one point, kept fresh; none while they are being read. */
export class Contributed<T> {
  readonly #query: Query<NonNullable<(typeof KernelChannel)['shape']>, 'listContributions'>;

  constructor(host: ReactiveControllerHost, view: () => ViewHost, point: string) {
    this.#query = new Query(host, view, KernelChannel, 'listContributions', {
      params: () => ({ point }),
      refreshOn: 'contributionsChanged',
    });
  }

  get items(): readonly { readonly from: string; readonly value: T }[] {
    const { state } = this.#query;
    return state.status === 'ready' ? (state.value as unknown as { from: string; value: T }[]) : [];
  }
}
