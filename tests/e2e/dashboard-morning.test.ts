import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { callAutomation, openAutomations } from './automation-page.ts';
import { axeClean } from './axe.ts';
import { looksOf } from './looks.ts';
import { openModelServer } from './model-server.ts';
import { run, when, withModel } from './questions.ts';
import { connected, pressEnter } from './screen.ts';
import { callAs } from './thread.ts';
import { plain } from './window.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

const draft = (title: string, action: object) => ({
  ...{ title, trigger: { kind: 'webhook' }, action, deliver: 'never', missed: { policy: 'skip' } },
});

test.for(
  looksOf([
    { theme: 'light', locale: 'en-GB', width: 1440 },
    { theme: 'dark', locale: 'fr-FR', width: 390 },
  ]),
)('the home says what ran since yesterday and has the answers to what failed ($theme, $locale, $width)', async options => {
  await using app = await openApp({ ...options, height: 900 });
  const { page } = app;
  const en = options.locale === 'en-GB';
  const home = page.locator('dashboard-home');
  const card = home.locator('.first');
  await connected(page);
  await page.keyboard.press('Control+2');
  await home.getByRole('button', { name: en ? 'Leave out the rest' : 'Passer la suite' }).click();
  await home.getByText(en ? 'No rules yet' : 'Aucune règle').waitFor();
  const empty = await card.count();
  await page.keyboard.press('Control+1');
  await openAutomations(page, options.locale);
  const rules = [
    draft(en ? 'Stretch' : 'S’étirer', { kind: 'emit', event: 'stretch' }),
    draft(en ? 'Back up' : 'Sauvegarder', { kind: 'command', command: 'automation.labels' }),
  ];
  for (const one of rules)
    await callAutomation(page, 'runNow', { id: (await callAutomation<{ id: string }>(page, 'save', { draft: one })).id, version: 1 });
  await expect.poll(async () => (await callAutomation<{ today: object }>(page, 'summary')).today).toMatchObject({ ran: 1, failed: 1 });
  await page.keyboard.press('Control+2');
  await card.getByText(en ? '1 ran, 1 failed' : '1 exécutée, 1 échec').waitFor();
  await app.keep('dashboard-morning');
  await axeClean(page);
  const fits =
    (await home.evaluate(one => one.scrollWidth <= one.clientWidth)) && (await card.locator('h3').evaluate(one => one.clientHeight <= 20));
  await pressEnter(card.getByRole('button', { name: en ? 'Run again' : 'Exécuter de nouveau' }));
  await card.getByText(en ? '1 ran, 2 failed' : '1 exécutée, 2 échecs').waitFor();
  await pressEnter(card.getByRole('button', { name: en ? 'Switch off' : 'Désactiver' }));
  await card.getByText(en ? 'Nothing needs you.' : 'Rien ne vous attend.').waitFor();
  await app.keep('dashboard-morning-answered');
  expect({ empty, fits }).toEqual({ empty: 0, fits: true });
});

