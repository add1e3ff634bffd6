import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../../support/chromium.ts';
import { processesUnder } from '../../support/processes.ts';
import { brokenConnection, openApp } from '../app.ts';
import { axeClean } from '../axe.ts';
import { connected, screen } from '../screen.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

test('a page that is loaded while another start does not know it says what to do, and its new address works', async () => {
  await using app = await openApp({ locale: 'fr-FR' });
  app.allow(brokenConnection, /request refused: 403 .*\/$/);
  await connected(app.page);
  const before = await screen(app.page);
  await app.page.goto('about:blank');
  await app.kill();
  const { url } = await app.restart();
  await app.page.goto(app.origin);
  const heading = await app.page.getByRole('heading').innerText();
  await axeClean(app.page);
  await app.keep('not-signed-in');
  await app.page.goto(url);
  await connected(app.page);
  await expect.poll(() => screen(app.page)).toEqual(before);
  expect({ heading, stable: new URL(url).origin === app.origin }).toEqual({
    heading: 'Atelier ne reconnaît pas cette fenêtre',
    stable: true,
  });
});

test('a program that was frozen for a while goes on under the open page, without a reload', async () => {
  await using app = await openApp({ locale: 'en-GB' });
  await connected(app.page);
  const before = await screen(app.page);
  const loads = await app.page.evaluate(() => performance.timeOrigin);
  process.kill(app.pid, 'SIGSTOP');
  const asked = app.page.evaluate(() => fetch('/__host/alive').then(({ status }) => status));
  process.kill(app.pid, 'SIGCONT');
  expect({ alive: await asked, same: (await app.page.evaluate(() => performance.timeOrigin)) === loads }).toEqual({
    alive: 204,
    same: true,
  });
  await expect.poll(() => screen(app.page)).toEqual(before);
});

test.each([
  ['fr-FR', 'light', 'Cette adresse d’Atelier a déjà servi, ou elle est trop ancienne'],
  ['en-GB', 'dark', 'This address of Atelier was used before, or is too old'],
] as const)('C4: a ticket that was made up shows a screen in %s, which says what to do (%s)', async (locale, theme, heading) => {
  await using app = await openApp({ locale, theme, width: 360, height: 720 });
  app.allow(/403/);
  await app.page.goto(`${app.origin}/__host/enter?t=${'A'.repeat(32)}`);
  await axeClean(app.page);
  await app.keep('wrong-token');
  const seen = {
    heading: await app.page.getByRole('heading').innerText(),
    does: /npm start/.test(await app.page.getByRole('main').innerText()),
    fits: await app.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
  };
  // The window that was let in before is not touched by somebody's guesses.
  await app.page.goto(app.origin);
  await connected(app.page);
  expect(seen).toEqual({ heading, does: true, fits: true });
});

test('E12: a second start hands its link over and ends; a strange one is refused in words, and the page goes on', async () => {
  await using app = await openApp({ locale: 'fr-FR', single: true });
  await connected(app.page);
  const before = await screen(app.page);
  const good = await app.startAgain('--headless', 'atelier://extensions/install/@acme/hello');
  const strange = await app.startAgain('--headless', 'atelier://extensions/install/%2e%2e/%2e%2e/cloud', 'https://evil.example/');
  const flood = await app.startAgain('--headless', ...Array.from({ length: 500 }, (_, index) => `atelier://a/${index}`));
  expect({
    good: [good.code, good.said],
    strange: [strange.code, strange.said],
    flood: flood.code,
    told: app.said.filter(line => line.includes('too many arrived at once')).length > 0,
    addresses: app.said.filter(line => /^Atelier est prêt : http:\/\/127\.0\.0\.1:/.test(line)).length,
    screen: await screen(app.page),
  }).toEqual({
    good: [0, ['Atelier est déjà ouvert ; il a reçu ces arguments.']],
    strange: [
      0,
      [
        expect.stringMatching(/^Atelier n’a pas ouvert le lien « atelier:\/\/.* » : son chemin sort de lui-même\..*rien n’a été fait\.$/),
        expect.stringMatching(/^Atelier n’a pas ouvert le lien « https:\/\/evil\.example\/ » : il ne commence pas par atelier:\/\/\./),
        'Atelier est déjà ouvert ; il a reçu ces arguments.',
      ],
    ],
    flood: 0,
    told: true,
    addresses: 3,
    screen: before,
  });
});

test('a start with --quit ends the one that runs', async () => {
  await using app = await openApp({ locale: 'en-GB', single: true });
  app.allow(brokenConnection);
  await connected(app.page);
  const first = await app.startAgain('--quit');
  await expect.poll(() => isAlive(app.pid)).toBe(false);
  const second = await app.startAgain('--quit');
  expect([first, second]).toEqual([
    { code: 0, said: ['Atelier is shutting down.'] },
    { code: 0, said: ['Atelier was not open; there was nothing to quit.'] },
  ]);
});

test('the page itself may list folders and end Atelier, which leaves nothing running', async () => {
  await using app = await openApp({ locale: 'fr-FR' });
  app.allow(brokenConnection);
  await connected(app.page);
  const ask = (to: string, body: object) =>
    app.page.evaluate(
      ([wanted, params]) =>
        new Promise<unknown>(resolve => {
          const socket = new WebSocket(`ws://${location.host}/__host/link`);
          socket.onopen = () => socket.send(JSON.stringify({ v: 1, id: 1, kind: 'call', to: wanted, body: params }));
          socket.onmessage = ({ data }) => resolve((JSON.parse(data) as { body: unknown }).body);
        }),
      [to, body] as const,
    );
  const listed = (await ask('host:listFolders', { path: app.userData })) as { value: { folders: { name: string }[] } };
  const ended = await ask('host:quit', {});
  await expect.poll(() => isAlive(app.pid)).toBe(false);
  expect({ names: listed.value.folders.map(({ name }) => name).includes('extensions'), ended, left: processesUnder(app.userData) }).toEqual(
    {
      names: true,
      ended: { ok: true, value: null },
      left: [],
    },
  );
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
