import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readdirSync, readSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { isAppError, visibleText } from '@atelier/kernel';
import type { FoundHooks } from '../../contract/index.ts';
import { isInside } from '../containment.ts';
import { readSmallFile } from '../read-small-file.ts';
import { gitErrors } from './git-errors.ts';
import type { Repository } from './repository.ts';
import type { GitHome } from './run-git.ts';
import { hooksFolder, hooksThere, type Settings } from './settings.ts';
import type { View } from './view.ts';

/** Those that are run, by what the person asks for. */
const run = { commit: ['pre-commit', 'prepare-commit-msg', 'commit-msg', 'post-commit', 'post-rewrite'], push: ['pre-push'] } as const;
export type HookName = (typeof run)['commit' | 'push'][number];
/** It would run inside of git itself, in the middle of what it changes. */
const within = ['reference-transaction'];
/** Those that have a say in a merge, which runs none. */
export const mergeHooks = ['pre-commit', 'prepare-commit-msg', 'commit-msg', 'post-commit', 'pre-merge-commit', ...within];

/** Of the folder of the hooks; of a folder with more than that none is trusted. */
const [mostFiles, mostBytes, mostDeep] = [5_000, 256 * 1024 * 1024, 16];
const mostMessage = 1024 * 1024;
const { O_RDONLY, O_NONBLOCK = 0 } = constants;
const shownCharacters = 1_500;
const messageFile = 'COMMIT_EDITMSG';

/** How a hook ended, as the commands of a conversation do. */
export interface HookEnd {
  readonly state: 'running' | 'ended' | 'stopped' | 'late' | 'failed';
  readonly exitCode?: number;
  readonly text: string;
  readonly reason?: string;
}

/** Runs hooks in the sandbox, where the access mode has one. `fingerprint`: the ones that the person trusts. */
export interface HookRunner {
  readonly fingerprint: string;
  run(command: { readonly folder: string; readonly line: string; readonly variables: Readonly<Record<string, string>> }): Promise<HookEnd>;
}

export interface HookPlace {
  readonly view: View;
  readonly settings: Settings;
  readonly folder: string;
  readonly home: GitHome;
}

/** The hooks of a project that one act runs; undefined if there is none. Throws if they are none that Atelier runs. */
export function hooksFor(act: keyof typeof run, { view: { repository }, settings, folder, home }: HookPlace): FoundHooks | undefined {
  const all = hooksThere([...run[act], ...within], settings, repository, home);
  if (all.length === 0) return undefined;
  const place = hooksFolder(settings, repository, home);
  const files = place === undefined ? [] : hooksThere(all, withoutEvents(settings), repository, home);
  const other = place === undefined ? all : all.filter(name => within.includes(name) || !files.includes(name));
  if (place === undefined || other.length > 0) throw gitErrors['agent/git-hooks-other']({ folder, names: other.join(', ') });
  const path = files.map(name => join(place, name)).find(one => !isOfProject(one, repository));
  if (path !== undefined) throw gitErrors['agent/git-hooks-outside']({ folder, path });
  const shown = isInside(place, repository.top, true) ? relative(repository.top, place) : place;
  return { names: files, place: shown, fingerprint: fingerprintOf(wholeFolder(place, repository), folder) };
}

/** The hooks of one act in turn. Without a runner, or with one for other hooks, it is refused where there are some. */
export class HookRun {
  readonly #place: HookPlace;
  readonly #names: readonly string[];
  readonly #runner: HookRunner | undefined;

  constructor(act: keyof typeof run, place: HookPlace, runner: HookRunner | undefined, refusal: () => Error) {
    const found = hooksFor(act, place);
    if (found !== undefined && found.fingerprint !== runner?.fingerprint) throw refusal();
    this.#place = place;
    this.#names = found?.names ?? [];
    this.#runner = runner;
  }

  get isAny(): boolean {
    return this.#names.length > 0;
  }

  has(name: HookName): boolean {
    return this.#names.includes(name);
  }

