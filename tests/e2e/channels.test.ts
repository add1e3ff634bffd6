import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { tempFolder } from '../../kernel/testing/temp-folder.ts';
import { exampleChannel } from '../../plugins/channels/tests/example.fixture.ts';
import { chromiumLack } from '../support/chromium.ts';
import { ircLack, openIrcClient, openIrcServer } from '../support/irc-server.ts';
import { grant, openApp } from './app.ts';
import { axeClean } from './axe.ts';
import { arrives, callChannels, channelsPage, installBridges, openChannels } from './channels-page.ts';
import { looksOf } from './looks.ts';
import { connected } from './screen.ts';
import { demoReady, thread } from './thread.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

let folder: ReturnType<typeof tempFolder>;
beforeAll(() => {
  folder = tempFolder();
});
afterAll(() => folder[Symbol.dispose]());

test('a message from a real IRC client is answered by the agent once its writer has sent the code, and the person goes on with the conversation in the app', async context => {
  const irc = await ircLack();
  context.skip(irc !== undefined, irc);
  await using server = await openIrcServer(folder.path);
  using extension = exampleChannel('irc-channel', [`localhost:${server.port}`], {
    server: `localhost:${server.port}`,
    tls: false,
    nick: 'helper',
  });
  await using app = await openApp({
    ...{ locale: 'en-GB', width: 1440, plugins: [extension.folder] },
    prepare: userData => grant(userData, '@acme/irc-channel', extension.rights),
  });
  const { page } = app;
  await connected(page);
  await demoReady(page);
  await openChannels(page);
  await channelsPage(page).getByText('Connected since').waitFor();
  using marta = await openIrcClient(server.port, 'marta');
  marta.say('PRIVMSG helper :let me in');
  await channelsPage(page).getByText('refused, 1 today').waitFor();
  await channelsPage(page).getByRole('button', { name: 'Make a code' }).click();
  const code = await channelsPage(page).locator('channels-people .code b').innerText();
  marta.say(`PRIVMSG helper :/pair ${code}`);
  await marta.heard(line => line.startsWith(':helper!') && line.includes('You may write'));
  const before = marta.saidBy('helper').length;
  marta.say('PRIVMSG helper :hello there');
  await expect.poll(() => marta.saidBy('helper').length, { timeout: 60_000 }).toBeGreaterThan(before);
  // The message that has paired is one of them.
  await channelsPage(page)
    .getByText(/answered, /)
    .nth(1)
    .waitFor();
  await app.keep('channels-irc');
  await axeClean(page);
  await expect
    .poll(async () => (await callChannels<{ channels: { waiting: number }[] }>(page, 'list')).channels[0]?.waiting, { timeout: 60_000 })
    .toBe(0);
  const answered = marta.saidBy('helper').length;
  await channelsPage(page)
    .getByRole('button', { name: /^marta .*messages/ })
    .click();
  await thread(page).getByRole('article').filter({ hasText: 'hello there' }).first().waitFor();
  const words = page.locator('conversations-composer textarea.words');
  await words.fill('And hello from the app');
  await words.press('Enter');
  await thread(page).getByRole('article').filter({ hasText: 'And hello from the app' }).first().waitFor();
  await expect.poll(() => thread(page).getByRole('article').filter({ hasText: 'Demo' }).count()).toBe(2);
  expect(marta.saidBy('helper').length).toBe(answered);
  await app.keep('channels-conversation');
});

