import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { axeClean } from './axe.ts';
import { field, withScripted } from './composer-page.ts';
import { looksOf } from './looks.ts';
import { type ModelRequest, openModelServer } from './model-server.ts';
import { connected } from './screen.ts';
import { changeAll, sectionList, setting, settingsPage, shownValues, showSection } from './settings-page.ts';
import { installThirdParty } from './third-party.ts';
import { callAs, rested, thread } from './thread.ts';
import { command, enter } from './window.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

const form = [
  { id: 'folder', title: 'Dossier', kind: 'string', default: 'notes' },
  { id: 'most', title: 'Au plus', kind: 'number', default: 5, minimum: 1, maximum: 9 },
  { id: 'loud', title: 'Fort', kind: 'boolean' },
  { id: 'rules', title: 'Règles', kind: 'text' },
  { id: 'style', title: 'Style', kind: 'choice', choices: ['a', 'b', 'c', 'd'].map(value => ({ value, title: `Style ${value}` })) },
  { id: 'token', title: 'Jeton', kind: 'secret' },
];
const withForm = (userData: string) =>
  installThirdParty(userData, {
    word: 'notebook',
    displayName: 'Carnet',
    atelier: {
      requires: { '@atelier/settings': '^0.1.0' },
      rights: { secrets: ['token'] },
      contributes: { '@atelier/settings:sections@1': [{ id: 'notebook', title: 'Carnet', icon: 'book-open', form }] },
    } as never,
    ui: 'export const elements = {};\n',
  });
const formSections = ['General', 'Audio', 'Notifications', 'Sidebar', 'Behaviors', 'Carnet'];

/** Every value of every form, section by section. */
async function allValues(page: Page, sections: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
  const all: Record<string, unknown> = {};
  for (const section of sections) {
    await showSection(page, section);
    Object.assign(all, await shownValues(page));
  }
  return all;
}

test('every setting is changed, followed by another window, found after a restart, found by the search, and reset', async () => {
  await using app = await openApp({ locale: 'en-GB', prepare: withForm });
  const { page } = app;
  await connected(page);
  await enter(page, 'Settings');
  await settingsPage(page).getByRole('heading', { name: 'General' }).waitFor();
  const other = await app.openPage();
  await connected(other);
  await enter(other, 'Settings');
  await showSection(other, 'General');
  const before = await allValues(page, formSections);
  for (const section of formSections) {
    await showSection(page, section);
    await changeAll(page);
  }
  const secret = setting(page, 'notebook.token');
  await secret.locator('input').fill('sk-canary');
  await secret.getByRole('button', { name: 'Add' }).click();
  await secret.getByRole('button', { name: 'Replace' }).waitFor();
  const changed = await allValues(page, formSections);
  const unchanged = Object.keys(before).filter(key => before[key] === changed[key] && key !== 'notebook.token');
  const followed = ['General', 'Behaviors', 'Carnet'];
  const some = await allValues(page, followed);
  await expect.poll(() => allValues(other, followed)).toEqual(some);
  const root = await page.evaluate(() => [
    document.documentElement.dataset.theme,
    document.documentElement.dataset.contrast,
    document.documentElement.style.zoom,
  ]);

  app.allow(/WebSocket|ERR_CONNECTION_REFUSED|alive|403/);
  await other.close();
  const { url } = await app.restart();
  await page.goto(url);
  await connected(page);
  await enter(page, 'Settings');
  await showSection(page, 'General');
  const restarted = await allValues(page, formSections);

  await page.keyboard.press('Control+f');
  await page.keyboard.type('theme');
  await sectionList(page).locator('mark').first().waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => setting(page, 'general.appearance').evaluate(one => one.matches('[data-hit]:focus-within'))).toBe(true);
  await sectionList(page).getByRole('searchbox').fill('');
  for (const section of formSections) {
    await showSection(page, section);
    for (const field of await settingsPage(page).locator('settings-field').all()) {
      const reset = field.locator('.reset[data-changed] ui-icon-button');
      if ((await reset.count()) > 0) await reset.click();
    }
  }
  await expect.poll(() => allValues(page, formSections)).toEqual(before);
  expect({ unchanged, root, restarted }).toEqual({
    unchanged: [],
    root: ['dark', 'more', '125%'],
    restarted: changed,
  });
});

