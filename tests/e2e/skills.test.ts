import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { tempFolder } from '../../kernel/testing/temp-folder.ts';
import { place } from '../../plugins/agent/engine/git/place.fixture.ts';
import { chromiumLack } from '../support/chromium.ts';
import { gitServer } from '../support/git-server.ts';
import { tinyRegistry } from '../support/tiny-registry.ts';
import { openApp } from './app.ts';
import { axeClean } from './axe.ts';
import { composer, field } from './composer-page.ts';
import { connected } from './screen.ts';
import { command, enter } from './window.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

const changelog =
  '---\nname: changelog\ndescription: Writes release notes from git commits.\nallowed-tools: Read\n---\n# <b>Notes</b>\nGroup by type.\n';

/** Adds a source in the dialog that is open, and waits until it is there. */
async function addAddress(page: Page, address: string): Promise<void> {
  const dialog = page.locator('skills-sources');
  await dialog.getByRole('textbox').fill(address);
  await dialog.getByRole('button', { name: 'Add', exact: true }).first().click();
  await dialog
    .getByRole('listitem')
    .filter({ hasText: address.replace(/^npm:/, '') })
    .filter({ hasText: 'read ' })
    .waitFor();
}

/** Adds a folder as a source on the page, and opens its skill. */
async function addFolder(page: Page, folder: string): Promise<void> {
  await enter(page, 'Skills');
  const skills = page.locator('skills-browser');
  await skills
    .getByRole('button', { name: /^Add a source/ })
    .first()
    .click();
  await addAddress(page, folder);
  await page.keyboard.press('Escape');
  await skills
    .getByRole('button', { name: /changelog/ })
    .first()
    .click();
}

test('a skill of a folder is added, read as text, installed, updated with its difference, rated and removed on the page', async () => {
  using folder = tempFolder();
  const write = (text: string) => {
    mkdirSync(join(folder.path, 'changelog'), { recursive: true });
    writeFileSync(join(folder.path, 'changelog/SKILL.md'), text);
  };
  write(changelog);
  await using app = await openApp({ locale: 'en-GB', width: 1440 });
  const { page } = app;
  await connected(page);
  await addFolder(page, folder.path);
  const skills = page.locator('skills-browser');
  const details = page.locator('skills-details');
  await details.getByText('<b>Notes</b>').waitFor();
  await axeClean(page);
  await app.keep('skills-details');
  await details.getByRole('button', { name: 'Install' }).click();
  await details.getByRole('button', { name: 'Remove' }).waitFor();

  write(changelog.replace('by type', 'by reader').replace('Read', 'Read, Write'));
  await skills.getByRole('button', { name: 'Sources', exact: true }).click();
  await page.locator('skills-sources').getByRole('button', { name: 'Read again' }).click();
  await expect.poll(() => page.locator('skills-sources').getByRole('button', { name: 'Read again' }).isEnabled()).toBe(true);
  await page.keyboard.press('Escape');
  await details.getByText('It also asks for Write.').waitFor();
  await details.getByText('Group by reader.').waitFor();
  await app.keep('skills-update');
  await details.getByRole('button', { name: 'Update' }).click();
  await details.getByRole('button', { name: 'Stars: 4' }).click();
  await expect.poll(() => details.getByRole('button', { name: 'Stars: 4' }).getAttribute('aria-pressed')).toBe('true');
  expect(await details.getByText('It also asks for Write.').count()).toBe(0);

  await page.keyboard.press('Control+f');
  await skills.getByRole('spinbutton', { name: 'Min. installations' }).waitFor();
  await details.getByRole('button', { name: 'Remove' }).click();
  await details.waitFor({ state: 'detached' });
  await app.keep('skills');
});

