import { chmodSync, lstatSync, mkdirSync, realpathSync } from 'node:fs';
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
    if (names.length > mostFiles) return { paths: [], count: names.length, isTooMuch: true };
    const bytes = names.reduce((sum, name) => sum + Number(statsOf(join(top, name))?.size ?? 0n), 0);
    if (bytes > mostBytes) return { paths: [], count: names.length, isTooMuch: true };
    const paths: string[] = [];
    for (const name of names) if (await copyTo(top, to, name)) paths.push(name);
    return { paths: paths.slice(0, 20), count: paths.length, isTooMuch: false };
  }

  /** What matches the rules and git ignores. */
  async #wanted(top: string): Promise<readonly string[]> {
    const view = await this.#views.at(top);
    const isRuled = readSmallFile(join(top, rules)) !== undefined;
    const excludes = isRuled ? [`--exclude-from=${join(top, rules)}`] : usual;
    const { code, output } = await this.#views.read(view, top, ['ls-files', '--others', '--ignored', ...excludes, '-z']);
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
  if (!isPlainBelow(top, dirname(name)) || statsOf(join(to, name)) !== undefined) return false;
  const content = await contentOf(join(top, name), top, name).catch(() => undefined);
  if (content === undefined || !staysIn(top, name, content) || !makeFolders(to, dirname(name))) return false;
  await writeContent(join(to, name), content);
  // What only the person may read stays so.
  if (content.mode !== '120000') chmodSync(join(to, name), lstatSync(join(top, name)).mode & 0o777);
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