  /** Throws if the hook refuses, hangs or could not be run; does nothing if there is none. */
  async run(name: HookName, args: readonly string[], { input, variables = {} }: HookInput = {}): Promise<void> {
    const { folder, home, settings, view } = this.#place;
    const { repository } = view;
    const place = hooksFolder(settings, repository, home);
    if (!this.has(name) || place === undefined || this.#runner === undefined) return;
    const given = input === undefined ? '' : `printf '%s\\n' ${quoted(input)} | `;
    const line = `${given}${[join(place, name), ...args].map(quoted).join(' ')}`;
    const all = { GIT_INDEX_FILE: join(repository.own, 'index'), GIT_EDITOR: ':', GIT_PREFIX: '', ...variables };
    const end = await this.#runner.run({ folder: repository.top, line, variables: all });
    const plain = visibleText(stripVTControlCharacters(end.text), 'code').trim();
    const output = plain === '' ? '-' : plain.slice(-shownCharacters);
    if (end.state === 'late') throw gitErrors['agent/git-hook-late']({ folder, hook: name, output });
    if (end.state !== 'ended') throw gitErrors['agent/git-hook-failed']({ folder, hook: name, reason: end.reason ?? end.state });
    if (end.exitCode !== 0) throw gitErrors['agent/git-hook-refused']({ folder, hook: name, output });
  }

  /** The message after the hooks that may change it. */
  async message(text: string): Promise<string> {
    if (!this.has('prepare-commit-msg') && !this.has('commit-msg')) return text;
    const { folder, view } = this.#place;
    const file = join(view.repository.own, messageFile);
    // Removed first, so that nothing is written through a link.
    rmSync(file, { force: true });
    writeFileSync(file, `${text}\n`, { flag: 'wx' });
    await this.run('prepare-commit-msg', [file, 'message']);
    await this.run('commit-msg', [file]);
    const written = readSmallFile(file, mostMessage)?.trim() ?? '';
    if (written === '') throw gitErrors['agent/git-hook-message']({ folder });
    return written;
  }
}

export interface HookInput {
  readonly input?: string;
  readonly variables?: Readonly<Record<string, string>>;
}

function withoutEvents(settings: Settings): Settings {
  return new Map([...settings].filter(([key]) => !/^hook\./.test(key)));
}

/** Whether a hook is a file of the repository or of its work tree, also after links. */
function isOfProject(path: string, { top, common }: Repository): boolean {
  try {
    const real = realpathSync(path);
    return statSync(real).isFile() && [top, common].some(folder => isInside(real, realpathSync(folder), false));
  } catch {
    return false;
  }
}

/** Tools that install hooks keep their parts in one folder of the project, such as `.husky` with `.husky/_`. */
function wholeFolder(place: string, { top }: Repository): string {
  return basename(place).startsWith('_') && dirname(place) !== top ? dirname(place) : place;
}

/** Changes with each file of a folder, its bytes and its mode; what a link leads to counts, too. Throws if something cannot be read. */
function fingerprintOf(hooks: string, folder: string): string {
  const hash = createHash('sha256');
  const left = { files: mostFiles, bytes: mostBytes };
  const add = (path: string, depth: number) => {
    for (const entry of readdirSync(path).sort()) {
      const file = join(path, entry);
      left.files -= 1;
      if (left.files < 0 || depth > mostDeep) throw gitErrors['agent/git-hooks-unread']({ folder, path: file });
      // A link may lead to nothing.
      const stats = statSync(file, { throwIfNoEntry: false });
      hash.update(JSON.stringify([relative(hooks, file).split(sep).join('/'), stats?.mode ?? null]));
      if (stats?.isDirectory()) add(file, depth + 1);
      else if (stats !== undefined) hash.update(digestOf(file, left));
    }
  };
  try {
    add(hooks, 0);
  } catch (error) {
    throw isAppError(error)
      ? error
      : gitErrors['agent/git-hooks-unread']({ folder, path: (error as NodeJS.ErrnoException).path ?? hooks }, error);
  }
  return hash.digest('hex');
}

/** Read piece by piece, because a hook may be a large program. */
function digestOf(path: string, left: { bytes: number }): Buffer {
  const file = openSync(path, O_RDONLY | O_NONBLOCK);
  try {
    if (!fstatSync(file).isFile()) throw Object.assign(new Error('It is no file.'), { path });
    const hash = createHash('sha256');
    const piece = Buffer.alloc(64 * 1024);
    for (let size = readSync(file, piece); size > 0; size = readSync(file, piece)) {
      left.bytes -= size;
      if (left.bytes < 0) throw Object.assign(new Error('It is too large.'), { path });
      hash.update(piece.subarray(0, size));
    }
    return hash.digest();
  } finally {
    closeSync(file);
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
