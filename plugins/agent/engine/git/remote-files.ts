import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FoldersWith, pathsInFoldersWith, type RemoteFiles } from '../../contract/index.ts';
import { gitErrors } from './git-errors.ts';
import { isAddress, isBranch, protocols, shownAddress } from './network.ts';
import { ObjectStream } from './object-stream.ts';
import type { GitProgram } from './run-git.ts';
import { confined, reasonIn } from './view.ts';

const limits = {
  files: 20_000,
  listBytes: 8 * 1024 * 1024,
  fileBytes: 5 * 1024 * 1024,
  allBytes: 64 * 1024 * 1024,
  ms: 5 * 60_000,
} as const;
const taken = 'refs/heads/taken';

/** Reads files of a repository on a server, which only a person asks for. Nothing is checked out: no filter, hook or link of it counts. */
export class GitRemoteFiles {
  readonly #git: GitProgram;

  constructor(git: GitProgram) {
    this.#git = git;
  }

  /** The newest commit of a branch, or of the default one, with the files of the wanted folders. */
  async read(
    { address: typed, branch }: { readonly address: string; readonly branch?: string },
    wanted: FoldersWith,
  ): Promise<RemoteFiles> {
    const address = typed.trim();
    const shown = shownAddress(address).slice(0, 200);
    const failed = (reason: string) => gitErrors['agent/git-remote-files']({ address: shown, reason });
    if (!isAddress(address)) throw failed('https://, http://, ssh://');
    if (branch !== undefined && !isBranch(branch)) throw failed(branch.slice(0, 200));
    return await this.#git.inTempFolder(async folder => {
      const run = async (
        args: readonly string[],
        options: { readonly input?: string; readonly onOutput?: (piece: Buffer) => void } = {},
      ) => {
        const { code, output, complaint } = await this.#git.read({
          ...{ args, cwd: folder, top: folder, env: { GIT_DIR: folder }, maxBytes: limits.listBytes, ...options },
        });
        if (code !== 0) throw failed(reasonIn(complaint));
        return output;
      };
      for (const name of ['objects', 'refs/heads', 'info']) mkdirSync(join(folder, name), { recursive: true });
      writeFileSync(join(folder, 'HEAD'), `ref: refs/heads/none\n`);
      writeFileSync(join(folder, 'config'), `${['[core]\n\trepositoryformatversion = 0', ...confined].join('\n')}\n`);
      const options = ['--quiet', '--depth=1', '--no-tags', '--no-auto-maintenance', '--no-recurse-submodules', '--no-write-fetch-head'];
      const { code, complaint } = await this.#git.act({
        args: ['fetch', ...options, '--', address, `+${branch === undefined ? 'HEAD' : `refs/heads/${branch}`}:${taken}`],
        ...{ cwd: folder, top: folder, as: 'network', limitMs: limits.ms },
        env: { GIT_DIR: folder, GIT_ALLOW_PROTOCOL: protocols },
      });
      if (code !== 0) throw failed(reasonIn(complaint));
      const commit = (await run(['rev-parse', '--verify', taken])).toString('latin1').trim();
      const listed = (await run(['ls-tree', '-r', '-z', '-l', '--full-tree', taken])).toString('utf8').split('\0').flatMap(entryOf);
      if (listed.length > limits.files) throw failed(`> ${limits.files}`);
      const chosen = new Set(
        pathsInFoldersWith(
          wanted,
          listed.map(({ path }) => path),
        ),
      );
      const entries = listed.filter(({ path }) => chosen.has(path));
      const blobs = entries.filter(({ isFile }) => isFile);
      if (blobs.some(({ size }) => size > limits.fileBytes) || blobs.reduce((sum, { size }) => sum + size, 0) > limits.allBytes)
        throw failed(`> ${limits.allBytes / 1024 / 1024} MB`);
      const stream = new ObjectStream(limits.fileBytes, limits.allBytes);
      if (blobs.length > 0) {
        const input = [...new Set(blobs.map(({ id }) => id))].map(id => `${id}\n`).join('');
        await run(['cat-file', '--batch', '--buffer'], { input, onOutput: piece => stream.take(piece) });
      }
      return {
        commit,
        files: blobs.flatMap(({ path, id }) => {
          const bytes = stream.objects.get(id);
          return bytes === undefined ? [] : [{ path, bytes }];
        }),
        others: entries.filter(({ isFile }) => !isFile).map(({ path }) => path),
      };
    });
  }
}

/** An entry of a tree, as `ls-tree -l` prints it. A path that leads outside on some system, or that is no text, is left out. */
export function entryOf(line: string): readonly { path: string; id: string; size: number; isFile: boolean; isExecutable: boolean }[] {
  const [, mode = '', kind, id = '', size = '', path = ''] = /^(\d+) (\w+) ([0-9a-f]+) +(\d+|-)\t(.+)$/s.exec(line) ?? [];
  const steps = path.split('/');
  if (path === '' || /[\uFFFD\\:]/.test(path) || steps.some(step => step === '' || step === '.' || step === '..')) return [];
  return [{ path, id, size: Number(size) || 0, isFile: kind === 'blob' && mode !== '120000', isExecutable: mode === '100755' }];
}
