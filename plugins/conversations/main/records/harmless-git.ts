import { devNull } from 'node:os';

/** What comes before every other argument: a repository's own settings may name programs to run, and none of them runs. */
export const harmlessGit: readonly string[] = [
  ...['-c', 'core.fsmonitor=false', '-c', `core.hooksPath=${devNull}`, '-c', 'safe.bareRepository=explicit'],
];

/** Git asks nobody, and writes nothing where it only reads. */
export const quietly = { GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0' } as const;