test('an installed skill is offered in the composer by its name and by its call, until it is switched off', async () => {
  using folder = tempFolder();
  mkdirSync(join(folder.path, 'changelog'), { recursive: true });
  writeFileSync(join(folder.path, 'changelog/SKILL.md'), changelog);
  await using app = await openApp({ locale: 'en-GB', width: 1440 });
  const { page } = app;
  await connected(page);
  await addFolder(page, folder.path);
  const details = page.locator('skills-details');
  await details.getByRole('button', { name: 'Install' }).click();
  await details.getByRole('button', { name: 'Remove' }).waitFor();
  await command(page, 'New conversation');
  const words = field(page);
  const options = composer(page).getByRole('option');
  await words.pressSequentially('/chan');
  await options.filter({ hasText: 'Writes release notes from git commits.' }).waitFor();
  await app.keep('composer-skill');
  await page.keyboard.press('Enter');
  const byName = await words.inputValue();
  await words.fill('');
  await words.pressSequentially('/skill:');
  await options.first().waitFor();
  const byCall = await options.locator('.name').allInnerTexts();
  await words.fill('');
  await enter(page, 'Skills');
  await page
    .locator('skills-browser')
    .getByRole('button', { name: /changelog/ })
    .first()
    .click();
  await details.getByRole('switch').click();
  // Ctrl+K belongs to the search of this page.
  await enter(page, 'Memory');
  await command(page, 'New conversation');
  const offered = async (): Promise<readonly string[]> => {
    await words.fill('');
    await words.pressSequentially('/');
    await options.first().waitFor();
    return await options.locator('.name').allInnerTexts();
  };
  await expect.poll(offered).not.toContain('/skill:changelog');
  expect({ byName, byCall }).toEqual({ byName: '/skill:changelog ', byCall: ['/skill:changelog'] });
});

test.each([
  ['en-GB', 'light', 1440, /^Add a source/, 'Find', 'Add @team/writing', 'Added'],
  ['fr-FR', 'dark', 390, /^Ajouter une source/, 'Chercher', 'Ajouter @team/writing', 'Ajouté'],
] as const)(
  'skills of a git repository and of a package in a registry are added on the page, which says what was refused: %s %s %i',
  async (...row) => {
    const [locale, theme, width, add, findButton, addNamed, added] = row;
    using at = place();
    at.put('project/skills/changelog/SKILL.md', changelog);
    at.put('project/skills/silent/SKILL.md', '---\nname: silent\n---\n');
    at.plain('add', '-A');
    at.plain('commit', '-qm', 'skills');
    const { address } = await gitServer(at.folder, at.root);
    await using registry = await tinyRegistry();
    registry.publish({
      manifest: { name: '@team/writing', version: '1.0.0', keywords: ['pi-package'], description: 'How this team writes.' },
      files: { 'skills/letters/SKILL.md': '---\nname: letters\ndescription: Writes letters that people read.\n---\n' },
    });
    await using app = await openApp({ locale, theme, width });
    const { page } = app;
    await connected(page);
    await page.evaluate(() => {
      location.hash = '#/skills.page';
    });
    await page.locator('skills-page').evaluate(async (element, url) => {
      type View = { connect(channel: { id: string }): { call<T>(name: string, params: object): Promise<T> } };
      const extensions = (element as unknown as { view: View }).view.connect({ id: 'extensions' });
      for (const { id } of await extensions.call<{ id: string }[]>('listRegistries', {})) await extensions.call('removeRegistry', { id });
      await extensions.call('saveRegistry', { name: 'Team', url });
    }, registry.url);
    const dialog = page.locator('skills-sources');
    await page.locator('skills-browser').getByRole('button', { name: add }).first().click();
    await dialog.getByRole('textbox').fill('nowhere');
    await page.keyboard.press('Enter');
    await dialog.getByText(/nowhere/).waitFor();
    expect(await dialog.getByRole('textbox').inputValue()).toBe('nowhere');
    await dialog.getByRole('textbox').fill(address);
    await page.keyboard.press('Enter');
    await dialog.getByRole('listitem').filter({ hasText: address }).waitFor();
    await dialog.getByRole('button', { name: findButton }).click();
    await dialog.getByRole('button', { name: addNamed }).click();
    await dialog.getByText(added, { exact: true }).waitFor();
    await dialog.getByText(/silent/).waitFor();
    await axeClean(page);
    await app.keep('skills-sources');
    await page.keyboard.press('Escape');
    await page
      .locator('skills-browser')
      .getByRole('button', { name: /letters/ })
      .first()
      .waitFor();
    await app.keep('skills-page');
  },
);
