import { join } from 'node:path';
import { type OpenGit, openGit } from '../../plugins/agent/engine/git/open-git.ts';
import type { GitMachine } from '../../plugins/agent/engine/git/run-git.ts';
import type { WorktreeRecords } from '../../plugins/agent/engine/git/worktrees.ts';

/** Git as the app has it, with everything of its own below one folder; `sandbox` is the program that confines reading. */
export function testGit(own: string, sandbox?: string, machine: Partial<GitMachine> = {}): OpenGit & { readonly records: WorktreeRecords } {
  const known = new Map<string, string>();
  const records: WorktreeRecords = {
    add: (path, repository) => void known.set(path, repository),
    repositoryOf: path => known.get(path),
    forget: path => void known.delete(path),
    all: () => [...known.keys()],
  };
  const folder = join(own, 'worktrees');
  const git = openGit(
    join(own, 'views'),
    { forbidden: [own], opened: [folder], sandbox: async () => sandbox, ...machine },
    { folder, records },
  );
  return { ...git, records };
}
