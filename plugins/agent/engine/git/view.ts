import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { dirname, join } from 'node:path';
import { isInside, realPath } from '../containment.ts';
import { readSmallFile } from '../read-small-file.ts';
import { gitErrors } from './git-errors.ts';
import { findRepository, headOf, placesOf, type Repository } from './repository.ts';
import type { GitCommand, GitProgram, GitResult } from './run-git.ts';
import { GitSettings, isOn, listIn, namedFile, type Settings, settingsIn, stampOf } from './settings.ts';
import { statsOf } from './stats-of.ts';

/**
 * A git folder of the app that stands for that of a repository: the objects, branches and index are the repository's, the configuration
 * is ours. So nothing that a repository's configuration says is obeyed, whatever settings a later git may know, and nothing that is
 * put into the repository's own folder leads git elsewhere.
 */
export interface View {
  readonly repository: Repository;
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** What git reads outside of the work tree. */
  readonly reads: readonly string[];
  /** Some of the repository's objects are only on a server, from where nothing is fetched. */
  readonly isPartial: boolean;
  /** The settings that were read from the repository's configuration, as data. */
  readonly settings: Settings;
}

const yes = /^(?:true|false|yes|no|on|off|0|1)$/i;

/** Settings of a repository, and of the person, that decide what the content of a file is. Each value must match. */
const taken: Readonly<Record<string, RegExp>> = {
  'core.autocrlf': /^(?:true|false|input)$/i,
  'core.checkstat': /^(?:default|minimal)$/i,
  'core.eol': /^(?:lf|crlf|native)$/i,
  'core.filemode': yes,
  'core.ignorecase': yes,
  'core.longpaths': yes,
  'core.precomposeunicode': yes,
  'core.protecthfs': yes,
  'core.protectntfs': yes,
  'core.sparsecheckout': yes,
  'core.sparsecheckoutcone': yes,
  'core.symlinks': yes,
  'core.trustctime': yes,
};
/** Settings that decide how a repository is stored. */
const format: Readonly<Record<string, RegExp>> = {
  'extensions.objectformat': /^(?:sha1|sha256)$/i,
  'extensions.refstorage': /^(?:files|reftable)$/i,
};
/** Files and folders of a repository that its view leads to. Neither `config` nor `hooks` is among them. */
const shared = ['refs', 'packed-refs', 'reftable', 'logs', 'shallow', 'worktrees', 'lfs'] as const;

/** The settings of every git folder of the app: nothing in it runs or fetches by itself. */
export const confined = [
  '[core]',
  ...['bare = false', 'logAllRefUpdates = true', 'fsmonitor = false', 'untrackedCache = keep', 'editor = :', 'pager = cat'],
  ...[`hooksPath = ${devNull}`, `excludesFile = ${devNull}`, 'askPass =', 'commitGraph = true'],
  '[gc]\n\tauto = 0\n[maintenance]\n\tauto = false\n[protocol]\n\tallow = never',
  '[submodule]\n\trecurse = false\n[fetch]\n\trecurseSubmodules = false\n[push]\n\trecurseSubmodules = no\n\tgpgSign = false',
  '[commit]\n\tgpgSign = false\n[tag]\n\tgpgSign = false\n[log]\n\tshowSignature = false\n[diff]\n\tignoreSubmodules = all',
];
/** Read by git itself. */
const machineAttributes = '/etc/gitattributes';
const maxIgnoreBytes = 1024 * 1024;

/** The settings that name the files of what is ignored, and of attributes. A list that only the repository names is not read to ignore. */
interface Lists {
  readonly ignores: Settings;
  readonly attributes: Settings;
}

/** Makes the views of repositories, each in a folder of its own, and keeps them up to date. */
export class Views {
  readonly #root: string;
  readonly #git: GitProgram;
  readonly #made = new Map<string, Promise<{ readonly stamp: string; readonly view: View }>>();
  readonly #settings: GitSettings;
  #isCleared = false;

