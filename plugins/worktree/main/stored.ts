import { lstat, opendir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { GitService } from '@atelier/agent/contract';
import type { ConversationsService } from '@atelier/conversations/contract';
import type { StoredSize, StoredWorktree } from '../contract/index.ts';
import { errors } from './errors.ts';
import { isIn } from './worktrees.ts';

/** Of a folder with more entries the size so far is told. */
const mostEntries = 200_000;
const sizedAtOnce = 32;
/** From this length on, what a file takes is what the disk says: it may be nearly all holes. Below, a disk may not have decided it yet. */
const holesFrom = 1024 * 1024;
const blockBytes = 512;

export interface StoredParts {
  readonly conversations: Pick<ConversationsService, 'worktrees' | 'projectFolder'>;
  readonly git: Pick<GitService, 'worktrees' | 'removedWorktrees' | 'status'>;
}

/** The worktrees that are on this machine, and what each takes. */
export class StoredWorktrees {
  readonly #parts: StoredParts;

  constructor(parts: StoredParts) {
    this.#parts = parts;
  }

  /** Those whose folder is there; first those that no conversation works in. */
  async list(): Promise<StoredWorktree[]> {
    const { conversations, git } = this.#parts;
    const [folders, removed, users] = await Promise.all([git.worktrees(), git.removedWorktrees(), conversations.worktrees()]);
    const found: StoredWorktree[] = [];
    // One after another: each is a git that looks through a whole folder.
    for (const folder of folders) {
      const told = await git.status(folder).catch(() => undefined);
      // A link in its place leads to another one.
      const status = told?.folder === folder ? told : undefined;
      const user = users.find(one => isIn(one.folder, folder));
      const project = user && (await conversations.projectFolder(user.conversation).catch(() => undefined));
      found.push({
        folder,
        ...(status?.branch !== undefined && { branch: status.branch }),
        ...(status !== undefined && { differing: status.differing }),
        ...(user !== undefined && { conversation: { id: user.conversation, title: user.title, isDeleted: user.isDeleted } }),
        ...(project !== undefined && { project: basename(project) }),
      });
    }
    const sorted = found.sort((a, b) => Number(a.conversation !== undefined) - Number(b.conversation !== undefined));
    return [...sorted, ...removed.map(one => ({ ...one, isRemoved: true }))];
  }

  /** What the files of a worktree take: each once, whatever names it has, and holes are nothing. No link is followed. */
  async size(folder: string): Promise<StoredSize> {
    const { git } = this.#parts;
    const stored = [...(await git.worktrees()), ...(await git.removedWorktrees()).map(one => one.folder)];
    const isFolder = (await lstat(folder).catch(() => undefined))?.isDirectory() === true;
    if (!stored.includes(folder) || !isFolder) throw errors['worktree/not-stored']({ folder });
    const counted = new Set<string>();
    const size = { bytes: 0, files: 0, isMore: false };
    let entries = 0;
    const folders = [folder];
    while (folders.length > 0 && !size.isMore) {
      const at = folders.pop()!;
      const directory = await opendir(at).catch(() => undefined);
      if (directory === undefined) continue;
      let files: string[] = [];
      const take = async () => {
        for (const stats of await Promise.all(files.map(file => lstat(file).catch(() => undefined)))) {
          if (stats === undefined) continue;
          size.files += 1;
          const id = `${stats.dev}:${stats.ino}`;
          if (stats.nlink > 1 && counted.has(id)) continue;
          if (stats.nlink > 1) counted.add(id);
          size.bytes += stats.size >= holesFrom ? Math.min(stats.size, stats.blocks * blockBytes) : stats.size;
        }
        files = [];
      };
      for await (const entry of directory) {
        entries += 1;
        if (entries > mostEntries) {
          size.isMore = true;
          break;
        }
        if (entry.isDirectory()) folders.push(join(at, entry.name));
        else files.push(join(at, entry.name));
        if (files.length >= sizedAtOnce) await take();
      }
      await take();
    }
    return size;
  }
}
