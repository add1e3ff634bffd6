import { dirname, join, resolve } from 'node:path';

/** Where everything in the managed agent directory lies. */
export interface Places {
  readonly directory: string;
  readonly settings: string;
  readonly models: string;
  readonly auth: string;
  readonly folders: readonly string[];
  /** Where conversations without a project work; beside the directory, not in it. */
  readonly workspace: string;
}

export function placesIn(directory: string): Places {
  const root = resolve(directory);
  return {
    directory: root,
    settings: join(root, 'settings.json'),
    models: join(root, 'models.json'),
    auth: join(root, 'auth.json'),
    folders: ['sessions', join('worktrees', 'atelier'), 'bin', 'meta-harness'].map(name => join(root, name)),
    workspace: join(dirname(dirname(root)), 'workspace', 'global'),
  };
}

/** The managed directory of a profile, found from where an extension keeps its data (`<userData>/data/<slug>`). */
export function directoryFrom(dataFolder: string): string {
  return join(dirname(dirname(resolve(dataFolder))), '.agent', 'agent');
}
