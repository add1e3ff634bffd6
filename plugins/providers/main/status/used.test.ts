import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { extension, testKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { Providers, ProvidersChannel, type ProvidersService } from '../../contract/index.ts';

test('a sign-in that could not be renewed in a conversation is no longer said to work, until it is used well again', async () => {
  const service = Promise.withResolvers<ProvidersService>();
  const agent = extension('@atelier/asks', ctx => service.resolve(ctx.get(Providers)), {
    requires: { '@atelier/providers': '^0.1.0' },
    activation: 'startup',
  });
  await using kernel = await testKernel({ plugins: ['@atelier/providers'], extensions: [agent] });
  const client = kernel.client(ProvidersChannel);
  const auth = join(kernel.host.paths.userData, '.agent', 'agent', 'auth.json');
  await client.call('list', {});
  const expires = Date.now() + 3_600_000;
  writeFileSync(auth, JSON.stringify({ anthropic: { type: 'oauth', access: 'a', refresh: 'r', expires } }));
  const providers = await service.promise;
  const told = async () => {
    const found = (await client.call('list', { locale: 'en' })).find(({ id }) => id === 'anthropic');
    return [found?.access, found?.status?.is, found?.status?.message?.includes('Sign in again')];
  };
  const before = await told();
  await providers.used('anthropic/claude', 'agent/oauth-expired');
  const refused = await told();
  await providers.used('anthropic/claude', 'agent/request-refused');
  const same = await told();
  await providers.used('anthropic/claude', undefined);
  expect([before, refused, same, await told()]).toEqual([
    ['oauth', undefined, undefined],
    ['oauth', 'refused', true],
    ['oauth', 'refused', true],
    ['oauth', 'ready', undefined],
  ]);
});
