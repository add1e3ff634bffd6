import { join } from 'node:path';
import type { ExtensionContext } from '@atelier/kernel';

/** The folders of the profile that the agent uses. */
export interface Places {
  /** The managed agent directory. */
  readonly directory: string;
  /** The global workspace. */
  readonly workspace: string;
  /** The agent's own, for what git is given instead of a repository's own folder. */
  readonly git: string;
  /** Which processes are left if this one is killed. */
  readonly left: string;
  /** The same of the commands that plugins run for the person. */
  readonly leftCommands: string;
  /** The folder of the worktrees that conversations work in. */
  readonly worktrees: string;
  /** Closed to tools in both modes, with everything in it: the profile. */
  readonly forbidden: readonly string[];
  /** The folders of the profile in which conversations work. */
  readonly opened: readonly string[];
  /** The folders of the profile that tools read and never write: the skills that are installed and on. */
  readonly readable: readonly string[];
}

export function placesOf(paths: ExtensionContext['paths']): Places {
  return {
    directory: paths.profile('agentDirectory'),
    workspace: paths.profile('workspace'),
    git: join(paths.data, 'git'),
    left: join(paths.data, 'engine.json'),
    leftCommands: join(paths.data, 'commands.json'),
    worktrees: join(paths.profile('worktrees'), 'atelier'),
    forbidden: [paths.profile('profile')],
    opened: paths.openToTools(),
    // Not asked of the profile: a link that the person put there is left out, and keeps nothing from starting.
    readable: [join(paths.profile('agentDirectory'), 'skills')],
  };
}
