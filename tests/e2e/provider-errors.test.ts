import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { axeClean } from './axe.ts';
import { looksOf } from './looks.ts';
import { type ModelRequest, openModelServer } from './model-server.ts';
import { connected } from './screen.ts';
import { callAs, rested, rows, show, thread } from './thread.ts';
import { plain } from './window.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

const when = ({ body }: ModelRequest) => JSON.stringify(body).includes('"tools"');

/** Two providers, as a person writes them by hand. */
const byHand = (url: string) => `{
  // Mine, by hand
  "providers": {
    "lab": { "name": "Lab", "baseUrl": "${url}", "api": "openai-completions", "apiKey": "none", "models": [{ "id": "m", "name": "m" }] },
    "lens": { "name": "Lens", "baseUrl": "${url.replace('/v1', '/v1beta')}", "api": "google-generative-ai", "apiKey": "none", "models": [{ "id": "g", "name": "g" }] },
  }
}
`;

test.for(
  looksOf([
    { locale: 'en-GB', theme: 'light', width: 1440 },
    { locale: 'fr-FR', theme: 'dark', width: 390 },
  ]),
)(
  'providers of a file with comments are used and the file is kept; Retry-After is said and waited for, and a refusal of Google’s says what to do ($locale)',
  async look => {
    await using server = await openModelServer(
      { when, status: 429, retryAfter: 4, message: 'Slow down.' },
      { when, text: 'After the wait.' },
      { when, status: 403, message: 'API key not valid.' },
    );
    let folder = '';
    const file = byHand(server.url);
    const prepare = (userData: string) => {
      folder = join(userData, '.agent', 'agent');
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeFileSync(join(folder, 'models.json'), file, { mode: 0o600 });
    };
    await using app = await openApp({ ...look, prepare });
    const { page } = app;
    const isFrench = look.locale === 'fr-FR';
    page.setDefaultTimeout(30_000);
    await connected(page);
    await callAs(page, 'conversations', 'savePreferences', { titles: 'words' });
    const models = () => callAs<readonly { id: string }[]>(page, 'providers', 'listModels').then(all => all.map(({ id }) => id));
    await expect.poll(models).toEqual(expect.arrayContaining(['lab/m', 'lens/g']));
    const send = async (model: string) => {
      const { conversation } = await callAs<{ conversation: string }>(page, 'conversations', 'send', { text: 'Hello', model });
      await show(page, conversation);
      return conversation;
    };
    const waits = await send('lab/m');
    await thread(page)
      .getByText(isFrench ? 'n’accepte plus de requêtes pendant 4' : 'accepts no more requests for 4')
      .first()
      .waitFor();
    await thread(page)
      .getByText(isFrench ? 'Renvoyée dans' : 'It is sent again in')
      .first()
      .waitFor();
    await app.keep('retry-after');
    await axeClean(page);
    await rested(page, waits);
    const waited = (await rows(page)).at(-1);
    const refused = await send('lens/g');
    await rested(page, refused);
    await app.keep('google-refused');
    const said = plain((await rows(page)).at(-1) ?? '');
    await callAs(page, 'providers', 'save', {
      id: 'more',
      name: 'More',
      baseUrl: server.url,
      api: 'openai-completions',
      key: 'none',
      models: [{ id: 'm', name: 'm' }],
    });
    const kept = readdirSync(folder).filter(name => name.startsWith('models.json.kept-'));
    expect({
      waited,
      said,
      kept: kept.map(name => readFileSync(join(folder, name), 'utf8')),
      now: Object.keys((JSON.parse(readFileSync(join(folder, 'models.json'), 'utf8')) as { providers: object }).providers),
    }).toEqual({
      waited: 'After the wait.',
      said: expect.stringMatching(isFrench ? /Lens a refusé les identifiants.*clé/ : /Lens refused the credentials.*Enter a valid key/),
      kept: [file],
      now: expect.arrayContaining(['lab', 'lens', 'more']),
    });
  },
);
