import { readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readSmallFile } from '../read-small-file.ts';
import { gitErrors } from './git-errors.ts';
import { findRepository } from './repository.ts';
import { isOn } from './settings.ts';
import type { View } from './view.ts';

/** What names the branches that a work tree uses without having them checked out: while it rebases or bisects them. */
const holding = ['rebase-merge/head-name', 'rebase-merge/update-refs', 'rebase-apply/head-name', 'BISECT_START'];

/** The work tree in which a branch is checked out. Throws if one is in the middle of a rebase or the like of that branch. */
export function checkoutOf(view: View, branch: string, folder: string): string | undefined {
  const { common } = view.repository;
  const linked = namesIn(join(common, 'worktrees')).map(name => join(common, 'worktrees', name));
  // A worktree whose folder is gone holds nothing.
  const there = linked.flatMap(own => {
    const top = dirname(resolve(own, (readSmallFile(join(own, 'gitdir')) ?? '').trim()));
    return findRepository(top) === undefined ? [] : [{ own, top }];
  });
  const all = [...(isOn(view.settings.get('core.bare')?.at(-1)) ? [] : [{ own: common, top: mainTop(view) }]), ...there];
  const held = all.find(({ own }) =>
    holding.some(name => linesOf(join(own, name)).some(line => [branch, `refs/heads/${branch}`].includes(line))),
  );
  if (held !== undefined) throw gitErrors['agent/git-unfinished']({ folder: held.top ?? folder });
  const found = all.find(({ own }) => readSmallFile(join(own, 'HEAD'))?.trim() === `ref: refs/heads/${branch}`);
  if (found !== undefined && found.top === undefined)
    throw gitErrors['agent/git-failed']({ folder, reason: `${branch} is checked out in a folder that was not found` });
  return found?.top;
}

/** The main work tree; that of a submodule is named in its settings. */
function mainTop({ repository: { own, common, top }, settings }: View): string | undefined {
  if (own === common) return top;
  const named = settings.get('core.worktree')?.at(-1);
  const main = named === undefined ? dirname(common) : resolve(common, named);
  return findRepository(main)?.own === common ? main : undefined;
}

function linesOf(file: string): readonly string[] {
  return (readSmallFile(file) ?? '').split('\n').map(line => line.trim());
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
