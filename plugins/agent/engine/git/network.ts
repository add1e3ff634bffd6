import { join } from 'node:path';
import type { Remote, RemoteBranch } from '../../contract/index.ts';
import { gitErrors } from './git-errors.ts';
import { HookRun, type HookRunner } from './hooks.ts';
import { branchOf } from './repository.ts';
import type { GitProgram } from './run-git.ts';
import type { Settings } from './settings.ts';
import { statsOf } from './stats-of.ts';
import type { View, Views } from './view.ts';

export const protocols = 'https:http:ssh';
const limitMs = 10 * 60_000;

/** What the app does with servers, which only a person asks for: to a remote by its name, at the address that the person saw. */
export class GitNetwork {
  readonly #git: GitProgram;
  readonly #views: Views;

  constructor(git: GitProgram, views: Views) {
    this.#git = git;
    this.#views = views;
  }

  async remotes(folder: string): Promise<readonly Remote[]> {
    return remotesIn((await this.#views.at(folder)).settings);
  }

  async fetch(folder: string, { remote, address, branch }: RemoteBranch): Promise<void> {
    const view = await this.#whole(folder);
    const from = this.#checked(view, remote, address, 'fetch', folder);
    const name = checkedBranch(branch, folder);
    const args = ['fetch', '--quiet', '--no-tags', '--no-auto-maintenance', '--no-recurse-submodules', '--no-write-fetch-head'];
    await this.#reach(view, folder, [...args, '--', from, `+refs/heads/${name}:refs/remotes/${checkedBranch(remote, folder)}/${name}`]);
  }

  /** The hook of the project that checks what is pushed runs by `runner` alone, on a view of the address without its password. */
  async push(folder: string, { remote, address, branch: to }: RemoteBranch, runner?: HookRunner): Promise<void> {
    const view = await this.#whole(folder);
    const { repository } = view;
    const branch = branchOf(repository);
    if (branch === undefined) throw gitErrors['agent/git-detached']({ folder });
    const server = this.#checked(view, remote, address, 'push', folder);
    const [name, known] = [checkedBranch(to, folder), checkedBranch(remote, folder)];
    if (statsOf(join(repository.common, 'lfs/objects'))) {
      throw gitErrors['agent/git-large-files']({ folder, branch });
    }
    const place = { ...(await this.#views.acting(folder)), folder, home: this.#git.home };
    const hooks = new HookRun('push', place, runner, () => gitErrors['agent/git-push-hooks']({ folder, branch }));
    const commit = await this.#views.commit(view, `refs/heads/${branch}`);
    if (commit === undefined) throw gitErrors['agent/git-name']({ folder, name: branch });
    const there = (await this.#views.commit(view, `refs/remotes/${known}/${name}`)) ?? '0'.repeat(commit.length);
    await hooks.run('pre-push', [remote, address], { input: `refs/heads/${branch} ${commit} refs/heads/${name} ${there}` });
    const args = ['push', '--quiet', '--no-verify', '--no-signed', '--recurse-submodules=no'];
    try {
      await this.#reach(view, folder, [...args, '--', server, `${commit}:refs/heads/${name}`]);
    } catch (error) {
      const isRefused = String(error).includes('failed to push some refs');
      throw isRefused ? gitErrors['agent/git-push-refused']({ branch }) : error;
    }
    await this.#views.act(view, folder, ['update-ref', `refs/remotes/${known}/${name}`, commit]);
    await this.#follow(view, folder, branch, { remote, branch: name });
  }

  /** What is pushed for the first time follows where it went, as with `git push --set-upstream`. It stays pushed if that cannot be noted. */
  async #follow(view: View, folder: string, branch: string, to: { readonly remote: string; readonly branch: string }): Promise<void> {
    const config = join(view.repository.common, 'config');
    const isFollowing = ['remote', 'merge'].some(key => view.settings.has(`branch.${branch}.${key}`));
    // Git would write to what a link leads to.
    if (isFollowing || statsOf(config)?.isFile() !== true) return;
    for (const [key, value] of Object.entries({ remote: to.remote, merge: `refs/heads/${to.branch}` }))
      await this.#views.act(view, folder, ['config', '--file', config, `branch.${branch}.${key}`, value]).catch(() => undefined);
  }

  async #reach(view: View, folder: string, args: readonly string[]): Promise<void> {
    await this.#views.act(view, folder, args, { as: 'network', env: { GIT_ALLOW_PROTOCOL: protocols }, limitMs });
  }

  async #whole(folder: string): Promise<View> {
    const view = await this.#views.at(folder);
    if (view.isPartial) throw gitErrors['agent/git-partial']({ folder });
    return view;
  }

  #checked(view: View, remote: string, seen: string, use: 'fetch' | 'push', folder: string): string {
    const address = addressOf(view.settings, remote, use);
    if (address === '' || shownAddress(address) !== seen) throw gitErrors['agent/git-remote']({ remote, folder });
    if (!isAddress(address)) throw gitErrors['agent/git-address']({ remote, folder, address: shownAddress(address) });
    return address;
  }
}

export function remotesIn(settings: Settings): readonly Remote[] {
  const names = [...settings.keys()].flatMap(key => /^remote\.(.+)\.url$/s.exec(key)?.[1] ?? []);
  return names.map(name => ({
    name,
    fetches: shownAddress(addressOf(settings, name, 'fetch')),
    pushes: shownAddress(addressOf(settings, name, 'push')),
  }));
}

/** Empty if there is none, or several: then it is not clear which one the person has seen. */
function addressOf(settings: Settings, remote: string, use: 'fetch' | 'push'): string {
  const fetches = settings.get(`remote.${remote}.url`) ?? [];
  const pushes = settings.get(`remote.${remote}.pushurl`) ?? fetches;
  const [one = '', another] = use === 'push' ? pushes : fetches;
  return another === undefined ? one : '';
}

/** Without a password that is written in it. */
export function shownAddress(address: string): string {
  return address.replace(/^([a-z]+:\/\/)[^/@\s]*@/i, (_, scheme: string) => scheme);
}

/** An address of a server: neither a path, nor a helper such as `ext::`, nor anything that ssh would take for an option. */
export function isAddress(address: string): boolean {
  const byScheme = /^(?:https?|ssh):\/\/(?:[^\s/@-][^\s/@]*@)?[a-z0-9[][^\s/@]*(?:\/\S*)?$/i;
  const likeScp = /^(?:[\w.][\w.-]*@)?[a-z0-9][a-z0-9.-]+:(?![:/]{2}|:)[^\s-][^\s]*$/i;
  return byScheme.test(address) || likeScp.test(address);
}

/** Not a pattern, an option or a name that git refuses. */
export function isBranch(name: string): boolean {
  if (!/^[\p{L}\p{N}_][\p{L}\p{N}_./+@-]{0,200}$/u.test(name) || /\.\.|@\{|\/\/|\/\.|\.$|\/$/.test(name)) return false;
  return !name.split('/').some(part => part.endsWith('.lock') || part.startsWith('-'));
}

/** The name of a remote has the form of one of a branch. */
function checkedBranch(name: string, folder: string): string {
  if (!isBranch(name)) throw gitErrors['agent/git-name']({ folder, name });
  return name;
}
