import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { openEnvironment, programFolders, secureEnvironment } from './clean-environment.ts';
import { isInside, isTooWide, realPath, tooWide } from './containment.ts';
import { gitIdentity, prepareWorktree, worktreeGit, writableInGit } from './git-folders.ts';
import { isPlaceholder } from './placeholders.ts';
import { pinnedInGit, protectedFiles, protectedFolders, redirectsOfGit } from './protected-paths.ts';
import type { AccessMode } from './protocol.ts';

export interface Confinement {
  readonly mode: AccessMode;
  readonly cwd: string;
  readonly network: boolean;
  readonly forbidden: readonly string[];
  /** Folders of this conversation that are open although they lie in a forbidden one. */
  readonly opened?: readonly string[];
  /** For what only looks: nothing is written, so that nothing has to be shielded. */
  readonly readOnly?: boolean;
}

export interface SandboxCommand {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Empty folders that must be in the project while the command runs, to be bound over. */
  readonly placeholders: readonly string[];
  /** Files that must not have come to be when it ends. */
  readonly unwanted: readonly string[];
}

export interface SandboxTraits {
  /** bubblewrap 0.8 and later. */
  readonly disablesUserNamespaces: boolean;
}

/** What of `/etc` programs need, none of it secret. */
const etc =
  'ssl ca-certificates pki crypto-policies passwd group nsswitch.conf ld.so.cache ld.so.conf ld.so.conf.d alternatives localtime timezone locale.conf fonts mime.types protocols services java gitconfig os-release'.split(
    ' ',
  );
const etcOfNetwork = ['resolv.conf', 'hosts', 'host.conf', 'gai.conf'];
/** Folders of programs in a home that hold nothing secret; bound when PATH leads there. */
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

/** The arguments of bubblewrap before `--` and the command, in the order that security.md 3.1 pins. */
export function sandboxArguments(confinement: Confinement, traits: SandboxTraits, env: NodeJS.ProcessEnv = process.env): SandboxCommand {
  const cwd = realpathSync(confinement.cwd);
  return confinement.mode === 'secure' ? secureCommand({ ...confinement, cwd }, traits, env) : openCommand({ ...confinement, cwd }, env);
}

function secureCommand(
  { cwd, network, forbidden, opened = [], readOnly = false }: Confinement,
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
    ...shieldsAround(forbidden, cwd, [readOnly ? '--ro-bind' : '--bind', cwd, cwd], opened),
    ...project.args,
    ...remounted([home, '/dev', '/run', '/'], cwd),
    ...['--chdir', cwd],
  ];
  return { args, env: secureEnvironment(env, path.join(':'), home, gitIdentity(home)), ...project.pins };
}

/** Everything but the app's own data, so that no command reads a credential; still gone when it ends. */
function openCommand({ cwd, forbidden, opened = [] }: Confinement, env: NodeJS.ProcessEnv): SandboxCommand {
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
    ...shieldsAround(forbidden, cwd, isWithin(forbidden, cwd) ? ['--bind', cwd, cwd] : [], opened),
    ...['--chdir', cwd],
  ];
  return { args, env: openEnvironment(env), placeholders: [], unwanted: [] };
}

/** Empties the forbidden folders; one that the working directory lies in before it is bound, one that lies in it after. */
function shieldsAround(
  forbidden: readonly string[],
  cwd: string,
  bindCwd: readonly string[],
  opened: readonly string[],
): readonly string[] {
  const closed = forbidden.map(path => realPath(resolve(path))).filter(path => path !== cwd && existsSync(path));
  const around = closed.filter(path => isInside(cwd, path, false));
  const others = closed.filter(path => !around.includes(path));
  const own = opened.map(path => realPath(resolve(path))).filter(path => path !== cwd && existsSync(path) && isWithin(closed, path));
  const shield = (path: string) => (isFolder(path) ? ['--tmpfs', path] : ['--ro-bind', '/dev/null', path]);
  const seal = (path: string) => (isFolder(path) ? ['--remount-ro', path] : []);
  return [
    ...around.flatMap(shield),
    ...bindCwd,
    ...others.flatMap(shield),
    ...own.flatMap(path => ['--bind', path, path]),
    ...closed.flatMap(seal),
  ];
}

/** What git, editors and shells obey is read-only, and made a mount of its own, so that renaming what it lies in fails too. */
function pinnedProject(cwd: string): {
  readonly args: readonly string[];
  readonly pins: Pick<SandboxCommand, 'placeholders' | 'unwanted'>;
} {
  const placeholders: string[] = [];
  const readOnly = (path: string): readonly string[] => {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    // A link leads to where it may be written, if that is in the project; it would be bound as what it leads to.
    if (stats?.isSymbolicLink() && !existsSync(path)) return [];
    // A folder even where a file belongs: git adds no empty folder, but would add an empty file.
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
  // An empty one would stop git, so that these cannot be bound over.
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

/** Without this, a write beside the project would seem to succeed, into a folder that is thrown away. */
function remounted(paths: readonly string[], cwd: string): readonly string[] {
  return paths.filter(path => path !== cwd).flatMap(path => ['--remount-ro', path]);
}

function isWithin(folders: readonly string[], path: string): boolean {
  return folders.some(folder => isInside(path, realPath(resolve(folder)), false));
}
