import { KernelChannel } from '@atelier/kernel';
import { Query, type ViewHost } from '@atelier/kernel/ui';
import type { ReactiveControllerHost } from 'lit';
import type { Section } from '../contract/index.ts';

export interface Contributed {
  readonly from: string;
  readonly value: Section;
}

/** The sections of every extension, in order; those that stand inside another one too. */
export class ContributedSections {
  readonly #query: Query<NonNullable<(typeof KernelChannel)['shape']>, 'listContributions'>;

  constructor(host: ReactiveControllerHost, view: () => ViewHost) {
    this.#query = new Query(host, view, KernelChannel, 'listContributions', {
      params: () => ({ point: '@atelier/settings:sections@1' }),
      refreshOn: 'contributionsChanged',
    });
  }

  get items(): readonly Contributed[] {
    const { state } = this.#query;
    return state.status === 'ready' ? (state.value as unknown as Contributed[]) : [];
  }
}
