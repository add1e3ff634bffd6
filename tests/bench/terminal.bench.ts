import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { processUse } from '../../kernel/main/costs/proc-usage.ts';
import { type App, openApp } from '../e2e/app.ts';
import { connected } from '../e2e/screen.ts';
import { callAs, demoReady, rested, show } from '../e2e/thread.ts';
import type { Bench } from './bench.ts';

const keys = 60;
const floodMb = 100;

/** The real program with a shell in its panel: a key until it is drawn, in the message field and in the shell, at rest and under a flood. */
export default {
  name: 'terminal',
  async run() {
    const place = mkdtempSync(join(tmpdir(), 'atelier-bench-'));
    const folder = join(place, 'tides');
    mkdirSync(folder);
    try {
      await using app = await openApp({ locale: 'en-GB', width: 1440, env: { SHELL: '/bin/sh' } });
      const { page } = app;
      const shell = await openShell(app, folder);
      const composer = page.locator('conversations-composer textarea, conversations-composer [contenteditable]').first();
      const typed = () => keyTimes(page, composer, 'conversations-composer');
      const quiet = await typed();
      const echoed = await keyTimes(page, shell.locator('textarea'), 'terminal-shell');
      const before = residentMb(app);
      await shell.click();
      await page.keyboard.press('Control+u');
      await page.keyboard.type(`yes "$(printf '%080d' 0)" | head -c ${floodMb}000000; echo "flood ""over"`);
      await page.keyboard.press('Enter');
      const began = performance.now();
      const under = await typed();
      await shell.locator('.xterm-rows').getByText('flood over').waitFor({ timeout: 600_000 });
      const flood = performance.now() - began;
      return [
        { what: 'a key in the message field until a frame, at rest, p95', value: p95(quiet), unit: 'ms', ratio: 1 },
        { what: `the same while a shell prints ${floodMb} MB, p95`, value: p95(under), unit: 'ms', ratio: p95(under) / p95(quiet) },
        { what: 'a key in the shell until its echo is drawn, p95', value: p95(echoed), unit: 'ms', ratio: p95(echoed) / p95(quiet) },
        { what: `${floodMb} MB printed and drawn to their end`, value: flood, unit: 'ms' },
        { what: 'memory of the program that it has left behind', value: residentMb(app) - before, unit: 'MB' },
      ];
    } finally {
      rmSync(place, { recursive: true, force: true });
    }
  },
} satisfies Bench;

async function openShell({ page }: App, folder: string): Promise<Locator> {
  await connected(page);
  await demoReady(page);
  const { id: project } = await callAs<{ id: string }>(page, 'conversations', 'addProject', { folder });
  const { conversation } = await callAs<{ conversation: string }>(page, 'conversations', 'send', { text: 'hello', project });
  await show(page, conversation);
  await rested(page, conversation);
  await callAs(page, 'agent', 'setAccessMode', { conversation, mode: 'open' });
  await callAs(page, 'window', 'open', { view: 'terminal.panel', params: {} });
  await page.locator('terminal-runs').getByRole('button', { name: 'Open a shell' }).click();
  const shell = page.locator('terminal-shell');
  await shell.locator('.xterm-rows').getByText(/[$#]/).first().waitFor();
  return shell;
}

/** How long each key took from its event until the frame after what it changed in an element was drawn. */
async function keyTimes(page: Page, field: Locator, within: string): Promise<readonly number[]> {
  await field.focus();
  await page.evaluate(tag => {
    const times: number[] = [];
    Object.assign(globalThis, { keyTimes: times });
    const find = (root: Document | ShadowRoot): Element | undefined => {
      for (const one of root.querySelectorAll('*')) {
        if (one.localName === tag) return one;
        const inner = one.shadowRoot === null ? undefined : find(one.shadowRoot);
        if (inner !== undefined) return inner;
      }
      return undefined;
    };
    const host = find(document);
    const root = host?.shadowRoot ?? host;
    if (root === undefined || root === null) throw new Error(`There is no ${tag}.`);
    let from = 0;
    const drawn = () => {
      if (from === 0) return;
      const began = from;
      from = 0;
      requestAnimationFrame(() => times.push(performance.now() - began));
    };
    new MutationObserver(drawn).observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
    const begin = (event: Event) => {
      from = event.timeStamp;
    };
    host?.addEventListener('keydown', begin, { capture: true });
    host?.addEventListener('input', drawn);
  }, within);
  for (let at = 0; at < keys; at += 1) {
    await page.keyboard.press('x');
    await page.waitForFunction(count => (globalThis as unknown as { keyTimes: number[] }).keyTimes.length >= count, at + 1);
  }
  return await page.evaluate(() => (globalThis as unknown as { keyTimes: number[] }).keyTimes);
}

const p95 = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN;

const residentMb = ({ pid }: App): number => (processUse(pid)?.residentBytes ?? Number.NaN) / 1e6;
