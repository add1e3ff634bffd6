import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { looksOf } from './looks.ts';
import { connected } from './screen.ts';
import { callAs, demoReady, rested, say, show, thread } from './thread.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

const toast = (page: Page) => page.locator('ui-toast');
const showFailure = (page: Page, text: string) => callAs(page, 'window', 'toast', { text, kind: 'failed' });

const damaged = '00000000-0000-4000-8000-00000000000b';

/** A session file whose beginning is lost. */
function withHole(userData: string): void {
  const folder = join(userData, '.agent', 'agent', 'sessions');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const timestamp = '2026-01-05T10:00:00.000Z';
  const lines = [
    { type: 'session', version: 3, id: damaged, timestamp, cwd: '/' },
    { type: 'message', id: 'a', parentId: 'gone', timestamp, message: { role: 'user', content: 'Après le trou' } },
  ];
  writeFileSync(join(folder, `2026-01-05T10-00-00-000Z_${damaged}.jsonl`), lines.map(line => `${JSON.stringify(line)}\n`).join(''));
}

/** What of these is covered by something, by the middle and the corners of each. */
async function covered(page: Page, ...kept: readonly Locator[]): Promise<readonly string[]> {
  const over = page.locator('ui-toast, startup-safe ui-alert, .damage, .finder');
  const boxes = await over.evaluateAll(all =>
    all.map(one => one.getBoundingClientRect().toJSON() as DOMRect).filter(({ height }) => height > 0),
  );
  const found: string[] = [];
  for (const locator of kept)
    for (const one of await locator.all()) {
      // What has no room in the bar is laid out behind its button, and not drawn.
      const box = (await one.isVisible()) ? await one.boundingBox() : null;
      if (box === null) continue;
      const isUnder = boxes.some(
        ({ x, y, width, height }) => box.x < x + width && x < box.x + box.width && box.y < y + height && y < box.y + box.height,
      );
      if (isUnder) found.push((await one.getAttribute('label')) ?? (await one.innerText()).slice(0, 40));
    }
  return found;
}

test.each(looksOf([390, 1024, 1440]))(
  'at %i px nothing is drawn over the words of a short conversation, Send, the title bar and the top of the panel',
  async width => {
    await using app = await openApp({ width, args: ['--safe'], prepare: withHole });
    const { page } = app;
    await connected(page);
    await demoReady(page);
    const conversation = await say(page, 'merci', { model: 'demo/demo' });
    await rested(page, conversation);
    const words = thread(page).locator('ui-transcript > [role=article] :is(.words, ui-markdown)');
    const kept = [words, page.locator('.bar ui-icon-button'), thread(page).locator('.dock')];
    if (width > 390) {
      await callAs(page, 'window', 'arrange', { panel: true });
      kept.push(page.locator('aside.panel .head'), page.locator('aside.panel view-mount'));
    }
    await page.locator('startup-safe ui-alert').waitFor();
    await showFailure(page, 'Les modifications n’ont pas été lues : le dossier n’est plus là. Choisissez-en un autre.');
    await toast(page).waitFor();
    await app.keep('floating');
    const both = await covered(page, ...kept);
    const isThere = (await words.count()) > 1;
    await page.keyboard.press('Control+f');
    await thread(page).locator('.finder').waitFor();
    const finding = await covered(page, words);
    await page.keyboard.press('Escape');
    // A file that lost a part has a line above its messages, which takes nothing from their end.
    await show(page, damaged);
    await thread(page).locator('.damage').waitFor();
    await app.keep('floating-damage');
    const ends = await thread(page).evaluate(element => {
      const root = element.shadowRoot!;
      const transcript = root.querySelector('conversations-transcript')!.shadowRoot!.querySelector('ui-transcript')!;
      return transcript.getBoundingClientRect().bottom <= root.querySelector('.dock')!.getBoundingClientRect().top + 0.5;
    });
    expect({ both, isThere, finding, damage: await covered(page, words), ends }).toEqual({
      both: [],
      isThere: true,
      finding: [],
      damage: [],
      ends: true,
    });
  },
);

test.each(looksOf([390, 1440]))(
  'at %i px a toast over a dialog is reached by the mouse and by keys, and stays when the dialog is closed',
  async width => {
    await using app = await openApp({ width, locale: 'en-GB' });
    const { page } = app;
    await connected(page);
    await demoReady(page);
    await rested(page, await say(page, 'thanks', { model: 'demo/demo' }));
    await showFailure(page, 'One');
    await toast(page).waitFor();
    await page.keyboard.press('Control+j');
    const dialog = thread(page).locator('dialog[open]');
    await dialog.waitFor();
    await showFailure(page, 'Two');
    await expect.poll(() => toast(page).count()).toBe(2);
    await app.keep('floating-dialog');
    await toast(page).first().locator('ui-icon-button').click({ timeout: 3000 });
    await expect.poll(() => toast(page).count()).toBe(1);
    const isOpen = await dialog.count();
    const closes = () =>
      page.evaluate(() => {
        let at = document.activeElement;
        const path: string[] = [];
        for (; at !== null && at !== undefined; at = at.shadowRoot?.activeElement ?? null) path.push(at.localName);
        return path.includes('ui-toast');
      });
    for (let tabs = 0; tabs < 20 && !(await closes()); tabs += 1) await page.keyboard.press('Tab');
    const isReached = await closes();
    await page.keyboard.press('Enter');
    await expect.poll(() => toast(page).count()).toBe(0);
    await showFailure(page, 'Three');
    await toast(page).waitFor();
    await dialog.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await toast(page).locator('ui-icon-button').click({ timeout: 3000 });
    // The drawers of a narrow window are modal, too.
    let drawer: readonly string[] = [];
    if (width === 390) {
      await callAs(page, 'window', 'arrange', { panel: true });
      await page.locator('side-drawer dialog[open]').waitFor();
      await showFailure(page, 'Four');
      await toast(page).waitFor();
      await app.keep('floating-drawer');
      drawer = await covered(page, page.locator('aside.panel .head'), page.locator('aside.panel :is(h1, h2, h3, [role=row])').first());
      await toast(page).locator('ui-icon-button').click({ timeout: 3000 });
      await expect.poll(() => toast(page).count()).toBe(0);
      await page.locator('side-drawer dialog[open]').waitFor();
    }
    expect({ isOpen, isReached, drawer }).toEqual({ isOpen: 1, isReached: true, drawer: [] });
  },
);
