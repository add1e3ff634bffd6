import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { openEnvironment, secureEnvironment } from './clean-environment.ts';
import { isForbidden, isInside, isTooWide, openedIn, realPath, tooWide } from './containment.ts';
import { programFolders } from './find-program.ts';
import { gitIdentity } from './git-folders.ts';
import type { GuardedName } from './guard-names.ts';
import { otherMounts } from './other-mounts.ts';
import { pinsOf } from './pins.ts';
import type { AccessMode } from './protocol.ts';

export interface Confinement {
  readonly mode: AccessMode;
  readonly cwd: string;
  readonly network: boolean;
  readonly forbidden: readonly string[];
  /** The folders inside a forbidden one that conversations may use. */
  readonly opened?: readonly string[];
  /** The folders inside a forbidden one that are only read. */
  readonly readable?: readonly string[];
  /** Files of the project that the person's git obeys, whether they exist or not. */
  readonly obeyed?: readonly string[];
  /** All that is written in secure mode; left out, the whole working directory. */
  readonly writes?: readonly string[] | undefined;
  /** Given to a command besides those that its mode lets through. */
  readonly variables?: Readonly<Record<string, string>> | undefined;
}

/** What a program that only reads one folder may reach. */
export interface ReadOnlyReach extends Pick<Confinement, 'cwd' | 'forbidden' | 'opened'> {
  /** Mounted as well, also if they are inside a forbidden folder. */
  readonly alsoRead: readonly string[];
}

export interface SandboxCommand {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Names that must stay as they are while the command runs. */
  readonly guarded: readonly GuardedName[];
}

export interface SandboxTraits {
  /** bubblewrap 0.8 and later. */
  readonly disablesUserNamespaces: boolean;
}

function systemFolder(name: string): readonly string[] {
  const stats = lstatSync(`/${name}`, { throwIfNoEntry: false });
  if (!stats) return [];
  return stats.isSymbolicLink() ? ['--symlink', `usr/${name}`, `/${name}`] : ['--ro-bind', `/${name}`, `/${name}`];
}

let systemArguments: readonly string[] | undefined;

/** The folders of programs and their libraries. Looked at in use, because the plugin is also started where it may not look. */
function system(): readonly string[] {
  systemArguments ??= [
    ...['--ro-bind', '/usr', '/usr'],
    ...['bin', 'sbin', 'lib', 'lib32', 'lib64'].flatMap(systemFolder),
    ...['/opt', '/nix/store'].flatMap(path => ['--ro-bind-try', path, path]),
  ];
  return systemArguments;
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
  const cwd = reachable(confinement);
  return confinement.mode === 'secure' ? secureCommand({ ...confinement, cwd }, traits, env) : openCommand({ ...confinement, cwd }, env);
}

/** The same for a program that only reads, without a network. Each mount takes time, so there are only those that it needs. */
export function readOnlyArguments({ alsoRead, ...reach }: ReadOnlyReach): readonly string[] {
  const cwd = reachable(reach);
  if (isTooWide(cwd)) throw new Error(tooWide(cwd));
  return [
    ...['--unshare-user', '--unshare-pid', '--unshare-ipc', '--unshare-net', '--die-with-parent', '--new-session', '--cap-drop', 'ALL'],
    ...system(),
    ...['--ro-bind-try', '/etc/ld.so.cache', '/etc/ld.so.cache', '--dev-bind', '/dev/null', '/dev/null'],
    ...shieldsAround(reach.forbidden, reach.opened, { within: cwd, bind: '--ro-bind', alsoRead }),
    ...['--remount-ro', '/', '--chdir', cwd],
  ];
}

function reachable(confinement: Pick<Confinement, 'cwd' | 'forbidden' | 'opened'>): string {
  const cwd = realpathSync(confinement.cwd);
  if (isForbidden(cwd, confinement)) throw new Error(`No command runs in ${cwd}, because it holds data of the app itself.`);
  return cwd;
}

