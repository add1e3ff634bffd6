import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** The files of a repository by path. In memory, so that tests can plant violations. */
export type Tree = ReadonlyMap<string, string>;

/** The paths of all committed files and of new files that git does not ignore. */
export function repositoryFiles(): readonly string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { encoding: 'utf8' });
  return listed
    .split('\0')
    .filter(path => path !== '' && existsSync(path))
    .toSorted();
}

/** The repository's text files. */
export function repositoryTree(): Tree {
  const texts = repositoryFiles().filter(path => /\.(?:[cm]?[jt]sx?|json|md|css|html)$/.test(path));
  return new Map(texts.map(path => [path, readFileSync(path, 'utf8')]));
}

/** Source files whose imports are checked. */
export function isSource(path: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(path) && !path.endsWith('.d.ts');
}

/** Written by a generator, so it need not be readable. */
export function isGenerated(path: string): boolean {
  return /(?:^|\/)generated(?:\/|\.ts$)|\.report\.d\.ts$/.test(path);
}

/** Not part of the product; a file of the product may not import it. */
export function isForTests(path: string): boolean {
  return /\.(?:test|fixture|bench)\.[cm]?[jt]sx?$|\/test\/|^tests\//.test(path);
}

/** `plugins/agent` for a plugin's file, `registry-dev/examples/x` for an example's, else the first folder. */
export function packageFolder(path: string): string {
  return /^(?:plugins\/[^/]+|registry-dev\/examples\/[^/]+|[^/]+)/.exec(path)?.[0] ?? path;
}
