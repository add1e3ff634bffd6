import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { tinyRegistry } from '../support/tiny-registry.ts';
import { openApp, windowOnly } from './app.ts';
import { axeClean } from './axe.ts';
import { addRegistry, details, goneMeanwhile, install, rowOf, tab, useRegistry } from './installing.ts';
import { connected, pressEnter } from './screen.ts';
import { installThirdParty } from './third-party.ts';
import { command, focused } from './window.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

const id = '@acme/first';
const panel = (page: Page) => page.locator('extensions-panel');
const withTwo = (userData: string) => {
  for (const word of ['first', 'second'])
    installThirdParty(userData, { word, displayName: word, description: `The ${word} one.`, activate: 'void ctx;' });
};

/** Which of the two columns is in sight. */
const shown = (page: Page) =>
  panel(page)
    .locator('.columns > div')
    .evaluateAll(all => all.filter(one => one.checkVisibility()).map(one => one.className));

test('in a narrow window the details take the place of the list with the focus, Back gives both back, and a tab always shows its list', async () => {
  await using app = await openApp({ off: windowOnly, locale: 'en-GB', width: 360, height: 780, prepare: withTwo });
  const { page } = app;
  await connected(page);
  await command(page, 'Find extensions');
  await tab(page, /Installed/).click();
  await rowOf(page, id).locator('.hit').focus();
  await page.keyboard.press('Enter');
  await details(page).getByRole('heading', { name: 'first', level: 2 }).waitFor();
  await expect.poll(() => focused(page)).toBe('button Back to the list');
  const chosen = await shown(page);
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe('button first');
  const back = await shown(page);
  await page.keyboard.press('Enter');
  await expect.poll(() => shown(page)).toEqual(['details']);
  await tab(page, 'Updates').click();
  const turned = await shown(page);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect({ chosen, back, turned, wide }).toEqual({ chosen: ['details'], back: ['list'], turned: ['list'], wide: 360 });
});

test('the arrow keys walk the list of extensions and its menu, whatever the width hides of it', async () => {
  await using app = await openApp({ off: windowOnly, locale: 'en-GB', width: 1440, prepare: withTwo });
  const { page } = app;
  await connected(page);
  await command(page, 'Find extensions');
  await tab(page, /Installed/).click();
  await panel(page).getByRole('searchbox').fill('one.');
  await rowOf(page, '@acme/second').waitFor();
  const walked: string[] = [];
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp']) {
    await page.keyboard.press(key);
    walked.push((await focused(page)).replace(/\d+/, '…'));
  }
  await pressEnter(panel(page).locator('.bar').getByRole('button', { name: 'More' }));
  for (const key of ['ArrowUp', 'ArrowDown']) {
    await page.keyboard.press(key);
    walked.push(await focused(page));
  }
  expect(walked).toEqual([
    'button first',
    'button second',
    'button second',
    'button first',
    'input Search … extensions',
    'ui-menu-item Registries…',
    'ui-menu-item Check for updates',
  ]);
});

test('of a long readme the beginning is shown with the way to the rest, and a short one is whole', async () => {
  await using registry = await tinyRegistry();
  const manifest = { type: 'module', description: 'Has a readme', keywords: ['atelier-extension'], engines: { atelier: '^1.0.0' } };
  const files = { 'main.js': 'export default { activate() {} };' };
  for (const [name, lines] of [
    ['@acme/short', 1],
    ['@acme/long', 60],
  ] as const) {
    const readme = Array.from({ length: lines }, (_, at) => `Line ${at}`).join('\n\n');
    registry.publish({
      manifest: { ...manifest, name, version: '1.0.0', atelier: { main: './main.js' } },
      files: { ...files, 'README.md': readme },
    });
  }
  await using app = await openApp({ off: windowOnly, locale: 'en-GB', width: 1440 });
  const { page } = app;
  app.allow(...goneMeanwhile);
  await connected(page);
  await useRegistry(page, registry.url);
  for (const name of ['@acme/short', '@acme/long']) await install(page, name);
  const readmeOf = async (name: string, last: string | RegExp) => {
    await rowOf(page, name).locator('.hit').click();
    await details(page).locator('ui-markdown', { hasText: last }).waitFor();
    const part = details(page).locator('extensions-readme');
    // How long it is is measured before the next frame is painted; until then the page has what a person never sees.
    await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
    return { cut: await part.locator('.readme.cut').count(), ways: await part.locator('ui-button').allInnerTexts() };
  };
  const long = await readmeOf('@acme/long', 'Line 59');
  await details(page).getByRole('button', { name: 'Open in full' }).click();
  const whole = await details(page).locator('extensions-readme .readme.cut').count();
  expect({ long, whole, short: await readmeOf('@acme/short', /Line 0(?!\s*Line 1)/) }).toEqual({
    long: { cut: 1, ways: ['Open in full'] },
    whole: 0,
    short: { cut: 0, ways: [] },
  });
});

