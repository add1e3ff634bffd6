import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { writeProfile } from '../support/profile.ts';
import { type App, openApp } from './app.ts';
import { connected } from './screen.ts';
import { installThirdParty } from './third-party.ts';
import { find, palette } from './window.ts';

const root = join(import.meta.dirname, '..', '..');
const helloPanel = join(root, 'registry-dev', 'examples', 'hello-panel');

/** A screen: the way to it from the first screen, and where it differs, the window it is meant for. */
export interface Screen {
  readonly name: string;
  readonly show: (page: Page) => Promise<void>;
  /** Only where the sidebar and the panel lie over the main view. */
  readonly narrow?: boolean;
}

const longName = 'Journal of everything that happened in this workshop since the very first morning';
const longTitle = 'Registre complet des marées, des vents et des navires du port';

/** Extensions that make every state of the window reachable. */
export function prepareScreens(userData: string): void {
  writeProfile(userData);
  // A database that is none is something to be told.
  mkdirSync(join(userData, 'data'), { recursive: true });
  writeFileSync(join(userData, 'data', 'atelier--workbench.sqlite'), 'this is no database, and never was one. '.repeat(200));
  installThirdParty(userData, {
    word: 'long-names',
    displayName: longName.slice(0, 80),
    description: 'Keeps a journal whose name is as long as a name may be, and says so in a sentence that does not fit in one line either.',
    atelier: {
      contributes: {
        views: [
          { id: 'long-names.journal', slot: 'main', title: longTitle, icon: 'notebook', element: 'long-names-journal' },
          { id: 'long-names.side', slot: 'panel', title: longTitle, element: 'long-names-journal' },
        ],
        commands: [{ id: 'long-names.write', title: 'Inscrire une entrée dans le registre complet des marées et des vents du port' }],
      },
    },
    ui: `export const elements = { 'long-names-journal': class extends LitElement { render() { return html\`<p>${'Marée haute. '.repeat(40)}</p>\`; } } };\n`,
  });
  installThirdParty(userData, {
    word: 'torn',
    displayName: 'Torn page',
    atelier: { contributes: { views: [{ id: 'torn.page', slot: 'main', title: 'Page déchirée', element: 'torn-page' }] } },
    ui: 'export const elements = { "torn-page": class extends LitElement { render() { throw new Error("the ink is gone"); } } };\n',
  });
  installThirdParty(userData, {
    word: 'away',
    displayName: 'Way out',
    atelier: { contributes: { views: [{ id: 'away.out', slot: 'main', title: 'Sortie', element: 'away-out' }] } },
    ui: `export const elements = { 'away-out': class extends LitElement {
      static properties = { view: { attribute: false } };
      render() { return html\`<button @click=\${() => this.view.connect(WindowChannel).call('openExternal', { url: 'https://example.org/une/adresse?assez=longue&pour=deux-lignes-dans-la-boîte' }).catch(() => undefined)}>Go</button>\`; }
    } };\n`,
  });
}

const frameOf = (page: Page) => page.frameLocator('main iframe');

