import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kernel, startKernel } from '@atelier/kernel/start';
import { expect, onTestFinished, test } from 'vitest';
import { ensureBuilt } from '../shell/cli/build.ts';
import { layOut } from './electron/lay-out.ts';
import { runSuite } from './electron/suite.ts';
import { chromiumLack, openChromium } from './support/chromium.ts';
import { openWindow } from './support/fake-electron/chromium-window.ts';
import { openDesktop, pause } from './support/fake-electron/open-desktop.ts';

const root = join(import.meta.dirname, '..');

/** First steps would lie over what is looked at. */
function firstStepsOff(userData: string): void {
  const file = join(userData, 'extensions.json');
  if (existsSync(file)) return;
  mkdirSync(userData, { recursive: true, mode: 0o700 });
  writeFileSync(file, JSON.stringify({ extensions: { '@atelier/onboarding': { enabled: false } } }), { mode: 0o600 });
}

test('the page as the desktop window shows it connects through the built preload script, and again after its kernel has died', async context => {
  const lack = await chromiumLack();
  context.skip(lack !== undefined, lack);
  expect(await ensureBuilt(root, 'electron')).toBe(0);
  const kernels: Kernel[] = [];
  let ended = 0;
  const desktop = await openDesktop({
    page: join(root, '.build/ui'),
    bundled: join(root, 'plugins'),
    kernel: {
      onStart: async host => {
        firstStepsOff(host.paths.userData);
        // Who is dead holds nothing any more; here it was a part of this process.
        await kernels.at(-1)?.close();
        kernels.push(await startKernel(host));
      },
      // Each process closes its own.
      onClose: async () => kernels[ended++]?.close(),
    },
  });
  onTestFinished(() => desktop.close());
  await using browser = await openChromium();
  const window = await openWindow(browser, desktop);
  const rows = () => window.tab.locator('extensions-row').evaluateAll(all => all.map(row => row.getAttribute('data-id')));
  await window.tab.locator('workbench-entries').getByRole('button', { name: 'Extensions' }).click();
  await window.tab.locator('extensions-row').first().waitFor();
  const first = await rows();
  const functions = await window.tab.evaluate(() =>
    Object.keys(globalThis).filter(name => /atelier|electron|ipc|require|process/i.test(name)),
  );
  desktop.electron.processes[0]?.end(139);
  while (desktop.electron.processes.length < 2) await pause();
  // The page finds the new kernel by itself, over a port of its own asking.
  await window.portsHanded(2);
  await window.tab.locator('workbench-connection', { hasText: 'Local' }).waitFor();
  await expect.poll(rows).toEqual(first);
  const again = await rows();
  const row = window.tab.locator('extensions-row', { hasText: 'template' });
  await row.getByRole('switch').click();
  await row.getByText('Arrêtée').waitFor();
  await window.close();
  expect({ first: first.toSorted(), again, kernels: kernels.length, functions, complaints: window.complaints }).toEqual({
    first: expect.arrayContaining(['@atelier/agent', '@atelier/extensions', '@atelier/template', '@atelier/workbench']),
    again: first,
    kernels: 2,
    functions: ['atelierConnect'],
    complaints: [],
  });
});

test('the host suite passes over a real page with the real preload script, laid out as for the real Electron', async context => {
  const lack = await chromiumLack();
  context.skip(lack !== undefined, lack);
  const place = mkdtempSync(join(tmpdir(), 'atelier-laid-out-'));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  expect(await ensureBuilt(root, 'electron')).toBe(0);
  await layOut(root, place);
  const desktop = await openDesktop({ page: join(place, '.build/ui') });
  onTestFinished(() => desktop.close());
  await desktop.settled();
  const said: string[] = [];
  const ran = runSuite(desktop.host, line => said.push(line));
  await using browser = await openChromium();
  const window = await openWindow(browser, desktop);
  const passed = await ran;
  await window.close();
  expect({ passed, failed: said.filter(line => !line.startsWith('ok')), complaints: window.complaints }).toEqual({
    passed: true,
    failed: ['15 passed, 0 failed'],
    complaints: [],
  });
});