test('the sidebar has channels once an extension brings one, the home says whether one is connected, and a message that may not have arrived is decided on by the person', async () => {
  await using app = await openApp({ locale: 'en-GB', width: 1440, prepare: installBridges });
  const { page } = app;
  await connected(page);
  await demoReady(page);
  await openChannels(page);
  const rows = () => channelsPage(page).locator('channels-list .title').allInnerTexts();
  await expect.poll(rows).toEqual(['Drums', 'Semaphore', 'Bottle', 'Pigeons']);
  expect(await arrives(page)).toEqual({ taken: 'refused' });
  const pigeons = '@acme/post/pigeons';
  await channelsPage(page).locator('channels-list [data-row]').filter({ hasText: 'Pigeons' }).click();
  await channelsPage(page).getByRole('button', { name: 'Allow Marta' }).click();
  await channelsPage(page).getByRole('button', { name: 'Remove Marta' }).waitFor();
  expect(await arrives(page)).toEqual({ taken: 'queued' });
  await arrives(page, { thread: 'nowhere', text: 'Could you check that the quote still holds?' });
  const asks = channelsPage(page).getByRole('group', { name: 'Did this reach Marta?' });
  await asks.waitFor();
  await channelsPage(page)
    .getByText(/answered, /)
    .first()
    .waitFor();
  await app.keep('channels-uncertain');
  await axeClean(page);
  await expect.poll(async () => (await rows())[0]).toBe('Pigeons');
  await asks.getByRole('button', { name: 'It arrived' }).click();
  await asks.waitFor({ state: 'detached' });
  await channelsPage(page).getByRole('switch', { name: 'Run commands' }).click();
  await expect
    .poll(
      async () =>
        (await callChannels<{ channels: { id: string; policy: { commands: boolean } }[] }>(page, 'list')).channels.find(
          ({ id }) => id === pigeons,
        )?.policy.commands,
    )
    .toBe(true);
  const { channels } = await callChannels<{ channels: { state: string }[] }>(page, 'list');
  const online = channels.filter(({ state }) => state === 'connected').length;
  await page.getByRole('radio', { name: 'Assistant' }).click();
  await page.getByRole('button', { name: 'Leave out the rest' }).click();
  await page.getByText('Online').first().waitFor();
  await page
    .getByRole('link', { name: 'Channels' })
    .or(page.getByRole('button', { name: 'Channels' }))
    .first()
    .waitFor();
  await page
    .locator('workbench-actions')
    .getByRole('button', { name: `Channels ${online} online` })
    .waitFor();
  await app.keep('channels-home');
});

test.each(
  looksOf([
    { theme: 'light', locale: 'en-GB', width: 1440 },
    { theme: 'dark', locale: 'fr-FR', width: 1440 },
    { theme: 'light', locale: 'fr-FR', width: 390 },
    { theme: 'dark', locale: 'en-GB', width: 390 },
  ]),
)('channels are whole in $theme, $locale, at $width px, with none and with several', async ({ theme, locale, width }) => {
  await using empty = await openApp({ theme, locale, width });
  await openChannels(empty.page, locale);
  await channelsPage(empty.page).locator('ui-empty').waitFor();
  await empty.keep('channels-empty');
  await axeClean(empty.page);
  await using app = await openApp({ theme, locale, width, prepare: installBridges });
  const { page } = app;
  await connected(page);
  await demoReady(page);
  await openChannels(page, locale);
  await expect.poll(() => channelsPage(page).locator('channels-list .title').count()).toBe(4);
  const channel = '@acme/post/pigeons';
  await callChannels(page, 'allow', { channel, user: 'marta', name: 'Marta' });
  await arrives(page, { user: 'promo', name: 'promo_88', text: 'Buy!' });
  await arrives(page);
  await arrives(page, { thread: 'wall', text: 'And this?' });
  await arrives(page, {
    thread: 'nowhere',
    text: 'The fitting moves to 2 February. Could you check that the quote still holds until then?',
  });
  await callChannels(page, 'pair', { channel });
  await expect
    .poll(async () =>
      (await callChannels<{ channels: { uncertain: number; waiting: number }[] }>(page, 'list')).channels
        .map(one => [one.uncertain, one.waiting])
        .sort(),
    )
    .toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
      [1, 0],
    ]);
  await app.keep('channels-list');
  await channelsPage(page).locator('channels-list [data-row]').filter({ hasText: 'Pigeons' }).click();
  await channelsPage(page).locator('channels-asks .ask').first().waitFor();
  await app.keep('channels-full');
  await axeClean(page);
});
