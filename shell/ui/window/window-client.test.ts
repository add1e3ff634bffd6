import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type ChannelWindow, windowClient } from './window-client.ts';

const { calls } = JSON.parse(readFileSync('kernel/ui/contract/window.channel.json', 'utf8')) as {
  calls: Record<string, { access: string; params: { required?: readonly string[] } }>;
};

/** A fake window with only `isBundled`; every other use throws. */
const window = (bundled: boolean) => ({ isBundled: () => bundled }) as unknown as ChannelWindow;

async function codeOf(bundled: boolean, name: string, params: unknown): Promise<string> {
  return await windowClient(window(bundled), '@acme/guest')
    .call(name, params)
    .then(
      () => 'answered',
      (error: { code?: string }) => error.code ?? 'answered',
    );
}

test('E7: the window answers a third-party view exactly what its channel file has for everybody', async () => {
  const names = Object.keys(calls);
  const outcomes = await Promise.all(names.map(async name => [name, await codeOf(false, name, 7)]));
  expect(outcomes.filter(([, code]) => code !== 'window/not-allowed').map(([name]) => name)).toEqual(
    names.filter(name => calls[name]?.access === 'everybody'),
  );
  expect(await Promise.all(['constructor', '__proto__', 'then', 'toString', 'gone'].map(name => codeOf(false, name, {})))).toEqual(
    Array(5).fill('window/invalid'),
  );
  const bundled = await Promise.all(names.map(name => codeOf(true, name, {})));
  expect(bundled.filter(code => code === 'window/not-allowed')).toEqual([]);
});
