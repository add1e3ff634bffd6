import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp, windowOnly } from './app.ts';
import { connected } from './screen.ts';
import { installThirdParty } from './third-party.ts';
import { command, enter, focused, listed, mainView, palette, plain } from './window.ts';

const helloPanel = join(import.meta.dirname, '..', '..', 'registry-dev', 'examples', 'hello-panel');
const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

const home = (page: Page) => mainView(page).locator('workbench-home');
const inMain = (page: Page) => page.frameLocator('main iframe');

test('an extension that was installed shows its panel, keeps it over a reload, and its widget follows the window’s context', async () => {
  await using app = await openApp({ off: windowOnly, plugins: [helloPanel] });
  const { page } = app;
  await connected(page);
  const widget = page.frameLocator('header iframe').locator('body');
  await expect.poll(() => widget.innerText()).toMatch(/Aucun projet\s+fr\s+clair/);
  await page.keyboard.press('Control+k');
  await palette(page).getByRole('combobox').fill('bonjour');
  const found = await listed(page);
  await page.keyboard.press('Enter');
  const panel = page.frameLocator('aside.panel iframe');
  await panel.getByRole('textbox').fill('Ada');
  await panel.getByRole('button').click();
  const greeted = await panel.getByRole('status').innerText();
  await page.reload();
  await connected(page);
  const kept = await panel.getByRole('textbox').inputValue();
  await command(page, 'theme sombre');
  await expect.poll(() => widget.innerText()).toMatch(/sombre/);
  await command(page, 'langue anglais');
  await expect.poll(() => widget.innerText()).toMatch(/No project\s+en\s+dark/);
  await panel.getByRole('button', { name: 'Greet' }).waitFor();
  const inside = await page.locator('header view-frame').evaluate(frame => frame.getBoundingClientRect().height <= 28);
  expect({ found, greeted, kept, inside }).toEqual({ found: ['Bonjour'], greeted: 'Bonjour, Ada.', kept: 'Ada', inside: true });
});

test('X8: no view of a third-party extension stands first, and one that offers to replace the first screen is asked about once: no stays no', async () => {
  await using app = await openApp({
    off: windowOnly,
    plugins: [helloPanel],
    prepare: userData =>
      installThirdParty(userData, {
        word: 'pushy',
        atelier: {
          contributes: { views: [{ id: 'pushy.first', slot: 'main', title: 'Moi d’abord', element: 'pushy-first', order: -1000 }] },
        },
        ui: "export const elements = { 'pushy-first': class extends LitElement { render() { return html`<p>Me</p>`; } } };\n",
      }),
  });
  const { page } = app;
  await connected(page);
  await home(page).waitFor();
  const frames = await page.locator('main iframe').count();
  const offer = page.getByRole('region', { name: 'Proposition de « Accueil de Bonjour »' });
  const said = plain(await offer.locator('p').innerText());
  await offer.getByRole('button', { name: 'Non' }).click();
  await offer.waitFor({ state: 'detached' });
  await page.reload();
  await connected(page);
  const after = await offer.count();
  // What is still loading when the program ends would be a complaint of its own.
  await expect.poll(() => page.frameLocator('header iframe').locator('body').innerText()).toMatch(/fr/);
  app.allow(/WebSocket|ERR_CONNECTION_REFUSED|alive|woff2|net::ERR_FAILED/);
  const { url } = await app.restart();
  await page.goto(url);
  await connected(page);
  // It is shown once somebody opens it.
  await enter(page, 'Moi d’abord');
  await inMain(page).getByText('Me').waitFor();
  expect({ frames, said, after, later: await offer.count() }).toEqual({
    frames: 0,
    said: expect.stringMatching(/« Accueil de Bonjour » peut remplacer « Accueil »\.\s+@acme\/hello-panel s’affichera ici, isolée\./),
    after: 0,
    later: 0,
  });
});

test('an offer that is accepted shows the other view, in every window and after a restart, and one click brings the original back', async () => {
  await using app = await openApp({ off: windowOnly, plugins: [helloPanel] });
  const { page } = app;
  await connected(page);
  await page.getByRole('button', { name: 'Essayer' }).click();
  const welcome = inMain(page).getByRole('heading', { name: 'Bienvenue' });
  await welcome.waitFor();
  const other = await app.openPage();
  await connected(other);
  await inMain(other).getByRole('heading', { name: 'Bienvenue' }).waitFor();
  await other.close();
  app.allow(/WebSocket|ERR_CONNECTION_REFUSED|alive|woff2|net::ERR_FAILED/);
  const { url } = await app.restart();
  await page.goto(url);
  await welcome.waitFor();
  const rights = () => JSON.parse(readFileSync(join(app.userData, 'extensions.json'), 'utf8')).extensions['@acme/hello-panel'].granted;
  const granted = rights();
  await mainView(page).hover();
  await page.getByRole('button', { name: 'Vue d’origine' }).click();
  await home(page).waitFor();
  const offers = await page.getByRole('button', { name: 'Essayer' }).count();
  await page.reload();
  await connected(page);
  await home(page).waitFor();
  expect({ granted, offers, home: await home(page).count() }).toEqual({ granted: { replaces: ['workbench.home'] }, offers: 0, home: 1 });
});

