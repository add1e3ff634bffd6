import { accessSync, type BigIntStats, constants, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readRegularSync } from '@atelier/kernel/children';
import { gitErrors } from './git-errors.ts';
import { placesOf, type Repository } from './repository.ts';
import type { GitHome, GitProgram } from './run-git.ts';

/** Settings by their names in lower case, with all their values. */
export type Settings = ReadonlyMap<string, readonly string[]>;

export interface Setting {
  readonly key: string;
  readonly value: string;
}

/** What the person's git obeys, whatever the repository: the settings of the machine and their own, with what those include. */
export interface PersonSettings {
  readonly settings: Settings;
  /** Changes with the files that they come from. */
  readonly stamp: string;
}

const limitMs = 5_000;
const maxListBytes = 1024 * 1024;
const listed = ['config', '--includes', '--show-origin', '--null', '--list'];

export const isOn = (value: string | undefined): boolean => value !== undefined && /^(?:true|yes|on|1)$/i.test(value);

/** The settings that `git config --null --list` prints. */
export function settingsIn(output: Buffer): Settings {
  return collected(output.toString('utf8').split('\0').filter(Boolean).map(settingOf));
}

function settingOf(entry: string): Setting {
  // A setting without a value means true.
  const [key = '', ...value] = entry.split('\n');
  return { key, value: value.length === 0 ? 'true' : value.join('\n') };
}

function collected(all: readonly Setting[]): Settings {
  const found = new Map<string, string[]>();
  for (const { key, value } of all) found.set(key, [...(found.get(key) ?? []), value]);
  return found;
}

/** What `git config --show-origin --null --list` prints: origins and settings in turn. */
export function settingsWithOrigins(printed: string, top: string): readonly (Setting & { readonly origin: string })[] {
  const parts = printed.split('\0');
  return parts.flatMap((part, at) =>
    at % 2 === 0 ? [] : [{ origin: resolve(top, parts[at - 1]!.replace(/^file:/, '')), ...settingOf(part) }],
  );
}

/** Reading runs nothing. It is not confined, because what it reads lies in the home folder and is the person's own. */
export class GitSettings {
  readonly #git: GitProgram;
  readonly #folder: () => string;
  #read: Promise<PersonSettings & { readonly files: readonly string[] }> | undefined;

  /** `folder` is the app's own, and in no repository. */
  constructor(git: GitProgram, folder: () => string) {
    this.#git = git;
    this.#folder = folder;
  }

  /** The person's own settings, read again when a file of them changes, with no git that lies in the folders `outside`. */
  async person(outside: readonly string[]): Promise<PersonSettings> {
    const before = await this.#read?.catch(() => undefined);
    if (before === undefined || stampOf(before.files) !== before.stamp) this.#read = this.#readPerson(outside);
    return await (this.#read as Promise<PersonSettings>);
  }

  /**
   * The settings that the person's own git has in a repository, for what they ask for by name: also those that depend on the folder, those
   * of the repository and of one worktree, and all that is included. They are data; what would run is for the caller to refuse.
   */
  async within(repository: Repository, folder: string): Promise<Settings> {
    const { top, own, common } = repository;
    const env = { GIT_DIR: own, GIT_COMMON_DIR: common, GIT_WORK_TREE: top };
    const { code, output, complaint } = await this.#git.act({
      ...{ args: listed, cwd: top, top, outside: placesOf(repository), env, as: 'person', limitMs },
    });
    if (code !== 0) throw gitErrors['agent/git-settings']({ folder, reason: complaint.trim().slice(0, 300) || 'it gave no reason' });
    return collected(settingsWithOrigins(output.toString('utf8'), top));
  }

  /** Of the same those alone that are the person's own or the machine's, also what they include for this folder. */
  async own(repository: Repository, folder: string): Promise<Settings> {
    const { top, own, common } = repository;
    const env = { GIT_DIR: own, GIT_COMMON_DIR: common, GIT_WORK_TREE: top };
    const args = ['config', '--includes', '--show-scope', '--null', '--list'];
    const { code, output, complaint } = await this.#git.act({
      ...{ args, cwd: top, top, outside: placesOf(repository), env, as: 'person', limitMs },
    });
    if (code !== 0) throw gitErrors['agent/git-settings']({ folder, reason: complaint.trim().slice(0, 300) || 'it gave no reason' });
    const parts = output.toString('utf8').split('\0');
    return collected(
      parts.flatMap((part, at) => (at % 2 === 1 && ['system', 'global'].includes(parts[at - 1] ?? '') ? [settingOf(part)] : [])),
    );
  }

  async #readPerson(outside: readonly string[]) {
    const folder = this.#folder();
    const env = { GIT_DIR: join(folder, 'none') };
    const { output } = await this.#git.act({ args: listed, cwd: folder, top: folder, outside, env, as: 'person' });
    const all = settingsWithOrigins(output.toString('utf8'), folder);
    const files = [...new Set([...this.#git.settingsFiles, ...all.map(({ origin }) => origin)])];
    return { settings: collected(all), files, stamp: stampOf(files) };
  }
}

/** The file that a setting names, or the one of the person that git takes without it. */
export function namedFile(settings: Settings, key: string, otherwise: string, top: string, home: GitHome): string {
  const named = settings.get(key)?.at(-1);
  return named ? pathFrom(top, named, home) : join(home.config, `git/${otherwise}`);
}

/** A link is followed, as people keep such files elsewhere; empty for a pipe, a device, or what is too long to be a list. */
export function listIn(file: string): string {
  try {
    return statSync(file).size > maxListBytes ? '' : readRegularSync(file);
  } catch {
    return '';
  }
}

/** Where the person's git finds hooks; undefined where only git knows. */
export function hooksFolder(settings: Settings, { top, common }: Repository, home: GitHome): string | undefined {
  const named = settings.get('core.hookspath')?.at(-1);
  // Only git knows what stands before a % of its own.
  if (named?.startsWith('%')) return undefined;
  return named ? pathFrom(top, named, home) : join(common, 'hooks');
}

/** Those of the hooks that the person's git would run. */
export function hooksThere(names: readonly string[], settings: Settings, repository: Repository, home: GitHome): readonly string[] {
  const folder = hooksFolder(settings, repository, home);
  const events = [...settings].flatMap(([key, values]) => (/^hook\..*\.event$/s.test(key) ? values : []));
  return names.filter(name => folder === undefined || events.includes(name) || isExecutable(join(folder, name)));
}

function pathFrom(folder: string, value: string, home: GitHome): string {
  return value.startsWith('~/') ? join(home.folder, value.slice(2)) : resolve(folder, value);
}

/** Changes if one of the files does. */
export function stampOf(files: readonly string[]): string {
  const stats = files.map(file => followed(file));
  return stats.map(one => (one === undefined ? '-' : `${one.ino}:${one.size}:${one.mtimeNs}:${one.ctimeNs}`)).join(' ');
}

function followed(file: string): BigIntStats | undefined {
  try {
    return statSync(file, { bigint: true });
  } catch {
    return undefined;
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
