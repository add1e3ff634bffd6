import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { axeClean } from './axe.ts';
import { looksOf } from './looks.ts';
import { openModelServer } from './model-server.ts';
import { asks, run, send, when, withModel } from './questions.ts';
import { callAs, rested } from './thread.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

test.each(
  looksOf([
    ['en-GB', 'light', 390, 'Deny', 'Fix the DST jump', 'Needs you'],
    ['fr-FR', 'dark', 360, 'Refuser', 'Corriger le saut de l’heure d’été sur la courbe', 'Attend votre décision'],
  ]),
)(
  'in a narrow window the top bar has the state of the conversation on screen, its title and its project, and a wide one no mark: %s %s %i',
  async (...row) => {
    const [locale, theme, width, deny, title, needs] = row;
    await using server = await openModelServer(run('echo one'), { when, text: 'Done.' });
    await using app = await withModel(server.url, { locale, theme, width, height: 844 });
    const { page, project } = app;
    page.setDefaultTimeout(30_000);
    const conversation = await send(page, 'Say one.', { project, model: 'scripted/m' });
    await callAs(page, 'conversations', 'rename', { conversation, title });
    await asks(page).waitFor();
    const bar = page.locator('header.bar');
    const mark = bar.locator('conversations-mark ui-state');
    await bar.getByRole('button', { name: title }).waitFor();
    await mark.and(page.locator('[state=needs]')).waitFor();
    // All of it is in sight: neither is cut off, and no button lies over it.
    const cut = await bar.locator('workbench-location').evaluate(({ shadowRoot }) => {
      const parts = [...shadowRoot!.querySelectorAll<HTMLElement>('.of, button')];
      return parts.filter(part => part.scrollWidth > part.offsetWidth || part.offsetWidth === 0).map(({ textContent }) => textContent);
    });
    const [asking, named] = [await mark.getByRole('img').getAttribute('aria-label'), await bar.locator('.of').innerText()];
    await axeClean(page);
    await app.keep('narrow-title');
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect.poll(() => mark.count()).toBe(0);
    await page.setViewportSize({ width, height: 844 });
    await mark.waitFor();
    await asks(page).getByRole('button', { name: deny }).click();
    await rested(page, conversation);
    await expect.poll(() => bar.locator('conversations-mark ui-state[state=needs]').count()).toBe(0);
    expect({ asking, named, cut }).toEqual({ asking: needs, named: 'tides', cut: width === 390 ? [] : [title] });
  },
);

test.each(
  looksOf([
    ['en-GB', 'dark', 390, 'Deny', '1 needs you'],
    ['fr-FR', 'light', 360, 'Refuser', '1 vous attend'],
  ]),
)(
  'in a narrow window the answers to a question stand in two columns, and the button of the menu has a dot while another conversation waits: %s %s %i',
  async (...row) => {
    const [locale, theme, width, deny, waits] = row;
    await using server = await openModelServer(run('echo one'), run('echo two'), { when, text: 'Done.' });
    await using app = await withModel(server.url, { locale, theme, width, height: 844 });
    const { page, project } = app;
    page.setDefaultTimeout(30_000);
    const first = await send(page, 'Say one.', { project, model: 'scripted/m' });
    await asks(page).waitFor();
    const dot = page.locator('header.bar').getByRole('img', { name: waits });
    const alone = await dot.count();
    await send(page, 'Say two.', { project, model: 'scripted/m' });
    await asks(page).getByText('echo two').first().waitFor();
    await dot.waitFor();
    await asks(page).getByRole('button', { name: deny, exact: true }).scrollIntoViewIfNeeded();
    const boxes = await asks(page)
      .locator('.ft')
      .evaluate(answers =>
        [...answers.children].map(one => one.getBoundingClientRect()).map(({ left, right, height }) => ({ left, right, height })),
      );
    const menu = await page.locator('header.bar > ui-icon-button').first().boundingBox();
    const at = await dot.boundingBox();
    await axeClean(page);
    await app.keep('narrow-question');
    await callAs(page, 'conversations', 'remove', { conversations: [first] });
    await dot.waitFor({ state: 'detached' });
    const ends = [...new Set(boxes.map(({ left, right }) => `${Math.round(left)}-${Math.round(right)}`))];
    expect({
      alone,
      columns: ends.length,
      cut: boxes.filter(({ left, right }) => left < 0 || right > width),
      isOnMenu: at!.x < menu!.x + menu!.width,
    }).toEqual({
      alone: 0,
      // Both columns, and the first answer, which has a row of its own where their number is odd.
      columns: boxes.length % 2 === 0 ? 2 : 3,
      cut: [],
      isOnMenu: true,
    });
  },
);
