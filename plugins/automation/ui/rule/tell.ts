import type { Client } from '@atelier/kernel';
import type { Locale } from '@atelier/kernel/ui';
import type { AutomationShape, Draft } from '../../contract/index.ts';
import { failureOf } from '../words.ts';
import type { Told } from './rule-rows.ts';

/** Asks the main side for what it says of a whole draft. */
export async function tell(client: Client<AutomationShape>, draft: Draft, language: Locale): Promise<Told> {
  const [described, preflight, next] = await Promise.allSettled([
    client.call('describe', { draft, language }),
    client.call('preflight', { draft }),
    client.call('nextRuns', { trigger: draft.trigger }),
  ]);
  const failed = [next, preflight, described].find(one => one.status === 'rejected');
  return {
    ...(described.status === 'fulfilled' && { described: described.value }),
    ...(preflight.status === 'fulfilled' && { preflight: preflight.value }),
    ...(next.status === 'fulfilled' && { next: next.value }),
    ...(failed && { problem: failureOf(failed.reason) }),
  };
}

/** The longest time that a timer can be set to. */
const longestMs = 2_147_483_647;

/** In how many milliseconds the first of the next runs, as it was told, is over and another one is the first. */
export function passingIn({ next: [first = 0] = [] }: Pick<Told, 'next'>, now: number): number | undefined {
  return first > now ? Math.min(first - now + 50, longestMs) : undefined;
}
