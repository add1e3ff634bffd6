import { beforeEach, expect, test } from 'vitest';
import { png } from '../../plugins/conversations/main/drafts/attaching/files.fixture.ts';
import { chromiumLack } from '../support/chromium.ts';
import { writeSettingsIn } from '../support/local-model.ts';
import { openApp } from './app.ts';
import { axeClean } from './axe.ts';
import { addScripted, composer, field, handOver, openComposer } from './composer-page.ts';
import { type Behaviour, openModelServer } from './model-server.ts';
import { agentFile, details, openProviders, paste, section } from './providers-page.ts';
import { pressEnter } from './screen.ts';
import { callAs, row, thread } from './thread.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

/** No second tries, and a silence that is told of soon. */
const quick = (userData: string): void => writeSettingsIn(userData, { retry: { enabled: false }, httpIdleTimeoutMs: 1500 });

const looks = [
  { locale: 'en-GB', theme: 'light', width: 1440 },
  { locale: 'fr-FR', theme: 'dark', width: 390 },
] as const;

test('by keyboard alone: the card, the picker and the conversation say of each server what it is, and a right key after a wrong one clears it', async () => {
  await using server = await openModelServer();
  await using app = await openApp({ ...looks[0], height: 900 });
  const { page } = app;
  const status = details(page).locator('.status');
  await openProviders(page);
  await pressEnter(section(page).getByRole('button', { name: 'Add a server' }));
  await details(page).getByLabel('Name').fill('Lab');
  await details(page).getByLabel('Base URL').fill('http://127.0.0.1:9/v1');
  await pressEnter(details(page).getByRole('button', { name: 'Add a server' }));
  await status.getByText('nothing listens there').waitFor();
  const words = () => section(page).locator('.row', { hasText: 'Lab' }).locator('.state').innerText();
  const dead = await words();
  await app.keep('provider-unreachable');
  await axeClean(page);

  server.behave({ key: 'right' });
  await details(page).getByLabel('Base URL').fill(server.url);
  await pressEnter(details(page).getByRole('button', { name: 'Look' }));
  await details(page).getByText('needs a valid key').first().waitFor();
  const claims = await details(page).getByText('can answer').count();
  await pressEnter(details(page).getByRole('button', { name: 'Save the address' }));
  await status.getByText('asks for a key').waitFor();
  const asks = await words();
  await paste(details(page).locator('ui-input[name="key"]'), 'wrong');
  await pressEnter(details(page).getByRole('button', { name: 'Add key' }));
  await status.getByText('refused the key (HTTP 401)').waitFor();
  const refused = await words();
  await app.keep('provider-refused');

  await pressEnter(details(page).getByRole('button', { name: 'Replace' }));
  await paste(details(page).locator('ui-input[name="key"]'), 'right');
  await pressEnter(details(page).getByRole('button', { name: 'Replace' }));
  await section(page).locator('.row', { hasText: 'Ready, 2 models' }).waitFor();
  const left = await details(page)
    .getByText(/refused|HTTP 401|needs a valid key/)
    .count();
  await pressEnter(details(page).getByRole('button', { name: 'What scripted-large can do' }));
  // As fast as somebody goes from field to field by Tab, who waits for no answer.
  const facts = details(page).locator('providers-model-facts');
  await facts.getByLabel('Reads images').selectOption({ label: 'Yes' });
  await facts.getByLabel('Thinks').selectOption({ label: 'No' });
  for (const [name, value] of [
    ['Reads, in tokens', '32000'],
    ['Writes, in tokens', '2000'],
    ['$ per million read', '1,5'],
    ['$ per million written', '3'],
  ] as const) {
    await facts.getByLabel(name).fill(value);
    await facts.getByLabel(name).press('Tab');
    if (name === '$ per million read') await facts.getByText('once both amounts are there').waitFor();
  }
  await details(page).getByText('32K').waitFor();
  const told = () => agentFile<{ providers: Record<string, { models: object[] }> }>(app.userData, 'models').providers.lab?.models[0];
  await expect.poll(told).toEqual({
    id: 'scripted-large',
    input: ['text', 'image'],
    reasoning: false,
    contextWindow: 32_000,
    maxTokens: 2000,
    cost: { input: 1.5, output: 3, cacheRead: 0, cacheWrite: 0 },
  });
  const measured = await status.innerText();
  await app.keep('provider-ready');
  await axeClean(page);

  server.behave({ key: 'another' });
  await pressEnter(details(page).getByRole('button', { name: 'Ask again' }));
  await status.getByText('refused the key (HTTP 401)').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+n');
  await field(page).waitFor();
  await composer(page).getByRole('button', { name: 'Model: scripted-large, Access refused' }).waitFor();
  await app.keep('chip-refused');
  await pressEnter(composer(page).locator('.model button, .model').first());
  const picked = composer(page).locator('.opt', { hasText: 'scripted-large' }).locator('.state');
  await picked.waitFor();
  const picker = await picked.innerText();
  await app.keep('picker-refused');
  await page.keyboard.press('Escape');

  expect({ measured, dead: dead.split('\n')[0], claims, asks: asks.split('\n')[0], refused: refused.split('\n')[0], left, picker }).toEqual(
    {
      measured: expect.stringMatching(/^Ready .*\d m?s, asked at \d\d:\d\d/),
      dead: 'Cannot be reached',
      claims: 0,
      asks: 'Needs a key',
      refused: 'Key refused',
      left: 0,
      picker: 'Access refused',
    },
  );
});