test('keys are captured, a conflict is named and settled, and they work at once and are reset', async () => {
  await using app = await openApp({ locale: 'en-GB' });
  const { page } = app;
  await connected(page);
  await enter(page, 'Settings');
  await showSection(page, 'General');
  await page.keyboard.press('Escape');
  await thread(page).waitFor();
  await page.keyboard.press('Control+,');
  await showSection(page, 'Keyboard shortcuts');
  const light = settingsPage(page).locator('[data-command="workbench.dark"]');
  const capture = async (keys: string) => {
    await light.getByRole('button', { name: /^Change the keys/ }).click();
    await light.locator('.capture').waitFor();
    await page.keyboard.press(keys);
  };
  await capture('k');
  await light.getByText('These keys cannot be used').waitFor();
  await page.keyboard.press('Escape');
  await capture('Control+b');
  await light.getByText(/is already used by “.+”\.$/).waitFor();
  const taken = await light.locator('.problem ui-kbd kbd > span').allInnerTexts();
  await light.getByRole('button', { name: 'Use it here instead' }).click();
  await light.getByText('Default: no keys').waitFor();
  await page.keyboard.press('Control+b');
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
  const sidebar = await sectionList(page).isVisible();
  await settingsPage(page).getByRole('button', { name: 'Reset all' }).click();
  await light.getByText('Default: no keys').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+b');
  await sectionList(page).waitFor({ state: 'detached' });
  expect({ sidebar, taken }).toEqual({ sidebar: true, taken: ['Ctrl', 'B'] });
});

test('keys that are taken are named as the sheet of keys names them, in the language of now', async () => {
  await using app = await openApp({ locale: 'fr-FR', width: 1440 });
  const { page } = app;
  await connected(page);
  await page.keyboard.press('Control+,');
  await showSection(page, 'Raccourcis clavier');
  const light = settingsPage(page).locator('[data-command="workbench.dark"]');
  await light.getByRole('button', { name: /^Changer les touches|^Modifier les touches/ }).click();
  await light.locator('.capture').waitFor();
  await page.keyboard.press('Control+Shift+D');
  await light.getByText(/sert déjà à/).waitFor();
  const words = () => light.locator('.problem ui-kbd kbd > span').allInnerTexts();
  const french = await words();
  await app.keep('keys-taken');
  await axeClean(page);
  await page.evaluate(() => document.documentElement.setAttribute('lang', 'en'));
  await expect.poll(words).toEqual(['Ctrl', 'Shift', 'D']);
  expect(french).toEqual(['Ctrl', 'Maj', 'D']);
});

/** What the system prompt said in each request of the conversation itself. */
const said = (requests: readonly ModelRequest[]) =>
  requests
    .filter(({ body }) => (body.tools?.length ?? 0) > 0)
    .map(({ body }) => {
      const system = JSON.stringify(body.messages?.find(({ role }) => role === 'system' || role === 'developer')?.content ?? '');
      return ['Speak like a sailor.', 'Speak like a poet.'].filter(words => system.includes(words));
    });

test('the person’s own words stand before every conversation, of one that runs from its next turn on', async () => {
  await using server = await openModelServer({ text: 'One.' }, { text: 'Title' }, { text: 'Two.' }, { text: 'Three.' }, { text: 'Four.' });
  await using app = await openApp({ locale: 'en-GB' });
  const { page } = app;
  await connected(page);
  await withScripted(page, server);
  const conversation = await callAs<{ conversation: string }>(page, 'conversations', 'send', { text: 'First' }).then(
    one => one.conversation,
  );
  const set = async (id: string, change: (one: ReturnType<typeof setting>) => Promise<void>, kept: unknown) => {
    await enter(page, 'Settings');
    await showSection(page, 'Behaviors');
    await change(setting(page, `behaviors.${id}`));
    const read = () =>
      settingsPage(page).evaluate(async element => {
        const { view } = element as unknown as {
          view: { connect(channel: { id: string }): { call(name: string, params: object): Promise<unknown> } };
        };
        return (await view.connect({ id: 'settings' }).call('readSettings', {})) as { id: string; value: unknown }[];
      });
    await expect.poll(async () => (await read()).find(one => one.id === id)?.value).toBe(kept);
    await sectionList(page).getByRole('button', { name: 'Back' }).click();
    await thread(page).waitFor();
  };
  const write = (words: string) => set('prompt', one => one.getByRole('textbox').fill(words), words);
  const turn = async (text: string) => {
    await callAs(page, 'conversations', 'send', { conversation, text });
    await rested(page, conversation);
  };
  await callAs(page, 'window', 'open', { view: 'conversations.thread', params: { conversation } });
  await rested(page, conversation);
  await write('Speak like a sailor.');
  await turn('Second');
  await write('Speak like a poet.');
  await turn('Third');
  await set('promptOn', one => one.getByRole('switch').click(), false);
  await turn('Fourth');
  expect(said(server.requests)).toEqual([[], ['Speak like a sailor.'], ['Speak like a poet.'], []]);
});