  constructor(folder: string, git: GitProgram) {
    this.#root = folder;
    this.#git = git;
    this.#settings = new GitSettings(git, () => {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      return this.#folder;
    });
  }

  /** The folder of the views; what an earlier run left in it is removed at its first use. */
  get #folder(): string {
    if (!this.#isCleared) rmSync(this.#root, { recursive: true, force: true });
    this.#isCleared = true;
    return this.#root;
  }

  /** Whether a path lies in the folder of the views. */
  has(path: string): boolean {
    return [this.#root, realPath(this.#root)].some(folder => isInside(path, folder, false));
  }

  /** The view of a repository for one of its folders, which has its own marked index. */
  async of(repository: Repository, folder: string): Promise<View> {
    const key = createHash('sha256')
      .update(JSON.stringify([repository, folder]))
      .digest('hex')
      .slice(0, 24);
    const before = this.#made.get(key);
    const made = (async () => {
      const known = await before?.catch(() => undefined);
      const person = await this.#settings.person(placesOf(repository));
      const stamp = `${person.stamp} ${stampOf(this.#sources(repository, person.settings))}`;
      const view =
        known !== undefined && known.stamp === stamp ? known.view : await this.#make(repository, join(this.#folder, key), person.settings);
      write(join(view.folder, 'HEAD'), `${headOf(repository.own) ?? 'ref: refs/heads/main'}\n`);
      return { stamp, view };
    })();
    this.#made.set(key, made);
    return (await made).view;
  }

  /** The view of the repository that a folder is in. Throws if there is none. */
  async at(folder: string): Promise<View> {
    const repository = findRepository(folder);
    if (repository === undefined || (await this.#git.path(placesOf(repository))) === undefined)
      throw gitErrors['agent/git-no-repository']({ folder });
    return await this.of(repository, folder);
  }

  /**
   * The view for what the person asks for by name, which is done as by their own git: with the settings that it has here, also those that
   * depend on the folder, and what they say about the content of files.
   */
  async acting(folder: string): Promise<{ readonly view: View; readonly settings: Settings }> {
    const view = await this.at(folder);
    const settings = await this.#settings.within(view.repository, folder);
    this.#write(view, [settings], { ignores: await this.person(placesOf(view.repository)), attributes: settings });
    return { view, settings };
  }

  async read(view: View, folder: string, args: readonly string[]): Promise<GitResult> {
    const { top } = view.repository;
    return await this.#git.read({ args, cwd: folder, top, alsoRead: view.reads, outside: placesOf(view.repository), env: view.env });
  }

  /** The commit that a name stands for. */
  async commit(view: View, name: string): Promise<string | undefined> {
    const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`];
    const { code, output } = await this.read(view, view.repository.top, args);
    return code === 0 ? /^[0-9a-f]{40,64}(?=\n$)/.exec(output.toString('latin1'))?.[0] : undefined;
  }

  /** The tree of a commit that a name stands for. */
  async treeOf(view: View, name: string): Promise<string | undefined> {
    const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{tree}`];
    const { code, output } = await this.read(view, view.repository.top, args);
    return code === 0 ? output.toString('latin1').trim() : undefined;
  }

  /** Changes the repository; throws what git complains about. */
  async act(view: View, folder: string, args: readonly string[], options: Partial<GitCommand> = {}): Promise<void> {
    const { GIT_DIR = '', GIT_COMMON_DIR = '', GIT_OBJECT_DIRECTORY = '' } = view.env;
    // Without the index and the work tree, which belong to the folder and not to what is created or removed.
    const env = { GIT_DIR, GIT_COMMON_DIR, GIT_OBJECT_DIRECTORY, ...options.env };
    const { code, complaint } = await this.#git.act({
      ...options,
      args,
      cwd: this.#folder,
      top: view.repository.top,
      outside: placesOf(view.repository),
      env,
    });
    if (code !== 0) throw gitErrors['agent/git-failed']({ folder, reason: reasonIn(complaint) });
  }

  /** The person's own settings as they are in a folder. */
  async own(view: View, folder: string): Promise<Settings> {
    return await this.#settings.own(view.repository, folder);
  }

  /** The person's own settings, with no git that lies in these folders. */
  async person(outside: readonly string[]): Promise<Settings> {
    return (await this.#settings.person(outside)).settings;
  }

  async #make(repository: Repository, folder: string, person: Settings): Promise<View> {
    const { top, own, common } = repository;
    const settings = await this.#read(repository, folder);
    mkdirSync(join(folder, 'info'), { recursive: true, mode: 0o700 });
    for (const name of shared) {
      if (statsOf(join(folder, name)) === undefined) symlinkSync(join(common, name), join(folder, name));
    }
    const env = {
      GIT_DIR: folder,
      GIT_COMMON_DIR: folder,
      GIT_OBJECT_DIRECTORY: join(common, 'objects'),
      GIT_INDEX_FILE: join(own, 'index'),
      GIT_WORK_TREE: top,
    };
    const isPartial = settings.has('extensions.partialclone') || [...settings.keys()].some(key => /^remote\..*\.promisor$/.test(key));
    const view = {
      repository,
      folder,
      env,
      reads: [...new Set([folder, common, own]), ...(statsOf(machineAttributes)?.isFile() ? [machineAttributes] : [])],
      isPartial,
      settings,
    };
    this.#write(view, [person, settings], { ignores: person, attributes: person });
    return view;
  }

  /** Writes what git obeys in a view: of the settings what decides the content of a file, the last one wins. */
  #write({ repository, folder, settings }: View, sources: readonly Settings[], lists: Lists): void {
    const { common } = repository;
    const extensions = matching(settings, format);
    const attributes = join(folder, 'attributes');
    const lines = [
      `[core]\n\trepositoryformatversion = ${extensions.length > 0 ? 1 : 0}\n\tattributesFile = ${JSON.stringify(attributes)}`,
      ...[...sources.flatMap(source => matching(source, taken)), ...extensions].map(([key, value]) => {
        const [section, name] = key.split('.');
        return `[${section}]\n\t${name} = ${value}`;
      }),
      ...confined,
    ];
    const { ignores, attributes: named } = this.#files(repository, lists);
    const own = ['exclude', 'attributes'].map(name => readSmallFile(join(common, 'info', name), maxIgnoreBytes) ?? '');
    write(join(folder, 'config'), `${lines.join('\n')}\n`);
    write(join(folder, 'info/exclude'), `${listIn(ignores)}\n${own[0]}\n`);
    write(attributes, listIn(named));
    write(join(folder, 'info/attributes'), own[1] ?? '');
  }

  /** The person's lists of what is ignored and how files are treated, wherever they are. */
  #files({ top }: Repository, { ignores, attributes }: Lists) {
    const { home } = this.#git;
    return {
      ignores: namedFile(ignores, 'core.excludesfile', 'ignore', top, home),
      attributes: namedFile(attributes, 'core.attributesfile', 'attributes', top, home),
    };
  }

  /** The files that a view is made from, but for those that the person's settings are in. */
  #sources(repository: Repository, person: Settings): readonly string[] {
    const { common, own } = repository;
    const shared = ['config', 'info/exclude', 'info/attributes'].map(name => join(common, name));
    return [
      ...shared,
      machineAttributes,
      join(own, 'config.worktree'),
      ...Object.values(this.#files(repository, { ignores: person, attributes: person })),
    ];
  }

  /** Reads a configuration, and that of one worktree, as a list. Files that it includes are not read, and nothing that it says is done. */
  async #read({ top, common, own }: Repository, folder: string): Promise<Settings> {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const env = { GIT_DIR: join(folder, 'none') };
    const list = async (file: string) => {
      const args = ['config', '--file', file, '--no-includes', '--null', '--list'];
      const command = { args, cwd: top, top, alsoRead: [folder, common, own], outside: [dirname(common)], env };
      return settingsIn((await this.#git.read(command)).output);
    };
    const shared = await list(join(common, 'config'));
    return isOn(shared.get('extensions.worktreeconfig')?.at(-1))
      ? new Map([...shared, ...(await list(join(own, 'config.worktree')))])
      : shared;
  }
}

function matching(settings: Settings, wanted: Readonly<Record<string, RegExp>>): readonly (readonly [key: string, value: string])[] {
  return Object.entries(wanted).flatMap(([key, pattern]) => {
    const value = settings.get(key)?.at(-1);
    return value !== undefined && pattern.test(value) ? [[key, value] as const] : [];
  });
}

/** The line that says why, without the secrets that an address may hold. */
export function reasonIn(complaint: string): string {
  const lines = complaint.split('\n').filter(line => line.trim() !== '');
  const line = lines.find(one => /^(?:fatal|error): /.test(one)) ?? lines.at(-1) ?? 'it gave no reason';
  return line
    .replace(/^(?:fatal|error): /, '')
    .replaceAll(/\/\/[^/@\s]*@/g, '//')
    .slice(0, 300);
}

/** Renamed into place, because another git may be reading the file. */
function write(file: string, text: string): void {
  if (readSmallFile(file, maxIgnoreBytes) === text) return;
  const next = `${file}.${randomUUID()}`;
  writeFileSync(next, text, { mode: 0o600 });
  renameSync(next, file);
}