test('in onboarding a dead server is no step done, and its address can be changed there', async () => {
  await using server = await openModelServer();
  await using app = await openApp({ ...looks[1], height: 844, firstSteps: true });
  const { page } = app;
  const steps = page.locator('onboarding-page dialog');
  const press = (name: string) => pressEnter(steps.getByRole('button', { name, exact: true }));
  await press('Continuer');
  await steps.getByRole('radio', { name: 'Votre propre serveur' }).press('Space');
  await steps.getByLabel('Nom').fill('Labo');
  await steps.getByLabel('URL de base').fill('http://127.0.0.1:9/v1');
  await press('Ajouter un serveur');
  const labo = steps.locator('.row', { hasText: 'Labo' });
  await labo.getByText('Injoignable').waitFor();
  const before = await steps.getByRole('button', { name: 'Continuer', exact: true }).count();
  // What is wrong with it is open below its row.
  await steps.locator('providers-details').getByText('rien n’y écoute').waitFor();
  await app.keep('onboarding-unreachable');
  await axeClean(page);
  await steps.getByLabel('URL de base').fill(server.url);
  await press('Enregistrer l’adresse');
  await labo.getByText('Prêt, 2 modèles').waitFor();
  await steps.getByRole('button', { name: 'Continuer', exact: true }).waitFor();
  expect(before).toBe(0);
});

test('a new conversation takes the starred model and not the demo that was used before, and to add a model is to see the providers', async () => {
  await using server = await openModelServer();
  await using app = await openApp({ locale: 'en-GB' });
  const { page } = app;
  await openComposer(page);
  await pressEnter(composer(page).getByRole('button', { name: 'Add a model' }));
  await section(page).locator('.rows').first().waitFor();
  await page.keyboard.press('Escape');
  await callAs(page, 'conversations', 'send', { text: 'thanks', model: 'demo/demo' });
  await addScripted(page, server);
  await callAs(page, 'providers', 'star', { model: 'scripted/scripted-large', starred: true });
  await page.reload();
  await page.keyboard.press('Control+n');
  await composer(page).locator('.model', { hasText: 'Scripted' }).waitFor();
});

const troubles: readonly (readonly [string, Behaviour, RegExp])[] = [
  ['a page', { turn: { html: '<!doctype html><title>Hotel</title>' } }, /something other than a model’s answer/],
  ['a wrong key', { turn: { status: 401, json: { error: { message: 'Wrong.' } } } }, /refused the credentials/],
  [
    'an empty answer',
    {
      turn: {
        headers: { 'Content-Type': 'text/event-stream' },
        html: 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n',
      },
    },
    /ended its answer without a word/,
  ],
  [
    'a 429 that asks to wait',
    { turn: { status: 429, headers: { 'Retry-After': '900' }, json: { error: { message: 'Busy.' } } } },
    /accepts no more requests for 900 s/,
  ],
];

