import { sep } from 'node:path';

/** In a project, what other programs run or obey: whoever writes these leaves the sandbox later, through git, an editor or a shell. */
export const protectedFolders = ['.pi', '.agents', '.agent', '.claude', '.vscode'] as const;
export const protectedFiles = ['.mcp.json', '.envrc'] as const;
export const pinnedInGit = ['hooks', 'config', 'info', 'modules'] as const;
/** With these a repository takes its configuration from elsewhere; git itself makes them in linked worktrees only. */
export const redirectsOfGit = ['commondir', 'gitdir', 'config.worktree'] as const;

/** The protected place that a path of the project lies in, or undefined. */
export function protectedPart(inside: string): string | undefined {
  const parts = inside.split(sep);
  // File systems that ignore case would take `.GIT/hooks` for it.
  const plain = parts.map(part => part.normalize('NFC').toLowerCase());
  const whole = (count: number) => parts.slice(0, count).join('/');
  const first = plain[0] ?? '';
  if ((protectedFolders as readonly string[]).includes(first) || (protectedFiles as readonly string[]).includes(first)) return whole(1);
  const git = plain.indexOf('.git');
  if (git < 0) return undefined;
  if (git === plain.length - 1) return whole(git + 1);
  const closed: readonly string[] = [...pinnedInGit, ...redirectsOfGit];
  return closed.includes(plain[git + 1] ?? '') ? whole(git + 2) : undefined;
}