test.each(looksOf(['light', 'dark']))(
  'the settings are reached by keyboard, speak both languages without a reload, and break no rule of accessibility (%s)',
  async theme => {
    await using app = await openApp({ theme });
    const { page } = app;
    await connected(page);
    await enter(page, 'Réglages');
    await showSection(page, 'Général');
    await page.keyboard.press('Escape');
    await thread(page).waitFor();
    await command(page, 'Ouvrir les réglages');
    /** How far from the edge the first words of the section on screen stand. */
    const inset = () =>
      settingsPage(page).evaluate(element => {
        const lefts: number[] = [];
        const look = (root: ParentNode): void => {
          for (const one of root.querySelectorAll('*')) {
            const { left, width } = one.getBoundingClientRect();
            const speaks = [...one.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim());
            if (speaks && width > 1 && one.localName !== 'style') lefts.push(left);
            if (one.shadowRoot) look(one.shadowRoot);
          }
        };
        look(element.shadowRoot!);
        // Besides the title.
        return lefts.length < 2 ? undefined : Math.min(...lefts) - element.getBoundingClientRect().left;
      });
    const insets = new Map<string, number>();
    const visit = async () => {
      for (const entry of await sectionList(page).locator('.list ui-row').all()) {
        await entry.click();
        await settingsPage(page).getByRole('heading', { level: 1 }).waitFor();
        await page.locator('ui-skeleton').first().waitFor({ state: 'detached' });
        await axeClean(page);
        await expect.poll(inset).toBeDefined();
        const title = await settingsPage(page).getByRole('heading', { level: 1 }).innerText();
        insets.set(title, (await inset()) ?? 0);
      }
    };
    await showSection(page, 'Langue');
    await page.evaluate(() => Object.assign(window, { isSame: true }));
    await setting(page, 'language.locale').getByRole('radio', { name: 'English' }).press('Space');
    await settingsPage(page).getByRole('heading', { name: 'Language' }).waitFor();
    await sectionList(page).getByRole('button', { name: 'Keyboard shortcuts' }).waitFor();
    if (theme === 'light') await visit();
    await showSection(page, 'Language');
    await setting(page, 'language.locale')
      .getByRole('button', { name: /^Reset/ })
      .click();
    await sectionList(page).getByRole('button', { name: 'Raccourcis clavier' }).waitFor();
    if (theme === 'dark') await visit();
    await showSection(page, 'Général');
    await app.keep('settings');
    await page.keyboard.press('Escape');
    await thread(page).waitFor();
    await field(page).waitFor();
    expect(await page.evaluate(() => 'isSame' in window)).toBe(true);
    expect([...insets].filter(([, from]) => from < 16)).toEqual([]);
  },
);

test('what the privacy section names is one press away', async () => {
  await using app = await openApp({ locale: 'en-GB' });
  const { page } = app;
  await connected(page);
  await enter(page, 'Settings');
  const way = async (fact: string) => {
    await showSection(page, 'Privacy');
    await settingsPage(page).locator('settings-privacy .row', { hasText: fact }).getByRole('button', { name: 'Show' }).click();
  };
  await way('Telemetry is off');
  await settingsPage(page).getByRole('heading', { name: 'Sidebar', exact: true }).waitFor();
  await way('Extensions have the rights');
  await page.locator('extensions-panel').waitFor();
});
