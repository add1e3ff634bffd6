import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { openEnvironment, programFolders, secureEnvironment } from './clean-environment.ts';
import { isForbidden, isInside, isTooWide, openedIn, realPath, tooWide } from './containment.ts';
import { gitIdentity, prepareWorktree, worktreeGit, writableInGit } from './git-folders.ts';
import { isPlaceholder } from './placeholders.ts';
import { pinnedInGit, protectedFiles, protectedFolders, redirectsOfGit } from './protected-paths.ts';
import type { AccessMode } from './protocol.ts';

export interface Confinement {
  readonly mode: AccessMode;
  readonly cwd: string;
  readonly network: boolean;
  readonly forbidden: readonly string[];
  /** The folders inside a forbidden one that conversations may use. */
  readonly opened?: readonly string[];
  /** For programs that only read: the project is mounted read-only, so that nothing in it needs protection. */
  readonly readOnly?: boolean;
}

export interface SandboxCommand {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Empty folders that must exist in the project while the command runs, to be mounted over. */
  readonly placeholders: readonly string[];
  /** Files that must not exist when the command ends. */
  readonly unwanted: readonly string[];
}

export interface SandboxTraits {
  /** bubblewrap 0.8 and later. */
  readonly disablesUserNamespaces: boolean;
}

/** The parts of `/etc` that programs need; none of them is secret. */
const etc =
  'ssl ca-certificates pki crypto-policies passwd group nsswitch.conf ld.so.cache ld.so.conf ld.so.conf.d alternatives localtime timezone locale.conf fonts mime.types protocols services java gitconfig os-release'.split(
    ' ',
  );
const etcOfNetwork = ['resolv.conf', 'hosts', 'host.conf', 'gai.conf'];
/** Folders of programs in the home that hold nothing secret; bound if PATH contains them. */
const toolchains = [
  '.nvm/versions',
  '.fnm',
  '.local/share/fnm',
  '.local/share/mise/installs',
  '.volta',
  '.asdf',
  '.pyenv',
  '.rbenv',
  '.rustup/toolchains',
  '.cargo/bin',
  '.bun/bin',
  '.deno/bin',
  '.sdkman/candidates',
  'go/bin',
  '.local/bin',
];

/** The arguments of bubblewrap before `--` and the command. Their order matters: a folder is hidden before a part of it is opened. */
export function sandboxArguments(confinement: Confinement, traits: SandboxTraits, env: NodeJS.ProcessEnv = process.env): SandboxCommand {
  const cwd = realpathSync(confinement.cwd);
  if (isForbidden(cwd, confinement)) throw new Error(`No command runs in ${cwd}, because it holds data of the app itself.`);
  return confinement.mode === 'secure' ? secureCommand({ ...confinement, cwd }, traits, env) : openCommand({ ...confinement, cwd }, env);
}

