import { join } from 'node:path';
import type { GitDifferences, ServerPlace } from '../../contract/index.ts';
import { readSmallFile } from '../read-small-file.ts';
import { gitErrors } from './git-errors.ts';
import { indexLock } from './locks.ts';
import { isBranch, remotesIn } from './network.ts';
import { branchIn, branchOf, findRepository, placesOf, type Repository } from './repository.ts';
import type { GitProgram } from './run-git.ts';
import { statsOf } from './stats-of.ts';
import { followedBy, pushPlaceOf, statusArguments, statusIn, submoduleArguments } from './status.ts';
import { reasonIn, type View, type Views } from './view.ts';

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
const plainDiff = ['diff', '--no-color', '--no-ext-diff', '--no-textconv', '--no-renames'];

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
    const [status, submodules] = await Promise.all(
      [statusArguments, submoduleArguments].map(args => this.#views.read(view, repository.top, args)),
    );
    if (status?.code !== 0 || submodules?.code !== 0)
      throw gitErrors['agent/git-failed']({ folder, reason: reasonIn(status?.complaint || submodules?.complaint || '') });
    const { files } = statusIn(status.output.toString('utf8'), submodules.output.toString('utf8'));
    const [commit, base] = await Promise.all([this.#views.commit(view, 'HEAD'), this.baseOf(view)]);
    const branch = branchOf(repository);
    const fromBase =
      commit === undefined || base === undefined || base === branch ? undefined : await this.#apart(view, commit, `refs/heads/${base}`);
    const pushes = branch === undefined ? undefined : await this.#pushes(view, branch, commit, base);
    const pulls = branch === undefined ? undefined : await this.#pulls(view, branch, commit);
    const operation = operationIn(repository);
    const last =
      commit === undefined ? undefined : await this.#views.read(view, repository.top, ['log', '-1', '--no-show-signature', '--format=%B']);
    return {
      files: files.slice(0, mostShown),
      count: files.length,
      staged: files.filter(({ staged }) => staged !== undefined).length,
      unstaged: files.filter(({ unstaged }) => unstaged !== undefined).length,
      isLocked: statsOf(indexLock(repository)) !== undefined,
      ...(operation !== undefined && { operation }),
      ...(base !== undefined && { base }),
      ...(fromBase !== undefined && { fromBase }),
      ...(pushes !== undefined && { pushes }),
      ...(pulls !== undefined && { pulls }),
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
    // Of a submodule the index alone says what is staged; git would look into it for the rest.
    const which = isStaged ? ['--cached', '--ignore-submodules=none', '--submodule=short'] : ['--ignore-submodules=all'];
    const known = await read([...plainDiff, ...which, ...only]);
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

  async #pushes(view: View, branch: string, commit: string | undefined, base: string | undefined): Promise<ServerPlace | undefined> {
    const { settings, repository } = view;
    const person = await this.#views.person(placesOf(repository));
    const place = pushPlaceOf(branch, { settings, person, remotes: remotesIn(settings), base });
    if (place === undefined || commit === undefined) return place;
    const apart = await this.#apart(view, commit, `refs/remotes/${place.remote}/${place.branch}`);
    return { ...place, ...(apart && { apart }) };
  }

  async #pulls(view: View, branch: string, commit: string | undefined): Promise<ServerPlace | undefined> {
    const { settings } = view;
    const follows = followedBy(settings, branch);
    const address = remotesIn(settings).find(({ name }) => name === follows?.remote)?.fetches ?? '';
    if (follows === undefined || commit === undefined || address === '') return undefined;
    const apart = await this.#apart(view, commit, `refs/remotes/${follows.remote}/${follows.branch}`);
    return { ...follows, address, ...(apart && { apart }) };
  }

  async #apart(view: View, commit: string, other: string) {
    const args = ['rev-list', '--left-right', '--count', '--end-of-options', `${commit}...${other}`];
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
  const found = unfinished.find(([file]) => statsOf(join(own, file)) !== undefined)?.[1];
  if (found !== undefined || statsOf(join(own, 'sequencer')) === undefined) return found;
  // Between two of several.
  return /^revert /.test(readSmallFile(join(own, 'sequencer/todo')) ?? '') ? 'revert' : 'cherry-pick';
}
