import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { tempFolder } from '../../../../kernel/testing/temp-folder.ts';
import { tinyRegistry } from '../../../../tests/support/tiny-registry.ts';
import { ask, jsonLimits } from './request.ts';

const { signal } = new AbortController();
const outcome = (asked: Promise<unknown>) =>
  asked.then(
    () => 'fine',
    (error: { code: string }) => error.code,
  );

test('a registry that says nothing, drips, or says far too much is given up with a sentence', async () => {
  await using registry = await tinyRegistry();
  const of = { name: 'Test', url: registry.url, token: undefined };
  registry.misbehave = () => true;
  const silent = await outcome(ask(of, '/x', 'x', signal, { ...jsonLimits, silentMs: 50 }));
  registry.misbehave = (_request, response) => {
    const drip = setInterval(() => response.write(' '), 5);
    response.on('close', () => clearInterval(drip));
    return true;
  };
  const dripping = await outcome(ask(of, '/x', 'x', signal, { ...jsonLimits, wholeMs: 100 }));
  registry.misbehave = (_request, response) => void response.end('x'.repeat(5000)) === undefined;
  const endless = await outcome(ask(of, '/x', 'x', signal, { ...jsonLimits, bytes: 1000 }));
  expect({ silent, dripping, endless }).toEqual({
    silent: 'extensions/registry-slow',
    dripping: 'extensions/registry-slow',
    endless: 'extensions/registry-lied',
  });
});

test('a registry whose certificate nobody vouches for is not asked, and is told apart from one that is down', async context => {
  using folder = tempFolder();
  try {
    const subject = ['-subj', '/CN=localhost', '-days', '1', '-newkey', 'rsa:2048', '-nodes', '-x509'];
    execFileSync('openssl', ['req', ...subject, '-keyout', folder.file('key.pem'), '-out', folder.file('cert.pem')], { stdio: 'ignore' });
  } catch {
    context.skip(true, 'There is no openssl to make a certificate with.');
  }
  const heard: (string | undefined)[] = [];
  const server = createServer({ key: readFileSync(folder.file('key.pem')), cert: readFileSync(folder.file('cert.pem')) }, request =>
    heard.push(request.headers.authorization),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `https://localhost:${(server.address() as AddressInfo).port}`;
  const untrusted = await outcome(ask({ name: 'Test', url, token: 'canary' }, '/x', 'x', signal));
  server.close();
  expect({ untrusted, heard }).toEqual({ untrusted: 'extensions/registry-certificate', heard: [] });
});
