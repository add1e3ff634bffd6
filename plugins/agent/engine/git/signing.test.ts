import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { findPrograms } from '../find-program.ts';
import { codeOf, place } from './place.fixture.ts';

vi.setConfig({ testTimeout: 240_000 });

const has = (name: string) => findPrograms(name, process.env.PATH, process.cwd()).length > 0;

/** A repository with something staged, and the person's own settings beside it. */
function signer(settings: string) {
  const at = place();
  at.put('home/.gitconfig', `[user]\n\tname = Ada\n\temail = ada@example.org\n[commit]\n\tgpgSign = true\n${settings}`);
  at.put('project/a.txt', 'two\n');
  at.plain('add', 'a.txt');
  const commit = () => codeOf(at.committing.commit(at.folder, { message: 'signed', isAmend: false }));
  const header = () => /^gpgsig[^\n]*/m.exec(at.plain('cat-file', 'commit', 'HEAD'))?.[0];
  return { ...at, commit, header, [Symbol.dispose]: () => at[Symbol.dispose]() };
}

function sshKey(folder: string, name = 'key'): string {
  mkdirSync(folder, { recursive: true });
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'ada@example.org', '-f', join(folder, name)]);
  return join(folder, `${name}.pub`);
}

test('a commit is signed with the person’s ssh key, and git says that the signature is good', async context => {
  context.skip(!has('ssh-keygen'), 'There is no ssh-keygen.');
  using at = signer('[gpg]\n\tformat = ssh\n[user]\n\tsigningkey = ~/keys/key.pub\n');
  const key = sshKey(join(at.root, 'home/keys'));
  const done = await at.commit();
  const allowed = at.put('allowed', `ada@example.org ${execFileSync('cat', [key], { encoding: 'utf8' })}`);
  const shown = execFileSync(
    'git',
    ['-c', 'gpg.format=ssh', '-c', `gpg.ssh.allowedSignersFile=${allowed}`, 'log', '-1', '--format=%G? %GS'],
    { cwd: at.folder, encoding: 'utf8' },
  );
  expect([done, shown]).toEqual(['done', 'G ada@example.org\n']);
});

test('a commit is signed with the person’s gpg key', async context => {
  context.skip(!has('gpg'), 'There is no gpg.');
  using at = signer('[user]\n\tsigningkey = ada@example.org\n');
  const home = join(at.root, 'home/.gnupg');
  mkdirSync(home, { mode: 0o700 });
  const env = { ...at.env, GNUPGHOME: home };
  try {
    const quick = ['--batch', '--quiet', '--passphrase', '', '--quick-gen-key', 'Ada <ada@example.org>', 'ed25519', 'sign'];
    execFileSync('gpg', quick, { env, stdio: 'pipe' });
    const done = await at.commit();
    const shown = execFileSync('git', ['log', '-1', '--format=%G?'], { cwd: at.folder, encoding: 'utf8', env });
    expect([done, shown]).toEqual(['done', 'G\n']);
  } finally {
    execFileSync('gpgconf', ['--kill', 'all'], { env, stdio: 'pipe' });
  }
});

test('G1: a program or a key that the repository names signs nothing: it is refused in words, also through what it includes', async () => {
  using at = signer('');
  const mark = join(at.root, 'ran');
  const evil = at.put('evil', `#!/bin/sh\ntouch ${mark}\n`);
  chmodSync(evil, 0o755);
  const answers: string[] = [];
  for (const [key, value] of [
    ['gpg.program', evil],
    ['gpg.ssh.defaultKeyCommand', evil],
    ['gpg.format', 'ssh'],
    ['user.signingkey', 'mallory'],
  ] as const) {
    at.plain('config', key, value);
    answers.push(await at.commit());
    at.plain('config', '--unset', key);
  }
  at.plain('config', 'include.path', at.put('included', `[gpg]\n\tprogram = ${evil}\n`));
  answers.push(await at.commit());
  expect({ answers, ran: existsSync(mark), log: at.plain('log', '--format=%s') }).toEqual({
    answers: Array(5).fill('signing'),
    ran: false,
    log: 'first\n',
  });
});

test('a commit that cannot be signed is not made, and what is staged stays staged', async () => {
  using at = signer('');
  at.put(
    'home/.gitconfig',
    `[user]\n\tname = Ada\n\temail = ada@example.org\n[commit]\n\tgpgSign = true\n[gpg]\n\tprogram = ${at.put('no-gpg', '#!/bin/sh\nexit 2\n')}\n`,
  );
  chmodSync(join(at.root, 'no-gpg'), 0o755);
  const failed = await at.commit();
  const staged = at.plain('diff', '--cached', '--name-only');
  writeFileSync(join(at.root, 'home/.gitconfig'), '[user]\n\tname = Ada\n\temail = ada@example.org\n');
  expect([failed, staged, await at.commit(), at.header()]).toEqual(['sign-failed', 'a.txt\n', 'done', undefined]);
});