test('of an extension that no registry could tell of nothing is claimed, and the way to a registry with a token is one press', async () => {
  await using app = await openApp({ off: windowOnly, locale: 'en-GB', width: 1440 });
  const { page } = app;
  await connected(page);
  // Nothing listens there.
  await useRegistry(page, 'http://127.0.0.1:9/');
  await page.evaluate(() => {
    location.hash = `#/extensions.panel?${encodeURIComponent(JSON.stringify({ tab: 'marketplace', id: '@acme/far-away' }))}`;
  });
  await details(page).locator('ui-alert', { hasText: 'Offline' }).getByRole('button', { name: 'Retry' }).waitFor();
  const claims = await details(page).locator('ui-section').count();
  const installs = await details(page).getByRole('button', { name: 'Install' }).count();
  await panel(page).locator('.bar').getByRole('button', { name: 'Publish' }).click();
  await page.locator('extensions-publish input:focus').waitFor();
  await page.locator('extensions-publish').getByRole('button', { name: 'Registries…' }).click();
  await page.locator('extensions-registries input:focus').waitFor();
  expect({ claims, installs, publish: await page.locator('extensions-publish').count() }).toEqual({ claims: 0, installs: 0, publish: 0 });
});

test('what one registry lists is shown and installed from there, though another one does not answer', async () => {
  await using down = await tinyRegistry();
  await using team = await tinyRegistry();
  down.misbehave = (_request, response) => {
    response.writeHead(503).end();
    return true;
  };
  team.publish({
    manifest: {
      name: id,
      version: '1.0.0',
      description: 'Listed by the team.',
      type: 'module',
      keywords: ['atelier-extension'],
      engines: { atelier: '^1.0.0' },
      atelier: { main: './main.js', contributes: {} },
    },
    files: { 'main.js': 'export default { activate() {} };' },
  });
  await using app = await openApp({ off: windowOnly, locale: 'en-GB' });
  const { page } = app;
  await connected(page);
  await useRegistry(page, down.url);
  await addRegistry(page, 'Second', team.url);
  await tab(page, 'Marketplace').click();
  await panel(page).getByText('answered 503').waitFor();
  await install(page, id);
  await details(page).getByText('Listed by the team.').waitFor();
  await details(page).getByText(new URL(team.url).host).waitFor();
});

test('where no registry answers, the first page says what to do and why in second place; what comes with Atelier is not counted as installed', async () => {
  await using app = await openApp({ off: windowOnly, locale: 'en-GB', width: 1440 });
  const { page } = app;
  await connected(page);
  // Nothing listens there.
  await useRegistry(page, 'http://127.0.0.1:9/');
  await tab(page, 'Marketplace').click();
  await panel(page).getByText('No catalogue answers').waitFor();
  await axeClean(page);
  await app.keep('no-catalogue');
  const alerts = await panel(page).getByRole('alert').filter({ visible: true }).count();
  await panel(page).getByText('Why', { exact: true }).click();
  await panel(page).locator('extensions-market ui-alert').first().waitFor();
  const installed = (await tab(page, /Installed/).innerText()).trim();
  await panel(page).locator('extensions-market').getByRole('button', { name: 'Add a registry' }).click();
  await page.locator('extensions-registries input:focus').waitFor();
  expect({ alerts, installed }).toEqual({ alerts: 0, installed: 'Installed' });
});
