import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { password, testCloud } from '../../plugins/cloud/server/cloud.fixture.ts';
import { email } from '../../plugins/cloud/server/oidc/desktop.fixture.ts';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { axeViolations } from './axe.ts';
import { looksOf } from './looks.ts';
import { connected } from './screen.ts';
import { callAs } from './thread.ts';

const section = (page: Page) => page.locator('cloud-settings');

/** The page that the browser was to open. The desktop opens no plain http, so the person copies it: a server with a certificate cannot be had here. */
const opened = (page: Page): Promise<string> =>
  section(page).evaluate(async element => {
    const { view } = element as unknown as { view: { connect(channel: object): { call(name: string, params: object): Promise<unknown> } } };
    const { waiting } = (await view.connect({ id: 'cloud' }).call('read', {})) as { waiting: { page: string } };
    return waiting.page;
  });

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

test.each(
  looksOf([
    { locale: 'en-GB', theme: 'light', width: 1440 },
    { locale: 'fr-FR', theme: 'dark', width: 390 },
  ]),
)(
  'a person connects by the browser, sees the account after a restart, is asked to sign in again once that ended, and signs out ($locale, $width px)',
  async ({ locale, theme, width }) => {
    await using cloud = await testCloud();
    await cloud.account(email);
    const { host } = new URL(cloud.url);
    await using app = await openApp({ locale, theme, width, single: true });
    const { page } = app;
    app.allow(/openExternal|host\//);
    const faults: string[] = [];
    const keep = async (name: string) => {
      await app.keep(`cloud-desktop-${name}`);
      const isWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
      faults.push(...(await axeViolations(page)), ...(isWide === true ? [`${name} is too wide`] : []));
    };
    const button = (name: RegExp) => section(page).getByRole('button', { name }).last();
    const card = section(page).locator(`ui-card[data-connection="${host}"]`);
    /** The part of the person in their own browser. */
    const approve = async (url: string) => {
      const own = await app.context.newPage();
      await own.goto(url);
      const mail = own.getByLabel('E-mail');
      const consent = own.getByRole('button', { name: /Approve|Approuver/ });
      await mail.or(consent).first().waitFor();
      if (await mail.isVisible()) {
        await mail.fill(email);
        await own.locator('#password').fill(password);
        await own.getByRole('button', { name: /Sign in|Se connecter/ }).click();
      }
      await consent.click();
      await own.getByText('Go on in Atelier').waitFor();
      await own.close();
    };
    await connected(page);
    await callAs(page, 'window', 'open', { view: 'settings.page', params: { section: 'cloud' } });
    await section(page).getByRole('textbox').waitFor();
    await keep('empty');
    await section(page).getByRole('textbox').fill('http://cloud.example.org');
    await button(/^Connect$|^Se connecter$/).click();
    await section(page).getByRole('alert').getByText('https://').waitFor();
    await keep('refused');
    await section(page).getByRole('textbox').fill(cloud.url);
    await button(/^Connect$|^Se connecter$/).click();
    await section(page).locator('[data-waiting]').waitFor();
    await keep('waiting');
    await approve(await opened(page));
    await card.getByText('Marta Kervella').waitFor();
    await section(page).locator('[data-key-store]').waitFor();
    await keep('connected');

    const { url } = await app.restart();
    await page.goto(url);
    await connected(page);
    await callAs(page, 'window', 'open', { view: 'settings.page', params: { section: 'cloud' } });
    await card.getByText(/^Connected$|^Connecté$/).waitFor();

    const { store } = cloud.server.cloud;
    const valid = (after: number) => store.updateTable('users').set({ sessions_valid_after: after }).execute();
    await valid(Date.now() + 60_000);
    await button(/^Ask again$|^Redemander$/).click();
    await card.getByText(/^Sign in again$|^À reconnecter$/).waitFor();
    await keep('reconnect');
    await valid(0);
    await button(/^Reconnect$|^Reconnecter$/).click();
    await section(page).locator('[data-waiting]').waitFor();
    await approve(await opened(page));
    await card.getByText(/^Connected$|^Connecté$/).waitFor();

    // Another program of the desktop hands a link over: it asks, and nothing is sent.
    await app.startAgain(`atelier://cloud/connect?base_url=${encodeURIComponent('https://other.example')}`);
    await section(page).locator('[data-asked]').waitFor();
    await keep('asked');
    await button(/^Not now$|^Pas maintenant$/).click();
    await section(page).locator('[data-asked]').waitFor({ state: 'detached' });

    await card.getByRole('button', { name: /^Sign out$|^Se déconnecter$/ }).click();
    await keep('leaving');
    await card.getByRole('button', { name: /^Really|^Vraiment/ }).click();
    await card.waitFor({ state: 'detached' });
    await section(page).getByRole('status').getByText(host).waitFor();
    expect(faults).toEqual([]);
  },
);
