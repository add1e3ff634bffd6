import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { GitCommitting, Ready } from './committing.ts';
import { type Content, contentOf, placeOf, writeContent } from './content.ts';
import { literal } from './differing.ts';
import { gitErrors } from './git-errors.ts';
import { KeptRefs } from './kept-refs.ts';
import { statsOf } from './stats-of.ts';
import type { View, Views } from './view.ts';

/** Takes back what was changed in a file and not staged. What it held is kept in the repository for 30 days, and can be put back. */
export class GitDiscarding {
  readonly #views: Views;
  readonly #committing: GitCommitting;
  readonly #kept: KeptRefs;

  constructor(views: Views, committing: GitCommitting) {
    this.#views = views;
    this.#committing = committing;
    this.#kept = new KeptRefs(views, 'discarded');
  }

  /** Returns the name of what was kept. */
  discard(folder: string, path: string): Promise<string> {
    return this.#committing.inTurn(folder, () => this.#discard(folder, path));
  }

  async #discard(folder: string, path: string): Promise<string> {
    const { view } = await this.#ready(folder, path);
    const file = join(view.repository.top, path);
    const content = await contentOf(file, folder, path);
    const isKnown = await this.#isKnown(view, path);
    const name = await this.#keep(view, folder, content);
    if (isKnown) await this.#committing.inIndex(view, folder, ['checkout-index', '--index', '--force', '-z', '--stdin'], `${path}\0`);
    else rmSync(file, { force: true });
    return name;
  }

  /** Only while the file is as discarding has left it. */
  putBack(folder: string, kept: { readonly path: string; readonly name: string }): Promise<void> {
    return this.#committing.inTurn(folder, () => this.#putBack(folder, kept));
  }

  async #putBack(folder: string, { path, name }: { readonly path: string; readonly name: string }): Promise<void> {
    const { view } = await this.#ready(folder, path);
    const file = join(view.repository.top, path);
    const isKnown = await this.#isKnown(view, path);
    // Compares contents where the index does not know the file as it is.
    const compare = ['diff', '--name-only', '--no-ext-diff', '--no-textconv', '-z', '--', literal(path)];
    const differs = isKnown && (await this.#read(view, compare)) !== '';
    if (differs || (!isKnown && statsOf(file) !== undefined)) throw gitErrors['agent/git-changed-since']({ folder, path });
    const tree = await this.#read(view, ['ls-tree', '-z', this.#kept.refOf(name)]);
    const [, mode, id] = /^(\d{6}) blob ([0-9a-f]+)\tfile\0$/.exec(tree) ?? [];
    if (tree !== '' && id === undefined) throw gitErrors['agent/git-failed']({ folder, reason: 'what was kept is damaged' });
    const bytes = id === undefined ? undefined : await this.#views.read(view, view.repository.top, ['cat-file', 'blob', id]);
    if (bytes !== undefined && bytes.code !== 0) throw gitErrors['agent/git-failed']({ folder, reason: 'what was kept is gone' });
    rmSync(file, { force: true });
    if (bytes === undefined) return;
    mkdirSync(dirname(file), { recursive: true });
    await writeContent(file, { mode: mode as Content['mode'], bytes: bytes.output });
  }

  /** A file whose folders are no links and no files, and that no filter changes. */
  async #ready(folder: string, path: string): Promise<Ready> {
    const ready = await this.#committing.ready(folder);
    const { top } = ready.view.repository;
    if (path.includes('\uFFFD')) throw gitErrors['agent/git-file-name']({ folder, path });
    const isPlain = path.split('/').every(part => !['', '.', '..'].includes(part) && part.toLowerCase() !== '.git');
    const above = dirname(join(top, path));
    // Git would remove a file that has the place of a folder.
    if (!isPlain || placeOf(above) !== above || !isInFolder(above))
      throw gitErrors['agent/git-failed']({ folder, reason: `${path} is in no folder of the work tree` });
    await this.#committing.demandPlain(ready.view, folder, [path]);
    return ready;
  }

  async #isKnown(view: View, path: string): Promise<boolean> {
    return (await this.#read(view, ['ls-files', '-z', '--', literal(path)])) === `${path}\0`;
  }

  async #read(view: View, args: readonly string[]): Promise<string> {
    const { code, output, complaint } = await this.#views.read(view, view.repository.top, args);
    if (code !== 0) throw gitErrors['agent/git-failed']({ folder: view.repository.top, reason: complaint.trim().slice(0, 300) });
    return output.toString('utf8');
  }

  /** A file that was not there is an empty tree. */
  async #keep(view: View, folder: string, content: Content | undefined): Promise<string> {
    const write = (args: readonly string[], input: string | Uint8Array) => this.#committing.output(view, folder, args, {}, input);
    const blob = content && (await write(['hash-object', '-w', '--no-filters', '--stdin'], content.bytes));
    return await this.#kept.keep(
      view,
      folder,
      await write(['mktree'], content === undefined ? '' : `${content.mode} blob ${blob}\tfile\n`),
    );
  }
}

/** Whether what is there of a path, from the work tree on, are folders. */
function isInFolder(path: string): boolean {
  return statsOf(path)?.isDirectory() ?? isInFolder(dirname(path));
}
