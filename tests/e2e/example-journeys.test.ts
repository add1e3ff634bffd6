import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openTestRegistry } from '../support/registry.ts';
import { type App, openApp } from './app.ts';
import { Author } from './author.ts';
import {
  type Around,
  findComposer,
  findConverter,
  findGauge,
  findNotes,
  leaveComposer,
  leaveConverter,
  useCalendar,
  useComposer,
  useConverter,
  useGauge,
  useHello,
  useIrc,
  useNotes,
} from './example-uses.ts';
import { details, goneMeanwhile, more, remove, rowOf, tab, useRegistry } from './installing.ts';
import { casesOf } from './looks.ts';
import { openModelServer } from './model-server.ts';
import { connected } from './screen.ts';
import { setting, showSection } from './settings-page.ts';
import { enter, listed, palette } from './window.ts';

/** One example: how a person comes to it, what each version asks, and what one does with it. */
interface Journey {
  readonly word: string;
  readonly kind: string;
  readonly name: string;
  readonly by: 'panel' | 'link';
  /** What is said of it before it starts. */
  readonly asks: string;
  /** What the second version asks beyond that, and how it is said. */
  readonly more: { readonly rights: object; readonly said: string };
  /** What the versions that fail do to its data before that. */
  readonly spoils?: string;
  use(page: Page, around: Around): Promise<void>;
  /** That it works as before, with what it has kept. */
  again(page: Page, around: Around): Promise<void>;
  /** What is done before it is removed. */
  leave?(page: Page): Promise<void>;
}

const asksNothing = 'asks for no right';
const lose = (table: string) =>
  `const { migrations } = await import('./dist/notes.js'); const lost = { id: 20, name: 'lose all', up: db => db.exec('DELETE FROM ${table}') };
   ctx.database([...migrations, lost]).prepare('SELECT 1').get();`;

const journeys: readonly Journey[] = [
  {
    word: 'notes-sidebar',
    kind: 'sidebar',
    name: 'Notes',
    by: 'panel',
    asks: asksNothing,
    more: { rights: { notify: true }, said: 'May notify you' },
    spoils: lose('notes'),
    use: useNotes,
    again: findNotes,
  },
  {
    word: 'token-gauge',
    kind: 'widget',
    name: 'Context gauge',
    by: 'link',
    asks: 'May read your conversations',
    more: { rights: { background: true }, said: 'May keep running in the background' },
    use: useGauge,
    again: findGauge,
  },
  {
    word: 'focus-composer',
    kind: 'composer',
    name: 'Focus composer',
    by: 'panel',
    asks: 'May replace the view conversations.composer',
    more: { rights: { secrets: ['dictionaryKey'] }, said: 'May read the secret dictionaryKey that you enter for it' },
    use: useComposer,
    again: findComposer,
    leave: leaveComposer,
  },
  {
    word: 'month-calendar',
    kind: 'html',
    name: 'Calendar',
    by: 'link',
    asks: asksNothing,
    more: { rights: { net: ['holidays.example'] }, said: 'May reach holidays.example' },
    use: useCalendar,
    again: useCalendar,
  },
  {
    word: 'hello-panel',
    kind: 'plain',
    name: 'Hello',
    by: 'panel',
    asks: 'May replace the view workbench.home',
    more: {
      rights: { files: [{ glob: '**/*.md', mode: 'read', in: 'project' }] },
      said: 'May read **/*.md in your projects',
    },
    use: useHello,
    again: useHello,
  },
  {
    word: 'unit-converter',
    kind: 'tool',
    name: 'Unit converter',
    by: 'link',
    asks: 'May give the model the tool convert_units',
    more: { rights: { net: ['rates.example'] }, said: 'May reach rates.example' },
    use: useConverter,
    again: findConverter,
    leave: leaveConverter,
  },
  {
    word: 'irc-channel',
    kind: 'channel',
    name: 'IRC',
    by: 'panel',
    asks: 'May reach irc.libera.chat:6697',
    more: { rights: { notify: true }, said: 'May notify you' },
    use: useIrc,
    again: useIrc,
  },
];

const lack = await chromiumLack();
const stack = new AsyncDisposableStack();
let app: App;
let author: Author;
beforeAll(async () => {
  if (lack !== undefined) return;
  const place = mkdtempSync(join(tmpdir(), 'atelier-journeys-'));
  stack.defer(() => rmSync(place, { recursive: true, force: true }));
  const registry = stack.use(await openTestRegistry());
  author = new Author(join(place, 'author'), registry);
  const begun = journeys.map(async ({ word, kind, name }) => {
    await author.create(`@acme/${word}`, kind, name);
    await author.publish(`@acme/${word}`, { version: '1.0.0' });
  });
  const [opened] = await Promise.all([openApp({ locale: 'en-GB', width: 1600, single: true }), ...begun]);
  app = stack.use(opened);
  app.allow(...goneMeanwhile);
  await connected(app.page);
  await useRegistry(app.page, registry.url);
  await holdNothing(app.page);
});
afterAll(() => stack.disposeAsync());
beforeEach(context => context.skip(lack !== undefined, lack));

/** Who publishes oneself does not wait three days for it. */
async function holdNothing(page: Page): Promise<void> {
  await enter(page, 'Settings');
  await showSection(page, 'Extension sources');
  await setting(page, 'extensions-supply.minimumAge').locator('select').selectOption({ label: 'Install at once' });
  await page.keyboard.press('Escape');
}

