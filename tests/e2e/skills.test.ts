import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { tempFolder } from '../../kernel/testing/temp-folder.ts';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { axeClean } from './axe.ts';
import { connected } from './screen.ts';
import { enter } from './window.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

const changelog =
  '---\nname: changelog\ndescription: Writes release notes from git commits.\nallowed-tools: Read\n---\n# <b>Notes</b>\nGroup by type.\n';

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
  await enter(page, 'Skills');
  const skills = page.locator('skills-browser');
  await skills.getByRole('button', { name: 'Add from a folder' }).first().click();
  await skills.getByRole('textbox', { name: 'The path of a folder' }).fill(folder.path);
  await skills.getByRole('button', { name: 'Add', exact: true }).click();
  await skills
    .getByRole('button', { name: /changelog/ })
    .first()
    .click();
  const details = page.locator('skills-details');
  await details.getByText('<b>Notes</b>').waitFor();
  await axeClean(page);
  await app.keep('skills-details');
  await details.getByRole('button', { name: 'Install' }).click();
  await details.getByRole('button', { name: 'Remove' }).waitFor();

  write(changelog.replace('by type', 'by reader').replace('Read', 'Read, Write'));
  await page.locator('skills-page').evaluate(async element => {
    const { view } = element as unknown as {
      view: { connect(channel: { id: string }): { call(name: string, params: object): Promise<unknown> } };
    };
    await view.connect({ id: 'skills' }).call('refresh', {});
  });
  await details.getByText('It also asks for Write.').waitFor();
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
