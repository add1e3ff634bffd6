import { rmSync } from 'node:fs';
import { devNull, homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { makeTempFolder, startProgram } from '@atelier/kernel/children';
import { isInside } from '../containment.ts';
import { findPrograms, programFolders } from '../find-program.ts';
import { filterDescriptor } from '../run-command.ts';
import { readOnlyArguments } from '../sandbox-arguments.ts';
import { systemCallFilter } from '../system-call-filter.ts';

/** What the app knows of this machine and of its own folders. */
export interface GitMachine {
  /** Closed to git, with everything in them but `opened`. */
  readonly forbidden: readonly string[];
  readonly opened: readonly string[];
  /** Resolves to the program of the sandbox; undefined if there is none. */
  readonly sandbox: () => Promise<string | undefined>;
  /** The variables that the app was started with. */
  readonly env?: NodeJS.ProcessEnv;
}

export interface GitCommand {
  readonly args: readonly string[];
  readonly cwd: string;
  /** The folder that is mounted read-only, and what else is. */
  readonly top: string;
  /** More folders in which the programs that are used may not lie. */
  readonly outside?: readonly string[];
  readonly alsoRead?: readonly string[];
  /** Added to the variables that every git gets; nothing else is inherited. */
  readonly env: Readonly<Record<string, string>>;
  readonly input?: string | Uint8Array;
  /**
   * By default git reads no configuration of the machine or the person. `person`: it reads both. `network`: also with what programs that
   * reach a server need. `signing`: without the configuration, and with what programs that sign need.
   */
  readonly as?: 'person' | 'network' | 'signing';
  /** Gets the output in pieces instead of the result. */
  readonly onOutput?: (piece: Buffer) => void;
  readonly maxBytes?: number;
  readonly limitMs?: number;
}

export interface GitResult {
  /** Undefined if git could not be started, or was ended because it was late or its output too long. */
  readonly code: number | undefined;
  readonly output: Buffer;
  /** The beginning of what it complained about. */
  readonly complaint: string;
}

const defaultLimitMs = 20_000;
const defaultMaxBytes = 64 * 1024 * 1024;
const maxComplaint = 4_000;

/** Programs that git would start by their names are not found. */
const nowhere = process.platform === 'win32' ? 'C:\\nonexistent' : '/nonexistent';

/** For every git: no fetching of missing objects, no address, no prompt, no locks for reading. */
const always: Readonly<Record<string, string>> = {
  LC_ALL: 'C',
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: '',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: '',
  SSH_ASKPASS: '',
  SSH_ASKPASS_REQUIRE: 'never',
  GIT_EDITOR: ':',
  GIT_SEQUENCE_EDITOR: ':',
  GIT_PAGER: 'cat',
};

const noConfiguration = { GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_SYSTEM: devNull, GIT_CONFIG_GLOBAL: devNull };

/** The variables of the app that git inherits; Windows starts no program without the first ones. */
const windowsNeeds = process.platform === 'win32' ? ['SystemRoot', 'TEMP'] : [];
const personNeeds = ['HOME', 'USERPROFILE', 'XDG_CONFIG_HOME', 'GIT_CONFIG_SYSTEM', 'GIT_CONFIG_GLOBAL', 'GIT_CONFIG_NOSYSTEM'];
const networkNeeds = [
  ...['USER', 'LOGNAME', 'SSH_AUTH_SOCK', 'SSH_AGENT_PID', 'DBUS_SESSION_BUS_ADDRESS', 'XDG_RUNTIME_DIR', 'APPDATA', 'LOCALAPPDATA'],
  ...['http_proxy', 'https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY', 'no_proxy', 'NO_PROXY', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
];
/** Where gpg keeps keys, and where it may ask for their secret. */
const signingNeeds = ['GNUPGHOME', 'DISPLAY', 'WAYLAND_DISPLAY', 'XAUTHORITY'];

/** Where git looks for the person's own files. */
export interface GitHome {
  readonly folder: string;
  readonly config: string;
}

interface FoundGit {
  readonly program: string;
  readonly version: string;
  /** Undefined if this git does not run in the sandbox, or there is none. */
  readonly sandbox: string | undefined;
}

/** The one place that starts git. */
export class GitProgram {
  readonly machine: GitMachine;
  readonly home: GitHome;
  /** The files that the person's settings begin in; there may be none yet. */
  readonly settingsFiles: readonly string[];
  /** Taken once: what a project or a command puts on PATH later is not considered. */
  readonly #env: NodeJS.ProcessEnv;
  readonly #programs: readonly string[];
  readonly #tried = new Map<string, Promise<FoundGit | undefined>>();

  constructor(machine: GitMachine) {
    this.machine = machine;
    this.#env = { ...(machine.env ?? process.env) };
    const folder = this.#env.HOME || anyHome();
    this.home = { folder, config: this.#env.XDG_CONFIG_HOME || join(folder, '.config') };
    const { GIT_CONFIG_GLOBAL, GIT_CONFIG_SYSTEM = '/etc/gitconfig' } = this.#env;
    const own = GIT_CONFIG_GLOBAL === undefined ? [join(this.home.config, 'git/config'), join(folder, '.gitconfig')] : [GIT_CONFIG_GLOBAL];
    this.settingsFiles = [GIT_CONFIG_SYSTEM, ...own];
    this.#programs = findPrograms('git', this.#env.PATH, process.cwd());
  }

  /** Such as `2.39.5`; undefined if git is not installed. */
  async version(): Promise<string | undefined> {
    return (await this.#find())?.version;
  }

  /** The path of the git that is used for some folders, in which it does not lie; undefined if none is installed. */
  async path(folders: readonly string[]): Promise<string | undefined> {
    return (await this.#find(folders))?.program;
  }

  /** Runs git for reading: in the sandbox, read-only and without a network, if there is one. */
  async read(command: GitCommand): Promise<GitResult> {
    const found = await this.#find([command.top, ...(command.outside ?? [])]);
    if (found === undefined) return unable('git was not found');
    return await this.#start(found.program, found.sandbox, { ...command, env: this.#variables(command) });
  }

  /** Runs git for a change. It is not confined; what it may reach is in its variables. */
  async act(command: Omit<GitCommand, 'alsoRead'>): Promise<GitResult> {
    const found = await this.#find([command.top, ...(command.outside ?? [])]);
    if (found === undefined) return unable('git was not found');
    return await this.#start(found.program, undefined, { ...command, env: this.#variables(command) });
  }

  /** Works in a folder of its own, which is removed afterwards. */
  async inTempFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
    const folder = makeTempFolder('git');
    try {
      return await work(folder);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  /** A program that git needs, and that no project provides. */
  other(name: string, folders: readonly string[]): string | undefined {
    return findPrograms(name, this.#env.PATH, process.cwd()).find(path => isOutside(path, folders));
  }

  #variables({ env, as, top, outside = [] }: Pick<GitCommand, 'env' | 'as' | 'top' | 'outside'>): Record<string, string> {
    const all = { ...always, PATH: nowhere, HOME: nowhere, ...inherited(this.#env, windowsNeeds) };
    if (as === undefined) return { ...all, ...noConfiguration, ...env };
    const person = { ...all, ...inherited(this.#env, personNeeds) };
    if (as === 'person') return { ...person, ...env };
    const folders = programFolders(this.#env.PATH, process.cwd()).filter(folder => isOutside(folder, [top, ...outside]));
    const reaching = { ...person, ...inherited(this.#env, networkNeeds), PATH: folders.join(delimiter) };
    if (as === 'network') return { ...reaching, ...env };
    return { ...reaching, ...inherited(this.#env, signingNeeds), ...noConfiguration, ...env };
  }

  /** The first git that answers and does not lie in the folders; one that does is not even asked. */
  async #find(folders: readonly string[] = []): Promise<FoundGit | undefined> {
    const sandbox = await this.machine.sandbox();
    const confining = sandbox?.endsWith('bwrap') ? [sandbox] : [];
    const programs = this.#programs.filter(program => isOutside(program, folders));
    // A git that lies in the home folder does not exist in the sandbox; another one is taken then.
    for (const within of [...confining, undefined]) {
      for (const program of programs) {
        const key = JSON.stringify([program, within]);
        const tried = this.#tried.get(key) ?? this.#try(program, within);
        this.#tried.set(key, tried);
        const found = await tried;
        if (found !== undefined) return found;
      }
    }
    return undefined;
  }

  async #try(program: string, sandbox: string | undefined): Promise<FoundGit | undefined> {
    return await this.inTempFolder(async folder => {
      const env = this.#variables({ env: {}, top: folder });
      const { code, output } = await this.#start(program, sandbox, { args: ['--version'], cwd: folder, top: folder, env });
      const version = /^git version (\S.*)$/m.exec(output.toString('utf8'))?.[1];
      return code === 0 && version !== undefined ? { program, version, sandbox } : undefined;
    });
  }

  async #start(program: string, sandbox: string | undefined, command: GitCommand): Promise<GitResult> {
    const { args, cwd, top, alsoRead = [], env, input, onOutput, maxBytes = defaultMaxBytes, limitMs = defaultLimitMs } = command;
    const { forbidden, opened } = this.machine;
    const filter = sandbox === undefined ? undefined : systemCallFilter(false);
    let launch: { readonly argv: readonly string[]; readonly cwd: string };
    try {
      launch =
        sandbox === undefined
          ? { argv: [program, ...args], cwd }
          : {
              argv: [
                sandbox,
                ...readOnlyArguments({ cwd: top, forbidden, opened, alsoRead }),
                ...(filter ? ['--seccomp', String(filterDescriptor)] : []),
                ...['--chdir', cwd, '--', program, ...args],
              ],
              cwd: '/',
            };
    } catch (error) {
      return unable(String(error));
    }
    const [file = '', ...rest] = launch.argv;
    // In a session of its own it has no terminal to ask on.
    const child = startProgram(file, rest, {
      cwd: launch.cwd,
      env,
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe', filter ? 'pipe' : 'ignore'],
    });
    const pieces: Buffer[] = [];
    let bytes = 0;
    let complaint = '';
    let isEnded = false;
    const end = () => {
      isEnded = true;
      child.killGroup('SIGKILL');
    };
    const clock = setTimeout(end, limitMs);
    child.stdout.on('data', (piece: Buffer) => {
      bytes += piece.length;
      if (onOutput !== undefined) onOutput(piece);
      else if (bytes <= maxBytes) pieces.push(piece);
      else end();
    });
    child.stderr.on('data', (piece: Buffer) => {
      if (complaint.length < maxComplaint) complaint += piece.toString('utf8');
    });
    child.stdin.end(input ?? '');
    if (filter) child.stdio[filterDescriptor]?.end(filter);
    const { code, failure } = await child.closed;
    clearTimeout(clock);
    if (child.pid === undefined) return unable(String(failure));
    return {
      code: isEnded ? undefined : (code ?? undefined),
      output: Buffer.concat(pieces),
      complaint: complaint.slice(0, maxComplaint),
    };
  }
}

/** There may be no user of this process. */
function anyHome(): string {
  try {
    return homedir();
  } catch {
    return nowhere;
  }
}

function isOutside(path: string, folders: readonly string[]): boolean {
  return !folders.some(folder => isInside(path, folder, true));
}

function unable(complaint: string): GitResult {
  return { code: undefined, output: Buffer.alloc(0), complaint };
}

function inherited(env: NodeJS.ProcessEnv, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map(name => [name, env[name]] as const).filter((one): one is [string, string] => one[1] !== undefined));
}
