import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** The files of a repository by their path from its root. In memory, so that a violation can be planted. */
export type Tree = ReadonlyMap<string, string>;

/** Paths of everything that is committed or would be. */
export function repositoryFiles(): readonly string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { encoding: 'utf8' });
  return listed
    .split('\0')
    .filter(path => path !== '' && existsSync(path))
    .toSorted();
}

/** The repository's texts. */
export function repositoryTree(): Tree {
  const texts = repositoryFiles().filter(path => /\.(?:[cm]?[jt]sx?|json|md|css|html)$/.test(path));
  return new Map(texts.map(path => [path, readFileSync(path, 'utf8')]));
}

/** Source files whose imports count. */
export function isSource(path: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(path) && !path.endsWith('.d.ts');
}

/** Written by a program, so no person has to read it. */
export function isGenerated(path: string): boolean {
  return /(?:^|\/)generated(?:\/|\.ts$)|\.report\.d\.ts$/.test(path);
}

/** Part of no program that ships; a file of the product may not import it. */
export function isForTests(path: string): boolean {
  return /\.(?:test|fixture|bench)\.[cm]?[jt]sx?$|\/test\/|^tests\//.test(path);
}

/** `plugins/agent` of a plugin's file; else the first folder, `registry-dev/examples/x` for an example. */
export function packageFolder(path: string): string {
  return /^(?:plugins\/[^/]+|registry-dev\/examples\/[^/]+|[^/]+)/.exec(path)?.[0] ?? path;
}
