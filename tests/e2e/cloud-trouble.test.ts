import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { testCloud } from '../../plugins/cloud/server/cloud.fixture.ts';
import { answer, email } from '../../plugins/cloud/server/oidc/desktop.fixture.ts';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { axeViolations } from './axe.ts';
import { looksOf } from './looks.ts';
import { connected } from './screen.ts';
import { callAs } from './thread.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

/** The server behind an address of this test, where the account is not told before it is let go. */
async function heldCloud() {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let target = '';
  const proxy = createServer(async (asked, response) => {
    if (asked.url === '/v1/bootstrap') await released;
    const { url: path = '/', method = 'GET', headers } = asked;
    const on = request(new URL(path, target), { method, headers }, given => {
      response.writeHead(given.statusCode ?? 500, given.headers);
      given.pipe(response);
    });
    asked.pipe(on);
  }).listen(0, '127.0.0.1');
  await expect.poll(() => proxy.listening).toBe(true);
  const publicUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const cloud = await testCloud({ start: { publicUrl } });
  target = cloud.url;
  return {
    ...{ cloud, publicUrl, release },
    async [Symbol.asyncDispose]() {
      release();
      proxy.closeAllConnections();
      proxy.close();
      await cloud[Symbol.asyncDispose]();
    },
  };
}

const section = (page: Page) => page.locator('cloud-settings');
const read = (page: Page) =>
  section(page).evaluate(async element => {
    const { view } = element as unknown as { view: { connect(channel: object): { call(name: string, params: object): Promise<unknown> } } };
    return (await view.connect({ id: 'cloud' }).call('read', {})) as { waiting?: { page: string } };
  });

test.each(
  looksOf([
    { locale: 'fr-FR', theme: 'dark', width: 390 },
    { locale: 'en-GB', theme: 'light', width: 1440 },
  ]),
)(
  'a link that asks leaves the sign-in alone, its complaint ends with it, and nothing is said of a server before it answered ($locale, $width px)',
  async ({ locale, theme, width }) => {
    await using held = await heldCloud();
    const { cloud, publicUrl } = held;
    const person = await cloud.account(email);
    await using app = await openApp({ locale, theme, width, single: true });
    app.allow(/openExternal|host\//);
    const { page } = app;
    const button = (name: RegExp) => section(page).getByRole('button', { name }).last();
    const waiting = section(page).locator('[data-waiting]');
    await connected(page);
    await callAs(page, 'window', 'open', { view: 'settings.page', params: { section: 'cloud' } });
    const begin = async () => {
      await section(page).getByRole('textbox').fill(publicUrl);
      await button(/^Connect$|^Se connecter$/).click();
      await waiting.waitFor();
      return (await read(page)).waiting?.page ?? '';
    };
    const first = await begin();
    await app.startAgain(`atelier://cloud/connect?base_url=${encodeURIComponent('https://other.example')}`);
    await section(page).locator('[data-asked]').waitFor();
    await button(/^Not now$|^Pas maintenant$/).click();
    await section(page).locator('[data-asked]').waitFor({ state: 'detached' });
    expect((await read(page)).waiting?.page).toBe(first);

    const complaint = section(page).getByText(/This link is not the answer|Ce lien n’est pas la réponse/);
    await waiting.getByRole('textbox').fill('atelier://cloud/auth/callback?code=a&state=b');
    await button(/^Finish$|^Terminer$/).click();
    await complaint.waitFor();
    await fetch(await answer(person, new URL(first), 'deny'));
    await waiting.waitFor({ state: 'detached' });
    await complaint.waitFor({ state: 'detached' });

    await fetch(await answer(person, new URL(await begin()), 'approve'));
    const card = section(page).locator('ui-card[data-connection]');
    await card.getByText(/^Asking…$|^Interrogation…$/).waitFor();
    expect(await card.getByText(/1970|Account not read|Compte non lu/).count()).toBe(0);
    await app.keep('cloud-desktop-asking');
    const faults = await axeViolations(page);
    held.release();
    await card.getByText('Marta Kervella').waitFor();
    expect(faults).toEqual([]);
  },
);
