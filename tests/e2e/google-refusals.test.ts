import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { writeSettingsIn } from '../support/local-model.ts';
import { openApp } from './app.ts';
import { axeClean } from './axe.ts';
import { looksOf } from './looks.ts';
import { openModelServer, type Reply } from './model-server.ts';
import { connected, pressEnter } from './screen.ts';
import { callAs, rested, row, show, thread } from './thread.ts';
import { plain } from './window.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

const refused = (status: number, error: object): Reply => ({ status, json: { error: { code: status, ...error } } });
const streamed = (chunk: object): Reply => ({
  headers: { 'Content-Type': 'text/event-stream' },
  html: `data: ${JSON.stringify({ ...chunk, usageMetadata: { promptTokenCount: 12, totalTokenCount: 12 } })}\n\n`,
});
const wait = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '37s' };
const daily = {
  '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
  violations: [{ quotaId: 'GenerateRequestsPerDayPerProjectPerModel-FreeTier' }],
};
const used = 'You exceeded your current quota, please check your plan and billing details.';

/** What Google answers, the first sentence and the pointer that the conversation shows, and the button that leads on. */
const answers: readonly (readonly [name: string, reply: Reply, words: Readonly<Record<'en' | 'fr', readonly [RegExp, RegExp, RegExp]>>])[] =
  [
    [
      'a bad key',
      refused(400, {
        message: 'API key not valid. Please pass a valid API key.',
        status: 'INVALID_ARGUMENT',
        details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' }],
      }),
      {
        en: [
          /^Lens refused the credentials \(.*API key not valid.*\)$/,
          /^Enter a valid key, .*Settings > Providers & Models\.$/,
          /Providers/,
        ],
        fr: [/^Lens a refusé les identifiants \(.*API key not valid.*\)$/, /^Saisissez une clé valide.*\.$/, /Fournisseurs/],
      },
    ],
    [
      'too many in this minute',
      refused(429, { message: `${used} Please retry in 37.4s.`, status: 'RESOURCE_EXHAUSTED', details: [wait] }),
      {
        en: [/^Lens accepts no more requests for 37 s \(/, /^Send again after that, or choose another model\.$/, /Retry/],
        fr: [/^Lens n’accepte plus de requêtes pendant 37 s \(/, /^Renvoyez ensuite, ou choisissez un autre modèle\.$/, /Réessayer/],
      },
    ],
    [
      'too many today',
      refused(429, { message: used, status: 'RESOURCE_EXHAUSTED', details: [daily, wait] }),
      {
        en: [/^The account at Lens has used up its credit or its quota \(/, /^Check its plan and its billing there/, /Switch model/],
        fr: [
          /^Le compte chez Lens a épuisé son crédit ou son quota \(/,
          /^Vérifiez-y votre formule et la facturation/,
          /Changer de modèle/,
        ],
      },
    ],
    [
      'the quota of a project',
      refused(403, { message: 'Quota exceeded for quota metric ‘Requests’.', status: 'PERMISSION_DENIED' }),
      {
        en: [
          /^The account at Lens has used up its credit or its quota \(Quota exceeded for quota metric/,
          /^Check its plan/,
          /Switch model/,
        ],
        fr: [/^Le compte chez Lens a épuisé son crédit ou son quota \(Quota exceeded/, /^Vérifiez-y votre formule/, /Changer de modèle/],
      },
    ],
    [
      'a stop for safety',
      streamed({ candidates: [{ index: 0, content: { role: 'model', parts: [{ text: 'Some words' }] }, finishReason: 'SAFETY' }] }),
      {
        en: [
          /^Lens withheld the answer, or the rest of it: .*\(SAFETY\)$/,
          /^Change what is sent, or choose another model\.$/,
          /Switch model/,
        ],
        fr: [/^Lens a retenu la réponse, ou sa suite ?: .*\(SAFETY\)$/, /^Modifiez ce qui est envoyé/, /Changer de modèle/],
      },
    ],
    [
      'a blocked question',
      streamed({ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } }),
      {
        en: [/^Lens withheld the answer.*\(PROHIBITED_CONTENT\)$/, /^Change what is sent/, /Switch model/],
        fr: [/^Lens a retenu la réponse.*\(PROHIBITED_CONTENT\)$/, /^Modifiez ce qui est envoyé/, /Changer de modèle/],
      },
    ],
  ];

test.for(
  looksOf([
    { locale: 'en-GB', theme: 'light', width: 1440 },
    { locale: 'fr-FR', theme: 'dark', width: 390 },
  ]),
)('each refusal of Google’s is said in the conversation by its reason, with what to do and a button for it ($locale)', async look => {
  await using server = await openModelServer();
  const prepare = (userData: string) => {
    writeSettingsIn(userData, { retry: { enabled: false } });
    const models = ['g', 'h'].map(id => ({ id, name: id }));
    // A person writes such a server by hand.
    const lens = { name: 'Lens', baseUrl: server.url.replace('/v1', '/v1beta'), api: 'google-generative-ai', apiKey: 'none', models };
    writeFileSync(join(userData, '.agent', 'agent', 'models.json'), JSON.stringify({ providers: { lens } }), { mode: 0o600 });
  };
  await using app = await openApp({ ...look, prepare });
  const { page } = app;
  page.setDefaultTimeout(60_000);
  await connected(page);
  await callAs(page, 'conversations', 'savePreferences', { titles: 'words' });
  await expect
    .poll(async () => (await callAs<readonly { id: string }[]>(page, 'providers', 'listModels')).some(({ id }) => id === 'lens/g'))
    .toBe(true);
  const language = look.locale === 'fr-FR' ? 'fr' : 'en';
  const said: Record<string, readonly string[]> = {};
  let last = '';
  for (const [name, reply, words] of answers) {
    // Google names the model in the address and not in the request.
    server.behave({ empty: reply });
    const sent = await callAs<{ conversation: string }>(page, 'conversations', 'send', { text: name, model: 'lens/g' });
    last = sent.conversation;
    await show(page, last);
    await row(page, name).waitFor();
    await rested(page, last);
    const alert = thread(page).getByRole('alert');
    await alert.waitFor();
    await alert.getByRole('button', { name: words[language][2] }).first().waitFor();
    said[name] = [plain(await alert.locator('b').innerText()), plain(await alert.locator('p').innerText())];
    await app.keep(`google-${name.replaceAll(' ', '-')}`);
  }
  await axeClean(page);
  // It goes on where Google lets it.
  server.behave({});
  server.script({ text: 'Now it does.' });
  await pressEnter(
    thread(page)
      .getByRole('alert')
      .getByRole('button', { name: /^(?:Retry|Réessayer)$/ }),
  );
  await row(page, 'Now it does.').waitFor();
  expect(said).toEqual(
    Object.fromEntries(
      answers.map(([name, , { [language]: words }]) => [name, [expect.stringMatching(words[0]), expect.stringMatching(words[1])]]),
    ),
  );
});
