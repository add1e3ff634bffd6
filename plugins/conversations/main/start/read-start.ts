import { constants } from 'node:fs';
import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { GitService } from '@atelier/agent/contract';
import { visibleText } from '@atelier/kernel';
import { openRegular } from '@atelier/kernel/children';
import type { ProjectStart, StartHint } from '../../contract/index.ts';

/** In the order in which the engine looks for them; it reads the first. */
const instructionNames = ['AGENTS.override.md', 'AGENTS.md', 'AGENTS.MD', 'CLAUDE.md', 'CLAUDE.MD'];
const maxInstructions = 16_000;
/** Characters that cannot be seen are written out. */
const maxShown = 40_000;
const maxRead = 64 * 1024;
const scripts = ['test', 'lint', 'build'] as const;

/**
 * What a folder suggests to begin with. Others wrote what is in it: only files of known names are read, the beginning of each, never
 * through a link, and nothing of their text becomes part of a suggestion but numbers.
 */
export async function readStart(folder: string, git: Pick<GitService, 'changed'>): Promise<ProjectStart> {
  const names = await readdir(folder).catch(() => undefined);
  if (names === undefined) return { hints: [] };
  const [instructions, hints] = await Promise.all([readInstructions(folder, names), hintsOf(folder, names, git)]);
  return { hints: [...hints], ...(instructions === undefined ? { creatable: true } : { instructions }) };
}

async function readInstructions(folder: string, names: readonly string[]): Promise<ProjectStart['instructions']> {
  for (const name of instructionNames.filter(one => names.includes(one))) {
    const text = await beginningOf(join(folder, name));
    if (text === undefined) continue;
    const shown = visibleText(text.slice(0, maxInstructions), 'prose').toWellFormed();
    return { name, text: shown.slice(0, maxShown), cut: text.length > maxInstructions || shown.length > maxShown };
  }
  return undefined;
}

async function hintsOf(folder: string, names: readonly string[], git: Pick<GitService, 'changed'>): Promise<readonly StartHint[]> {
  const named = (pattern: RegExp) => names.toSorted().find(name => pattern.test(name));
  const [readme, todo] = [named(/^readme(?:\.(?:md|txt|rst|adoc))?$/i), named(/^todo(?:\.(?:md|txt))?$/i)];
  const all = await Promise.all([
    stateOf(folder, names, git),
    names.includes('package.json') ? scriptsOf(join(folder, 'package.json')) : [],
    todo === undefined ? [] : openTasks(join(folder, todo), todo),
  ]);
  // An empty folder has nothing to describe.
  const about = names.some(name => !name.startsWith('.')) ? [{ kind: 'noReadme' as const }] : [];
  return [...all.flat(), ...(readme === undefined ? about : [{ kind: 'readme' as const, name: readme }])];
}

/** A merge or a rebase that was not finished, and files that are not committed. */
async function stateOf(folder: string, names: readonly string[], git: Pick<GitService, 'changed'>): Promise<readonly StartHint[]> {
  if (!names.includes('.git')) return [];
  const isThere = (...path: string[]) =>
    access(join(folder, '.git', ...path)).then(
      () => true,
      () => false,
    );
  const [merges, rebases, applies, found] = await Promise.all([
    isThere('MERGE_HEAD'),
    isThere('rebase-merge'),
    isThere('rebase-apply'),
    git.changed(folder).catch(() => undefined),
  ]);
  const count = new Set([...(found?.changed ?? []), ...(found?.untracked ?? [])]).size;
  return [
    ...(merges ? [{ kind: 'merge' as const }] : []),
    ...(rebases || applies ? [{ kind: 'rebase' as const }] : []),
    ...(count > 0 ? [{ kind: 'changes' as const, count }] : []),
  ];
}

async function scriptsOf(path: string): Promise<readonly StartHint[]> {
  try {
    const { scripts: known } = JSON.parse((await beginningOf(path)) ?? '{}') as { readonly scripts?: unknown };
    if (typeof known !== 'object' || known === null) return [];
    return scripts.filter(name => Object.hasOwn(known, name)).map(kind => ({ kind }));
  } catch {
    return [];
  }
}

async function openTasks(path: string, name: string): Promise<readonly StartHint[]> {
  const text = await beginningOf(path);
  if (text === undefined || text.trim() === '') return [];
  const count = text.split('\n').filter(line => /^[ \t]{0,20}[-*] \[ \]/.test(line)).length;
  return [{ kind: 'todo', name, ...(count > 0 && { count }) }];
}

/** The beginning of a file; undefined for a link, a pipe, and what cannot be read. */
async function beginningOf(path: string): Promise<string | undefined> {
  try {
    await using file = await openRegular(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    const { bytesRead, buffer } = await file.read(Buffer.alloc(maxRead), 0, maxRead, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } catch {
    return undefined;
  }
}
