import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { releaseServer } from '../../plugins/updates/main/release-server.fixture.ts';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { axeClean } from './axe.ts';
import { connected } from './screen.ts';
import { setting, settingsPage, showSection } from './settings-page.ts';
import { enter } from './window.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

test('a person sets a feed, hears of a newer version and what it changes, and chooses what closing the window means', async () => {
  await using server = await releaseServer();
  server.publish([server.release('9.1.0', randomBytes(1000), { notes: { fr: '- **Plus rapide**', en: '- **Faster**' } })]);
  await using app = await openApp({ locale: 'en-GB' });
  const { page } = app;
  await connected(page);
  await enter(page, 'Settings');
  await showSection(page, 'Updates');
  const section = settingsPage(page).locator('updates-page');
  await section.getByText('Not checked yet.').waitFor();
  await app.keep('updates-empty');
  await settingsPage(page).locator('summary').click();
  for (const [id, value] of [
    ['feed', server.url],
    ['key', server.key],
  ] as const) {
    const field = setting(page, `updates-options.${id}`).getByRole('textbox');
    await field.fill(value);
    await field.blur();
  }
  await section.getByRole('button', { name: 'Look for updates' }).click();
  await section.getByText('Atelier 9.1.0 of 20 Nov 2026 is available.').waitFor();
  const shown = {
    notes: await section.locator('ui-markdown strong').first().textContent(),
    way: await section.locator('pre').textContent(),
  };
  await page.getByText('Atelier 9.1.0 is available.').waitFor();
  await axeClean(page);
  await app.keep('updates-offer');

  await showSection(page, 'Desktop');
  const background = settingsPage(page).getByRole('switch', { name: 'Keep running in the background' });
  await background.click();
  await expect.poll(() => read(join(app.userData, 'desktop.json'))).toContain('"closeToBackground":false');
  await axeClean(page);
  await app.keep('desktop');
  const { version } = JSON.parse(readFileSync(join(app.userData, 'version.json'), 'utf8')) as { version: string };
  expect({ shown, version }).toEqual({ shown: { notes: 'Faster', way: 'git pull && npm start' }, version: '0.1.0' });
});

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
