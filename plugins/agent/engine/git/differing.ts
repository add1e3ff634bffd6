import { join } from 'node:path';
import type { FileChange, GitDifferences, GitFile } from '../../contract/index.ts';
import { readSmallFile } from '../read-small-file.ts';
import { isBranch } from './network.ts';
import { findRepository, headOf, placesOf, type Repository } from './repository.ts';
import type { GitProgram } from './run-git.ts';
import { statsOf } from './stats-of.ts';
import type { View, Views } from './view.ts';

const mostShown = 2000;
const mostDiff = 400_000;
/** What git leaves in its folder while something is not finished. */
const unfinished: readonly (readonly [file: string, operation: NonNullable<GitDifferences['operation']>])[] = [
  ['rebase-merge', 'rebase'],
  ['rebase-apply', 'rebase'],
  ['MERGE_HEAD', 'merge'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
  ['BISECT_LOG', 'bisect'],
];
const plainDiff = ['diff', '--no-color', '--no-ext-diff', '--no-textconv', '--no-renames', '--ignore-submodules=all'];

/** What differs in a work tree, file by file. Nothing in the repository is written, the index included. */
export class GitDiffering {
  readonly #git: GitProgram;
  readonly #views: Views;

  constructor(git: GitProgram, views: Views) {
    this.#git = git;
    this.#views = views;
  }

  async differences(folder: string): Promise<GitDifferences | undefined> {
    const repository = findRepository(folder);
    if (repository === undefined || (await this.#git.path(placesOf(repository))) === undefined) return undefined;
    const view = await this.#views.of(repository, folder);
    const args = ['status', '--porcelain=v2', '-z', '--no-renames', '--untracked-files=all', '--ignore-submodules=all'];
    const { code, output } = await this.#views.read(view, repository.top, args);
    if (code !== 0) return undefined;
    const files = filesIn(output.toString('utf8'));
    const [commit, base] = await Promise.all([this.#views.commit(view, 'HEAD'), this.baseOf(view)]);
    const fromBase =
      commit === undefined || base === undefined || base === branchOf(repository) ? undefined : await this.#apart(view, commit, base);
    const operation = operationIn(repository);
    const last =
      commit === undefined ? undefined : await this.#views.read(view, repository.top, ['log', '-1', '--no-show-signature', '--format=%B']);
    return {
      files: files.slice(0, mostShown),
      count: files.length,
      isLocked: statsOf(join(repository.own, 'index.lock')) !== undefined,
      ...(operation !== undefined && { operation }),
      ...(base !== undefined && { base }),
      ...(fromBase !== undefined && { fromBase }),
      ...(last?.code === 0 && { lastMessage: last.output.toString('utf8').trim() }),
    };
  }

  /** Empty if it is too long to be read. */
  async diff(folder: string, { path, isStaged }: { readonly path?: string; readonly isStaged: boolean }): Promise<string> {
    const view = await this.#views.at(folder);
    const { top } = view.repository;
    const only = path === undefined ? [] : ['--', literal(path)];
    const read = async (args: readonly string[]) => {
      const { output } = await this.#views.read(view, top, args);
      return output.length > mostDiff ? '' : output.toString('utf8');
    };
    const known = await read([...plainDiff, ...(isStaged ? ['--cached'] : []), ...only]);
    if (known !== '' || isStaged || path === undefined) return known;
    const unknown = await read(['ls-files', '--others', '--exclude-standard', '-z', ...only]);
    return unknown === `${path}\0` ? await read([...plainDiff, '--no-index', '--', '/dev/null', path]) : '';
  }

  /** For a worktree, the branch of the project's checkout; else what the server says is its default, or what people name so. */
  async baseOf(view: View): Promise<string | undefined> {
    const { own, common } = view.repository;
    if (own !== common) return branchIn(common);
    const told = /^ref: refs\/remotes\/origin\/(\S+)\s*$/.exec(readSmallFile(join(common, 'refs/remotes/origin/HEAD')) ?? '')?.[1];
    const named = (await this.#views.person(placesOf(view.repository))).get('init.defaultbranch')?.at(-1);
    for (const name of [told, named, 'main', 'master', 'trunk', 'develop']) {
      if (name === undefined || !isBranch(name)) continue;
      if ((await this.#views.commit(view, `refs/heads/${name}`)) !== undefined) return name;
    }
    return undefined;
  }

  async #apart(view: View, commit: string, base: string) {
    const args = ['rev-list', '--left-right', '--count', '--end-of-options', `${commit}...refs/heads/${base}`];
    const { code, output } = await this.#views.read(view, view.repository.top, args);
    const [, ahead, behind] = /^(\d+)\t(\d+)$/m.exec(output.toString('latin1')) ?? [];
    return code === 0 && ahead !== undefined ? { ahead: Number(ahead), behind: Number(behind) } : undefined;
  }
}

/** A name of a file is never a pattern. */
export function literal(path: string): string {
  return `:(top,literal)${path}`;
}

export function operationIn({ own }: Repository): GitDifferences['operation'] {
  return unfinished.find(([file]) => statsOf(join(own, file)) !== undefined)?.[1];
}

export function branchOf({ own }: Repository): string | undefined {
  return branchIn(own);
}

/** As git allows it; a name that is given to a server is checked more closely. */
function isRefName(name: string): boolean {
  if (name.length > 240 || /[\p{Cc} ~^:?*[\\]|\.\.|@\{|\/\/|\.$|\/$|^[-/]/u.test(name)) return false;
  return !name.split('/').some(part => part.startsWith('.') || part.endsWith('.lock'));
}

function branchIn(folder: string): string | undefined {
  const name = /^ref: refs\/heads\/(.+)$/.exec(headOf(folder) ?? '')?.[1];
  return name !== undefined && isRefName(name) ? name : undefined;
}

/** What `status --porcelain=v2 -z` prints, without renames. A repository in this one, which ends with a /, is none of its files. */
function filesIn(output: string): GitFile[] {
  return output.split('\0').flatMap((entry): GitFile[] => {
    const [kind, codes = ''] = entry.split(' ', 2);
    const after = (fields: number) => entry.split(' ').slice(fields).join(' ');
    if (kind === '?') return entry.endsWith('/') ? [] : [{ path: after(1), unstaged: 'added', isConflict: false }];
    if (kind === 'u') return [{ path: after(10), unstaged: 'changed', isConflict: true }];
    if (kind !== '1') return [];
    const [staged, unstaged] = [changeOf(codes[0]), changeOf(codes[1])];
    return [{ path: after(8), ...(staged && { staged }), ...(unstaged && { unstaged }), isConflict: false }];
  });
}

function changeOf(code = '.'): FileChange | undefined {
  if (code === '.') return undefined;
  return code === 'A' ? 'added' : code === 'D' ? 'removed' : 'changed';
}
