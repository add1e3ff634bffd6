import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { isAbsolute, join, parse, resolve } from 'node:path';
import type { Rule } from '../../contract/index.ts';
import { pinnedInGit, protectedFiles, protectedFolders } from '../../engine/protected-paths.ts';

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
  ...protectedFolders,
  ...protectedFiles,
];

/**
 * The files that a command names and, for a rule of a project or a conversation, the files there that configure programs. Whether they
 * really run is not checked: too many files only mean that the person is asked more often.
 */
export function runnableContent(command: string, scope: Rule['scope'], folder: string | undefined): RunnableContent {
  const root = folder === undefined || folder === parse(folder).root ? undefined : folder;
  const words = command.split(/[\s;&|<>()'"`=]+/).filter(word => word !== '' && (root !== undefined || isAbsolute(word)));
  const configurationHere = scope === 'always' || root === undefined ? [] : configuration;
  const names = [...new Set([...words, ...configurationHere])];
  return Object.fromEntries(names.flatMap(name => filesAt(name, resolve(root ?? '/', name), configurationHere.includes(name))));
}

/** The names of files that were changed, removed or added. */
export function changedBetween(before: RunnableContent, now: RunnableContent): readonly string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].filter(name => before[name] !== now[name]).sort();
}

const maxDepth = 3;
/** A larger file is compared by its size and time, because its checksum would take too long. */
const maxHashedBytes = 32 * 1024 * 1024;

/** Reads a folder only if it is one that configures programs. */
function filesAt(name: string, path: string, isConfiguration: boolean, depth = 0): readonly (readonly [string, string])[] {
  try {
    const found = statSync(path);
    if (found.isFile() && found.size > maxHashedBytes) return [[name, `${found.size} ${found.mtimeMs}`]];
    if (found.isFile()) return [[name, createHash('sha256').update(readFileSync(path)).digest('base64')]];
    if (!found.isDirectory() || !isConfiguration || depth === maxDepth) return [];
    return readdirSync(path)
      .sort()
      .flatMap(inside => filesAt(`${name}/${inside}`, join(path, inside), true, depth + 1));
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
