import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { tempFolder } from '../../../../kernel/testing/temp-folder.ts';
import { tinyRegistry } from '../../../../tests/support/tiny-registry.ts';
import { jsonLimits, request } from './request.ts';

const { signal } = new AbortController();
const outcome = (asked: Promise<unknown>) =>
  asked.then(
    () => 'fine',
    (error: { code: string }) => error.code,
  );

test('a request to a registry that is silent, too slow, or sends too much fails with a coded error', async () => {
  await using registry = await tinyRegistry();
  const of = { name: 'Test', url: registry.url, token: undefined };
  registry.misbehave = () => true;
  const silent = await outcome(request(of, '/x', 'x', signal, { ...jsonLimits, idleMs: 50 }));
  registry.misbehave = (_request, response) => {
    const drip = setInterval(() => response.write(' '), 5);
    response.on('close', () => clearInterval(drip));
    return true;
  };
  const dripping = await outcome(request(of, '/x', 'x', signal, { ...jsonLimits, totalMs: 100 }));
  registry.misbehave = (_request, response) => void response.end('x'.repeat(5000)) === undefined;
  const endless = await outcome(request(of, '/x', 'x', signal, { ...jsonLimits, bytes: 1000 }));
  expect({ silent, dripping, endless }).toEqual({
    silent: 'extensions/registry-slow',
    dripping: 'extensions/registry-slow',
    endless: 'extensions/registry-lied',
  });
});

test('K8: a registry that redirects is not followed, so its token goes nowhere else, and the error names both hosts', async () => {
  await using other = await tinyRegistry();
  await using registry = await tinyRegistry();
  registry.misbehave = (_request, response) => void response.writeHead(307, { location: `${other.url}/x` }).end() === undefined;
  const of = { name: 'Test', url: registry.url, token: 'npm-token' };
  const error = await request(of, '/x', 'x', signal).catch((refusal: Error) => refusal);
  const [host, elsewhere] = [registry, other].map(({ url }) => new URL(url).host);
  expect({ error, asked: other.asked, token: registry.asked[0]?.token }).toMatchObject({
    error: {
      code: 'extensions/registry-redirected',
      message: `The registry Test was not asked further: ${host} redirects to ${elsewhere}. Nothing was sent there. If that is where it is now, change its address under Registries.`,
    },
    asked: [],
    token: 'Bearer npm-token',
  });
});

test('a registry with an untrusted certificate is not contacted, and is distinguished from an unreachable one', async context => {
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
  const untrusted = await outcome(request({ name: 'Test', url, token: 'canary' }, '/x', 'x', signal));
  server.close();
  expect({ untrusted, heard }).toEqual({ untrusted: 'extensions/registry-certificate', heard: [] });
});
