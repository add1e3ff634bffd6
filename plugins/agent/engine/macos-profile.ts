import { dirname } from 'node:path';
import { pinnedInGit, protectedNames, redirectsOfGit } from './protected-paths.ts';
import type { Confinement } from './sandbox-arguments.ts';

/** Not tested on a Mac yet: written after profiles that other programs use with sandbox-exec. */
export function macosProfile(
  { mode, cwd, network, forbidden, opened = [], readable = [], obeyed = [], writes }: Confinement,
  home: string,
): string {
  const deny = forbidden.map(path => `(deny file-read* file-write* (subpath ${quoted(path)}))`);
  const seen = mode === 'secure' && writes !== undefined ? [`(allow file-read* (subpath ${quoted(cwd)}))`] : [];
  const open = (mode === 'secure' ? (writes ?? [cwd]) : opened).map(path => `(allow file-read* file-write* (subpath ${quoted(path)}))`);
  const shown = readable.map(path => `(allow file-read* (subpath ${quoted(path)}))`);
  if (mode === 'open') {
    // Renaming a parent folder would bypass the rules for the paths inside it.
    const parents = forbidden.flatMap(parentsOf).map(path => `(deny file-write-unlink (literal ${quoted(path)}))`);
    return lines('(version 1)', '(allow default)', ...(network ? [] : ['(deny network*)']), ...deny, ...shown, ...open, ...parents);
  }
  const inGit = [...pinnedInGit, ...redirectsOfGit, 'worktrees'].map(name => `.git/${name}`);
  const pinned = [...[...protectedNames, ...inGit].map(name => `${cwd}/${name}`), ...obeyed];
  return lines(
    '(version 1)',
    '(deny default)',
    '(allow process-fork process-exec)',
    '(allow signal (target same-sandbox))',
    '(allow sysctl-read)',
    '(allow file-read-metadata)',
    '(allow file-read* (subpath "/usr") (subpath "/bin") (subpath "/sbin") (subpath "/System") (subpath "/Library") (subpath "/opt") (subpath "/private/etc") (subpath "/private/var/db/timezone") (literal "/"))',
    '(allow file-read* file-write* (literal "/dev/null") (literal "/dev/zero") (literal "/dev/tty") (literal "/dev/random") (literal "/dev/urandom") (subpath "/dev/fd"))',
    `(deny file-read* (subpath ${quoted(home)}))`,
    ...deny,
    ...shown,
    ...seen,
    ...open,
    ...pinned.map(path => `(deny file-write* (subpath ${quoted(path)}))`),
    // Renaming `.git` would bypass the rules for the paths inside it.
    `(deny file-write-unlink (literal ${quoted(`${cwd}/.git`)}))`,
    network ? '(allow network*)' : '(deny network*)',
  );
}

function parentsOf(path: string): readonly string[] {
  const above = dirname(path);
  return above === path || dirname(above) === above ? [] : [above, ...parentsOf(above)];
}

function lines(...parts: readonly string[]): string {
  return `${parts.join('\n')}\n`;
}

function quoted(path: string): string {
  return `"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
