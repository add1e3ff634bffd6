import { delimiter, isAbsolute } from 'node:path';
import { isForbidden, realPath } from './containment.ts';

/**
 * An environment whose PATH leads into none of the forbidden folders. The engine puts a folder of the managed directory before all others,
 * where a program that was planted would take the place of any other.
 */
export function withoutAppPrograms(env: NodeJS.ProcessEnv, forbidden: readonly string[]): NodeJS.ProcessEnv {
  if (env.PATH === undefined) return env;
  const folders = env.PATH.split(delimiter).filter(folder => isAbsolute(folder) && !isOfApp(folder, forbidden));
  return { ...env, PATH: folders.join(delimiter) };
}

function isOfApp(folder: string, forbidden: readonly string[]): boolean {
  try {
    return isForbidden(realPath(folder), { forbidden });
  } catch {
    // A folder that cannot be looked into, from which nothing is run either.
    return true;
  }
}
