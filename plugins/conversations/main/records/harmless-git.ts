import { devNull } from 'node:os';

/** The first arguments of every Git command; they prevent that programs which a repository's settings name are run. */
export const harmlessGit: readonly string[] = [
  ...['-c', 'core.fsmonitor=false', '-c', `core.hooksPath=${devNull}`, '-c', 'safe.bareRepository=explicit'],
];

/** Git does not prompt, and commands that only read take no locks. */
export const quietly = { GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0' } as const;
