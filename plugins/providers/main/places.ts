import { join, resolve } from 'node:path';

/** The paths in the managed agent directory. */
export interface Places {
  readonly directory: string;
  readonly settings: string;
  readonly models: string;
  readonly auth: string;
  readonly folders: readonly string[];
  /** The folder for conversations without a project; outside of the directory. */
  readonly workspace: string;
}

export function placesIn(directory: string, workspace: string): Places {
  const root = resolve(directory);
  return {
    directory: root,
    settings: join(root, 'settings.json'),
    models: join(root, 'models.json'),
    auth: join(root, 'auth.json'),
    folders: ['sessions', join('worktrees', 'atelier'), 'bin', 'meta-harness'].map(name => join(root, name)),
    workspace,
  };
}