test.for(
  looksOf([
    { theme: 'light', locale: 'en-GB', width: 1440 },
    { theme: 'dark', locale: 'fr-FR', width: 390 },
  ]),
)(
  'S21: what conversations ask is answered on the home by one key each, once it was shown whole, and goes when it is answered anywhere ($theme, $locale, $width)',
  async options => {
    const long = `echo ${Array.from({ length: 13 }, (_, line) => `line ${line}`).join(' \\\n')}`;
    await using server = await openModelServer(
      run('echo one'),
      run(long),
      run('echo three'),
      { when, text: 'Done.' },
      { when, text: 'Done.' },
    );
    await using app = await withModel(server.url, { ...options, height: 900 });
    const { page, project } = app;
    const en = options.locale === 'en-GB';
    const home = page.locator('dashboard-home');
    const ask = home.locator('conversations-question');
    interface Asked {
      readonly id: string;
      readonly text?: string;
    }
    const agent = <T>(name: string, params: object) =>
      page
        .locator('dashboard-home, conversations-thread')
        .evaluate(
          (element, [call, given]) =>
            (element as unknown as { view: { connect(one: object): { call(name: string, params: object): Promise<unknown> } } }).view
              .connect({ id: 'agent' })
              .call(call, given),
          [name, params] as const,
        ) as Promise<T>;
    const asked = async () => (await agent<readonly Asked[]>('listRequests', {})).map(({ text }) => text);
    for (const [place, text] of ['Say one', 'Say much', 'Say three'].entries()) {
      await callAs(page, 'conversations', 'send', { text, project, model: 'scripted/m' });
      await expect.poll(async () => (await asked()).length).toBe(place + 1);
    }
    await page.keyboard.press('Control+2');
    await home.getByRole('button', { name: en ? 'Leave out the rest' : 'Passer la suite' }).click();
    const yes = ask.getByRole('button', { name: en ? 'Allow once' : 'Autoriser une fois' });
    await yes.first().and(page.locator(':enabled')).waitFor();
    const entry = page.locator('workbench-actions').getByRole('button', { name: /^Home/ });
    const said = async () =>
      plain(await entry.evaluate(one => one.textContent ?? ''))
        .replaceAll(/\s+/g, ' ')
        .trim();
    // In a narrow window the sidebar is put away.
    const hasSidebar = options.width > 720;
    if (hasSidebar) await expect.poll(said).toBe('Home 3 need you');
    await app.keep('dashboard-asks');
    await axeClean(page);
    const fits = await home.evaluate(one => one.scrollWidth <= one.clientWidth);
    const keys = await ask.locator('ui-kbd').evaluateAll(all => all.map(one => one.getAttribute('keys')));
    await page.keyboard.press('Digit1');
    await expect.poll(() => ask.count()).toBe(2);
    const one = await asked();
    // The end of the next one is not shown, so no key allows it.
    await ask.first().scrollIntoViewIfNeeded();
    await page.keyboard.press('Digit1');
    const whole = ask.first().getByRole('button', { name: en ? 'show all' : 'tout afficher' });
    const isHeld = await yes.first().isDisabled();
    await whole.click();
    // It counts as seen when all of its buttons are.
    await ask
      .first()
      .locator('.ft')
      .evaluate(buttons => buttons.scrollIntoView({ block: 'center' }));
    await yes.first().and(page.locator(':enabled')).waitFor();
    await app.keep('dashboard-asks-whole');
    const two = await asked();
    const [{ id = '' } = {}] = await agent<readonly Asked[]>('listRequests', {});
    await agent('answer', { request: id, answer: { allow: false } });
    await expect.poll(() => ask.count()).toBe(1);
    await page.keyboard.press('Digit2');
    await expect.poll(() => ask.count()).toBe(0);
    if (hasSidebar) await expect.poll(said).toBe('Home');
    await expect.poll(() => server.requests.filter(request => when(request)).length).toBe(6);
    const told = JSON.stringify(server.requests.map(({ body }) => body));
    expect({ fits, keys, one, isHeld, two, three: await asked(), denied: told.split('The person denied this call').length > 2 }).toEqual({
      ...{ fits: true, keys: ['2', '1', '4', '3', '6', '5'], one: [long, 'echo three'], isHeld: true, two: [long, 'echo three'] },
      ...{ three: [], denied: true },
    });
  },
);

test('what needs the person is answered by one key each, which is shown; while something is typed the key is only typed', async () => {
  await using app = await openApp({ locale: 'en-GB', width: 1440, height: 900 });
  const { page } = app;
  const home = page.locator('dashboard-home');
  const card = home.locator('.first');
  await connected(page);
  await openAutomations(page);
  // Each lacks what it must be given.
  const commands = {
    ...{ Backup: 'automation.labels', Report: 'conversations.putBack', Mirror: 'conversations.show', Digest: 'file-changes.redo' },
    ...{ Links: 'file-changes.undoRevert', Notes: 'harness.upLabels', Feeds: 'settings.speak' },
  };
  for (const [title, command] of Object.entries(commands)) {
    const { id } = await callAutomation<{ id: string }>(page, 'save', { draft: draft(title, { kind: 'command', command }) });
    await callAutomation(page, 'runNow', { id, version: 1 });
  }
  await expect.poll(async () => (await callAutomation<{ today: object }>(page, 'summary')).today).toMatchObject({ failed: 7 });
  await page.keyboard.press('Control+2');
  await home.getByRole('button', { name: 'Leave out the rest' }).click();
  await card.getByText('7 failed').waitFor();
  const keys = await card.locator('.does ui-button:first-child ui-kbd').evaluateAll(all => all.map(one => one.getAttribute('keys')));
  const first = (await card.locator('li .what').first().innerText()).trim();
  await app.keep('dashboard-morning-keys');
  await axeClean(page);
  // In the palette the key is a letter.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('1');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+1');
  await page.keyboard.press('Digit1');
  await openAutomations(page);
  const elsewhere = (await callAutomation<{ today: { failed: number } }>(page, 'summary')).today.failed;
  await page.keyboard.press('Control+2');
  await card.getByText('7 failed').waitFor();
  await page.keyboard.press('Digit1');
  await card.getByText('8 failed').waitFor();
  await page.keyboard.press('Control+1');
  await openAutomations(page);
  const { rules } = await callAutomation<{ rules: { title: string; failures: number }[] }>(page, 'list');
  expect({ keys, elsewhere, again: rules.filter(({ failures: count }) => count > 1).map(({ title }) => title) }).toEqual({
    ...{ keys: ['1', '2', '3', '4', '5', '6', '7'], elsewhere: 7, again: [first] },
  });
});
