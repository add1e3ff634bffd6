import type { CDPSession, Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { windowsLack } from '../support/chromium.ts';
import { type App, openApp } from './app.ts';
import { type ModelRequest, type ModelServer, openModelServer } from './model-server.ts';
import { connected } from './screen.ts';
import { callAs, rested, row, say } from './thread.ts';

const lack = await windowsLack();
beforeEach(context => context.skip(lack !== undefined, lack));

const asked = ({ body }: ModelRequest) => (body.tools?.length ?? 0) > 0;
const toasts = (page: Page) => page.locator('workbench-overlay').getByText(/^Done: /);

/** Lets a page lose the focus to another, which Playwright otherwise keeps from it. */
async function canLoseFocus(app: App, page: Page): Promise<CDPSession> {
  const session = await app.context.newCDPSession(page);
  await session.send('Emulation.setFocusEmulationEnabled', { enabled: false });
  return session;
}

/** Puts another page in front of everything. */
async function elsewhere(app: App): Promise<void> {
  const other = await app.context.newPage();
  await other.bringToFront();
}

async function withModel(app: App, server: ModelServer): Promise<void> {
  await callAs(app.page, 'providers', 'save', {
    id: 'scripted',
    name: 'Scripted',
    baseUrl: server.url,
    api: 'openai-completions',
    key: 'none',
    models: [{ id: 'scripted-large', name: 'scripted-large' }],
  });
}

test('a turn that ends while the person is elsewhere notifies, also after the conversation was left for the settings', async () => {
  await using app = await openApp({ locale: 'en-GB', hasWindows: true });
  const { promise: until, resolve: end } = Promise.withResolvers<void>();
  await using server = await openModelServer({ when: asked, text: ['One. ', until, 'Two.'] });
  const { page } = app;
  await connected(page);
  await withModel(app, server);
  await canLoseFocus(app, page);
  await page.bringToFront();
  await say(page, 'Hello', { model: 'scripted/scripted-large' });
  await row(page, 'One.').waitFor();
  await page.keyboard.press('Control+,');
  await page.locator('settings-page').waitFor();
  await elsewhere(app);
  await expect.poll(() => page.evaluate(() => document.hasFocus())).toBe(false);
  end();
  await toasts(page).waitFor();
  expect(await toasts(page).count()).toBe(1);
});

test('a window that came down while it had the focus is forgotten; while one has it there is no notification', async () => {
  await using app = await openApp({ locale: 'en-GB', hasWindows: true });
  const { promise: until, resolve: end } = Promise.withResolvers<void>();
  await using server = await openModelServer({ when: asked, text: 'Seen.' }, { when: asked, text: ['One. ', until, 'Two.'] });
  const { page } = app;
  await connected(page);
  await withModel(app, server);
  const focused = await app.openPage();
  await connected(focused);
  await canLoseFocus(app, page);
  await focused.bringToFront();
  await expect.poll(() => page.evaluate(() => document.hasFocus())).toBe(false);
  const conversation = await say(page, 'Hello', { model: 'scripted/scripted-large' });
  await rested(page, conversation);
  // The end of a turn is known to the page after it would have been notified of.
  await expect.poll(async () => (await callAs<{ rows: readonly { title: string }[] }>(page, 'conversations', 'list')).rows.length).toBe(1);
  await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const muted = await toasts(page).count();
  await say(page, 'Again', { conversation });
  await row(page, 'One.').waitFor();
  app.allow(/page crashed/);
  // Without a word, as a crash does it.
  const crashed = focused.waitForEvent('crash');
  void (await app.context.newCDPSession(focused)).send('Page.crash').catch(() => undefined);
  await crashed;
  await elsewhere(app);
  await expect.poll(() => page.evaluate(() => document.hasFocus())).toBe(false);
  end();
  await toasts(page).waitFor();
  expect({ muted, after: await toasts(page).count() }).toEqual({ muted: 0, after: 1 });
});