test('a conversation names each trouble, and offers to wait or to stop when a model says nothing', async () => {
  await using server = await openModelServer();
  await using app = await openApp({ locale: 'en-GB', prepare: quick });
  const { page } = app;
  await openComposer(page);
  await addScripted(page, server);
  for (const [name, behaviour, said] of troubles) {
    server.behave(behaviour);
    await callAs(page, 'conversations', 'send', { text: name, model: 'scripted/scripted-large' }).then(async sent => {
      const { conversation } = sent as { conversation: string };
      await callAs(page, 'window', 'open', { view: 'conversations.thread', params: { conversation } });
    });
    await thread(page).getByText(said).first().waitFor();
    expect(await thread(page).getByText('<!doctype').count()).toBe(0);
  }
  server.behave({ turn: { trouble: 'stalls' } });
  const { conversation } = await callAs<{ conversation: string }>(page, 'conversations', 'send', {
    text: 'quiet',
    model: 'scripted/scripted-large',
  });
  await callAs(page, 'window', 'open', { view: 'conversations.thread', params: { conversation } });
  await thread(page)
    .getByText(/has said nothing for/)
    .waitFor();
  await axeClean(page);
  await app.keep('silent');
  // Who waits is asked no more, and the turn goes on.
  await pressEnter(thread(page).getByRole('button', { name: 'Wait' }));
  await thread(page).getByText('has said nothing for').first().waitFor({ state: 'detached' });
  expect((await callAs<{ status: string }>(page, 'agent', 'state', { conversation })).status).toBe('running');
  await composer(page).locator('.stop').click();
  await expect.poll(() => callAs<{ status: string }>(page, 'agent', 'state', { conversation }).then(({ status }) => status)).toBe('idle');
});

test('images are sent to a model only where it is said to read them; else the person chooses', async () => {
  await using server = await openModelServer();
  await using app = await openApp({ locale: 'en-GB' });
  const { page } = app;
  await openComposer(page);
  await addScripted(page, server);
  await composer(page).locator('.model', { hasText: 'Scripted' }).waitFor();
  const attach = async () => {
    await handOver(page, 'paste', [{ name: 'chart.png', type: 'image/png', base64: png(30, 10).toString('base64') }]);
    await composer(page).locator('.file img').waitFor();
  };
  // The request for a title has no tools.
  const sent = () => server.requests.filter(({ body }) => body.tools !== undefined && JSON.stringify(body).includes('look')).at(-1);
  await attach();
  await field(page).fill('look without');
  await field(page).press('Enter');
  await composer(page).getByText('Nobody has said whether Scripted reads images').waitFor();
  await axeClean(page);
  await app.keep('images-asked');
  const early = sent();
  server.script({ text: 'One.', when: ({ body }) => JSON.stringify(body).includes('look without') });
  await pressEnter(composer(page).getByRole('button', { name: 'Send without the images' }));
  await row(page, 'One.').waitFor();
  const without = JSON.stringify(sent()?.body);
  const shown = await thread(page).locator('ui-transcript img').count();

  await attach();
  await field(page).fill('look with');
  server.script({ text: 'Two.', when: ({ body }) => JSON.stringify(body).includes('look with"') });
  await field(page).press('Enter');
  await pressEnter(composer(page).getByRole('button', { name: 'It reads them, send' }));
  await row(page, 'Two.').waitFor();
  const withThem = JSON.stringify(sent()?.body);
  expect({
    early,
    without: [without.includes('image_url'), without.includes('omitted')],
    shown,
    with: [withThem.includes('image_url'), withThem.includes('omitted')],
  }).toEqual({ early: undefined, without: [false, false], shown: 0, with: [true, false] });
});
