import type { StartupBehaviour } from '@atelier/kernel';
import type { StoredState } from './desktop-state.ts';

const switches = ['startAtLogin', 'startMinimised', 'closeToBackground'] as const;

/** What a change names, and nothing else of it. */
export function startupBehaviourIn(change: unknown): StartupBehaviour {
  const given = (change ?? {}) as Record<string, unknown>;
  return Object.fromEntries(switches.filter(name => typeof given[name] === 'boolean').map(name => [name, given[name]]));
}

/** How the program behaves now; on macOS a closed window never ends one, so there is nothing to choose. */
export function startupBehaviourOf(now: StoredState, platform: NodeJS.Platform): StartupBehaviour {
  const { startAtLogin = false, startMinimised = false, closeToBackground = true } = now;
  return { startAtLogin, startMinimised, ...(platform !== 'darwin' && { closeToBackground }) };
}
