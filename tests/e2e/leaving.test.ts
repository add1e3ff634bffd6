import type { CDPSession, Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { type Figures, figuresOf } from '../soak/figures.ts';
import { chromiumLack } from '../support/chromium.ts';
import { lacks } from '../support/needing.ts';
import { openApp } from './app.ts';
import { field, openComposer } from './composer-page.ts';
import { row, thread } from './thread.ts';

const lack = process.platform === 'linux' ? await chromiumLack() : lacks.linux;
beforeEach(context => context.skip(lack !== undefined, lack));

const few = 8;

test('conversations that were opened and left leave nothing in the page but their row in the list', async () => {
  await using app = await openApp({ locale: 'en-GB' });
  const { page } = app;
  const devtools = await app.context.newCDPSession(page);
  await openComposer(page);
  // What the first ones load and keep for good does not count.
  await openAndLeave(page, 2);
  const before = await kept(app.pid, page, devtools);
  await openAndLeave(page, few);
  const after = await kept(app.pid, page, devtools);
  await openAndLeave(page, 2 * few);
  const later = await kept(app.pid, page, devtools);
  const grown = (from: Kept, to: Kept, count: number) => ({
    nodes: (to.hidden - from.hidden) / count < 20,
    listeners: (to.pageListeners - from.pageListeners) / count < 4,
  });
  const figures = JSON.stringify([before, after, later]);
  expect([grown(before, after, few), grown(after, later, 2 * few)], figures).toEqual(Array(2).fill({ nodes: true, listeners: true }));
});

async function openAndLeave(page: Page, count: number): Promise<void> {
  for (let one = 0; one < count; one += 1) {
    await page.keyboard.press('Control+n');
    await field(page).waitFor();
    await field(page).fill('Hello.');
    await field(page).press('Enter');
    await row(page, 'Hello.').waitFor();
    await page.keyboard.press('Control+n');
    await thread(page).locator('conversations-transcript').waitFor({ state: 'detached' });
  }
}

interface Kept extends Figures {
  /** The nodes that the page keeps and that nobody can see: in no tree of its document. */
  readonly hidden: number;
}

/** What is kept once nothing more is let go: a timer or a picture of the last conversation may hold its nodes a while longer. */
async function kept(program: number, page: Page, devtools: CDPSession): Promise<Kept> {
  for (let last: Kept | undefined; ; ) {
    const now = await keptNow(program, page, devtools);
    if (last !== undefined && now.hidden >= last.hidden && now.pageListeners >= last.pageListeners) return last;
    last = now;
    await page.evaluate(() => new Promise(done => requestIdleCallback(done)));
  }
}

async function keptNow(program: number, page: Page, devtools: CDPSession): Promise<Kept> {
  const shown = await page.evaluate(() => {
    const count = (node: Node): number => {
      const own = [...node.childNodes].reduce((sum, child) => sum + count(child), 1);
      return node instanceof Element && node.shadowRoot !== null ? own + count(node.shadowRoot) : own;
    };
    return count(document);
  });
  const figures = await figuresOf(program, devtools);
  return { ...figures, hidden: figures.pageNodes - shown };
}
