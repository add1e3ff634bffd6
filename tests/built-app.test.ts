import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { builtApp, ensureBuilt } from '../shell/cli/build.ts';

const root = join(import.meta.dirname, '..');

/** A profile with one third-party extension, which says when it wakes and whether it was confined. */
function profile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-built-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const extension = join(folder, 'extensions', 'early');
  mkdirSync(extension, { recursive: true });
  const manifest = {
    name: '@acme/early',
    version: '1.0.0',
    type: 'module',
    engines: { atelier: '^1.0.0' },
    atelier: { main: './main.js', activation: 'startup' },
  };
  writeFileSync(join(extension, 'package.json'), JSON.stringify(manifest));
  writeFileSync(
    join(extension, 'main.js'),
    "export default { activate: ctx => ctx.log.info(process.permission === undefined ? 'free' : 'confined') };\n",
  );
  return folder;
}

function logged(userData: string, source: string): readonly string[] {
  const folder = join(userData, 'logs');
  const lines = readdirSync(folder).flatMap(name => readFileSync(join(folder, name), 'utf8').trim().split('\n'));
  return lines
    .map(line => JSON.parse(line) as { source: string; text: string })
    .flatMap(line => (line.source === source ? [line.text] : []));
}

test('the built app starts, shows the page, wakes an isolated extension, and stops cleanly', async () => {
  const userData = profile();
  const code = await ensureBuilt(root);
  const env = { PATH: process.env.PATH, ATELIER_ALLOW_AUTOMATION_INSTANCE: '1', ATELIER_USER_DATA_DIR: userData };
  const child = spawn(process.execPath, [join(root, builtApp), '--headless', '--json', '--port=0'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const entered = await fetch((JSON.parse(line) as { url: string }).url, { redirect: 'manual' });
  const page = await fetch(new URL('/', entered.url), { headers: { cookie: entered.headers.getSetCookie().join('; ') } });
  // It wakes what asked to run at start before it stops.
  child.kill('SIGTERM');
  const ended = await once(child, 'close');
  expect({
    code,
    entered: entered.status,
    page: [page.status, /<script type="module"/.test(await page.text())],
    ended,
    logged: logged(userData, '@acme/early'),
  }).toEqual({ code: 0, entered: 303, page: [200, true], ended: [0, null], logged: ['confined'] });
});
