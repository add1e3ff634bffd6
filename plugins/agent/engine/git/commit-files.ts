import type { CommitFiles } from '../../contract/index.ts';
import { gitErrors } from './git-errors.ts';
import { ObjectStream } from './object-stream.ts';
import { entryOf } from './remote-files.ts';
import { placesOf } from './repository.ts';
import type { GitProgram } from './run-git.ts';
import type { Views } from './view.ts';

const limits = { files: 20_000, listBytes: 8 * 1024 * 1024, fileBytes: 5 * 1024 * 1024, allBytes: 64 * 1024 * 1024 } as const;

/** Reads all files of a commit, for a copy that shares nothing with the repository. Nothing is checked out: no filter or hook counts. */
export class GitCommitFiles {
  readonly #git: GitProgram;
  readonly #views: Views;

  constructor(git: GitProgram, views: Views) {
    this.#git = git;
    this.#views = views;
  }

  /** The commit that was the newest of the branch at a time, in milliseconds; undefined if there was none. */
  async at(folder: string, time: number): Promise<CommitFiles | undefined> {
    const view = await this.#views.at(folder);
    const { top } = view.repository;
    const run = async (args: readonly string[], options: { readonly input?: string; readonly onOutput?: (piece: Buffer) => void } = {}) => {
      const { code, output, complaint } = await this.#git.read({
        ...{ args, cwd: top, top, alsoRead: view.reads, outside: placesOf(view.repository), env: view.env },
        ...{ maxBytes: limits.listBytes, ...options },
      });
      if (code !== 0) throw gitErrors['agent/git-failed']({ folder, reason: complaint.slice(0, 500) });
      return output;
    };
    const tip = await this.#views.commit(view, 'HEAD');
    if (tip === undefined) return undefined;
    const before = `--min-age=${Math.floor(time / 1000)}`;
    const commit = (await run(['rev-list', '-1', before, '--end-of-options', tip])).toString('latin1').trim();
    if (commit === '') return undefined;
    const listed = (await run(['ls-tree', '-r', '-z', '-l', '--full-tree', commit])).toString('utf8').split('\0').flatMap(entryOf);
    const blobs = listed.filter(({ isFile, size }) => isFile && size <= limits.fileBytes);
    if (listed.length > limits.files || blobs.reduce((sum, { size }) => sum + size, 0) > limits.allBytes)
      throw gitErrors['agent/git-failed']({ folder, reason: `> ${limits.files}, > ${limits.allBytes / 1024 / 1024} MB` });
    const stream = new ObjectStream(limits.fileBytes, limits.allBytes);
    const input = [...new Set(blobs.map(({ id }) => id))].map(id => `${id}\n`).join('');
    if (blobs.length > 0) await run(['cat-file', '--batch', '--buffer'], { input, onOutput: piece => stream.take(piece) });
    return {
      ...{ top, commit },
      files: blobs.flatMap(({ path, id, isExecutable }) => {
        const bytes = stream.objects.get(id);
        return bytes === undefined ? [] : [{ path, bytes, isExecutable }];
      }),
    };
  }
}