function secureCommand(
  { cwd, network, forbidden, opened, readable, obeyed = [], writes, variables }: Confinement,
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
  const pins = pinsOf(cwd, obeyed);
  const args = [
    ...['--unshare-user', '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
    ...(network ? [] : ['--unshare-net']),
    ...['--die-with-parent', '--new-session', '--hostname', 'atelier'],
    ...(traits.disablesUserNamespaces ? ['--disable-userns'] : []),
    ...['--cap-drop', 'ALL'],
    ...system(),
    ...[...etc, ...(network ? etcOfNetwork : [])].flatMap(name => ['--ro-bind-try', `/etc/${name}`, `/etc/${name}`]),
    ...['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/dev/shm', '--tmpfs', '/tmp', '--tmpfs', '/run', '--tmpfs', home],
    ...tools.flatMap(tool => ['--ro-bind', tool, tool]),
    ...shieldsAround(forbidden, opened, {
      within: cwd,
      bind: writes === undefined ? '--bind' : '--ro-bind',
      readable,
      writes: written(cwd, writes),
    }),
    ...pins.args,
    ...remounted([home, '/dev', '/run', '/'], cwd),
    ...['--chdir', cwd],
  ];
  return { args, env: { ...secureEnvironment(env, path.join(':'), home, gitIdentity(home)), ...variables }, guarded: pins.guarded };
}

/** Everything but the app's own data is reachable, so that no command reads a credential. Its processes still end with it. */
function openCommand({ cwd, network, forbidden, opened, readable, variables }: Confinement, env: NodeJS.ProcessEnv): SandboxCommand {
  const args = [
    ...[
      '--unshare-user',
      '--unshare-pid',
      ...(network ? [] : ['--unshare-net']),
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
    ...shieldsAround(forbidden, opened, { within: '/', bind: '--dev-bind', readable }),
    ...['--chdir', cwd],
  ];
  return { args, env: { ...openEnvironment(env), ...variables }, guarded: [] };
}

interface Shields {
  readonly within: string;
  readonly bind: '--bind' | '--ro-bind' | '--dev-bind';
  /** Other paths that are mounted read-only; then nothing but these and `within` is, and needs to be covered. */
  readonly alsoRead?: readonly string[];
  /** Folders inside a forbidden one that are mounted read-only, wherever they lie. */
  readonly readable?: readonly string[] | undefined;
  /** Parts of `within` that are written although it is only read. */
  readonly writes?: readonly string[];
}

/**
 * Covers each forbidden folder as a whole, wherever it is mounted, so that nothing in it is reached or moved away whatever its name is,
 * and binds the opened folders in it that lie `within` the command's reach. The parents of a covered folder are mounts, since a mount
 * cannot be renamed.
 */
function shieldsAround(
  forbidden: readonly string[],
  opened: readonly string[] | undefined,
  { within, bind, alsoRead, readable, writes = [] }: Shields,
): readonly string[] {
  const everywhere = forbidden
    .map(path => ({ path: realPath(resolve(path)), open: openedIn(path, opened) }))
    .filter(({ path }) => existsSync(path))
    .flatMap(({ path, open }) => [path, ...otherMounts(path, open)]);
  const closed = alsoRead === undefined ? everywhere : everywhere.filter(path => isInside(path, within, false));
  const around = closed.filter(path => isInside(within, path, false));
  const inside = closed.filter(path => !around.includes(path));
  const own = forbidden.flatMap(path => openedIn(path, opened)).filter(path => isInside(path, within, false) && existsSync(path));
  const shown = forbidden.flatMap(path => openedIn(path, readable)).filter(path => existsSync(path));
  const parents = [...new Set(inside.flatMap(path => parentsOf(path, within)))];
  const shield = (path: string) => ['--tmpfs', path];
  const bound = (path: string) => [bind, path, path];
  return [
    ...around.flatMap(shield),
    ...(within === '/' ? [] : bound(within)),
    ...writes.flatMap(path => ['--bind', path, path]),
    ...parents.flatMap(bound),
    ...inside.flatMap(shield),
    ...own.filter(path => path !== within).flatMap(bound),
    ...[...shown, ...(alsoRead ?? [])].flatMap(path => ['--ro-bind', path, path]),
    ...closed.flatMap(path => ['--remount-ro', path]),
  ];
}

/** What there is of the written paths; a link that leads out of the working directory is none. */
function written(cwd: string, writes: readonly string[] = []): readonly string[] {
  return writes.map(path => realPath(path)).filter(path => isInside(path, cwd, false) && existsSync(path));
}

/** The folders between two folders, from the outermost; none if the inner one is not in the outer one. */
function parentsOf(path: string, within: string): readonly string[] {
  const above = dirname(path);
  return above !== within && above !== path && isInside(above, within, false) ? [...parentsOf(above, within), above] : [];
}

/** Makes temporary folders read-only; otherwise a write outside the project would seem to succeed and be lost. */
function remounted(paths: readonly string[], cwd: string): readonly string[] {
  return paths.filter(path => path !== cwd).flatMap(path => ['--remount-ro', path]);
}
