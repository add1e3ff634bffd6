import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'vitest';
import { password, testCloud } from '../../plugins/cloud/server/cloud.fixture.ts';
import { desktop, email } from '../../plugins/cloud/server/oidc/desktop.fixture.ts';
import { chromiumLack, openChromium } from '../support/chromium.ts';
import { needing } from '../support/needing.ts';
import { axeViolations } from './axe.ts';

const pictures = join(import.meta.dirname, '../../.build/e2e');

needing(await chromiumLack())(
  'in a real browser, without a script: the page that a desktop opens, sign in, consent, and back to the desktop',
  async () => {
    mkdirSync(pictures, { recursive: true });
    await using cloud = await testCloud({ env: { ATELIER_CLOUD_OPERATOR: 'Harbour Hosting', ATELIER_CLOUD_ADMIN: email } });
    await cloud.account(email);
    // Where the desktop waits for the browser.
    const listener = createServer((_, response) => response.end('back')).listen(0, '127.0.0.1');
    await once(listener, 'listening');
    using _listener = { [Symbol.dispose]: () => void listener.close() };
    const waiting = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
    await using browser = await openChromium();
    const faults: string[] = [];
    for (const [width, scheme, locale] of [
      [1440, 'light', 'en'],
      [1440, 'dark', 'fr'],
      [390, 'light', 'fr'],
      [390, 'dark', 'en'],
    ] as const) {
      const context = await browser.newContext({ viewport: { width, height: width > 640 ? 900 : 844 }, colorScheme: scheme, locale });
      const page = await context.newPage();
      const keep = async (name: string) => {
        await page.screenshot({ path: join(pictures, `cloud-${name}-${width}-${scheme}-${locale}.png`), fullPage: true });
        const wide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
        faults.push(...(await axeViolations(page)), ...(wide === true ? [`${name} is wider than ${width}`] : []));
      };
      const { url } = await desktop(cloud, { redirect_uri: `${waiting}/cloud/auth/callback` });
      await page.goto(url.href);
      await page.getByRole('link', { name: /Create account|Créer un compte/ }).click();
      await keep('signup');
      await page.getByRole('link', { name: /Sign in|Se connecter/ }).click();
      await page.getByLabel('E-mail').fill(email);
      await page.locator('#password').fill('not the password');
      await page.getByRole('button', { name: /Sign in|Se connecter/ }).click();
      await page.getByRole('alert').waitFor();
      await keep('signin');
      await page.locator('#password').fill(password);
      await page.getByRole('button', { name: /Sign in|Se connecter/ }).click();
      const approve = page.getByRole('button', { name: /Approve|Approuver/ });
      await approve.waitFor();
      await keep('consent');
      await approve.click();
      await page.waitForURL(`${waiting}/**`);
      expect(page.url()).toMatch(/\?code=.+&state=.+&iss=/);
      // The second visit finds the organization of the first.
      await page.goto(`${cloud.url}/cloud/onboarding`);
      await keep('onboarding');
      if (width === 1440 && scheme === 'light') {
        await page.locator('#name').fill('Nordlys Works');
        await page.getByLabel('Address 1', { exact: true }).fill('jonas@nordlys.example');
        await page.getByRole('button', { name: 'Create organization' }).click();
        await page.locator('#secret').waitFor();
        await page.getByRole('radio', { name: 'Mistral' }).check();
        await keep('provider');
      }
      await page.goto(`${cloud.url}/cloud/onboarding/computer`);
      await keep('computer');
      await page.goto(`${cloud.url}/cloud/account`);
      await page.getByRole('link', { name: /Administer|Administrer/ }).click();
      await page.getByRole('spinbutton').first().fill('3');
      await page
        .getByRole('button', { name: /^(?:Give|Offrir)$/ })
        .first()
        .click();
      await page.getByRole('status').waitFor();
      await keep('admin');
      await page.goto(`${cloud.url}/cloud/forgot-password`);
      await keep('forgot');
      // The other language, chosen on the page, is there and on the next one.
      await page.getByRole('link', { name: locale === 'en' ? 'Français' : 'English' }).click();
      await page.goto(`${cloud.url}/cloud/check-mail`);
      expect(await page.locator('html').getAttribute('lang')).toBe(locale === 'en' ? 'fr' : 'en');
      await context.close();
    }
    expect(faults).toEqual([]);
  },
);
