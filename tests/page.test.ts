import { KernelChannel } from '@atelier/kernel';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { chromiumLack } from './support/chromium.ts';
import { openPages } from './support/pages.ts';

const lack = await chromiumLack();
let pages: Awaited<ReturnType<typeof openPages>>;

beforeEach(context => context.skip(lack !== undefined, lack));
beforeAll(async () => {
  if (lack === undefined) pages = await openPages();
});
afterAll(() => pages?.close());

test('a change at the kernel shows without a reload', async () => {
  await using opened = await pages.openReal({ locale: 'fr-FR', width: 800, colorScheme: 'dark' });
  const { tab, kernel } = opened;
  const row = tab.locator('extensions-row', { hasText: 'Commit helper' });
  await kernel.disable('@acme/commit-helper');
  await row.getByText('Arrêtée').waitFor();
  await row.getByRole('switch', { name: 'Commit helper', checked: false }).click();
  await expect.poll(() => kernel.statuses().find(({ id }) => id === '@acme/commit-helper')?.state).toBe('dormant');
  await row.getByText('Arrêtée').waitFor({ state: 'detached' });
  expect(await tab.locator('html').getAttribute('data-theme')).toBe('dark');
});

test.each([
  [
    'en-GB',
    {
      'Reading list': 'Keeps what you want to read later.',
      'Mail bridge': 'Failed · could not start',
      'Next door': 'Refused · it needs Atelier ^9.0.0, but this is version 1.0.0',
      'Screenshot notes': 'Quarantined · it crashed three times within five minutes',
      broken: expect.stringMatching(/^Refused · its package\.json cannot be read \(.*\)$/),
      'Table paste': '2 problems',
      'Commit helper': '2.1.0',
      'IRC bridge': 'Off · 0.2.0',
      Template: expect.stringMatching(/./),
      Extensions: expect.stringMatching(/./),
      Workbench: expect.stringMatching(/./),
      Agent: expect.stringMatching(/./),
      'Model providers': expect.stringMatching(/./),
      'Demo (no AI)': expect.stringMatching(/./),
    },
  ],
  [
    'fr-FR',
    {
      'À lire': 'Garde ce que vous voulez lire plus tard.',
      'Passerelle de courriel': 'En échec · n’a pas pu démarrer',
      'Next door': expect.stringMatching(/^Refusée · elle demande Atelier \^9\.0\.0, mais vous avez la version 1\.0\.0$/),
      'Screenshot notes': 'En quarantaine · elle a planté trois fois en cinq minutes',
      broken: expect.stringMatching(/^Refusée · son package\.json est illisible \(.*\)$/),
      'Table paste': '2 problèmes',
      'Commit helper': '2.1.0',
      'IRC bridge': 'Arrêtée · 0.2.0',
      Template: expect.stringMatching(/./),
      Extensions: expect.stringMatching(/./),
      Établi: expect.stringMatching(/./),
      Agent: expect.stringMatching(/./),
      'Fournisseurs de modèles': expect.stringMatching(/./),
      'Démo (sans IA)': expect.stringMatching(/./),
    },
  ],
])('the real kernel’s extensions show their name, state and what is wrong in the person’s language (%s)', async (locale, rows) => {
  await using opened = await pages.openReal({ locale, width: 1280, colorScheme: 'light' });
  const { tab, complaints } = opened;
  const seen = await tab
    .locator('extensions-row')
    .evaluateAll(all => all.map(({ shadowRoot }) => ['.hit', '.detail'].map(part => shadowRoot?.querySelector(part)?.textContent?.trim())));
  expect({ complaints, rows: Object.fromEntries(seen) }).toMatchObject({ complaints: [], rows });
});

test('a switch works at once on the real kernel, retry starts what failed, and each problem is told with its remedy', async () => {
  await using opened = await pages.openReal({ locale: 'en-GB', width: 1280, colorScheme: 'dark' });
  const { tab, kernel } = opened;
  const row = (name: string) => tab.locator('extensions-row', { hasText: name });
  const stateOf = (id: string) => kernel.statuses().find(one => one.id === id)?.state;

  await row('Reading list').getByRole('switch').click();
  await row('Reading list').getByText('Off').waitFor();
  const off = stateOf('@acme/reading-list');
  await row('Reading list').getByRole('switch').click();
  await expect.poll(() => stateOf('@acme/reading-list')).toBe('active');
  await row('Screenshot notes').getByRole('switch', { checked: false }).click();
  await expect.poll(() => stateOf('@acme/screenshot-notes')).toBe('dormant');
  const details = tab.locator('extensions-details');
  await row('Table paste').locator('.hit').click();
  await details.getByRole('heading', { name: 'Table paste' }).waitFor();
  const problems = await details.locator('ui-alert').allInnerTexts();
  await row('Mail bridge').locator('.hit').click();
  await details.getByRole('heading', { name: 'Mail bridge' }).waitFor();
  const changes: string[] = [];
  const told = kernel.client(KernelChannel).on('extensionsChanged', ({ id, state }) => changes.push(`${id} ${state}`));
  await details.getByRole('button', { name: 'Retry' }).click();
  await expect.poll(() => changes).toEqual(['@acme/mail-bridge dormant', '@acme/mail-bridge waking', '@acme/mail-bridge failed']);
  await row('Mail bridge').locator('.detail', { hasText: 'Failed' }).waitFor();
  await told.dispose();

  expect({ off, problems }).toEqual({
    off: 'stopped',
    problems: [
      expect.stringMatching(/names a contribution "other.paste".*Rename it/),
      expect.stringMatching(/does not match its schema.*Correct the entry/),
    ],
  });
});

test.each(['light', 'dark'] as const)('at 360 px nothing is cut off sideways, and the type is the bundled one (%s)', async colorScheme => {
  await using opened = await pages.openReal({ locale: 'fr-FR', width: 360, colorScheme });
  const { tab } = opened;
  await tab.locator('extensions-row[data-id="@acme/mail-bridge"] .hit').click();
  await tab.locator('extensions-details code, extensions-details .mono').first().waitFor();
  const seen = await tab.evaluate(async () => {
    await document.fonts.ready;
    const main = document.querySelector('app-shell')?.shadowRoot?.querySelector('main');
    const fonts = [...document.fonts].filter(font => font.status === 'loaded').map(font => font.family.replaceAll('"', ''));
    return { fits: (main?.scrollWidth ?? 9999) <= 360, fonts: [...new Set(fonts)].toSorted() };
  });
  expect(seen).toEqual({ fits: true, fonts: ['Inter Variable', 'JetBrains Mono Variable'] });
});
