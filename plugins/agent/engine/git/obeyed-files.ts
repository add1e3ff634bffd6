import { homedir } from 'node:os';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { isInside, realPath } from '../containment.ts';
import { findRepository, placesOf } from './repository.ts';
import { GitProgram } from './run-git.ts';
import { settingsWithOrigins } from './settings.ts';

const git = new GitProgram({ forbidden: [], opened: [], sandbox: async () => undefined });
const limitMs = 5_000;

/**
 * The files and folders of a project, existing or not, that the person's git obeys because its configuration says so: the folder of
 * hooks, and configurations that others include. The configuration is read as the person's git reads it; reading runs nothing.
 */
export async function obeyedFiles(project: string): Promise<readonly string[]> {
  const cwd = realPath(project);
  const repository = findRepository(cwd);
  if (repository === undefined) return [];
  const { top, own, common } = repository;
  const args = ['config', '--includes', '--show-origin', '--null', '--list'];
  const env = { GIT_DIR: own, GIT_COMMON_DIR: common, GIT_WORK_TREE: top };
  const { code, output } = await git.act({ args, cwd: top, top, outside: placesOf(repository), env, as: 'person', limitMs });
  if (code !== 0) return [];
  const settings = settingsWithOrigins(output.toString('utf8'), top);
  const named = settings.flatMap(({ origin, key, value }) => {
    return /^include(?:if\..*)?\.path$/s.test(key) ? [origin, pathFrom(dirname(origin), value)] : [origin];
  });
  const hooks = settings.findLast(({ key }) => key === 'core.hookspath')?.value;
  const all = [...named, ...(hooks ? [wholeFolder(cwd, pathFrom(top, hooks))] : [])].map(withRealParent);
  return [...new Set(all)].filter(path => path !== cwd && isInside(path, cwd, false) && !isInside(path, own, false));
}

function pathFrom(folder: string, value: string): string {
  return value.startsWith('~/') ? join(homedir(), value.slice(2)) : resolve(folder, value);
}

/** Tools that install hooks keep their parts in one folder of the project, such as `.husky` with `.husky/_`. */
function wholeFolder(cwd: string, hooks: string): string {
  const [first = ''] = relative(cwd, hooks).split(sep);
  return first.startsWith('.') && first !== '..' ? join(cwd, first) : hooks;
}

/** The last part of the path may be a link itself, or missing. */
function withRealParent(path: string): string {
  return join(realPath(dirname(path)), basename(path));
}
