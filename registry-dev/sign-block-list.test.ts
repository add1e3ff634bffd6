import { spawnSync } from 'node:child_process';
import { createPublicKey, verify } from 'node:crypto';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const program = resolve(import.meta.dirname, 'sign-block-list.ts');

test('a block list is signed with a key that is created once and that only its owner may read; the public key is printed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-block-list-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [list, key] = [join(folder, 'list.json'), join(folder, 'key.pem')];
  const text = '{ "sequence": 1, "blocked": [] }';
  writeFileSync(list, text);
  const run = (...args: readonly string[]) => spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });
  const [first, second] = [run(list, key), run(list, key)];
  const publicKey = /settings: (\S+)/.exec(first.stderr)?.[1] ?? '';
  const signed = JSON.parse(second.stdout) as { list: string; signature: string };
  const spki = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
  writeFileSync(list, 'no list');
  expect({
    list: signed.list,
    holds: verify(null, Buffer.from(signed.list), spki, Buffer.from(signed.signature, 'base64')),
    same: first.stdout === second.stdout,
    mode: statSync(key).mode & 0o777,
    broken: run(list, key).status,
    nothing: run().stderr,
  }).toEqual({ list: text, holds: true, same: true, mode: 0o600, broken: 1, nothing: expect.stringContaining('which list to sign') });
});
