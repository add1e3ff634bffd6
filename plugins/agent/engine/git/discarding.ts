import { constants, mkdirSync, readlinkSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { prepareFolders } from '../git-folders.ts';
import type { GitCommitting, Ready } from './committing.ts';
import { literal } from './differing.ts';
import { gitErrors } from './git-errors.ts';
import { statsOf } from './stats-of.ts';
import type { View, Views } from './view.ts';

const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
const most = 100 * 1024 * 1024;
const keptDays = 30;
const kept = 'refs/atelier/discarded';
const today = () => Math.floor(Date.now() / 86_400_000);

interface Content {
  readonly mode: '100644' | '100755' | '120000';
  readonly bytes: Buffer;
}

/** Takes back what was changed in a file and not staged. What it held is kept in the repository for 30 days, and can be put back. */
export class GitDiscarding {
  readonly #views: Views;
  readonly #committing: GitCommitting;

  constructor(views: Views, committing: GitCommitting) {
    this.#views = views;
    this.#committing = committing;
  }

  /** Returns the name of what was kept. */
  async discard(folder: string, path: string): Promise<string> {
    const { view } = await this.#ready(folder, path);
    const file = join(view.repository.top, path);
    const content = await contentOf(file, folder, path);
    const isKnown = await this.#isKnown(view, path);
    const name = await this.#keep(view, folder, content);
    if (isKnown) await this.#committing.inIndex(view, folder, ['checkout-index', '--force', '-z', '--stdin'], `${path}\0`);
    else rmSync(file, { force: true });
    return name;
  }

  /** Only while the file is as discarding has left it. */
  async putBack(folder: string, { path, name }: { readonly path: string; readonly name: string }): Promise<void> {
    const { view } = await this.#ready(folder, path);
    const file = join(view.repository.top, path);
    const isKnown = await this.#isKnown(view, path);
    const differs = isKnown && (await this.#read(view, ['diff-files', '--name-only', '-z', '--', literal(path)])) !== '';
    if (differs || (!isKnown && statsOf(file) !== undefined)) throw gitErrors['agent/git-changed-since']({ folder, path });
    const tree = await this.#read(view, ['ls-tree', '-z', `${kept}/${name}`]);
    const [, mode, id] = /^(\d{6}) blob ([0-9a-f]+)\tfile\0$/.exec(tree) ?? [];
    if (tree !== '' && id === undefined) throw gitErrors['agent/git-failed']({ folder, reason: 'what was kept is damaged' });
    const bytes = id === undefined ? undefined : await this.#views.read(view, view.repository.top, ['cat-file', 'blob', id]);
    if (bytes !== undefined && bytes.code !== 0) throw gitErrors['agent/git-failed']({ folder, reason: 'what was kept is gone' });
    rmSync(file, { force: true });
    if (bytes === undefined) return;
    mkdirSync(dirname(file), { recursive: true });
    if (mode === '120000') return symlinkSync(bytes.output, file);
    await using handle = await open(file, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode === '100755' ? 0o777 : 0o666);
    await handle.writeFile(bytes.output);
  }

  /** A file whose folders are no links, and that no filter changes. */
  async #ready(folder: string, path: string): Promise<Ready> {
    const ready = await this.#committing.ready(folder);
    const { top } = ready.view.repository;
    if (path.includes('\uFFFD')) throw gitErrors['agent/git-file-name']({ folder, path });
    const isPlain = path.split('/').every(part => !['', '.', '..'].includes(part) && part.toLowerCase() !== '.git');
    if (!isPlain || placeOf(dirname(join(top, path))) !== dirname(join(top, path)))
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

  /** A ref keeps it from being cleaned up; those that are too old are removed. A file that was not there is an empty tree. */
  async #keep(view: View, folder: string, content: Content | undefined): Promise<string> {
    const { common } = view.repository;
    prepareFolders([join(common, kept)]);
    const write = (args: readonly string[], input: string | Uint8Array) => this.#committing.output(view, folder, args, {}, input);
    const blob = content && (await write(['hash-object', '-w', '--no-filters', '--stdin'], content.bytes));
    const tree = await write(['mktree'], content === undefined ? '' : `${content.mode} blob ${blob}\tfile\n`);
    const name = `${today()}-${tree}`;
    await this.#views.act(view, folder, ['update-ref', `${kept}/${name}`, tree]);
    const names = (await this.#read(view, ['for-each-ref', '--format=%(refname)', kept])).split('\n').filter(Boolean);
    const old = names.filter(one => Number.parseInt(one.slice(kept.length + 1), 10) < today() - keptDays);
    for (const one of old) await this.#views.act(view, folder, ['update-ref', '-d', one]).catch(() => undefined);
    return name;
  }
}

/** Undefined where there is no file. No link is followed, and nothing else than a file or a link is read. */
async function contentOf(file: string, folder: string, path: string): Promise<Content | undefined> {
  const stats = statsOf(file);
  if (stats === undefined) return undefined;
  if (stats.isSymbolicLink()) return { mode: '120000', bytes: readlinkSync(file, { encoding: 'buffer' }) };
  if (!stats.isFile() || stats.size > most)
    throw gitErrors['agent/git-failed']({ folder, reason: `${path} is no file, or too large to be kept` });
  await using handle: FileHandle = await open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  return { mode: (stats.mode & 0o100n) === 0n ? '100644' : '100755', bytes: await handle.readFile() };
}

/** Where a folder is, or the nearest one above it that there is, without links. */
function placeOf(path: string): string {
  return statsOf(path) === undefined ? join(placeOf(dirname(path)), path.slice(dirname(path).length + 1)) : realpathSync(path);
}
