import { sep } from 'node:path';

/** Files and folders of a project that configure other programs: writing them would allow code to run outside of the sandbox later. */
export const protectedNames = [
  ...['.pi', '.agents', '.agent', '.claude', '.codex', '.gemini', '.cursor'],
  ...['.vscode', '.idea', '.zed', '.devcontainer'],
  ...['.mcp.json', '.envrc', '.devcontainer.json'],
];
export const pinnedInGit = ['hooks', 'config', 'info', 'modules'];
/** Files that make a repository read its configuration from another folder; git creates them only in linked worktrees. */
export const redirectsOfGit = ['commondir', 'gitdir', 'config.worktree'];

/** The protected file or folder that a path of the project is or lies in; undefined if none. */
export function protectedPart(inside: string): string | undefined {
  const parts = inside.split(sep);
  // On a file system that ignores case, `.GIT/hooks` is the same folder.
  const plain = parts.map(part => part.normalize('NFC').toLowerCase());
  const whole = (count: number) => parts.slice(0, count).join('/');
  if (protectedNames.includes(plain[0] ?? '')) return whole(1);
  const git = plain.indexOf('.git');
  if (git < 0) return undefined;
  if (git === plain.length - 1) return whole(git + 1);
  return [...pinnedInGit, ...redirectsOfGit, 'worktrees'].includes(plain[git + 1] ?? '') ? whole(git + 2) : undefined;
}
