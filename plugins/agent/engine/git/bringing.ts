import { randomUUID } from 'node:crypto';
import { mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve, sep } from 'node:path';
import type { Brought } from '../../contract/index.ts';
import { readSmallFile } from '../read-small-file.ts';
import { type Content, contentOf, writeContent } from './content.ts';
import { gitErrors } from './git-errors.ts';
import type { GitReading } from './reading.ts';
import { statsOf } from './stats-of.ts';
import type { Views } from './view.ts';

/** The file in which a project says what of what git ignores its worktrees need, in the form of a .gitignore. */
const rules = '.worktreeinclude';
/** Without such a file. */
const usual = ['--exclude=.env', '--exclude=.env.*'];
const mostTold = 20;
const [mostFiles, mostBytes] = [20_000, 1024 * 1024 * 1024];

/** Copies into a new worktree what git ignores in the checkout and a project needs, such as its .env. */
export class GitBringing {
  readonly #views: Views;
  readonly #reading: GitReading;

  constructor(views: Views, reading: GitReading) {
    this.#views = views;
    this.#reading = reading;
  }

  /** Nothing is written over, no link is followed, and nothing outside of the two folders is read or written. */
  async bring(folder: string, to: string): Promise<Brought> {
    const { top } = (await this.#views.at(folder)).repository;
    const names = await this.#wanted(top);
    const bytes = names?.reduce((sum, name) => sum + Number(statsOf(join(top, name))?.size ?? 0n), 0);
    if (names === undefined || bytes === undefined || names.length > mostFiles || bytes > mostBytes)
      return { paths: [], count: names?.length ?? 0, left: [], isTooMuch: true };
    // Rules that are a link, or very long, are not followed.
    const isUnread = statsOf(join(top, rules)) !== undefined && readSmallFile(join(top, rules)) === undefined;
    const [paths, left]: [string[], string[]] = [[], []];
    for (const name of names) {
      if (statsOf(join(to, name)) !== undefined) continue;
      const isCopied = await copyTo(top, to, name);
      (isCopied ? paths : left).push(name);
    }
    const more = left.length - mostTold;
    return {
      ...{ paths: paths.slice(0, mostTold), count: paths.length, left: left.slice(0, mostTold), isTooMuch: false },
      ...(more > 0 && { moreLeft: more }),
      ...(isUnread && { isUnread }),
    };
  }

  /** What matches the rules and git ignores. Undefined if rules are so many, or such, that git does not come to an end with them. */
  async #wanted(top: string): Promise<readonly string[] | undefined> {
    const view = await this.#views.at(top);
    const text = readSmallFile(join(top, rules));
    // As it was read, whatever takes its place meanwhile.
    const copy = join(view.folder, `rules-${randomUUID()}`);
    if (text !== undefined) writeFileSync(copy, text, { mode: 0o600 });
    const excludes = text === undefined ? usual : [`--exclude-from=${copy}`];
    const listed = this.#views.read(view, top, ['ls-files', '--others', '--ignored', ...excludes, '-z']);
    const { code, output } = await listed.finally(() => rmSync(copy, { force: true }));
    if (code === undefined) return undefined;
    if (code !== 0) throw gitErrors['agent/git-failed']({ folder: top, reason: `what ${rules} names could not be listed` });
    // A name that is no text cannot be passed on.
    const names = output
      .toString('utf8')
      .split('\0')
      .filter(name => name !== '' && !name.endsWith('/') && !name.includes('\uFFFD'));
    return names.length > mostFiles ? names : await this.#reading.ignored(top, names);
  }
}

/** False if it was not copied. */
async function copyTo(top: string, to: string, name: string): Promise<boolean> {
  const steps = name.split('/');
  if (steps.some(step => ['', '.', '..'].includes(step) || step.toLowerCase() === '.git')) return false;
  if (!isPlainBelow(top, dirname(name))) return false;
  const content = await contentOf(join(top, name), top, name).catch(() => undefined);
  if (content === undefined || !staysIn(top, name, content) || !makeFolders(to, dirname(name))) return false;
  // What only the person may read stays so.
  await writeContent(join(to, name), content);
  return true;
}

/** Whether all folders on the way are no links. */
function isPlainBelow(top: string, folder: string): boolean {
  try {
    return realpathSync(join(top, folder)) === join(realpathSync(top), folder);
  } catch {
    return false;
  }
}

function makeFolders(top: string, folder: string): boolean {
  let at = top;
  for (const step of folder === '.' ? [] : folder.split('/')) {
    at = join(at, step);
    const stats = statsOf(at);
    if (stats === undefined) mkdirSync(at);
    else if (!stats.isDirectory()) return false;
  }
  return true;
}

/** A link is copied only if it leads to somewhere in the same folder. */
function staysIn(top: string, name: string, { mode, bytes }: Content): boolean {
  if (mode !== '120000') return true;
  const target = bytes.toString('utf8');
  return !isAbsolute(target) && resolve(top, dirname(name), target).startsWith(top + sep);
}
