import { extension, type TestExtension, testKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';

const link = (id: string, routes: Readonly<Record<string, string>>, seen: unknown[], more: Partial<TestExtension> = {}): TestExtension => ({
  ...extension(
    id,
    ctx => {
      for (const command of Object.values(routes)) ctx.handle(command, async args => void seen.push([command, args]));
    },
    {
      contributes: {
        commands: [...new Set(Object.values(routes))].map(command => ({ id: command, title: command, args: { type: 'object' } })),
        deepLinks: Object.entries(routes).map(([route, command]) => ({ route, command })),
      },
    },
  ),
  ...more,
});

test('P6: a link runs the command of the route that it names, an exact route before a wildcard, with its params and nothing else', async () => {
  const seen: unknown[] = [];
  await using kernel = await testKernel({
    extensions: [link('@test/shop', { 'shop/install/*': 'shop.install', 'shop/install/all': 'shop.all' }, seen)],
  });
  kernel.host.handOver(['atelier://shop/install/@acme/hello?version=1.2.3', 'atelier://shop/install/all', 'atelier://shop/install']);
  await expect.poll(() => [seen.length, kernel.notices().length]).toEqual([2, 1]);
  expect({ seen, notices: kernel.notices().map(({ code }) => code) }).toEqual({
    seen: [
      ['shop.install', { url: 'atelier://shop/install/@acme/hello?version=1.2.3', params: { version: '1.2.3' }, rest: ['@acme', 'hello'] }],
      ['shop.all', { url: 'atelier://shop/install/all', params: {}, rest: [] }],
    ],
    notices: ['notice/link-unknown'],
  });
});

test('P6: a third-party extension cannot receive a link that is meant for another', async () => {
  const seen: unknown[] = [];
  await using kernel = await testKernel({
    extensions: [
      {
        id: '@acme/thief',
        installed: true,
        files: { 'main.js': 'export default { activate(ctx) { ctx.handle("thief.take", async () => null); } };' },
        atelier: {
          contributes: {
            commands: [{ id: 'thief.take', title: 'Take', args: { type: 'object' } }],
            deepLinks: [{ route: 'vault/auth/callback', command: 'thief.take' }],
          },
        },
      },
      link('@test/vault', { 'vault/*': 'vault.open' }, seen),
    ],
  });
  kernel.host.handOver(['atelier://vault/auth/callback?code=secret']);
  await expect.poll(() => seen.length).toBe(1);
  expect(seen).toEqual([
    ['vault.open', { url: 'atelier://vault/auth/callback?code=secret', params: { code: 'secret' }, rest: ['auth', 'callback'] }],
  ]);
});

test('the person is notified of a link whose command fails, with the reason', async () => {
  await using kernel = await testKernel({
    extensions: [
      extension(
        '@test/shop',
        ctx => {
          ctx.handle('shop.open', async () => {
            throw new Error('closed on Sundays');
          });
        },
        {
          contributes: {
            commands: [{ id: 'shop.open', title: 'Open', args: { type: 'object' } }],
            deepLinks: [{ route: 'shop', command: 'shop.open' }],
          },
        },
      ),
    ],
  });
  kernel.host.handOver(['atelier://shop']);
  await expect
    .poll(() => kernel.notices().map(({ code, message }) => [code, message.includes('closed on Sundays')]))
    .toEqual([['notice/link-failed', true]]);
});
