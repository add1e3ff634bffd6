import type { UiStateName } from '@atelier/kernel/kit';
import type { ChannelView } from '../../contract/index.ts';

/** The mark of a channel: what waits for the person comes before how it is connected. */
export function stateOf({ state, uncertain }: ChannelView): UiStateName {
  if (uncertain > 0) return 'needs';
  if (state === 'connected') return 'done';
  if (state === 'connecting') return 'running';
  return state === 'failed' ? 'failed' : 'off';
}
