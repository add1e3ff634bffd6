import { release } from 'node:os';
import type { About, ExtensionContext } from '@atelier/kernel';
import type { Place, Version } from '../contract/index.ts';

/** What the agent says of where its things lie. */
export interface AgentPlaces {
  readonly directory: string;
  readonly cli: string;
  readonly settingsFile: string;
  readonly modelsFile: string;
  readonly sandbox: string;
  readonly checks: readonly { readonly name: string; readonly ok: boolean; readonly why?: string }[];
}

/** What runs here. The program's version is that of the plugins that come with it. */
export function versionsOf(app: string, about: About, agent: AgentPlaces | undefined): readonly Version[] {
  const { node, electron, chrome } = process.versions as Readonly<Record<string, string | undefined>>;
  const engine = agent?.checks.find(({ name, ok }) => name === 'cli' && ok)?.why;
  const all: Readonly<Record<Version['name'], string | undefined>> = {
    app,
    kernel: about.kernel,
    host: about.host,
    electron,
    chromium: chrome,
    node,
    sqlite: about.sqlite,
    engine,
    system: `${process.platform} ${release()} ${process.arch}`,
    toolSandbox: agent?.sandbox,
    isolation: about.isolation,
    secrets: about.secrets,
  };
  return Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [{ name: name as Version['name'], value }]));
}

/** Where files lie that one may want to look at. */
export function placesOf(paths: Pick<ExtensionContext['paths'], 'profile'>, agent: AgentPlaces | undefined): readonly Place[] {
  const theirs: readonly Place[] =
    agent === undefined
      ? []
      : [
          { name: 'binary', path: agent.cli },
          { name: 'settings', path: agent.settingsFile },
          { name: 'models', path: agent.modelsFile },
          { name: 'sessions', path: paths.profile('sessions') },
        ];
  return [...theirs, { name: 'profile', path: paths.profile('profile') }, { name: 'logs', path: paths.profile('logs') }];
}

/** The agent as it was last looked at. */
interface AgentLooks {
  /** As it was looked at last, else as it is now; undefined where there is none, or where it does not answer. */
  known(): Promise<AgentPlaces | undefined>;
  /** Looks again, once for all who ask meanwhile; undefined where there is none. */
  refresh(): Promise<AgentPlaces | undefined>;
}

/** Looking at the agent starts its engine, so that nothing which only asks where files lie does it twice. */
export function agentLooks(ask: () => Promise<AgentPlaces | undefined>): AgentLooks {
  let last: AgentPlaces | undefined;
  let looking: Promise<AgentPlaces | undefined> | undefined;
  const refresh = (): Promise<AgentPlaces | undefined> => {
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
  return { refresh, known: async () => last ?? (await refresh().catch(() => undefined)) };
}
