import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { isAbsolute, join, parse, resolve } from 'node:path';
import type { Rule } from '../../contract/index.ts';
import { pinnedInGit, protectedFiles, protectedFolders } from '../../engine/protected-paths.ts';

/** What a command would run of a project: the names of files, each with its checksum. */
export type RunnableContent = Readonly<Record<string, string>>;

/** Where programs look for what they should run, whoever started them. */
const configuration = [
  ...['package.json', '.npmrc', '.yarnrc', '.yarnrc.yml', '.pnpmfile.cjs', 'bunfig.toml', 'deno.json', 'deno.jsonc', '.husky'],
  ...['Makefile', 'makefile', 'GNUmakefile', 'justfile', 'Taskfile.yml', 'CMakeLists.txt', 'meson.build', 'Dockerfile'],
  ...['compose.yml', 'compose.yaml', 'docker-compose.yml', 'docker-compose.yaml', 'Cargo.toml', 'build.rs', '.cargo'],
  ...['pyproject.toml', 'setup.py', 'setup.cfg', 'tox.ini', 'noxfile.py', 'conftest.py', 'pom.xml', 'build.gradle', 'build.gradle.kts'],
  ...['settings.gradle', 'settings.gradle.kts', 'gradlew', 'mvnw', 'Gemfile', 'Rakefile', 'composer.json', '.pre-commit-config.yaml'],
  // Not what submodules hold: that is whole repositories.
  ...pinnedInGit.filter(name => name !== 'modules').map(name => `.git/${name}`),
  ...protectedFolders,
  ...protectedFiles,
];

/**
 * The files that a command names, and where it is allowed for a project or a conversation alone, also what programs obey there. Which
 * of it really runs is not asked: one question too many is the worst that can come of it.
 */
export function runnableContent(command: string, scope: Rule['scope'], folder: string | undefined): RunnableContent {
  const root = folder === undefined || folder === parse(folder).root ? undefined : folder;
  const words = command.split(/[\s;&|<>()'"`=]+/).filter(word => word !== '' && (root !== undefined || isAbsolute(word)));
  const obeyed = scope === 'always' || root === undefined ? [] : configuration;
  const names = [...new Set([...words, ...obeyed])];
  return Object.fromEntries(names.flatMap(name => filesAt(name, resolve(root ?? '/', name), obeyed.includes(name))));
}

/** The files of which one has another content than the other, is gone, or is new. */
export function changedBetween(before: RunnableContent, now: RunnableContent): readonly string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].filter(name => before[name] !== now[name]).sort();
}

const deepest = 3;
/** A larger file is known by its size and time, as nobody waits for its checksum. */
const largest = 32 * 1024 * 1024;

/** A folder is gone into only where it is one that programs obey. */
function filesAt(name: string, path: string, isObeyed: boolean, depth = 0): readonly (readonly [string, string])[] {
  try {
    const found = statSync(path);
    if (found.isFile() && found.size > largest) return [[name, `${found.size} ${found.mtimeMs}`]];
    if (found.isFile()) return [[name, createHash('sha256').update(readFileSync(path)).digest('base64')]];
    if (!found.isDirectory() || !isObeyed || depth === deepest) return [];
    return readdirSync(path)
      .sort()
      .flatMap(inside => filesAt(`${name}/${inside}`, join(path, inside), true, depth + 1));
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    // What is there and cannot be read must not pass for what is not there.
    return code === 'ENOENT' || code === 'ENOTDIR' ? [] : [[name, code]];
  }
}

/** The folder that a path really leads to; itself where it leads nowhere. */
export function realFolder(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
