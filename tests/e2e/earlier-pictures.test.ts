import { beforeEach, expect, test } from 'vitest';
import { png } from '../../plugins/conversations/main/drafts/attaching/files.fixture.ts';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { axeClean } from './axe.ts';
import { composer, field, handOver, openComposer } from './composer-page.ts';
import { type ModelRequest, openModelServer } from './model-server.ts';
import { callAs, row, rows, thread } from './thread.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

const small = 'scripted/scripted-small';

/** Requests of the conversation itself have tools; the one for a title has none. */
const isTurn = ({ body }: ModelRequest) => body.tools !== undefined;

test('a model that reads no images gets none of earlier messages unasked, and each answer says truly what its model got', async () => {
  await using server = await openModelServer();
  await using app = await openApp({ locale: 'en-GB' });
  const { page } = app;
  await openComposer(page);
  const models = [
    { id: 'scripted-large', name: 'Painter', images: true, contextWindow: 100_000 },
    { id: 'scripted-small', name: 'Reader', images: false, contextWindow: 100_000 },
  ];
  await callAs(page, 'providers', 'save', { id: 'scripted', name: 'Workshop', baseUrl: server.url, key: 'none', models });
  await composer(page).locator('.model', { hasText: 'Painter' }).waitFor();
  const answers = (text: string, model: string) =>
    server.script({ text, when: request => isTurn(request) && request.body.model === model });
  const last = () => JSON.stringify(server.requests.filter(isTurn).at(-1)?.body);

  await handOver(page, 'paste', [{ name: 'chart.png', type: 'image/png', base64: png(30, 10).toString('base64') }]);
  await composer(page).locator('.file img').waitFor();
  await field(page).fill('what is this');
  answers('A chart.', 'scripted-large');
  await field(page).press('Enter');
  await row(page, 'A chart.').waitFor();
  const seen = last().includes('image_url');

  await composer(page).locator('.model').first().click();
  await composer(page).locator('.opt', { hasText: 'Reader' }).click();
  await composer(page).locator('.model', { hasText: 'Reader' }).waitFor();
  const before = server.requests.filter(isTurn).length;
  await field(page).fill('and its title');
  await field(page).press('Enter');
  await composer(page).getByText('Reader reads no images. It would get this conversation without its images.').waitFor();
  await axeClean(page);
  await app.keep('earlier-images-asked');
  const unasked = server.requests.filter(isTurn).length - before;
  expect(await field(page).inputValue()).toBe('and its title');
  answers('Nothing to see.', 'scripted-small');
  await composer(page).getByRole('button', { name: 'Send without the images' }).click();
  await row(page, 'Nothing to see.').waitFor();
  const without = [last().includes('image_url'), last().includes('omitted')];

  // The person has said it once for this model.
  answers('Still nothing.', 'scripted-small');
  await field(page).fill('once more');
  await field(page).press('Enter');
  await row(page, 'Still nothing.').waitFor();
  // What is said of an answer stays true when the person corrects what the model can do.
  await callAs(page, 'providers', 'describeModel', { model: small, images: true });
  await page.reload();
  await row(page, 'Still nothing.').waitFor();
  // Until the models are known, one is called by its id.
  await thread(page).getByText('Reader was not sent').waitFor();
  const said = (await rows(page)).filter(text => /images|chart|see|nothing/i.test(text));
  await app.keep('earlier-images-said');
  answers('I see a chart.', 'scripted-small');
  await field(page).fill('and now');
  await field(page).press('Enter');
  await row(page, 'I see a chart.').waitFor();
  expect({
    seen,
    unasked,
    without,
    said,
    now: last().includes('image_url'),
    notes: await thread(page).getByText('was not sent').count(),
  }).toEqual({
    seen: true,
    unasked: 0,
    without: [false, true],
    said: [
      'A chart.',
      'Reader was not sent 1 image of this conversation, because it was not known to read images',
      'Nothing to see.',
      'Still nothing.',
    ],
    now: true,
    notes: 1,
  });
});

test('an answer that is asked for again, and a message that is sent again, leave no images out unasked either', async () => {
  await using server = await openModelServer();
  await using app = await openApp({ locale: 'en-GB', width: 1440 });
  const { page } = app;
  await openComposer(page);
  const models = [
    { id: 'scripted-large', name: 'Painter', images: true, contextWindow: 100_000 },
    { id: 'scripted-small', name: 'Reader', images: false, contextWindow: 100_000 },
  ];
  await callAs(page, 'providers', 'save', { id: 'scripted', name: 'Workshop', baseUrl: server.url, key: 'none', models });
  await composer(page).locator('.model', { hasText: 'Painter' }).waitFor();
  const answers = (text: string, model: string) =>
    server.script({ text, when: request => isTurn(request) && request.body.model === model });
  const turns = () => server.requests.filter(isTurn);
  const last = () => JSON.stringify(turns().at(-1)?.body);
  await handOver(page, 'paste', [{ name: 'chart.png', type: 'image/png', base64: png(30, 10).toString('base64') }]);
  await composer(page).locator('.file img').waitFor();
  await field(page).fill('what is this');
  answers('A chart.', 'scripted-large');
  await field(page).press('Enter');
  await row(page, 'A chart.').waitFor();
  await field(page).fill('and its title');
  answers('Tides of Dover.', 'scripted-large');
  await field(page).press('Enter');
  await row(page, 'Tides of Dover.').waitFor();
  await composer(page).locator('.model').first().click();
  await composer(page).locator('.opt', { hasText: 'Reader' }).click();
  await composer(page).locator('.model', { hasText: 'Reader' }).waitFor();
  const before = turns().length;

  const question = thread(page).getByRole('alert').filter({ hasText: 'this conversation has images' });
  const answer = thread(page).getByRole('article').filter({ hasText: 'Tides of Dover.' }).last();
  await answer.hover();
  await answer.getByRole('button', { name: 'Answer again' }).click();
  await question.waitFor();
  await axeClean(page);
  await app.keep('earlier-images-again');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  const cancelled = [turns().length - before, await row(page, 'Tides of Dover.').isVisible()];
  await answer.hover();
  await answer.getByRole('button', { name: 'Answer again' }).click();
  answers('Nothing to see.', 'scripted-small');
  await question.getByRole('button', { name: 'Without the images' }).click();
  await row(page, 'Nothing to see.').waitFor();
  const regenerated = [last().includes('image_url'), last().includes('omitted')];

  const message = thread(page).getByRole('article').filter({ hasText: 'what is this' }).first();
  await message.hover();
  await message.getByRole('button', { name: 'Edit and send again' }).click();
  await thread(page).locator('form.editing').getByRole('textbox').fill('what is that');
  await page.keyboard.press('Enter');
  const own = thread(page).getByRole('alert').filter({ hasText: 'nobody has said that Reader reads images' });
  await own.waitFor();
  const unasked = turns().length - before;
  answers('Only words.', 'scripted-small');
  await own.getByRole('button', { name: 'Without the images' }).click();
  await row(page, 'Only words.').waitFor();
  await thread(page).locator('form.editing').waitFor({ state: 'detached' });
  expect({ cancelled, regenerated, unasked, resent: [last().includes('what is that'), last().includes('image_url')] }).toEqual({
    cancelled: [0, true],
    regenerated: [false, true],
    unasked: 1,
    resent: [true, false],
  });
});
