import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { repositoryTree } from '../support/tree.ts';
import { reachedTests } from './reach.ts';

// Runs the tests that what has changed can reach: since a commit, or what is not committed yet.
const root = join(import.meta.dirname, '..', '..');
const { since, rest } = parse(process.argv.slice(2));
const git = (...args: readonly string[]) =>
  execFileSync('git', [...args, '-z'], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter(path => path !== '');
const changed = [...git('diff', '--name-only', '--no-renames', since), ...git('ls-files', '--others', '--exclude-standard')];
const excluded = /^tests\/(?:faults|hostile|soak|bench|planted)\/|^tests\/e2e\/long\/|^registry-dev\/examples\//;
const files = reachedTests(changed, repositoryTree(), path => path.endsWith('.test.ts') && !excluded.test(path));
console.log(`${changed.length} files have changed since ${since}; ${files.length} test files can be reached by them.`);
if (files.length === 0) console.log('0 passed, 0 failed');
else {
  const vitest = [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', ...files, ...rest];
  process.exitCode = spawnSync(process.execPath, vitest, { cwd: root, stdio: 'inherit' }).status ?? 1;
}

/** `--changed` and `--changed=<commit>`; whatever else stands there is for the test runner. */
function parse(args: readonly string[]): { readonly since: string; readonly rest: readonly string[] } {
  const given = args.find(arg => /^--changed(?:=|$)/.test(arg));
  return { since: given?.slice('--changed='.length) || 'HEAD', rest: args.filter(arg => arg !== given) };
}