/** Every screen of the window so far. Each begins and ends at the first screen, without dialogs. */
export const screens: readonly Screen[] = [
  { name: 'home', show: async () => undefined },
  {
    name: 'home-assistant',
    async show(page) {
      await page.keyboard.press('Control+2');
      await page.locator('dashboard-home h2').first().waitFor();
    },
  },
  {
    name: 'extensions',
    async show(page) {
      await open(page, 'extensions.panel');
      await page.locator('extensions-row').first().waitFor();
    },
  },
  {
    name: 'extensions-opened',
    async show(page) {
      await open(page, 'extensions.panel');
      await page.locator('extensions-row[data-id="@acme/mail-bridge"] .hit').click();
      await page.locator('extensions-details .title h2').waitFor();
      await page.mouse.move(0, 0);
    },
  },
  {
    name: 'extensions-budget',
    async show(page) {
      await open(page, 'extensions.panel');
      await page.locator('extensions-row[data-id="@acme/reading-list"] .hit').click();
      await page.locator('extensions-costs ui-button').click();
      await page.locator('extensions-budget input:focus').waitFor();
    },
  },
  {
    name: 'extensions-registries',
    show: page => showMore(page, 'registries', 'extensions-registries input:focus'),
  },
  {
    name: 'extensions-blame',
    show: page => showMore(page, 'blame', 'extensions-blame p'),
  },
  {
    name: 'palette',
    async show(page) {
      await page.keyboard.press('Control+k');
      await palette(page).getByRole('option').first().waitFor();
    },
  },
  {
    name: 'palette-found',
    async show(page) {
      await find(page, 'a');
      await palette(page).getByRole('option').first().waitFor();
    },
  },
  {
    name: 'palette-nothing',
    async show(page) {
      await find(page, 'xyzzy');
      await palette(page).getByRole('status').waitFor();
    },
  },
  {
    name: 'keys',
    async show(page) {
      await page.keyboard.press('Control+/');
      await page.locator('workbench-keys dd').first().waitFor();
    },
  },
  {
    name: 'notices',
    async show(page) {
      if (await isNarrow(page)) return;
      await page.locator('workbench-notices button').first().click();
      await page.locator('workbench-notices li').first().waitFor();
    },
  },
  {
    name: 'panel-notes',
    async show(page) {
      await showPanel(page, 'Notes');
      await page.locator('template-notes').waitFor();
    },
  },
  {
    name: 'panel-third-party',
    async show(page) {
      await showPanel(page, /Bonjour|Hello/);
      await page.locator('aside.panel iframe:not(.starting)').waitFor();
    },
  },
  {
    name: 'long-title',
    async show(page) {
      await open(page, 'long-names.journal');
      await frameOf(page).getByText('Marée').waitFor();
    },
  },
  {
    name: 'failure',
    async show(page) {
      await open(page, 'torn.page');
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'address',
    async show(page) {
      await open(page, 'away.out');
      await frameOf(page).getByRole('button').click();
      await page.locator('address-dialog dialog').waitFor();
      // The frame's own focus comes over from another process.
      await page.waitForFunction(() => document.activeElement?.localName === 'address-dialog');
    },
  },
  {
    name: 'memory-empty',
    async show(page) {
      await open(page, 'memory.page');
      await page.locator('memory-browser ui-empty').waitFor();
    },
  },
  {
    name: 'memory-add',
    async show(page) {
      await open(page, 'memory.page');
      await page.locator('memory-browser ui-empty ui-button').click();
      await page.locator('memory-form input:focus').waitFor();
    },
  },
  {
    name: 'automation-empty',
    async show(page) {
      await open(page, 'automation.page');
      await page.locator('automation-browser .empty li').first().waitFor();
    },
  },
  {
    name: 'narrow-sidebar',
    narrow: true,
    async show(page) {
      await page.getByRole('banner').getByRole('button').first().click();
      await page.locator('nav.side').waitFor();
    },
  },
];

/** Back to the first screen, whatever is open. */
export async function leave(page: Page): Promise<void> {
  const dialogs = [
    'workbench-palette',
    'workbench-keys',
    'address-dialog dialog',
    'extensions-budget',
    'extensions-registries',
    'extensions-blame',
    'memory-form',
  ];
  for (const dialog of dialogs) {
    const shown = page.locator(dialog);
    if ((await shown.count()) === 0) continue;
    await page.keyboard.press('Escape');
    await shown.waitFor({ state: 'detached' });
  }
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await page.keyboard.press('Control+1');
  await open(page, 'workbench.home');
  await page.locator('workbench-home').waitFor();
  if ((await page.locator('aside.panel').count()) > 0) {
    await page.keyboard.press('Control+Alt+b');
    await page.locator('aside.panel').waitFor({ state: 'detached' });
  }
  if ((await isNarrow(page)) && (await page.locator('nav.side').count()) > 0) {
    await page.keyboard.press('Control+b');
    await page.locator('nav.side').waitFor({ state: 'detached' });
  }
  await page.mouse.move(0, 0);
}

export function isNarrow(page: Page): Promise<boolean> {
  return page.evaluate(() => innerWidth < 720);
}

/** Opens the app on a profile with everything in it that the window itself shows. */
export async function openScreens(width = 1440, height = 900): Promise<App> {
  const app = await openApp({ width, height, plugins: [helloPanel], prepare: prepareScreens });
  app.allow(/the ink is gone/, /ERR_BLOCKED_BY_RESPONSE/);
  await connected(app.page);
  return app;
}

export function open(page: Page, view: string): Promise<void> {
  return page.evaluate(id => {
    location.hash = `#/${id}`;
  }, view);
}

/** One of what stands behind the three dots of the extensions. */
async function showMore(page: Page, item: string, there: string): Promise<void> {
  await open(page, 'extensions.panel');
  await page.locator('extensions-panel .bar ui-menu ui-icon-button').click();
  await page.locator(`extensions-panel .bar ui-menu-item[value="${item}"]`).click();
  await page.locator(there).first().waitFor();
  await page.mouse.move(0, 0);
}

/** Of our own panels, which stand beside conversations only. */
async function showPanel(page: Page, name: string | RegExp): Promise<void> {
  await page.keyboard.press('Control+n');
  await page.locator('conversations-start').waitFor();
  if ((await page.locator('aside.panel').count()) === 0) await page.keyboard.press('Control+Alt+b');
  await page.locator('aside.panel').getByRole('tab', { name }).click();
}
