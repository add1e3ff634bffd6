import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp, windowOnly } from './app.ts';
import { goneMeanwhile } from './installing.ts';
import { casesOf } from './looks.ts';
import { connected } from './screen.ts';
import { installThirdParty } from './third-party.ts';
import { enter, mainView, plain } from './window.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

const drawn =
  'class extends LitElement { static properties = { view: { attribute: false } }; render() { return html`<p>Here I am</p>`; } }';
const afterAClick = (body: string) =>
  `class extends LitElement { static properties = { view: { attribute: false }, broken: { state: true } };
    render() { if (this.broken) { ${body} } return html\`<button @click=\${() => { this.broken = true; }}>Here I am</button>\`; } }`;

/** A moment after the click, so that it is over. */
const later = (body: string) => afterAClick(`setTimeout(() => { ${body} }, 300);`);

/** The ui module of each way to fail, and what of the sentence is its own. */
const ways = casesOf(
  [
    ['never answers', later('for (;;) {}'), undefined, /ne répond plus depuis 10 s/],
    [
      'throws when it draws',
      `class extends LitElement { static properties = { view: { attribute: false } };
      render() { const tries = (this.view.state.get() ?? 0) + 1; this.view.state.set(tries); throw new Error('no ink at try ' + tries); } }`,
      undefined,
      /s’est arrêtée sur une erreur : no ink at try 1/,
    ],
    ['throws when it draws anew', afterAClick("throw new Error('ran dry');"), undefined, /s’est arrêtée sur une erreur : ran dry/],
    ['has no such element', undefined, undefined, /n’exporte pas l’élément trials-home/],
    ['throws when it is loaded', drawn, "throw new Error('torn while loading');", /n’a pas pu être chargée : .*torn while loading/],
    [
      'floods',
      later("for (let count = 0; count < 2000; count += 1) this.view.connect(WindowChannel).call('layout', {}).catch(() => {});"),
      undefined,
      /a été fermée : /,
    ],
  ],
  2,
);

test.each(ways)(
  'a stand-in that %s gives the original back with a card that says so, and both of its answers work',
  async (way, element, body, sentence) => {
    await using app = await openApp({
      off: windowOnly,
      prepare: userData =>
        installThirdParty(userData, {
          word: 'trials',
          displayName: 'Essais',
          atelier: {
            rights: { replaces: ['workbench.home'] },
            contributes: {
              views: [{ id: 'trials.home', slot: 'main', title: 'Essai', element: 'trials-home', replaces: 'workbench.home' }],
            },
          },
          ui: `${body ?? ''}\nexport const elements = { ${element === undefined ? '' : `'trials-home': ${element}`} };\n`,
        }),
    });
    // What a third-party view complains of is the point here.
    app.allow(/@acme\/trials|no ink|ran dry|torn while loading|AppError/);
    const { page } = app;
    await connected(page);
    const inside = page.frameLocator('main iframe');
    const card = mainView(page).locator('ui-alert');
    const fails = async () => {
      const button = inside.getByRole('button', { name: 'Here I am' });
      if (/anew|floods|never/.test(way)) await button.click();
      await card.waitFor();
    };
    await page.getByRole('button', { name: 'Essayer' }).click();
    await fails();
    const said = plain(await card.innerText());
    const back = await mainView(page).locator('workbench-home').count();
    await card.getByRole('button', { name: 'Réessayer' }).click();
    await fails();
    // Nothing but another try could say so.
    if (way === 'throws when it draws') await card.getByText('at try 2').waitFor();
    await card.getByRole('button', { name: 'Garder l’originale' }).click();
    await card.waitFor({ state: 'detached' });
    const frames = await page.locator('main iframe').count();
    await page.reload();
    await connected(page);
    expect({ said, back, frames, later: await page.locator('main iframe, main surface-offer section').count() }).toEqual({
      said: expect.stringMatching(sentence),
      back: 1,
      frames: 0,
      later: 0,
    });
    expect(said).toContain('« Essai » a échoué ; la vue d’origine est de retour.');
  },
);

