import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { isAbsolute, join, parse, resolve } from 'node:path';
import type { Rule } from '../contract/index.ts';
import { pinnedInGit, protectedNames } from './protected-paths.ts';

/** The files of a project that a command would run: each name with the checksum of the file. */
export type RunnableContent = Readonly<Record<string, string>>;

/** Files and folders in which programs look for commands to run. */
const configuration = [
  ...['package.json', '.npmrc', '.yarnrc', '.yarnrc.yml', '.pnpmfile.cjs', 'bunfig.toml', 'deno.json', 'deno.jsonc', '.husky'],
  ...['Makefile', 'makefile', 'GNUmakefile', 'justfile', 'Taskfile.yml', 'CMakeLists.txt', 'meson.build', 'Dockerfile'],
  ...['compose.yml', 'compose.yaml', 'docker-compose.yml', 'docker-compose.yaml', 'Cargo.toml', 'build.rs', '.cargo'],
  ...['pyproject.toml', 'setup.py', 'setup.cfg', 'tox.ini', 'noxfile.py', 'conftest.py', 'pom.xml', 'build.gradle', 'build.gradle.kts'],
  ...['settings.gradle', 'settings.gradle.kts', 'gradlew', 'mvnw', 'Gemfile', 'Rakefile', 'composer.json', '.pre-commit-config.yaml'],
  // Without the submodules, which are whole repositories.
  ...pinnedInGit.filter(name => name !== 'modules').map(name => `.git/${name}`),
  // Without the folder that its editor writes all the time, and no command obeys.
  ...protectedNames.filter(name => name !== '.idea'),
];

/**
 * The files that a command names and, for a rule of a project or a conversation, the files there that configure programs. Whether they
 * really run is not checked: too many files only mean that the person is asked more often.
 */
export function runnableContent(command: string, scope: Rule['scope'], folder: string | undefined): RunnableContent {
  const root = folder === undefined || folder === parse(folder).root ? undefined : folder;
  const words = command.split(/[\s;&|<>()'"`=]+/).filter(word => word !== '' && (root !== undefined || isAbsolute(word)));
  const configurationHere = scope === 'always' || root === undefined ? [] : configuration;
  const names = [...new Set([...configurationHere, ...words])].slice(0, maxNames);
  const budget = { bytes: maxHashedBytes };
  return Object.fromEntries(names.flatMap(name => filesAt(name, resolve(root ?? '/', name), configurationHere.includes(name), budget)));
}

/** The same for files by their absolute paths. */
export function contentOf(paths: readonly string[]): RunnableContent {
  const budget = { bytes: maxHashedBytes };
  return Object.fromEntries(paths.slice(0, maxNames).flatMap(path => filesAt(path, path, false, budget)));
}

/** The names of files that were changed, removed or added. */
export function changedBetween(before: RunnableContent, now: RunnableContent): readonly string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].filter(name => before[name] !== now[name]).sort();
}

const maxDepth = 3;
/** How many files of a command are compared. */
const maxNames = 1_000;
/** What is beyond it is compared by its size and time, because checksums would take too long. */
const maxHashedBytes = 64 * 1024 * 1024;

/** Reads a folder only if it is one that configures programs. */
function filesAt(
  name: string,
  path: string,
  isConfiguration: boolean,
  budget: { bytes: number },
  depth = 0,
): readonly (readonly [string, string])[] {
  try {
    const found = statSync(path);
    if (found.isFile()) budget.bytes -= found.size;
    if (found.isFile() && budget.bytes < 0) return [[name, `${found.size} ${found.mtimeMs} ${found.ctimeMs}`]];
    if (found.isFile()) return [[name, createHash('sha256').update(readFileSync(path)).digest('base64')]];
    if (!found.isDirectory() || !isConfiguration || depth === maxDepth) return [];
    return readdirSync(path)
      .sort()
      .flatMap(inside => filesAt(`${name}/${inside}`, join(path, inside), true, budget, depth + 1));
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    // A file that exists and cannot be read must differ from a missing file.
    return code === 'ENOENT' || code === 'ENOTDIR' ? [] : [[name, code]];
  }
}

/** The real path of a folder; the path itself if it does not exist. */
export function realFolder(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
