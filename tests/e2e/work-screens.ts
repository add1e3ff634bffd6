import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { type SeedConversation, seedProfile } from '../support/conversation-seed.ts';
import { type App, openApp } from './app.ts';
import { automationPage, callAutomation, ruleRow, saveRule } from './automation-page.ts';
import { connected } from './screen.ts';
import { open, type Screen } from './screens.ts';
import { callAs, demoReady, rested, say, show, thread } from './thread.ts';
import { withHistory } from './usage-history.ts';

const day = 86_400_000;

/** Projects with a folder, and conversations in every state and of every age. */
function prepareWork(userData: string): void {
  const folder = join(userData, '..', 'tide-tables');
  mkdirSync(join(folder, 'src'), { recursive: true });
  writeFileSync(join(folder, 'AGENTS.md'), 'Use tabs.\n');
  writeFileSync(join(folder, 'package.json'), '{ "name": "tide-tables", "scripts": { "test": "node --test" } }\n');
  const site = join(userData, '..', 'harbour-site');
  mkdirSync(site, { recursive: true });
  const now = Date.now();
  const row = (id: string, title: string, ago: number, rest: Partial<SeedConversation> = {}): SeedConversation => ({
    id,
    title,
    createdAt: now - ago * day - 60_000,
    ...rest,
  });
  seedProfile(
    userData,
    [
      row('w1', 'Harbour list to SQLite', 0, {
        project: 'p1',
        tasks: [
          { title: 'Read', state: 'done' },
          { title: 'Write', state: 'waiting' },
        ],
      }),
      row('w2', 'First paint is slow', 0, { project: 'p1', unread: true }),
      row('w3', 'Nightly build on Windows fails since the runner was exchanged', 1, { project: 'p1', state: 'failed' }),
      row('w4', 'Add the German locale', 3, { project: 'p1', state: 'done' }),
      row('w5', 'Contrast of the map legend', 2, { project: 'p2' }),
      row('w6', 'Release notes for 2.4', 13, { project: 'p2' }),
      row('w7', 'Packing list for Brest', 4, { pinned: true }),
      row('w8', 'Old plans', 40, { archivedAt: now - 5 * day }),
    ],
    [
      { id: 'p1', name: 'tide-tables', folder },
      { id: 'p2', name: 'harbour-site', folder: site },
    ],
  );
  withHistory(userData);
}

const settings = (section: string, there = 'settings-page ui-header'): Screen => ({
  name: `settings-${section}`,
  async show(page) {
    await page.evaluate(id => {
      location.hash = `#/settings.page?${encodeURIComponent(JSON.stringify({ section: id }))}`;
    }, section);
    await page.locator(there).first().waitFor();
  },
});

/** Screens that one works in, each from wherever the one before has left the page. */
export const workScreens: readonly Screen[] = [
  {
    name: 'automation-rule',
    async show(page) {
      // Each mode keeps the view that it had.
      await page.keyboard.press('Control+1');
      await open(page, 'automation.page');
      const { rules } = await callAutomation<{ rules: object[] }>(page, 'list');
      if (rules.length === 0)
        await saveRule(page, 'Every weekday at 8:30, read the issues in a new conversation. Stop at $0.10.', 'Issues');
      const row = ruleRow(page, 'Issues').locator('.title');
      const rule = automationPage(page).locator('automation-rule .row').last();
      await row.or(rule).first().waitFor();
      if (await row.isVisible()) await row.click();
      await rule.waitFor();
    },
  },
  {
    name: 'start',
    async show(page) {
      await page.keyboard.press('Control+1');
      await page.evaluate(() => {
        location.hash = `#/conversations.thread?${encodeURIComponent(JSON.stringify({ project: 'p1' }))}`;
      });
      await page.locator('conversations-start button').first().waitFor();
    },
  },
  { name: 'conversation', show: page => atConversation(page, 'start') },
  { name: 'conversation-end', show: page => atConversation(page, 'end') },
  {
    name: 'usage',
    async show(page) {
      await open(page, 'usage.page');
      await page.locator('usage-list[of=model] tbody tr').nth(3).waitFor();
    },
  },
  settings('general', 'settings-field'),
  settings('audio', 'settings-audio'),
  settings('notifications', 'settings-field'),
  settings('sidebar', 'settings-field'),
  settings('behaviors', 'settings-field'),
  settings('language', 'settings-field'),
  settings('shortcuts', 'settings-shortcuts'),
  settings('privacy', 'settings-privacy'),
  settings('storage', 'settings-storage'),
  settings('providers', 'providers-settings .row'),
  settings('rules', 'settings-rules'),
  settings('sessions', 'settings-sessions'),
  settings('diagnostics', 'settings-page ui-header'),
  {
    name: 'assistant',
    async show(page) {
      await page.keyboard.press('Control+2');
      await page.locator('dashboard-home h2').first().waitFor();
      const skip = page.locator('dashboard-welcome footer ui-button').first();
      if ((await skip.count()) > 0) await skip.click();
      await page.locator('dashboard-home .line').first().waitFor();
    },
  },
];

let conversation: string | undefined;

async function atConversation(page: Page, end: 'start' | 'end'): Promise<void> {
  await page.keyboard.press('Control+n');
  await page.locator('conversations-start').waitFor();
  if (conversation === undefined) {
    await demoReady(page);
    conversation = await say(page, 'visite');
    await rested(page, conversation);
    await callAs(page, 'conversations', 'send', { text: 'mise en forme', conversation });
    await rested(page, conversation);
  } else await show(page, conversation);
  await thread(page).locator('ui-transcript').waitFor();
  // In the composer both keys are those of its words.
  const scroller = thread(page).locator('ui-transcript .scroll');
  await scroller.evaluate((all, isEnd) => all.scrollTo(0, isEnd ? all.scrollHeight : 0), end === 'end');
}

/** Opens the app on a profile in which somebody has worked for a while. */
export async function openWork(): Promise<App> {
  const app = await openApp({ width: 1440, prepare: prepareWork });
  await connected(app.page);
  return app;
}
