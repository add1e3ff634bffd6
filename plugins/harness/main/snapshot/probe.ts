import { constants } from 'node:fs';
import { access, readdir } from 'node:fs/promises';
import { cpus, homedir, totalmem } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import type { GitService } from '@atelier/agent/contract';
import { personsEnvironment, runProgram } from '@atelier/kernel/children';

/** All of a probe. */
export const limitMs = 3000;
const mostEntries = 5000;

/** Files and folders that say how a project is built. No other name is told: names may be text from outside. */
const telling: readonly string[] = [
  ...['package.json', 'package-lock.json', 'pnpm-lock.yaml', 'yarn.lock', 'bun.lock', 'deno.json', 'tsconfig.json', 'biome.json'],
  ...[
    'pyproject.toml',
    'requirements.txt',
    'uv.lock',
    'poetry.lock',
    'Pipfile',
    'setup.py',
    'Cargo.toml',
    'Cargo.lock',
    'go.mod',
    'go.sum',
  ],
  ...['pom.xml', 'build.gradle', 'build.gradle.kts', 'Gemfile', 'composer.json', 'mix.exs', 'CMakeLists.txt', 'Makefile', 'justfile'],
  ...[
    'Dockerfile',
    'docker-compose.yml',
    'compose.yaml',
    '.editorconfig',
    '.github',
    '.gitlab-ci.yml',
    'README.md',
    'AGENTS.md',
    'LICENSE',
  ],
  ...['src', 'lib', 'test', 'tests', 'docs', 'packages', 'apps', 'scripts', 'node_modules', '.venv', 'vendor', 'dist', 'build', 'target'],
];

/** Programs whose version is told, with what makes them say it. */
const programs: readonly (readonly [name: string, argument: string])[] = [
  ['node', '--version'],
  ['npm', '--version'],
  ['python3', '--version'],
  ['uv', '--version'],
  ['cargo', '--version'],
  ['go', 'version'],
  ['java', '--version'],
  ['make', '--version'],
  ['rg', '--version'],
  ['docker', '--version'],
];

export interface ProbeParts {
  readonly git: Pick<GitService, 'status'>;
  readonly environment: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  readonly limitMs: number;
}

/**
 * What a model would otherwise find out by its first commands. It holds known words and numbers only, nothing that somebody wrote into the
 * project. Throws if it takes too long.
 */
export async function probe(folder: string, { git, environment, platform, limitMs: most }: ProbeParts): Promise<string> {
  const late = Promise.withResolvers<never>();
  const clock = setTimeout(() => late.reject(new Error('the probe took too long')), most);
  try {
    const [tools, entries, status] = await Promise.race([
      Promise.all([toolchain(folder, environment, platform, most), entriesOf(folder), git.status(folder)]),
      late.promise,
    ]);
    const known = telling.filter(name => entries.includes(name));
    const others = entries.length - known.length;
    const memory = Math.round(totalmem() / 2 ** 30);
    return [
      `- System: ${platform} ${process.arch}, ${cpus().length} processors, ${memory} GB of memory`,
      `- Folder: ${known.length === 0 ? 'none of the usual project files' : known.join(', ')}${others > 0 ? `, and ${others} more` : ''}`,
      `- Git: ${status === undefined ? 'no repository' : 'a repository'}`,
      `- Programs: ${tools.length === 0 ? 'none of the usual ones' : tools.join(', ')}`,
    ].join('\n');
  } finally {
    clearTimeout(clock);
  }
}

async function entriesOf(folder: string): Promise<readonly string[]> {
  return (await readdir(folder)).slice(0, mostEntries);
}

/** The versions that the programs say, at once. They run in the home folder, so none obeys the project. */
async function toolchain(folder: string, environment: NodeJS.ProcessEnv, platform: NodeJS.Platform, most: number): Promise<string[]> {
  const folders = (environment.PATH ?? environment.Path ?? '').split(delimiter).filter(one => isTrusted(one, folder));
  const said = await Promise.all(
    programs.map(async ([name, argument]) => {
      const program = await findIn(folders, platform === 'win32' ? `${name}.exe` : name);
      if (program === undefined) return [];
      const { stdout, code } = await runProgram(program, [argument], {
        cwd: homedir(),
        env: personsEnvironment(environment),
        limitMs: most,
        maxBytes: 2000,
      });
      const [version] = /\d{1,5}\.\d{1,5}(?:\.\d{1,5})?/.exec(stdout) ?? [];
      return code === 0 && version !== undefined ? [`${name} ${version}`] : [];
    }),
  );
  return said.flat();
}

/** Neither a folder that depends on where Atelier was started nor one that the project brings. */
function isTrusted(one: string, folder: string): boolean {
  return isAbsolute(one) && one !== folder && !one.startsWith(`${folder}/`) && !/node_modules/.test(one);
}

async function findIn(folders: readonly string[], name: string): Promise<string | undefined> {
  for (const folder of folders) {
    const path = join(folder, name);
    if (await isProgram(path)) return path;
  }
  return undefined;
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
