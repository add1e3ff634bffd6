import type { AgentPlaces } from './about.ts';

/** The agent as it was last looked at. */
export interface AgentLooks {
  /** As it was looked at last, else as it is now; undefined where there is none, or where it does not answer. */
  known(): Promise<AgentPlaces | undefined>;
  /** Looks anew, once for all who ask meanwhile; undefined where there is none. */
  anew(): Promise<AgentPlaces | undefined>;
}

/** Looking at the agent starts its engine, so that nothing which only asks where files lie does it twice. */
export function agentLooks(ask: () => Promise<AgentPlaces | undefined>): AgentLooks {
  let last: AgentPlaces | undefined;
  let looking: Promise<AgentPlaces | undefined> | undefined;
  const anew = (): Promise<AgentPlaces | undefined> => {
    looking ??= ask()
      .then(found => {
        last = found;
        return found;
      })
      .finally(() => {
        looking = undefined;
      });
    return looking;
  };
  return { anew, known: async () => last ?? (await anew().catch(() => undefined)) };
}