const inUse = (page: Page) => details(page).locator('.under span').nth(1).innerText();
const alertOf = (page: Page, text: string | RegExp) => details(page).locator('ui-alert', { hasText: text });

for (const journey of casesOf(journeys, 1))
  test(`N7, N11, X6, X7: the example ${journey.word} is published, found by ${journey.by}, allowed, used, updated, brought back from a version that cannot start and from one that crashes, and removed`, async () => {
    const { page } = app;
    await using model = await openModelServer();
    const around = { model };
    const id = `@acme/${journey.word}`;
    const validated = await author.validate(id);
    const offer = page.locator('extensions-offer');

    if (journey.by === 'panel') {
      await enter(page, 'Extensions');
      await tab(page, 'Marketplace').click();
      await rowOf(page, id).locator('.hit').click();
    } else {
      expect((await app.startAgain(`atelier://extensions/install/${id}`)).code).toBe(0);
      await page.locator(`extensions-row[data-id="${id}"][highlighted]`).waitFor();
    }
    const inSight = await rowOf(page, id).evaluate(row => {
      const { top, bottom } = row.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
    await details(page).getByRole('button', { name: 'Install' }).click();
    await offer.getByText(journey.asks).waitFor();
    await offer.getByText('Nothing has started yet.').waitFor();
    await offer.getByRole('button', { name: 'Install' }).click();
    await offer.waitFor({ state: 'detached' });
    await details(page).locator('.acts').getByRole('switch').waitFor();
    await journey.use(page, around);

    await author.publish(id, { version: '1.1.0', rights: journey.more.rights });
    await enter(page, 'Extensions');
    await more(page, 'Check for updates');
    const badge = page.locator('workbench-entries .badge');
    await expect.poll(() => badge.innerText()).toBe('1');
    await rowOf(page, id).locator('.hit').click();
    await offer.getByText('1.1.0 asks for more').waitFor();
    const waiting = await inUse(page);
    await offer.getByRole('button', { name: 'Allow' }).click();
    await details(page).getByRole('switch', { name: journey.more.said, checked: true }).waitFor();
    await badge.waitFor({ state: 'detached' });
    const updated = await inUse(page);
    await journey.again(page, around);

    const fails = `void first; ${journey.spoils ?? ''} throw new Error('the ink has run out');`;
    await author.publish(id, { version: '1.2.0', rights: journey.more.rights, activate: fails });
    await update(page, id);
    await alertOf(page, '1.2.0 could not start, so 1.1.0 was restored').waitFor();
    const back = await inUse(page);
    await journey.again(page, around);

    // It crashes once it is in use: a crash before that is a start that failed.
    const data = join(app.userData, 'data', id.slice(1).replace('/', '--'));
    const crashes = `void first; ${journey.spoils ?? 'await first.activate(ctx);'}
      const { existsSync } = process.getBuiltinModule('node:fs');
      const crash = () => (existsSync(ctx.paths.data + '/crash') ? process.exit(7) : setTimeout(crash, 100));
      setTimeout(crash, 100);`;
    await author.publish(id, { version: '1.3.0', rights: journey.more.rights, activation: 'startup', activate: crashes });
    await enter(page, 'Extensions');
    await update(page, id);
    await expect.poll(() => inUse(page)).toBe('1.3.0');
    // Until then its start may still fail, which would bring the version before back.
    await rowOf(page, id).getByRole('button', { name: 'Update' }).waitFor({ state: 'detached' });
    mkdirSync(data, { recursive: true });
    writeFileSync(join(data, 'crash'), '');
    const quarantined = alertOf(page, `${id} 1.3.0 is off because it crashed three times`);
    await pressUntil(quarantined, alertOf(page, 'Failed').getByRole('button', { name: 'Retry' }));
    await quarantined.getByRole('button', { name: 'Start again' }).click();
    await alertOf(page, 'Failed').getByRole('button', { name: 'Go back to 1.1.0' }).click();
    await expect.poll(() => inUse(page)).toBe('1.1.0');
    await expect.poll(() => details(page).locator('ui-alert').count()).toBe(0);
    await journey.again(page, around);

    await journey.leave?.(page);
    await enter(page, 'Extensions');
    await remove(page, id);
    await tab(page, 'Marketplace').click();
    await rowOf(page, id).locator('.hit').click();
    await details(page).getByRole('button', { name: 'Install' }).waitFor();
    await page.keyboard.press('Control+k');
    await palette(page).getByRole('combobox').fill(journey.name);
    const found = (await listed(page)).filter(title => title === journey.name);
    await page.keyboard.press('Escape');
    expect({
      validated: [validated.errors, validated.warnings],
      inSight,
      waiting,
      updated,
      back,
      found,
      frames: await page.locator(`iframe[title="${journey.name}"]`).count(),
    }).toEqual({
      validated: [[], []],
      inSight: true,
      waiting: '1.0.0',
      updated: '1.1.0',
      back: '1.1.0',
      found: [],
      frames: 0,
    });
  });

/** Takes the newer version of one that asks for nothing more. */
async function update(page: Page, id: string): Promise<void> {
  await enter(page, 'Extensions');
  await more(page, 'Check for updates');
  await rowOf(page, id).getByRole('button', { name: 'Update' }).click();
}

/** Presses a button as often as it comes back, until something else is there. */
async function pressUntil(there: Locator, button: Locator): Promise<void> {
  for (;;) {
    await there.or(button).first().waitFor();
    if (await there.isVisible()) return;
    // It goes with the state that it belongs to.
    await button.click({ timeout: 2000 }).catch(() => undefined);
  }
}
