import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isAppError } from '@atelier/kernel';
import { tempFolder } from '../../../../kernel/testing/temp-folder.ts';
import { testGit } from '../../../../tests/support/test-git.ts';
import { detectSandbox } from '../detect-sandbox.ts';

export const sandbox = await detectSandbox();

/** A repository with one commit, and the app's way to git beside it. */
export function place() {
  const temp = tempFolder();
  const root = realpathSync(temp.path);
  const folder = join(root, 'project');
  mkdirSync(folder);
  const put = (name: string, text: string) => {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
    return join(root, name);
  };
  const plain = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
  plain('init', '-q', '-b', 'main');
  put('project/a.txt', 'one\n');
  plain('add', '-A');
  plain('commit', '-qm', 'first');
  const env: NodeJS.ProcessEnv = { ...process.env, HOME: join(root, 'home') };
  const git = testGit(join(root, 'profile'), sandbox, { env });
  return { root, folder, put, plain, env, git, ...git, [Symbol.dispose]: () => temp[Symbol.dispose]() };
}

export const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (isAppError(error) ? error.code.replace('agent/git-', '') : String(error)),
  );
