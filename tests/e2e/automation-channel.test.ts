import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { tempFolder } from '../../kernel/testing/temp-folder.ts';
import { exampleChannel } from '../../plugins/channels/tests/example.fixture.ts';
import { chromiumLack } from '../support/chromium.ts';
import { ircLack, openIrcClient, openIrcServer } from '../support/irc-server.ts';
import { grant, openApp } from './app.ts';
import { automationPage, openAutomations, receiptsOf, ruleRow, sentenceOf } from './automation-page.ts';
import { axeClean } from './axe.ts';
import { callChannels, openChannels } from './channels-page.ts';
import { looksOf } from './looks.ts';
import { connected } from './screen.ts';
import { demoReady } from './thread.ts';
import { command } from './window.ts';

const lack = (await chromiumLack()) ?? (await ircLack());
beforeEach(context => context.skip(lack !== undefined, lack));

let folder: ReturnType<typeof tempFolder>;
beforeAll(() => {
  folder = tempFolder();
});
afterAll(() => folder[Symbol.dispose]());

test.for(
  looksOf([
    { theme: 'light', locale: 'en-GB', width: 1440 },
    { theme: 'dark', locale: 'fr-FR', width: 390 },
  ]),
)(
  'a result goes once to somebody on a real IRC server whom the form names, and its receipt says so; once they are removed nothing goes ($theme, $locale, $width)',
  async options => {
    await using server = await openIrcServer(folder.path);
    const at = `localhost:${server.port}`;
    using extension = exampleChannel('irc-channel', [at], { server: at, tls: false, nick: 'helper' });
    await using app = await openApp({
      ...{ ...options, height: 900, plugins: [extension.folder] },
      prepare: userData => grant(userData, '@acme/irc-channel', extension.rights),
    });
    const { page } = app;
    const en = options.locale === 'en-GB';
    const rule = automationPage(page).locator('automation-rule');
    const button = (name: string) => rule.getByRole('button', { name });
    const channel = '@acme/irc-channel/irc';
    await connected(page);
    await demoReady(page);
    await openChannels(page, options.locale);
    const isConnected = async () => (await callChannels<{ channels: { state: string }[] }>(page, 'list')).channels[0]?.state;
    await expect.poll(isConnected, { timeout: 60_000 }).toBe('connected');
    using marta = await openIrcClient(server.port, 'marta');
    const { code } = await callChannels<{ code: string }>(page, 'pair', { channel });
    marta.say(`PRIVMSG helper :/pair ${code}`);
    await expect.poll(() => marta.saidBy('helper').length, { timeout: 60_000 }).toBe(1);
    marta.say('PRIVMSG helper :hello there');
    await expect.poll(() => marta.saidBy('helper').length, { timeout: 60_000 }).toBeGreaterThan(1);
    const { people } = await callChannels<{ people: { user: string }[] }>(page, 'people', { channel });
    await openAutomations(page, options.locale);
    await command(page, en ? 'New automation' : 'Nouvelle automatisation');
    await sentenceOf(page).fill(en ? 'Every day at 9, remind me to eat' : 'Chaque jour à 9 h, rappelle-moi de manger');
    await rule.locator('.row').last().waitFor();
    await button(en ? 'Edit as fields' : 'Modifier les champs').click();
    const where = rule.getByLabel(en ? 'Results go' : 'Les résultats vont');
    await where.click();
    await page.getByRole('option', { name: 'marta, IRC' }).click();
    await where.scrollIntoViewIfNeeded();
    await app.keep('automation-channel-form');
    await axeClean(page);
    await button(en ? 'Show what will happen' : 'Voir ce qui se passera').click();
    await rule.getByText(en ? 'Sends its result to marta through IRC.' : 'Envoie son résultat à marta par IRC.').waitFor();
    await rule.locator('.row').getByText('marta, IRC').waitFor();
    await app.keep('automation-channel-rows');
    await button(en ? 'Save rule' : 'Enregistrer la règle').click();
    await button(en ? 'Run now' : 'Exécuter maintenant').click();
    await receiptsOf(page)
      .first()
      .getByText(en ? 'sent through the channel' : 'envoyé par le canal')
      .waitFor();
    await marta.heard(line => line.startsWith(':helper!') && /:(?:Eat|Manger)$/i.test(line.trim()));
    await app.keep('automation-channel');
    await axeClean(page);
    const heard = marta.saidBy('helper').length;
    await openChannels(page, options.locale);
    await callChannels(page, 'disallow', { channel, user: people[0]?.user ?? '' });
    await openAutomations(page, options.locale);
    await ruleRow(page, en ? 'Eat' : 'Manger').click();
    await button(en ? 'Run now' : 'Exécuter maintenant').click();
    await receiptsOf(page)
      .first()
      .getByText(en ? /nobody who may write there/ : /personne qui peut y écrire/)
      .waitFor();
    await rule.getByText(en ? 'Fields say more' : 'Les champs en disent plus').waitFor();
    await app.keep('automation-channel-refused');
    expect(marta.saidBy('helper').length).toBe(heard);
    await receiptsOf(page)
      .first()
      .getByRole('button', { name: en ? 'Open Channels' : 'Ouvrir Canaux' })
      .click();
    await page.locator('channels-browser channels-channel').waitFor();
  },
);
