import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { grant, openApp, windowOnly } from './app.ts';
import { looksOf } from './looks.ts';
import { connected } from './screen.ts';
import { demoReady, rested, say } from './thread.ts';
import { command, enter, focused, mainView } from './window.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

const separator = (page: Page, name: string) => page.getByRole('separator', { name });
const width = async (page: Page, name: string) => Number(await separator(page, name).getAttribute('aria-valuenow'));
const sidebar = 'Width of the sidebar';
const panel = 'Width of the panel';

async function drag(page: Page, name: string, by: number): Promise<void> {
  const box = (await separator(page, name).boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by / 2, y);
  await page.mouse.move(x + by, y);
  await page.mouse.up();
}

/** What is where: how wide the regions are, or that they are not there. */
async function arranged(page: Page) {
  const box = async (selector: string) => (await page.locator(selector).count()) > 0 && (await page.locator(selector).boundingBox())?.width;
  return { sidebar: await box('nav.side'), panel: await box('aside.panel') };
}

test('the sidebar and the panel are resized by mouse and by keyboard within their bounds, and found again after a reload and a restart', async () => {
  await using app = await openApp({ off: windowOnly, locale: 'en-GB' });
  const { page } = app;
  await connected(page);
  await drag(page, sidebar, 60);
  const dragged = await width(page, sidebar);
  await separator(page, sidebar).focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft', 'Shift+ArrowLeft']) await page.keyboard.press(key);
  const typed = await width(page, sidebar);
  await page.keyboard.press('End');
  const widest = await width(page, sidebar);
  await drag(page, sidebar, -900);
  const narrowest = await width(page, sidebar);
  await separator(page, sidebar).dblclick();
  const usual = await width(page, sidebar);
  await drag(page, sidebar, 36);
  await page.keyboard.press('Control+Alt+b');
  await page.locator('aside.panel').waitFor();
  await drag(page, panel, -80);
  await separator(page, panel).focus();
  await page.keyboard.press('ArrowLeft');
  const sizes = { sidebar: 300, panel: 448 };
  await expect.poll(() => arranged(page)).toEqual(sizes);
  await page.reload();
  await connected(page);
  const reloaded = await arranged(page);
  app.allow(/WebSocket|ERR_CONNECTION_REFUSED|alive/);
  const { url } = await app.restart();
  await page.goto(url);
  await connected(page);
  expect({ dragged, typed, widest, narrowest, usual, reloaded, restarted: await arranged(page) }).toEqual({
    dragged: 324,
    typed: 268,
    widest: 420,
    narrowest: 200,
    usual: 264,
    reloaded: sizes,
    restarted: sizes,
  });
});

test('the arrangement of one window is where a new browser begins', async () => {
  await using app = await openApp({ off: windowOnly, locale: 'en-GB' });
  const { page } = app;
  await connected(page);
  await drag(page, sidebar, 36);
  await page.keyboard.press('Control+Alt+b');
  await page.locator('aside.panel').waitFor();
  await page.evaluate(() => localStorage.removeItem('atelier.layout'));
  await page.reload();
  await connected(page);
  await expect.poll(() => arranged(page)).toEqual({ sidebar: 300, panel: 360 });
});

test('the sidebar is hidden and shown by key, button and command, stays as it was left, and a narrow window only covers the main view', async () => {
  await using app = await openApp({ off: windowOnly, locale: 'en-GB' });
  const { page } = app;
  await connected(page);
  const there = () => page.locator('nav.side').count();
  const steps: number[] = [];
  await page.keyboard.press('Control+b');
  await expect.poll(there).toBe(0);
  await page.getByRole('button', { name: 'Show the sidebar' }).click();
  await expect.poll(there).toBe(1);
  await command(page, 'hide sidebar');
  await expect.poll(there).toBe(0);
  await page.reload();
  await connected(page);
  steps.push(await there());
  await page.keyboard.press('Control+b');
  await expect.poll(there).toBe(1);
  await page.setViewportSize({ width: 360, height: 720 });
  await expect.poll(there).toBe(0);
  const bar = page.getByRole('button', { name: 'Show the sidebar' });
  await bar.click();
  await expect.poll(there).toBe(1);
  const inside = await page.evaluate(() => document.querySelector('app-shell')?.shadowRoot?.activeElement?.localName);
  await page.keyboard.press('Escape');
  await expect.poll(there).toBe(0);
  const back = await focused(page);
  await bar.click();
  await enter(page, 'Extensions');
  await expect.poll(there).toBe(0);
  await mainView(page).locator('extensions-panel').waitFor();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect.poll(there).toBe(1);
  expect({ steps, inside, back }).toEqual({ steps: [0], inside: 'side-drawer', back: 'button Show the sidebar' });
});

