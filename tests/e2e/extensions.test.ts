import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { tinyRegistry } from '../support/tiny-registry.ts';
import { openApp, windowOnly } from './app.ts';
import { axeClean } from './axe.ts';
import { details, goneMeanwhile, more, rowOf, tab, useRegistry } from './installing.ts';
import { connected } from './screen.ts';
import { command } from './window.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

const id = '@acme/greeter';

/** A version of an extension with a panel that says which version answers it. */
function greeter(version: string, rights: object, main?: string) {
  return {
    manifest: {
      name: id,
      version,
      description: 'Says hello from the side',
      type: 'module',
      keywords: ['atelier-extension', 'views'],
      engines: { atelier: '^1.0.0' },
      atelier: {
        displayName: 'Greeter',
        main: './main.js',
        ui: './ui.js',
        rights,
        contributes: {
          commands: [{ id: 'greeter.greet', title: 'Greet' }],
          views: [{ id: 'greeter.panel', slot: 'panel', title: 'Greeter', element: 'greeter-panel' }],
        },
      },
    },
    files: {
      'main.js': main ?? `export default { activate(ctx) { ctx.handle('greeter.greet', async () => 'Hello from ${version}'); } };`,
      'ui.js': `import { html, LitElement } from 'lit';
        class Panel extends LitElement {
          static properties = { view: { attribute: false }, said: { state: true } };
          render() { return html\`<ui-button @click=\${this.ask}>Greet</ui-button><output>\${this.said}</output>\`; }
          async ask() { this.said = await this.view.run('greeter.greet'); }
        }
        export const elements = { 'greeter-panel': Panel };`,
      'README.md': '# Greeter\n\nSays *hello*.',
    },
  };
}

const inUse = (page: Page) => details(page).locator('.under span').nth(1).innerText();

test('N11: a link shows an extension and installs nothing; a person installs it, uses it, answers what an update asks, is brought back from one that fails, and removes it', async () => {
  await using registry = await tinyRegistry();
  registry.publish(greeter('1.0.0', { net: ['a.example'], notify: true }));
  await using app = await openApp({ off: windowOnly, locale: 'en-GB', width: 1800, single: true });
  const { page } = app;
  app.allow(...goneMeanwhile);
  await connected(page);
  await useRegistry(page, registry.url);

  const link = await app.startAgain(`atelier://extensions/install/${id}`);
  const row = rowOf(page, id);
  await page.locator(`extensions-row[data-id="${id}"][highlighted]`).waitFor();
  await details(page).getByRole('heading', { name: 'Greeter', exact: true, level: 2 }).waitFor();
  const fetched = registry.asked.filter(({ path }) => path.endsWith('.tgz')).length;

  await details(page).getByRole('button', { name: 'Install' }).click();
  const offer = page.locator('extensions-offer');
  await offer.getByText('May reach a.example').waitFor();
  await axeClean(page);
  await offer.getByRole('checkbox', { name: 'May notify you' }).uncheck();
  await offer.getByRole('button', { name: 'Install' }).click();
  await offer.waitFor({ state: 'detached' });
  await details(page).getByRole('switch', { name: 'May reach a.example', checked: true }).waitFor();
  const refused = await details(page).getByRole('switch', { name: 'May notify you' }).isChecked();

  await command(page, 'greeter');
  const frame = page.frameLocator('aside.panel iframe');
  await frame.getByRole('button', { name: 'Greet' }).click();
  const hear = async () => {
    await frame.getByRole('button', { name: 'Greet' }).click();
    return await frame.locator('output').innerText();
  };
  await expect.poll(hear).toBe('Hello from 1.0.0');

  registry.publish(greeter('1.1.0', { net: ['a.example'], notify: true }));
  await more(page, 'Check for updates');
  const badge = page.locator('workbench-entries .badge');
  await expect.poll(() => badge.innerText()).toBe('1');
  await page.locator('extensions-panel .bar').getByRole('button', { name: 'Update all' }).click();
  await expect.poll(hear).toBe('Hello from 1.1.0');
  await badge.waitFor({ state: 'detached' });

  registry.publish(greeter('2.0.0', { net: ['a.example', 'b.example'], notify: true }));
  await more(page, 'Check for updates');
  await offer.getByText('2.0.0 asks for more').waitFor();
  const asked = await offer.locator('li.add').innerText();
  await page.locator('extensions-panel .bar').getByRole('button', { name: 'Update all' }).click();
  await expect.poll(hear).toBe('Hello from 1.1.0');
  await row.locator('.hit').click();
  await offer.getByRole('button', { name: 'Allow' }).click();
  await expect.poll(hear).toBe('Hello from 2.0.0');
  const granted = await details(page).getByRole('switch', { name: 'May reach b.example' }).isChecked();

  registry.publish(
    greeter('3.0.0', { net: ['a.example', 'b.example'], notify: true }, "export default { activate() { throw new Error('no luck'); } };"),
  );
  await more(page, 'Check for updates');
  await tab(page, 'Updates').click();
  await row.getByRole('button', { name: 'Update' }).click();
  await details(page).locator('ui-alert', { hasText: '3.0.0 could not start, so 2.0.0 was restored' }).waitFor();
  await page.locator('extensions-updates').getByRole('heading', { name: 'Did not start' }).waitFor();
  await page.locator('workbench-entries .badge').waitFor({ state: 'detached' });
  await app.keep('extension-not-started');
  await expect.poll(hear).toBe('Hello from 2.0.0');

  await details(page).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Go back to 1.1.0' }).click();
  await expect.poll(hear).toBe('Hello from 1.1.0');
  await expect.poll(() => inUse(page)).toBe('1.1.0');
  await app.keep('extensions-panel');

  await details(page).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Remove…' }).click();
  const asking = page.locator('extensions-remove');
  await asking.getByRole('checkbox').check();
  await asking.getByRole('button', { name: 'Remove' }).click();
  await asking.waitFor({ state: 'detached' });
  await page.frameLocator('aside.panel iframe').getByRole('button', { name: 'Greet' }).waitFor({ state: 'detached' });
  await tab(page, /Installed/).click();
  await row.waitFor({ state: 'detached' });
  expect({ link: link.code, fetched, refused, asked: asked.replaceAll(/\s+/g, ' '), granted }).toEqual({
    link: 0,
    fetched: 0,
    refused: false,
    asked: expect.stringContaining('b.example'),
    granted: true,
  });
});
