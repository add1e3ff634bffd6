import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { pastOf } from '../../kernel/main/starts/past-start.ts';
import { chromiumLack } from '../support/chromium.ts';
import { type App, type AppOptions, openApp, windowOnly } from './app.ts';
import { details, rowOf, tab } from './installing.ts';
import { looksOf } from './looks.ts';
import { connected } from './screen.ts';
import { installThirdParty } from './third-party.ts';
import { command } from './window.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

const journalOf = ({ userData }: Pick<App, 'userData'>) => readFileSync(join(userData, 'starts.jsonl'), 'utf8');

/** Two installed extensions; one takes its time to start. */
function install(userData: string): void {
  const activation = 'startup';
  installThirdParty(userData, {
    word: 'slow',
    displayName: 'Slow Notes',
    activate: 'return new Promise(done => setTimeout(done, 4000));',
    atelier: { activation },
  });
  installThirdParty(userData, { word: 'maps', displayName: 'Maps', activate: '', atelier: { activation } });
}

/** Kills the program in its start, as often as the next start needs to say this of it; the page must not see it. */
async function killUntil(app: App, isEnough: (past: ReturnType<typeof pastOf>) => boolean, sees: string): Promise<void> {
  await app.page.goto('about:blank');
  for (let isFirst = true; isFirst || !isEnough(pastOf(journalOf(app))); isFirst = false) {
    await app.restart();
    await expect.poll(() => journalOf(app)).toContain(sees);
    await app.kill();
  }
}

const looks: readonly AppOptions[] = looksOf([
  { locale: 'fr-FR', theme: 'light', width: 390 },
  { locale: 'en-GB', theme: 'light', width: 1440 },
  { locale: 'fr-FR', theme: 'dark', width: 1440 },
  { locale: 'en-GB', theme: 'dark', width: 390 },
]);

test.each(looks)(
  'X18: a safe start says in the page what is off, and leads back to an ordinary start: $locale $theme $width',
  async look => {
    await using app = await openApp({ ...look, off: windowOnly, prepare: install, args: ['--safe'] });
    const { page } = app;
    const [safe, usual, hide] =
      look.locale === 'fr-FR' ? ['Démarrage sûr', 'Démarrer comme d’habitude', 'Masquer'] : ['Safe start', 'Start as usual', 'Hide'];
    const alert = page.locator('startup-safe ui-alert');
    await alert.getByText('Slow Notes').waitFor();
    await app.keep('safe-start');
    const said = await alert.innerText();
    await page.getByRole('button', { name: hide, exact: true }).click();
    await app.keep('safe-start-hidden');
    await page.getByRole('button', { name: safe, exact: true }).click();
    const before = readFileSync(join(app.userData, 'extensions.json'), 'utf8');
    await page.getByRole('button', { name: usual, exact: true }).click();
    await alert.waitFor({ state: 'detached' });
    await expect.poll(() => journalOf(app)).toContain('"end":"waking @acme/maps"');
    expect({ said, stored: readFileSync(join(app.userData, 'extensions.json'), 'utf8') === before }).toEqual({
      said: expect.stringMatching(/Maps[\s\S]*Slow Notes|Slow Notes[\s\S]*Maps/),
      stored: true,
    });
  },
);

test('X18: after two starts that were killed the program starts safely by itself, and says why', async () => {
  await using app = await openApp({ locale: 'en-GB', off: windowOnly, prepare: install });
  await killUntil(app, ({ failed }) => failed >= 2, '"suspects"');
  const { url } = await app.restart();
  await app.page.goto(url);
  await app.page.getByText('Atelier did not come up twice in a row').waitFor();
});

test('X18: an extension that was starting when two starts were killed is held back by name, and starts when it is switched on again', async () => {
  await using app = await openApp({ locale: 'en-GB', off: windowOnly, prepare: install });
  const { page } = app;
  await killUntil(app, ({ held }) => held.length > 0, '"begin":"waking @acme/slow"');
  const { url } = await app.restart();
  await page.goto(url);
  await connected(page);
  // One more says that the program was killed.
  await page.getByRole('button', { name: '2 notices' }).click();
  await page.getByText('@acme/slow 1.0.0 is held back').waitFor();
  await app.keep('held-back');
  expect(journalOf(app)).not.toContain('waking @acme/slow');
  await page.keyboard.press('Escape');
  await command(page, 'Find extensions');
  await tab(page, /Installed/).click();
  await rowOf(page, '@acme/slow').locator('.hit').click();
  await app.keep('held-back-details');
  await details(page).getByRole('button', { name: 'Start again' }).click();
  await expect.poll(() => journalOf(app), { timeout: 20_000 }).toContain('"end":"waking @acme/slow"');
});
