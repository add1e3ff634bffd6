import { release } from 'node:os';
import type { About, ExtensionContext } from '@atelier/kernel';
import type { Place, Version } from '../contract/index.ts';

/** The part of the agent's diagnostics that is used here. */
export interface AgentInfo {
  readonly directory: string;
  readonly cli: string;
  readonly settingsFile: string;
  readonly modelsFile: string;
  readonly sandbox: string;
  readonly checks: readonly { readonly name: string; readonly ok: boolean; readonly why?: string }[];
}

/** The versions of the program's parts. `app` is the version of the bundled plugins. */
export function versionsOf(app: string, about: About, agent: AgentInfo | undefined): readonly Version[] {
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

/** The paths that the page lists. */
export function pathsOf(paths: Pick<ExtensionContext['paths'], 'profile'>, agent: AgentInfo | undefined): readonly Place[] {
  const agentPaths: readonly Place[] =
    agent === undefined
      ? []
      : [
          { name: 'binary', path: agent.cli },
          { name: 'settings', path: agent.settingsFile },
          { name: 'models', path: agent.modelsFile },
          { name: 'sessions', path: paths.profile('sessions') },
        ];
  return [...agentPaths, { name: 'profile', path: paths.profile('profile') }, { name: 'logs', path: paths.profile('logs') }];
}

interface AgentInfoCache {
  /** The cached info, read if there is none yet; undefined without the agent, or if it fails. */
  cached(): Promise<AgentInfo | undefined>;
  /** Reads the info again; concurrent calls share one read. Undefined without the agent. */
  refresh(): Promise<AgentInfo | undefined>;
}

/** Caches the agent's diagnostics, because reading them starts its engine. */
export function agentInfoCache(read: () => Promise<AgentInfo | undefined>): AgentInfoCache {
  let last: AgentInfo | undefined;
  let reading: Promise<AgentInfo | undefined> | undefined;
  const refresh = (): Promise<AgentInfo | undefined> => {
    reading ??= read()
      .then(found => {
        last = found;
        return found;
      })
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };
  return { refresh, cached: async () => last ?? (await refresh().catch(() => undefined)) };
}
