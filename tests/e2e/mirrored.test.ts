import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { seedProfile } from '../support/conversation-seed.ts';
import { openApp } from './app.ts';
import { axeClean } from './axe.ts';
import { callAs, demoReady, rested, say, thread } from './thread.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

/** As a language that is read from the right would have it: no text of ours is in one yet. */
const mirror = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));

async function middle(page: Page, selector: string): Promise<number> {
  const box = await page.locator(selector).first().boundingBox();
  return box === null ? Number.NaN : box.x + box.width / 2;
}

/** Whether something sticks out at either side, so that the page could be moved sideways. */
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth && scrollX === 0);

const folderOf = (userData: string) => join(userData, '..', 'tide-tables');

test('a language that is read from the right mirrors every screen, and code and paths stay as they are', async () => {
  await using app = await openApp({
    width: 1440,
    prepare: userData => {
      mkdirSync(folderOf(userData), { recursive: true });
      writeFileSync(join(folderOf(userData), 'AGENTS.md'), 'Use tabs.');
      seedProfile(userData, [], [{ id: 'p1', name: 'tide-tables', folder: folderOf(userData) }]);
    },
  });
  const { page } = app;
  await demoReady(page);
  const conversation = await say(page, 'visite');
  await rested(page, conversation);
  await callAs(page, 'conversations', 'send', { text: 'mise en forme', conversation });
  await rested(page, conversation);
  await mirror(page);
  const [side, main] = [await middle(page, 'nav.side'), await middle(page, 'main')];
  const [add, send] = [
    await middle(page, 'conversations-composer .tray ui-icon-button'),
    await middle(page, 'conversations-composer .send'),
  ];
  const code = await thread(page)
    .locator('ui-code pre')
    .first()
    .evaluate(pre => getComputedStyle(pre).direction);
  const fitting: Record<string, boolean> = {};
  const look = async (name: string) => {
    fitting[name] = await fits(page);
    await app.keep(`mirrored-${name}`);
  };
  await look('conversation');
  await axeClean(page);
  const chevrons = await page.locator('ui-icon[name=chevron-right], ui-icon[name=panel-left]').evaluateAll(all =>
    all.flatMap(icon => {
      const svg = icon.shadowRoot?.querySelector('svg');
      return svg == null ? [] : [getComputedStyle(svg).scale];
    }),
  );
  await callAs(page, 'window', 'open', { view: 'conversations.thread', params: { project: 'p1' } });
  await page
    .locator('conversations-start')
    .getByRole('button', { name: /AGENTS/ })
    .click();
  await look('start');
  await page.keyboard.press('Control+k');
  await page.locator('workbench-palette').getByRole('option').first().waitFor();
  await look('palette');
  await page.keyboard.press('Escape');
  await page.evaluate(() => {
    location.hash = '#/settings.page';
  });
  await page.locator('settings-page h1').waitFor();
  await look('settings');
  await page.evaluate(() => {
    location.hash = '#/extensions.panel';
  });
  await page.locator('extensions-row').first().waitFor();
  await look('extensions');
  await page.setViewportSize({ width: 390, height: 780 });
  await look('narrow');
  expect({ sideAfterMain: side > main, addAfterSend: add > send, code, chevrons: [...new Set(chevrons)], fitting }).toEqual({
    sideAfterMain: true,
    addAfterSend: true,
    code: 'ltr',
    chevrons: ['-1 1'],
    fitting: { conversation: true, start: true, palette: true, settings: true, extensions: true, narrow: true },
  });
});