test('a stand-in whose extension is switched off gives way to the original at once, with a sentence, and is back when it is switched on', async () => {
  await using app = await openApp({ off: windowOnly, plugins: [helloPanel] });
  const { page } = app;
  await connected(page);
  await page.getByRole('button', { name: 'Essayer' }).click();
  await inMain(page).getByRole('heading', { name: 'Bienvenue' }).waitFor();
  const other = await app.openPage();
  await connected(other);
  await enter(other, 'Extensions');
  const row = other.locator('extensions-row[data-id="@acme/hello-panel"]');
  await row.getByRole('switch').click();
  await home(page).waitFor();
  const said = plain(await mainView(page).locator('ui-alert').innerText());
  await row.getByRole('switch').click();
  await inMain(page).getByRole('heading', { name: 'Bienvenue' }).waitFor();
  expect({ said, left: await mainView(page).locator('ui-alert').count() }).toEqual({
    said: expect.stringMatching(
      /« Accueil de Bonjour » ne s’affiche plus, .*la vue d’origine est de retour\. Réactivez @acme\/hello-panel/s,
    ),
    left: 0,
  });
});

test('E7: a command of a third-party extension that says it runs in the window is refused with its sentence, and nothing of it runs', async () => {
  await using app = await openApp({
    off: windowOnly,
    locale: 'en-GB',
    prepare: userData =>
      installThirdParty(userData, {
        word: 'inside',
        atelier: { contributes: { commands: [{ id: 'inside.run', title: 'Run inside the window', runs: 'window' }] } },
        activate: "ctx.handle('inside.run', async () => 'ran');",
        ui: "export const elements = {};\nexport const commands = { 'inside.run': () => { document.title = 'ran'; } };\n",
      }),
  });
  const { page } = app;
  await connected(page);
  await command(page, 'run inside');
  const said = await page
    .locator('workbench-overlay')
    .getByText(/was not run/)
    .innerText();
  expect({ said, title: await page.title() }).toEqual({
    said: expect.stringMatching(
      /^inside\.run was not run: only extensions that come with Atelier may run commands inside the window, and @acme\/inside does not/,
    ),
    title: 'Home · Atelier',
  });
});

test('E7: the address of a third-party link is shown as it really is before it is opened, and a no opens nothing', async () => {
  await using app = await openApp({
    off: windowOnly,
    locale: 'en-GB',
    prepare: userData =>
      installThirdParty(userData, {
        word: 'away',
        atelier: { contributes: { views: [{ id: 'away.out', slot: 'main', title: 'Way out', element: 'away-out' }] } },
        ui: `export const elements = { 'away-out': class extends LitElement {
          static properties = { view: { attribute: false }, said: { state: true } };
          async open(url) { this.said = await this.view.connect(WindowChannel).call('openExternal', { url }).then(() => 'opened', error => error.code); }
          render() { return html\`
            <button @click=\${() => this.open('HTTPS://bank.example.\\u0065vil.example:443/a b')}>Bank</button>
            <button @click=\${() => this.open('javascript:alert(1)')}>Script</button>
            <button @click=\${() => this.open('https://bank.example@evil.example/')}>Name</button>
            <output>\${this.said}</output>\`; }
        } };\n`,
      }),
  });
  const { page } = app;
  await connected(page);
  await enter(page, 'Way out');
  const frame = inMain(page);
  await frame.getByRole('button', { name: 'Bank' }).click();
  const dialog = page.getByRole('dialog', { name: 'Open this address?' });
  const asked = [await dialog.locator('p').innerText(), await dialog.locator('code').innerText()];
  await expect.poll(() => focused(page)).toBe('button Cancel');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => frame.locator('output').innerText()).toBe('window/declined');
  const pages = app.context.pages().length;
  await frame.getByRole('button', { name: 'Bank' }).click();
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await frame.getByRole('button', { name: 'Script' }).click();
  await expect.poll(() => frame.locator('output').innerText()).toBe('window/address-refused');
  await frame.getByRole('button', { name: 'Bank' }).click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => frame.locator('output').innerText()).toBe('window/declined');
  await frame.getByRole('button', { name: 'Name' }).click();
  await expect.poll(() => frame.locator('output').innerText()).toBe('window/address-refused');
  expect({ asked, pages, left: await dialog.count() }).toEqual({
    asked: ['@acme/away wants to open it outside Atelier.', 'https://bank.example.evil.example/a%20b'],
    pages: 1,
    left: 0,
  });
});
