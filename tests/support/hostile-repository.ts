import { type ExecFileSyncOptions, execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tempFolder } from '../../kernel/testing/temp-folder.ts';

/** A repository in a folder of its own; the programs that are planted in it leave a mark outside of it when they run. */
export interface HostileRepository extends Disposable {
  readonly folder: string;
  /** Beside the repository, for what an attack needs outside of it. */
  readonly beside: string;
  git(...args: string[]): string;
  put(name: string, text: string): void;
  /** Adds lines to the repository's configuration. */
  configure(text: string): void;
  /** The path of a program that leaves a mark; at this path of the repository, or beside it. */
  program(path?: string): string;
  /** A shell command that leaves a mark. */
  readonly command: string;
  readonly ran: boolean;
  forget(): void;
}

/** A repository with two commits: `a.txt` is changed in the work tree, `src/b.txt` and `.gitignore` are not, `new.txt` is untracked. */
export function hostileRepository(): HostileRepository {
  const temp = tempFolder();
  const root = realpathSync(temp.path);
  const [folder, beside, mark] = [join(root, 'project'), join(root, 'beside'), join(root, 'ran')];
  for (const path of [folder, beside]) mkdirSync(path);
  const command = `echo ran >> '${mark}'`;
  const options: ExecFileSyncOptions = { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] };
  const git = (...args: string[]) =>
    String(execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', '-c', 'init.defaultBranch=main', ...args], options));
  const put = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  git('init', '-q');
  put('a.txt', 'one\n');
  git('add', '-A');
  git('commit', '-qm', 'first');
  put('src/b.txt', 'b\n');
  put('.gitignore', 'ignored.txt\n');
  git('add', '-A');
  git('commit', '-qm', 'second');
  put('a.txt', 'changed\n');
  put('new.txt', 'new\n');
  put('ignored.txt', 'ignored\n');
  return {
    folder,
    beside,
    git,
    put,
    configure: text => appendFileSync(join(folder, '.git/config'), `${text}\n`),
    program(path) {
      const file = path === undefined ? join(beside, 'program') : join(folder, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, `#!/bin/sh\n${command}\n`, { mode: 0o755 });
      return file;
    },
    command,
    get ran() {
      return existsSync(mark);
    },
    forget: () => rmSync(mark, { force: true }),
    [Symbol.dispose]: () => temp[Symbol.dispose](),
  };
}
