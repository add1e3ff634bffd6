import type { OutsideSource, OutsideSources } from '../../plugins/agent/main/outside/sources.ts';

/** A conversation that holds these sources, and keeps to them. */
export function holding(sources: readonly OutsideSource[]): OutsideSources {
  return { has: () => sources.length > 0, of: () => sources, add: () => [], copy: () => {}, forget: () => {} };
}
