import type { FileChange, GitFile, GitStatus, Remote, RemoteBranch } from '../../contract/index.ts';
import type { Settings } from './settings.ts';

/** A submodule is left out, because git would look into it; of those the index alone says what is staged. */
export const statusArguments = [
  ...['status', '--porcelain=v2', '--branch', '-z', '--no-renames', '--untracked-files=all', '--ignore-submodules=all'],
];
export const submoduleArguments = ['diff', '--cached', '--raw', '-z', '--no-renames', '--no-ext-diff', '--ignore-submodules=none'];

export interface FoundStatus extends Pick<GitStatus, 'branch' | 'commit' | 'staged' | 'changed' | 'untracked' | 'conflicts' | 'differing'> {
  readonly files: readonly GitFile[];
}

/** What git says to both. */
export function statusIn(status: string, submodules: string): FoundStatus {
  const field = (name: string) =>
    status
      .split('\0')
      .find(one => one.startsWith(`# branch.${name} `))
      ?.slice(`# branch.${name} `.length);
  const [branch, commit] = [field('head'), field('oid')];
  const files = [...filesIn(status), ...submodulesIn(submodules)];
  const count = (is: (file: GitFile) => boolean) => files.filter(is).length;
  return {
    ...(branch !== undefined && branch !== '(detached)' && { branch }),
    // A branch without a commit yet.
    ...(commit !== undefined && commit !== '(initial)' && { commit }),
    files,
    differing: files.length,
    staged: count(({ staged }) => staged !== undefined),
    changed: count(({ unstaged, isConflict }) => unstaged !== undefined && unstaged !== 'added' && !isConflict),
    untracked: count(({ staged, unstaged }) => unstaged === 'added' && staged === undefined),
    conflicts: count(({ isConflict }) => isConflict),
  };
}

/** A repository in this one, which ends with a /, is none of its files. */
function filesIn(output: string): GitFile[] {
  return output.split('\0').flatMap((entry): GitFile[] => {
    const [kind, codes = ''] = entry.split(' ', 2);
    const after = (fields: number) => entry.split(' ').slice(fields).join(' ');
    if (kind === '?') return entry.endsWith('/') ? [] : [{ path: after(1), unstaged: 'added', isConflict: false }];
    if (kind === 'u') return [{ path: after(10), unstaged: 'changed', isConflict: true }];
    if (kind !== '1') return [];
    const [staged, unstaged] = [changeOf(codes[0]), changeOf(codes[1])];
    return [{ path: after(8), ...(staged && { staged }), ...(unstaged && { unstaged }), isConflict: false }];
  });
}

function submodulesIn(raw: string): GitFile[] {
  const parts = raw.split('\0');
  return parts.flatMap((part, at): GitFile[] => {
    const [, before, after, kind] = /^:(\d+) (\d+) \S+ \S+ ([A-Z])$/.exec(at % 2 === 0 ? part : '') ?? [];
    const staged = changeOf(kind);
    if ((before !== '160000' && after !== '160000') || staged === undefined) return [];
    return [{ path: parts[at + 1] ?? '', staged, isConflict: false }];
  });
}

function changeOf(code = '.'): FileChange | undefined {
  if (code === '.') return undefined;
  return code === 'A' ? 'added' : code === 'D' ? 'removed' : 'changed';
}

/** The branch of a server that a branch follows, by the repository's own settings. */
export function followedBy(settings: Settings, branch: string): { readonly remote: string; readonly branch: string } | undefined {
  const remote = settings.get(`branch.${branch}.remote`)?.at(-1);
  const merge = /^refs\/heads\/(.+)$/s.exec(settings.get(`branch.${branch}.merge`)?.at(-1) ?? '')?.[1];
  return remote === undefined || merge === undefined || remote === '.' ? undefined : { remote, branch: merge };
}

/**
 * Where a branch is pushed to, as git would: to the remote that is named for pushing, else the one it follows, else `origin`, else the only
 * one. Where git would stop because it follows another name, it goes to that one, unless that is the branch that others are merged into.
 */
export function pushPlaceOf(
  branch: string,
  { settings, person, remotes, base }: { settings: Settings; person: Settings; remotes: readonly Remote[]; base: string | undefined },
): RemoteBranch | undefined {
  const of = (key: string) => (settings.get(key) ?? person.get(key))?.at(-1);
  const follows = followedBy(settings, branch);
  const named = [of(`branch.${branch}.pushremote`), of('remote.pushdefault'), follows?.remote, 'origin'];
  const found = named.map(name => remotes.find(remote => remote.name === name)).find(remote => remote !== undefined);
  const remote = found ?? (remotes.length === 1 ? remotes[0] : undefined);
  if (remote === undefined || remote.pushes === '') return undefined;
  const isOwn = follows?.remote !== remote.name || /^(?:current|matching)$/i.test(of('push.default') ?? '');
  const isBase = follows?.branch === base && !/^(?:upstream|tracking)$/i.test(of('push.default') ?? '');
  return { remote: remote.name, address: remote.pushes, branch: isOwn || isBase || follows === undefined ? branch : follows.branch };
}