test('where there is no room for both, the sidebar gives way to the panel, and the conversation keeps its room', async () => {
  await using app = await openApp({ off: windowOnly, locale: 'en-GB', width: 860 });
  const { page } = app;
  await connected(page);
  await page.keyboard.press('Control+Alt+b');
  await page.locator('aside.panel').waitFor();
  await separator(page, panel).focus();
  await page.keyboard.press('End');
  const beside = async () => ({ ...(await arranged(page)), main: (await page.locator('main').boundingBox())?.width });
  await expect.poll(beside).toEqual({ sidebar: false, panel: 540, main: 319 });
  await app.keep('crowded');
  await mainView(page).getByRole('button', { name: 'Settings' }).click();
  await expect.poll(() => arranged(page)).toEqual({ sidebar: 264, panel: false });
  await page.goBack();
  await page.locator('aside.panel').waitFor();
  await page.keyboard.press('Control+b');
  await expect.poll(() => arranged(page)).toEqual({ sidebar: 264, panel: false });
  await page.keyboard.press('Control+Alt+b');
  await page.getByRole('button', { name: 'Show the sidebar' }).click();
  await expect.poll(() => arranged(page)).toEqual({ sidebar: 264, panel: false });
});

test('in a narrow window the panel lies over everything, and has its own way out', async () => {
  await using app = await openApp({ off: windowOnly, locale: 'en-GB', width: 360, height: 720 });
  const { page } = app;
  await connected(page);
  await page.getByRole('button', { name: 'Show the panel' }).click();
  await page.locator('aside.panel file-changes-panel').waitFor();
  await page.getByRole('button', { name: 'Close the panel' }).click();
  await page.locator('aside.panel').waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

test('Back and Forward go between main views, and a reload keeps the view with its params', async () => {
  await using app = await openApp({ off: windowOnly, locale: 'en-GB' });
  const { page } = app;
  await connected(page);
  const here = () => page.getByRole('heading', { level: 1 }).filter({ visible: true }).innerText();
  await enter(page, 'Extensions');
  await expect.poll(here).toBe('Extensions');
  await page.goBack();
  await expect.poll(here).toBe('Home');
  await page.goForward();
  await expect.poll(here).toBe('Extensions');
  const entry = await page.locator('workbench-entries').getByRole('button', { name: 'Extensions' }).getAttribute('aria-current');
  await page.goto(`${app.origin}/#/extensions.panel?${encodeURIComponent(JSON.stringify({ id: '@acme/notes' }))}`);
  await page.reload();
  await connected(page);
  const kept = await mainView(page)
    .locator('extensions-panel')
    .evaluate(element => (element as HTMLElement & { view: { slices: { get(name: string): unknown } } }).view.slices.get('params'));
  // An address that names nothing shows what comes first, instead of nothing.
  await page.goto(`${app.origin}/#/nobody.knows`);
  await page.reload();
  await connected(page);
  expect({ entry, title: await page.title(), kept, unknown: await here() }).toEqual({
    entry: 'page',
    title: 'Home · Atelier',
    kept: { id: '@acme/notes' },
    unknown: 'Home',
  });
});

test('the mode is changed by the toggle, by key and by command, in its own window only, and kept over a reload, in a window that is opened later, and over a restart', async () => {
  await using app = await openApp({ off: windowOnly, locale: 'en-GB' });
  const { page } = app;
  await connected(page);
  const other = await app.openPage();
  await connected(other);
  await page.bringToFront();
  const mode = (shown: Page) => shown.locator('workbench-modes label', { has: shown.locator('input:checked') }).innerText();
  const first = await mode(page);
  await page.getByRole('radio', { name: 'Assistant' }).click();
  await page.getByText('What the assistant can do here').waitFor();
  const toggled = await mode(page);
  await page.reload();
  await connected(page);
  const reloaded = await mode(page);
  await page.keyboard.press('Control+1');
  await expect.poll(() => mode(page)).toBe('Workspace');
  await command(page, 'go assist');
  await expect.poll(() => mode(page)).toBe('Assistant');
  const beside = await mode(other);
  const later = await app.openPage();
  await connected(later);
  const opened = await mode(later);
  await later.close();
  await other.close();
  await page.goto((await app.restart()).url);
  await connected(page);
  expect({ first, toggled, reloaded, beside, opened, restarted: await mode(page) }).toEqual({
    first: 'Workspace',
    toggled: 'Assistant',
    reloaded: 'Assistant',
    beside: 'Workspace',
    opened: 'Assistant',
    restarted: 'Assistant',
  });
});

test('keys of manifests mean what is typed, and where another layout types something else there, the place of the key', async () => {
  await using app = await openApp({ off: windowOnly, locale: 'en-GB' });
  const { page } = app;
  await connected(page);
  const press = (key: string, code: string, shiftKey = false) =>
    page.evaluate(
      facts => document.body.dispatchEvent(new KeyboardEvent('keydown', { ...facts, ctrlKey: true, bubbles: true, cancelable: true })),
      { key, code, shiftKey },
    );
  const open = () => page.locator('workbench-palette').count();
  // Russian: the key where a K lies types another letter. French: the key where a 1 lies types an ampersand.
  const russian = await press('л', 'KeyK');
  await expect.poll(open).toBe(1);
  await page.keyboard.press('Escape');
  await expect.poll(open).toBe(0);
  const french = await press('&', 'Digit2');
  await page.getByText('What the assistant can do here').waitFor();
  // Dvorak: what types a K wins, wherever it lies.
  const dvorak = await press('k', 'KeyV');
  await expect.poll(open).toBe(1);
  await page.keyboard.press('Escape');
  await expect.poll(open).toBe(0);
  const other = await press('ж', 'Semicolon');
  // On a French keyboard one types the slash with Shift.
  const slash = await press('/', 'Period', true);
  await page.locator('workbench-keys').waitFor();
  expect({ russian, french, dvorak, other, slash }).toEqual({ russian: false, french: false, dvorak: false, other: true, slash: false });
});

test('F6 goes from region to region and round, Shift+F6 goes back, and the first Tab offers the way to the content', async () => {
  await using app = await openApp({ off: windowOnly, locale: 'en-GB' });
  const { page } = app;
  await connected(page);
  const region = () => page.evaluate(() => document.querySelector('app-shell')?.shadowRoot?.activeElement?.getAttribute('aria-label'));
  await page.keyboard.press('Control+Alt+b');
  await page.locator('aside.panel').waitFor();
  const round: unknown[] = [];
  for (let count = 0; count < 6; count += 1) {
    await page.keyboard.press('F6');
    round.push(await region());
  }
  await page.keyboard.press('Shift+F6');
  const back = await region();
  await page.reload();
  await connected(page);
  await page.keyboard.press('Tab');
  const skip = await focused(page);
  await page.keyboard.press('Enter');
  expect({ round, back, skip, content: await region(), address: new URL(page.url()).hash }).toEqual({
    round: ['Sidebar', 'Top bar', 'Content', 'Changes', 'Status line', 'Sidebar'],
    back: 'Status line',
    skip: 'a Go to the content',
    content: 'Content',
    address: '',
  });
});

test.for(
  looksOf([
    { locale: 'fr-FR', theme: 'dark' },
    { locale: 'en-GB', theme: 'light' },
  ]),
)('in a narrow window a title can be read, and what has no room beside it is behind one button, by keys too ($locale)', async look => {
  const examples = ['hello-panel', 'token-gauge'].map(name => join(import.meta.dirname, '..', '..', 'registry-dev', 'examples', name));
  const prepare = (userData: string) => grant(userData, '@acme/token-gauge', { uses: ['@atelier/agent:readConversations'] });
  await using app = await openApp({ ...look, width: 390, height: 844, plugins: examples, prepare });
  const { page } = app;
  const isFrench = look.locale === 'fr-FR';
  const [privacy, shown] = isFrench ? ['Rendre privée', 'Affichage des outils'] : ['Make private', 'How tools are shown'];
  await connected(page);
  await page.keyboard.press('Control+n');
  await demoReady(page);
  await rested(page, await say(page, 'Hello there'));
  const header = page.locator('header.bar');
  const more = header.getByRole('button', { name: isFrench ? 'Plus d’actions' : 'More actions' });
  await more.waitFor();
  const outside = async () => {
    const boxes = await header.locator('.widgets > view-mount').evaluateAll(all =>
      all
        .filter(one => (one as HTMLElement).offsetWidth > 0 && getComputedStyle(one).visibility === 'visible')
        .map(one => one.getBoundingClientRect())
        .map(({ left, right, top }) => ({ left, right, top })),
    );
    const [overlaps, cut] = [
      boxes.filter(({ left, top }, at) => at > 0 && top === boxes[at - 1]!.top && left < boxes[at - 1]!.right),
      boxes.filter(({ left, right }) => left < 0 || right > 390),
    ];
    return { overlaps, cut, titleIs: (await header.locator('.topbar').boundingBox())!.width >= 180 };
  };
  await expect.poll(outside).toEqual({ overlaps: [], cut: [], titleIs: true });
  await more.press('Enter');
  await expect.poll(() => header.locator('.tray span').count()).toBeGreaterThan(2);
  await app.keep('bar-more');
  const opened = await outside();
  const reached = [await focused(page)];
  await page.keyboard.press('ArrowDown');
  reached.push(await focused(page));
  await page.keyboard.press('Escape');
  const closed = { tray: await header.locator('.tray').count(), focus: await focused(page) };
  await more.press('ArrowDown');
  await header.getByRole('button', { name: shown }).press('Enter');
  await page.getByRole('menuitem', { name: isFrench ? 'Chercher' : 'Find' }).press('Enter');
  await expect.poll(() => header.locator('.tray').count()).toBe(0);
  expect({ opened, reached, closed }).toEqual({
    opened: { overlaps: [], cut: [], titleIs: true },
    reached: [`button ${privacy}`, `button ${shown}`],
    closed: { tray: 0, focus: `button ${isFrench ? 'Plus d’actions' : 'More actions'}` },
  });
});
