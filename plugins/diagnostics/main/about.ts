import { release } from 'node:os';
import { join } from 'node:path';
import type { About } from '@atelier/kernel';
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
export function placesOf(about: About, agent: AgentPlaces | undefined): readonly Place[] {
  const theirs: readonly Place[] =
    agent === undefined
      ? []
      : [
          { name: 'binary', path: agent.cli },
          { name: 'settings', path: agent.settingsFile },
          { name: 'models', path: agent.modelsFile },
          { name: 'sessions', path: join(agent.directory, 'sessions') },
        ];
  return [...theirs, { name: 'profile', path: about.profile }, { name: 'logs', path: join(about.profile, 'logs') }];
}
