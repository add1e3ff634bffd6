import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../../../../kernel/testing/temp-folder.ts';
import { ensureRepository } from './add-project.ts';

const programs = ['fsmonitor', 'hook'] as const;

/** Adds settings and hooks that name programs to a repository; the returned function lists those that ran. */
function hostileSettings(folder: string, gitFolder: string): () => readonly string[] {
  const mark = (name: string) => join(folder, `ran-${name}`);
  const hooks = join(gitFolder, 'hooks');
  mkdirSync(hooks, { recursive: true });
  for (const name of ['post-checkout', 'post-index-change', 'reference-transaction', 'pre-commit']) {
    writeFileSync(join(hooks, name), `#!/bin/sh\ntouch '${mark('hook')}'\n`, { mode: 0o755 });
  }
  appendFileSync(join(gitFolder, 'config'), `[core]\n\tfsmonitor = "touch '${mark('fsmonitor')}';"\n`);
  return () => programs.filter(name => existsSync(mark(name)));
}

test('W6: a folder inside a hostile repository can be added as a project, and no program of that repository is run', async () => {
  using folder = tempFolder();
  execFileSync('git', ['init', '--quiet', folder.path]);
  const ran = hostileSettings(folder.path, folder.file('.git'));
  const below = folder.file('below');
  mkdirSync(below);
  const plain = folder.file('plain');
  mkdirSync(plain);
  expect({ found: await ensureRepository(below), own: existsSync(join(below, '.git')), ran: ran() }).toEqual({
    found: true,
    own: false,
    ran: [],
  });
});

test('G2: a bare repository among the files of the folder is not used; the project gets its own repository', async () => {
  using folder = tempFolder();
  execFileSync('git', ['init', '--quiet', '--bare', folder.path]);
  const ran = hostileSettings(folder.path, folder.path);
  expect({ made: await ensureRepository(folder.path), own: existsSync(folder.file('.git')), ran: ran() }).toEqual({
    made: true,
    own: true,
    ran: [],
  });
});
