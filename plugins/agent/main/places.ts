import { join } from 'node:path';

/** Where the agent's things lie. */
export interface Places {
  readonly userData: string;
  /** The managed agent directory. */
  readonly directory: string;
  /** The global workspace. */
  readonly workspace: string;
  /** What file tools refuse in both modes: the app's own data and the credentials, but not the workspace. */
  readonly forbidden: readonly string[];
}

/** The extension's own folder lies in `data` of the profile. */
export function placesOf(dataFolder: string): Places {
  const userData = join(dataFolder, '..', '..');
  const inside = (...names: readonly string[]) => join(userData, ...names);
  return {
    userData,
    directory: inside('.agent', 'agent'),
    workspace: inside('workspace', 'global'),
    forbidden: [
      ...['data', 'backups', 'logs', 'extensions', 'window', 'cache'].map(name => inside(name)),
      ...['key', 'secrets.json', 'extensions.json', 'port'].map(name => inside(name)),
      ...['auth.json', 'models.json', 'settings.json', 'sessions', 'models-store.json'].map(name => inside('.agent', 'agent', name)),
    ],
  };
}
