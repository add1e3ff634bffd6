import { Contributed, Query } from '@atelier/kernel/ui';
import { UsageChannel } from '@atelier/usage/contract';
import type { Composer } from '../composer.ts';

/** What the conversation has cost as its usage is counted, which is with the prices that the person has corrected. */
export class CountedCost {
  readonly #commands: Contributed<{ readonly id: string }>;
  readonly #sums: Query<NonNullable<(typeof UsageChannel)['shape']>, 'of'>;

  constructor(composer: Composer) {
    const conversation = () => composer.runtime.conversation;
    this.#commands = new Contributed(composer, () => composer.view, '@atelier/kernel:commands@1');
    this.#sums = new Query(composer, () => (this.#isCounted ? composer.view : undefined), UsageChannel, 'of', {
      params: () => ({ conversation: conversation() ?? '' }),
      refreshOn: 'changed',
    });
  }

  /** The cost in dollars, where `reported` is what the engine says; 0 where nothing is known yet. */
  of(reported: number): number {
    if (!this.#isCounted) return reported;
    const { state } = this.#sums;
    if (state.status === 'pending') return 0;
    return (state.status === 'ready' && state.value.sums.cost) || reported;
  }

  get #isCounted(): boolean {
    return this.#commands.items.some(({ value }) => value.id === 'usage.open');
  }
}
