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
import { looksOf } from './looks.ts';
import { connected, pressEnter } from './screen.ts';
import { callAs, demoReady, rested, say } from './thread.ts';
import { command, enter, focused } from './window.ts';

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
  await skills.getByRole('tab', { name: 'Installed' }).click();
  await skills
    .getByRole('region', { name: 'Installed' })
    .getByRole('button', { name: /changelog/ })
    .waitFor();
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

const others: readonly (readonly [string, string, string])[] = [
  ['letters', 'Writes letters that people read, in the tone of this team and in the language of whoever they are for.', 'Be brief.'],
  ['review', 'Reviews code quality like a colleague.', 'Read it twice.'],
  ['test-first', 'Turns a bug report into a failing unit test before anything else is touched.', 'Write the test.'],
];

test.each(
  looksOf([
    ['en-GB', 'light', 1440, 'Install', 'Install…', 'Update…', 'Update', 'Remove'],
    ['fr-FR', 'dark', 390, 'Installer', 'Installer…', 'Mettre à jour…', 'Mettre à jour', 'Retirer'],
    ['fr-FR', 'light', 1024, 'Installer', 'Installer…', 'Mettre à jour…', 'Mettre à jour', 'Retirer'],
    ['en-GB', 'dark', 360, 'Install', 'Install…', 'Update…', 'Update', 'Remove'],
  ]),
)('by keyboard a skill is installed and updated from its card, which shows first what it is: %s %s %i', async (...row) => {
  const [locale, theme, width, install, installs, updates, update, remove] = row;
  using folder = tempFolder();
  const write = ([name, about, text]: readonly [string, string, string]) => {
    mkdirSync(join(folder.path, name), { recursive: true });
    writeFileSync(join(folder.path, name, 'SKILL.md'), `---\nname: ${name}\ndescription: ${about}\n---\n${text}\n`);
  };
  for (const other of others) write(other);
  await using app = await openApp({ locale, theme, width, height: width < 900 ? 844 : 900 });
  const { page } = app;
  page.setDefaultTimeout(30_000);
  await connected(page);
  await page.evaluate(() => {
    location.hash = '#/skills.page';
  });
  const call = (name: string, params: object) =>
    page
      .locator('skills-page')
      .evaluate(
        (element, [called, given]) =>
          (element as unknown as { view: { connect(channel: object): { call(name: string, params: object): Promise<unknown> } } }).view
            .connect({ id: 'skills' })
            .call(called, given),
        [name, params] as const,
      );
  await call('addSource', { address: folder.path });
  const skills = page.locator('skills-browser');
  const details = page.locator('skills-details');
  const card = skills.locator('.card').filter({ hasText: 'test-first' });
  const act = (name: string) => card.getByRole('button', { name, exact: true });
  await act(installs).waitFor();
  await app.keep('skills-cards');
  await axeClean(page);

  await act(installs).focus();
  await page.keyboard.down('Enter');
  await expect.poll(() => focused(page)).toBe(`button ${install}`);
  await details.getByText('Write the test.').waitFor();
  await details.evaluate(element => element.addEventListener('click', () => element.setAttribute('data-clicked', '')));
  // Still down: it repeats, on the button that has the focus now.
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  expect(await details.getAttribute('data-clicked')).toBe(null);
  await page.keyboard.press('Enter');
  await details.getByRole('button', { name: remove }).waitFor();

  const [name = '', about = ''] = others[2] ?? [];
  write([name, about, 'Write two tests.']);
  await call('refresh', {});
  if (width < 900) await skills.locator('.back').getByRole('button').click();
  await act(updates).press('Enter');
  await expect.poll(() => focused(page)).toBe(`button ${update}`);
  await details.getByText('Write two tests.').waitFor();
  await app.keep('skills-cards-update');

  // The focus was to go to the button of another skill, which is not looked at any more.
  const show = (skill: string) => details.evaluate((element, id) => void Object.assign(element, { skill: id }), skill);
  const own = await details.evaluate(element => (element as unknown as { skill: string }).skill);
  await show('another');
  await details.evaluate(element => (element as unknown as { offer(): void }).offer());
  await expect.poll(() => details.getByText('Write two tests.').count()).toBe(0);
  await show(own);
  await details.getByText('Write two tests.').waitFor();
  expect(await focused(page)).not.toBe(`button ${update}`);
  await details.getByRole('button', { name: update }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => details.getByText('Write the test.').count()).toBe(0);
  await axeClean(page);
  // What is left gives the focus back, and nothing is said to be in fashion that nobody counts.
  const headings = await skills.getByRole('heading', { level: 2 }).allInnerTexts();
  if (width < 900) {
    await skills.locator('.back').getByRole('button').press('Enter');
    await expect.poll(() => focused(page)).toMatch(/^button test-first/);
    await card.getByRole('button', { name: /test-first/ }).press('Enter');
  }
  await details.getByRole('button', { name: remove }).press('Enter');
  await details.waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toMatch(/^h1/);
  await act(installs).waitFor();
  expect(headings.filter(heading => /Trending|Tendances/.test(heading))).toEqual([]);
  expect({ install: await act(installs).count(), update: await act(updates).count() }).toEqual({ install: 1, update: 0 });
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

test.each(
  looksOf([
    ['en-GB', 'light', 1440, /^Add a source/, 'Find', 'Add @team/writing', 'Added'],
    ['fr-FR', 'dark', 390, /^Ajouter une source/, 'Chercher', 'Ajouter @team/writing', 'Ajouté'],
  ]),
)(
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

test.each(
  looksOf([
    ['en-GB', 'light', 1440, 'Projects', 'Trust these skills', 'Trust no longer', /You trust these/, /have changed since/],
    ['fr-FR', 'dark', 390, 'Projets', 'Approuver ces compétences', 'Ne plus approuver', /^Vous les avez approuvées/, /ont changé depuis/],
  ]),
)('skills of a project are read as text and trusted on the page, and no longer when they change: %s %s %i', async (...row) => {
  const [locale, theme, width, tab, trust, distrust, trusted, changed] = row;
  using folder = tempFolder();
  const write = (text: string) => {
    mkdirSync(join(folder.path, '.agents/skills/changelog'), { recursive: true });
    writeFileSync(join(folder.path, '.agents/skills/changelog/SKILL.md'), text);
  };
  write(changelog);
  mkdirSync(join(folder.path, '.claude/skills/silent'), { recursive: true });
  writeFileSync(join(folder.path, '.claude/skills/silent/SKILL.md'), '---\nname: silent\n---\n');
  await using app = await openApp({ locale, theme, width });
  const { page } = app;
  await connected(page);
  await callAs(page, 'conversations', 'addProject', { folder: folder.path, name: 'Website' });
  await page.evaluate(() => {
    location.hash = '#/skills.page';
  });
  const skills = page.locator('skills-browser');
  await skills.getByRole('tab', { name: tab }).click();
  const project = skills.getByRole('region', { name: 'Website' });
  await project.getByText('changelog', { exact: true }).click();
  await project.getByText('<b>Notes</b>').waitFor();
  await project.getByText(/silent/).waitFor();
  await app.keep('skills-project');
  write(changelog.replace('by type', 'by reader'));
  await pressEnter(project.getByRole('button', { name: trust }));
  await project.getByText(changed).waitFor();
  await project.getByText('Group by reader.').waitFor();
  await pressEnter(project.getByRole('button', { name: trust }));
  await project.getByText(trusted).waitFor();
  await project.getByRole('button', { name: distrust }).waitFor();
  await axeClean(page);
  await app.keep('skills-project-trusted');
});

test.each(
  looksOf([
    ['en-GB', 'light', 1440, 'Make a skill of this conversation', 'Propose', 'Save and switch on', /key or a password/],
    [
      'fr-FR',
      'dark',
      390,
      'Faire une compétence de cette conversation',
      'Proposer',
      'Enregistrer et activer',
      /une clé ou à un mot de passe/,
    ],
  ]),
)('a skill is made of a conversation: proposed, changed, refused with a secret, saved and switched on: %s %s %i', async (...row) => {
  const [locale, theme, width, make, propose, save, secret] = row;
  await using app = await openApp({ locale, theme, width });
  const { page } = app;
  await connected(page);
  await demoReady(page);
  const conversation = await say(page, 'thanks', { model: 'demo/demo' });
  await rested(page, conversation);
  if (width > 900) {
    await page.locator('conversations-list [data-row] .title').last().click({ button: 'right' });
    await page.getByRole('menuitem', { name: make }).click();
  } else await callAs(page, 'window', 'open', { view: 'skills.page', params: { conversation } });
  const pane = page.locator('skills-make');
  await pane.getByRole('button', { name: propose, exact: true }).click();
  const words = pane.getByRole('textbox');
  await words.waitFor();
  await words.fill(`${changelog}ghp_${'a1B2'.repeat(9)}\n`);
  await pane.getByRole('button', { name: save }).click();
  await pane.getByText(secret).waitFor();
  await app.keep('skills-make-refused');
  await axeClean(page);
  await words.fill(changelog);
  await pane.getByRole('button', { name: save }).click();
  await page.locator('skills-details').getByRole('switch', { checked: true }).waitFor();
  await app.keep('skills-made');
});