test('a view that nothing stands behind says what happened in a card, and is shown again on Retry', async () => {
  await using app = await openApp({
    off: windowOnly,
    locale: 'en-GB',
    prepare: userData =>
      installThirdParty(userData, {
        word: 'moody',
        atelier: { contributes: { views: [{ id: 'moody.page', slot: 'main', title: 'Moody', element: 'moody-page' }] } },
        ui: `export const elements = { 'moody-page': class extends LitElement {
          static properties = { view: { attribute: false } };
          render() {
            if (!this.view.state.get()) { this.view.state.set('tried'); throw new Error('not in the mood'); }
            return html\`<p>Better now</p>\`;
          }
        } };\n`,
      }),
  });
  app.allow(/@acme\/moody|not in the mood/);
  const { page } = app;
  await connected(page);
  await enter(page, 'Moody');
  const card = mainView(page).getByRole('alert');
  const said = await card.innerText();
  await card.getByRole('button', { name: 'Try again' }).click();
  await page.frameLocator('main iframe').getByText('Better now').waitFor();
  expect({ said, left: await card.count() }).toEqual({
    said: expect.stringMatching(/“Moody” cannot be shown\s.*not in the mood \(elements\.js:6:\d+\)\. Reload it.*\sview\/threw/s),
    left: 0,
  });
});

test('a main side that fails to start is told where its view should be, which is there once somebody has started it again', async () => {
  await using app = await openApp({
    off: windowOnly,
    locale: 'en-GB',
    prepare: userData =>
      installThirdParty(userData, {
        word: 'late',
        atelier: { contributes: { views: [{ id: 'late.page', slot: 'main', title: 'Late', element: 'late-page' }] } },
        activate: `const { existsSync, writeFileSync } = process.getBuiltinModule('node:fs');
          const tried = ctx.paths.data + '/tried';
          if (!existsSync(tried)) { writeFileSync(tried, ''); throw new Error('the alarm did not ring'); }`,
        ui: `export const elements = { 'late-page': ${drawn} };\n`,
      }),
  });
  // The files of a failed extension are gone, also for a frame that still loads.
  app.allow(...goneMeanwhile);
  const { page } = app;
  await connected(page);
  await enter(page, 'Late');
  await mainView(page)
    .getByRole('alert')
    .getByText(/@acme\/late 1\.0\.0 could not start: the alarm did not ring/)
    .waitFor();
  const other = await app.openPage();
  await connected(other);
  await enter(other, 'Late');
  await mainView(other).getByRole('button', { name: 'Try again' }).click();
  await page.frameLocator('main iframe').getByText('Here I am').waitFor();
});

test('a plugin that this build of the page does not hold says so, and what to do', async () => {
  await using app = await openApp({ off: windowOnly, locale: 'en-GB' });
  const { page } = app;
  await connected(page);
  const mount = page.locator('main view-mount').first();
  await mount.waitFor();
  // As after an update of the program under a page that stayed open: its list names what the page was built without.
  await mount.evaluate(element => {
    const view = element as HTMLElement & { shown: object };
    view.shown = { ...view.shown, id: 'nobody.page', from: '@atelier/nobody', element: 'nobody-page', title: 'Nobody' };
  });
  const said = () => mount.locator('failure-card').evaluate(card => card.shadowRoot?.textContent);
  await expect
    .poll(said)
    .toMatch(/The view nobody\.page of @atelier\/nobody cannot be shown: this build of the page contains no ui module/);
});

test('in a line of the window a view that fails is a mark as tall as the line, which says why and tries again', async () => {
  const fails = "export const elements = { 'lines-part': class extends LitElement { render() { throw new Error('no ink'); } } };\n";
  const views = ['status', 'topbar.widget'].map(slot => ({
    id: `lines.${slot.split('.')[0]}`,
    slot,
    title: `Part of ${slot}`,
    element: 'lines-part',
  }));
  await using app = await openApp({
    off: windowOnly,
    locale: 'en-GB',
    prepare: userData => installThirdParty(userData, { word: 'lines', atelier: { contributes: { views } }, ui: fails }),
  });
  const { page } = app;
  app.allow(/no ink/);
  await connected(page);
  const heights: (number | undefined)[] = [];
  for (const [line, slot] of [
    ['footer', 'status'],
    ['header', 'topbar.widget'],
  ] as const) {
    const mark = page.locator(line).getByRole('button', { name: new RegExp(`^“Part of ${slot}” cannot be shown. .*no ink`) });
    await mark.waitFor();
    heights.push((await mark.boundingBox())?.height);
  }
  expect(heights).toEqual([24, 24]);
});
