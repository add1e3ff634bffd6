import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { osSandbox } from '../isolate/os-sandbox.ts';

vi.setConfig({ testTimeout: 60_000 });

const starter = `
  import { startServerProcess } from '${new URL('./server-process.ts', import.meta.url).href}';
  import { defaultLimits } from '${new URL('../isolate/isolate-limits.ts', import.meta.url).href}';
  import { osSandbox } from '${new URL('../isolate/os-sandbox.ts', import.meta.url).href}';
  const [place, how] = process.argv.slice(1);
  const nothing = () => undefined;
  startServerProcess({
    id: '@test/s', node: process.execPath, main: place + '/package/server.js', args: [place], packageFolder: place + '/package',
    dataFolder: place + '/data', temp: place, sandbox: how === 'sandbox' ? osSandbox() : undefined, limits: defaultLimits,
    meter: { runs: nothing, ends: nothing }, log: { info: nothing, warn: nothing },
    printed: text => process.stdout.write(text),
  });
  setInterval(nothing, 1000);
`;

test.for(['permissions', 'sandbox'])('a server does not outlive a kernel that is killed (%s)', async (how, context) => {
  context.skip(process.platform !== 'linux', 'which processes run is read from /proc, which only Linux has');
  context.skip(how === 'sandbox' && osSandbox() === undefined, 'this machine has no sandbox');
  const place = mkdtempSync(join(tmpdir(), 'atelier-orphan-'));
  for (const folder of ['package', 'data']) mkdirSync(join(place, folder));
  writeFileSync(
    join(place, 'package', 'server.js'),
    "require('node:net').createServer().listen(process.env.PORT, () => console.log('up'));",
  );
  const kernel = spawn(process.execPath, ['--input-type=module', '-e', starter, place, how], { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise(resolve => kernel.stdout.once('data', resolve));
  const running = serversIn(place);
  kernel.kill('SIGKILL');
  await expect.poll(() => serversIn(place)).toBe(0);
  rmSync(place, { recursive: true });
  expect(running).toBeGreaterThan(0);
});

/** How many processes have this folder as an argument, except this process and its kernel. */
function serversIn(place: string): number {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(name => {
      try {
        return readCommand(name);
      } catch {
        return '';
      }
    })
    .filter(command => command.includes(`${place}/package/server.js`)).length;
}

function readCommand(pid: string): string {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
}
