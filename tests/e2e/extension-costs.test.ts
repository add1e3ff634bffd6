import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp, windowOnly } from './app.ts';
import { axeViolations } from './axe.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

/** Three extensions that are awake from the start, one of them with a server. */
function put(userData: string): void {
  for (const name of ['finder', 'greeter', 'timer']) {
    const folder = join(userData, 'extensions', name);
    mkdirSync(folder, { recursive: true });
    const server = name === 'finder' ? { servers: [{ id: 'index', main: './server.js' }], rights: { servers: ['index'] } } : {};
    const atelier = { displayName: name[0]?.toUpperCase() + name.slice(1), main: './main.js', activation: 'startup', ...server };
    const manifest = { name: `@acme/${name}`, version: '1.0.0', type: 'module', engines: { atelier: '^1.0.0' }, atelier };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    writeFileSync(join(folder, 'main.js'), 'export default { activate() {} };');
    writeFileSync(
      join(folder, 'server.js'),
      "import { createServer } from 'node:http'; createServer((_, a) => a.end()).listen(process.env.PORT);",
    );
  }
}

const choose = async (page: Page, menu: string, item: string) => {
  await page.locator('extensions-panel .bar').getByRole('button', { name: menu }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

test('a person sees what an extension costs, bounds it, lets its server run, and finds who broke something', async () => {
  await using app = await openApp({ locale: 'en-GB', off: windowOnly.filter(one => one !== '@atelier/extensions'), prepare: put });
  const { page } = app;
  await page
    .getByRole('link', { name: 'Extensions' })
    .or(page.getByRole('button', { name: 'Extensions' }))
    .first()
    .click();
  await page.locator('extensions-row[data-id="@acme/finder"]').getByRole('button').first().click();
  const details = page.locator('extensions-details');
  await details.getByText('Budget…').waitFor();
  await details.getByText('index · Off').waitFor();
  await details.locator('extensions-rights').getByRole('switch').first().click();
  await details.getByText('index · Ready').waitFor();
  await details.getByRole('button', { name: 'Budget…' }).click();
  const bound = page.getByRole('spinbutton', { name: 'Memory (MB)' });
  await bound.fill('300');
  await app.keep('extension-budget');
  await page.getByRole('button', { name: 'Save' }).click();
  await bound.waitFor({ state: 'detached' });
  const meters = await page.getByRole('meter').count();
  await app.keep('extension-costs');
  const clean = await axeViolations(page);

  await choose(page, 'More', 'Which extension broke this?');
  const dialog = page.locator('extensions-blame');
  await app.keep('extension-blame');
  await dialog.getByRole('button', { name: 'Begin' }).click();
  await dialog.getByText('Question 1 of 3 at most').waitFor();
  await app.keep('extension-blame-asking');
  const asked = await axeViolations(page);
  // The person closes it to try, and comes back.
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await app.keep('extension-blame-bar');
  await page.locator('extensions-blame-bar').getByRole('button', { name: 'Answer' }).click();
  await dialog.getByRole('button', { name: 'No, not anymore' }).click();
  await dialog.getByText('Question 2 of 3 at most').waitFor();
  await dialog.getByRole('button', { name: 'No, not anymore' }).click();
  await dialog.getByText('is the cause').waitFor();
  await app.keep('extension-blame-found');
  await dialog.getByRole('button', { name: 'Switch it off' }).click();
  await dialog.waitFor({ state: 'detached' });
  const on = await page.locator('extensions-row[data-id^="@acme/"]').getByRole('switch', { checked: true }).count();
  expect({ clean, asked, meters: meters > 0, on }).toEqual({ clean: [], asked: [], meters: true, on: 2 });
});