function secureCommand(
  { cwd, network, forbidden, opened, readOnly = false }: Confinement,
  traits: SandboxTraits,
  env: NodeJS.ProcessEnv,
): SandboxCommand {
  if (isTooWide(cwd)) throw new Error(tooWide(cwd));
  const home = realPath(homedir());
  const folders = programFolders(env.PATH, cwd);
  const tools = toolchains
    .map(name => join(home, name))
    .filter(path => folders.some(folder => isInside(folder, path, false)) && existsSync(path));
  const path = folders.filter(folder => !isInside(folder, home, false) || tools.some(tool => isInside(folder, tool, false)));
  const project = readOnly ? { args: [], pins: { placeholders: [], unwanted: [] } } : pinnedProject(cwd);
  const args = [
    ...['--unshare-user', '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
    ...(network ? [] : ['--unshare-net']),
    ...['--die-with-parent', '--new-session', '--hostname', 'atelier'],
    ...(traits.disablesUserNamespaces ? ['--disable-userns'] : []),
    ...['--cap-drop', 'ALL', '--ro-bind', '/usr', '/usr'],
    ...['bin', 'sbin', 'lib', 'lib32', 'lib64'].flatMap(systemFolder),
    ...['/opt', '/nix/store'].flatMap(path => ['--ro-bind-try', path, path]),
    ...[...etc, ...(network ? etcOfNetwork : [])].flatMap(name => ['--ro-bind-try', `/etc/${name}`, `/etc/${name}`]),
    ...['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/dev/shm', '--tmpfs', '/tmp', '--tmpfs', '/run', '--tmpfs', home],
    ...tools.flatMap(tool => ['--ro-bind', tool, tool]),
    ...shieldsAround(forbidden, opened, { within: cwd, bind: readOnly ? '--ro-bind' : '--bind' }),
    ...project.args,
    ...remounted([home, '/dev', '/run', '/'], cwd),
    ...['--chdir', cwd],
  ];
  return { args, env: secureEnvironment(env, path.join(':'), home, gitIdentity(home)), ...project.pins };
}

/** Everything but the app's own data is reachable, so that no command reads a credential. Its processes still end with it. */
function openCommand({ cwd, forbidden, opened }: Confinement, env: NodeJS.ProcessEnv): SandboxCommand {
  const args = [
    ...[
      '--unshare-user',
      '--unshare-pid',
      '--die-with-parent',
      '--new-session',
      '--cap-drop',
      'ALL',
      '--dev-bind',
      '/',
      '/',
      '--proc',
      '/proc',
    ],
    ...shieldsAround(forbidden, opened, { within: '/', bind: '--dev-bind' }),
    ...['--chdir', cwd],
  ];
  return { args, env: openEnvironment(env), placeholders: [], unwanted: [] };
}

/**
 * Covers each forbidden folder as a whole, so that nothing in it is reached or moved away whatever its name is, and binds the opened
 * folders in it that lie `within` the command's reach. The parents of a covered folder are mounts, since a mount cannot be renamed.
 */
function shieldsAround(
  forbidden: readonly string[],
  opened: readonly string[] | undefined,
  { within, bind }: { readonly within: string; readonly bind: '--bind' | '--ro-bind' | '--dev-bind' },
): readonly string[] {
  const closed = forbidden.map(path => realPath(resolve(path))).filter(path => existsSync(path));
  const around = closed.filter(path => isInside(within, path, false));
  const inside = closed.filter(path => !around.includes(path));
  const own = forbidden.flatMap(path => openedIn(path, opened)).filter(path => isInside(path, within, false) && existsSync(path));
  const parents = [...new Set(inside.flatMap(path => parentsOf(path, within)))];
  const shield = (path: string) => (isFolder(path) ? ['--tmpfs', path] : ['--ro-bind', '/dev/null', path]);
  const seal = (path: string) => (isFolder(path) ? ['--remount-ro', path] : []);
  const bound = (path: string) => [bind, path, path];
  return [
    ...around.flatMap(shield),
    ...(within === '/' ? [] : bound(within)),
    ...parents.flatMap(bound),
    ...inside.flatMap(shield),
    ...own.filter(path => path !== within).flatMap(bound),
    ...closed.flatMap(seal),
  ];
}

/** The folders between two folders, from the outermost; none if the inner one is not in the outer one. */
function parentsOf(path: string, within: string): readonly string[] {
  const above = dirname(path);
  return above !== within && above !== path && isInside(above, within, false) ? [...parentsOf(above, within), above] : [];
}

/** Makes the files that configure git, editors and shells read-only mounts, so that renaming their parent folder fails, too. */
function pinnedProject(cwd: string): {
  readonly args: readonly string[];
  readonly pins: Pick<SandboxCommand, 'placeholders' | 'unwanted'>;
} {
  const placeholders: string[] = [];
  const readOnly = (path: string): readonly string[] => {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    // A broken link is not protected: it could not be bound, and its target can be written only inside the project.
    if (stats?.isSymbolicLink() && !existsSync(path)) return [];
    // A folder even in place of a file: git adds no empty folder, but would add an empty file.
    if (!stats || isPlaceholder(path)) placeholders.push(path);
    return ['--ro-bind', path, path];
  };
  const git = join(cwd, '.git');
  const worktree = worktreeGit(cwd);
  const top = [...protectedFolders, ...protectedFiles].map(name => join(cwd, name)).flatMap(readOnly);
  if (worktree) {
    prepareWorktree(worktree);
    return {
      args: [
        ...['--ro-bind', git, git, '--ro-bind', worktree.common, worktree.common],
        ...writableInGit(worktree).flatMap(path => ['--bind', path, path]),
        ...['objects/pack', 'objects/info'].map(name => join(worktree.common, name)).flatMap(path => ['--ro-bind-try', path, path]),
        ...['gitdir', 'commondir', 'config.worktree'].map(name => join(worktree.own, name)).flatMap(path => ['--ro-bind-try', path, path]),
        ...top,
      ],
      pins: { placeholders, unwanted: [] },
    };
  }
  if (isPlaceholder(git) || !statSync(git, { throwIfNoEntry: false })?.isDirectory()) {
    return { args: [...readOnly(git), ...top], pins: { placeholders, unwanted: [] } };
  }
  const inGit = pinnedInGit.map(name => join(git, name)).flatMap(readOnly);
  // An empty file of these names would stop git, so they cannot be mounted over.
  const unwanted = redirectsOfGit.map(name => join(git, name)).filter(path => !lstatSync(path, { throwIfNoEntry: false }));
  return { args: ['--bind', git, git, ...inGit, ...top], pins: { placeholders, unwanted } };
}

function isFolder(path: string): boolean {
  return statSync(path).isDirectory();
}

function systemFolder(name: string): readonly string[] {
  const stats = lstatSync(`/${name}`, { throwIfNoEntry: false });
  if (!stats) return [];
  return stats.isSymbolicLink() ? ['--symlink', `usr/${name}`, `/${name}`] : ['--ro-bind', `/${name}`, `/${name}`];
}

/** Makes temporary folders read-only; otherwise a write outside the project would seem to succeed and be lost. */
function remounted(paths: readonly string[], cwd: string): readonly string[] {
  return paths.filter(path => path !== cwd).flatMap(path => ['--remount-ro', path]);
}
