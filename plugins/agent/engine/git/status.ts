import type { GitStatus } from '../../contract/index.ts';
import type { Settings } from './view.ts';

/** What `git status --porcelain=v2 --branch -z` says, but for the server's branch. */
export function statusIn(output: string): Omit<GitStatus, 'upstream' | 'folder' | 'isWorktree' | 'gitFolders'> {
  const counts = { staged: 0, changed: 0, untracked: 0, conflicts: 0 };
  let branch: string | undefined;
  let commit: string | undefined;
  for (const record of output.split('\0')) {
    if (record.startsWith('# branch.head ')) branch = record.slice('# branch.head '.length);
    else if (record.startsWith('# branch.oid ')) commit = record.slice('# branch.oid '.length);
    else if (record.startsWith('? ')) counts.untracked += 1;
    else if (record.startsWith('u ')) counts.conflicts += 1;
    else if (/^[12] /.test(record)) {
      if (record[2] !== '.') counts.staged += 1;
      if (record[3] !== '.') counts.changed += 1;
    }
  }
  return {
    ...(branch !== undefined && branch !== '(detached)' && { branch }),
    // A branch without a commit yet.
    ...(commit !== undefined && commit !== '(initial)' && { commit }),
    ...counts,
  };
}

/** The branch of a server that a branch follows, by the repository's own settings. */
export function followedBy(settings: Settings, branch: string): { readonly remote: string; readonly branch: string } | undefined {
  const remote = settings.get(`branch.${branch}.remote`)?.at(-1);
  const merge = /^refs\/heads\/(.+)$/s.exec(settings.get(`branch.${branch}.merge`)?.at(-1) ?? '')?.[1];
  return remote === undefined || merge === undefined || remote === '.' ? undefined : { remote, branch: merge };
}
