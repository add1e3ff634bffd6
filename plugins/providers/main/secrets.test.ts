import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@atelier/kernel';
import { testKernel } from '@atelier/kernel/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openModelServer } from '../../../tests/e2e/model-server.ts';
import { filesBelow } from '../../../tests/support/files-below.ts';
import { ProvidersChannel } from '../contract/index.ts';

/** Every piece of four characters of a secret that stands in a text. */
function piecesIn(text: string, secret: string): readonly string[] {
  const pieces = Array.from({ length: Math.max(secret.length - 3, 0) }, (_, at) => secret.slice(at, at + 4));
  return pieces.filter(piece => text.includes(piece));
}

/** All files below a profile but the ones that keys belong in and their copies, our own sources, and the reserve of random bytes, in which anything may stand. */
function otherFiles(profile: string): readonly string[] {
  return filesBelow(profile).filter(
    path =>
      !path.startsWith(join(profile, 'bundled')) &&
      !/[/\\](?:auth|models)\.json(?:\.bak|\.kept-\w+)?$|\.lock$|[/\\]\.reserve(?:\.new)?$/.test(path),
  );
}

/** In both readings; nothing of a file that has vanished meanwhile. */
function contentOf(path: string): string {
  try {
    return readFileSync(path, 'latin1') + readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

// Characters that no word of ours, no path and no address here is made of.
const secretText = fc.string({ unit: fc.constantFrom(...'qxzQXZ$!%~^|'), minLength: 12, maxLength: 40 });

test('K2: whatever is asked, no four characters of a secret are in an answer, an error, an event, the log or another file', async () => {
  await using server = await openModelServer();
  await using kernel = await testKernel({ plugins: ['@atelier/providers'] });
  const client = kernel.client(ProvidersChannel);
  const directory = join(kernel.host.paths.userData, '.agent', 'agent');
  const left: string[] = [];
  client.on('providersChanged', event => left.push(JSON.stringify(event)));
  const hear = async (work: Promise<unknown>): Promise<void> => {
    left.push(
      await work.then(
        result => JSON.stringify(result),
        (error: unknown) =>
          `${error}${error instanceof AppError ? JSON.stringify([error.toRecord('fr'), error.details, error.in('fr')]) : ''}`,
      ),
    );
  };
  await hear(client.call('list', {}));
  const secrets: string[] = [];

  await fc.assert(
    fc.asyncProperty(secretText, async secret => {
      secrets.push(secret);
      await hear(client.call('save', { id: 'mine', baseUrl: server.url, key: secret, models: [{ id: 'm' }] }));
      await hear(client.call('save', { id: 'groq', preset: 'groq', key: secret, locale: 'fr' }));
      await hear(client.call('save', { id: 'other', baseUrl: `https://user:${encodeURIComponent(secret)}@host/v1` }));
      await hear(client.call('probe', { baseUrl: server.url, provider: 'mine', key: secret }));
      await hear(client.call('discoverModels', { id: 'mine' }));
      writeFileSync(
        join(directory, 'auth.json'),
        JSON.stringify({ mine: { type: 'oauth', access: secret, refresh: secret, expires: 1 }, bad: { key: [secret] } }),
      );
      for (const call of ['list', 'listModels'] as const) await hear(client.call(call, {}));
      writeFileSync(join(directory, 'auth.json'), `{"mine": {"key": ${JSON.stringify(secret)}`);
      writeFileSync(
        join(directory, 'models.json'),
        JSON.stringify({ providers: { mine: { apiKey: secret, name: 7, headers: { a: `!${secret}` } } } }),
      );
      for (const call of ['list', 'listModels'] as const) await hear(client.call(call, {}));
      await hear(client.call('remove', { id: 'mine' }));
      writeFileSync(join(directory, 'auth.json'), '{}');
      writeFileSync(join(directory, 'models.json'), '{"providers": {}}');
    }),
    { numRuns: 12 },
  );

  const everything = [...left, ...otherFiles(kernel.profile).map(contentOf)].join('\n');
  expect({ asked: left.length > 100, leaks: secrets.flatMap(secret => piecesIn(everything, secret)) }).toEqual({ asked: true, leaks: [] });
});
