import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { type AppOptions, brokenConnection, openApp } from './app.ts';
import { axeClean } from './axe.ts';
import { field, openComposer } from './composer-page.ts';
import { looksOf } from './looks.ts';
import { callAs, rested, say, thread } from './thread.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

const looks: readonly AppOptions[] = looksOf([
  { locale: 'fr-FR', theme: 'light', width: 390 },
  { locale: 'en-GB', theme: 'light', width: 1440 },
  { locale: 'fr-FR', theme: 'dark', width: 1440 },
  { locale: 'en-GB', theme: 'dark', width: 390 },
]);

const shown = (page: Page) => field(page).inputValue();
const saved = async (page: Page, of = 'global') => (await callAs<{ text: string }>(page, 'conversations', 'readDraft', { of })).text;
const notice = (page: Page) => page.locator('connection-notice ui-alert');
const loadedAt = (page: Page) => page.evaluate(() => performance.timeOrigin);
/** The page has what it needs to come back. */
const knowsWay = (page: Page) =>
  page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => /later-views/.test(name)));

test.each(['is killed', 'is ended'])('C12: when the program %s and started again, the open page goes on with what it had', async how => {
  await using app = await openApp({ locale: 'en-GB' });
  app.allow(brokenConnection);
  const { page } = app;
  await openComposer(page);
  await knowsWay(page);
  await field(page).pressSequentially('before');
  const loaded = await loadedAt(page);
  if (how === 'is killed') await app.kill();
  else process.kill(app.pid, 'SIGTERM');
  await notice(page).waitFor();
  await field(page).pressSequentially(' and meanwhile');
  await app.restart();
  await notice(page).waitFor({ state: 'detached' });
  await expect.poll(() => saved(page)).toBe('before and meanwhile');
  await field(page).press('Enter');
  await page.waitForURL(/%22conversation%22/);
  const cookies = await app.context.cookies();
  expect({
    isSame: (await loadedAt(page)) === loaded,
    left: await shown(page),
    cookies: cookies.map(({ httpOnly, sameSite }) => [httpOnly, sameSite]),
  }).toEqual({ isSame: true, left: '', cookies: [[true, 'Strict']] });
});

test('what a kernel refuses while it ends is no failed view: the views are opened again by the next one', async () => {
  await using app = await openApp({ locale: 'en-GB' });
  app.allow(brokenConnection);
  const { page } = app;
  const [refused, opened]: [string[], string[]] = [[], []];
  let isEnding = true;
  let drop = (): void => undefined;
  // As from a kernel that is ending: everything is answered but what would start something.
  await page.routeWebSocket(/__host.link/, socket => {
    const server = socket.connectToServer();
    drop = () => void socket.close();
    socket.onMessage(message => {
      for (const frame of [JSON.parse(String(message))].flat() as { to: string; body: { view: string } }[]) {
        const isOpening = frame.to === 'kernel:openView';
        if (isOpening) (isEnding ? refused : opened).push(frame.body.view);
        const error = { code: 'kernel/closed', message: 'Atelier is ending.' };
        if (isOpening && isEnding) socket.send(JSON.stringify({ ...frame, kind: 'answer', body: { ok: false, error } }));
        else server.send(JSON.stringify(frame));
      }
    });
  });
  await page.reload();
  await openComposer(page);
  await knowsWay(page);
  // As after the list of views has changed, because an extension was stopped.
  await page.locator('view-mount').evaluateAll(mounts => {
    for (const mount of mounts as (HTMLElement & { shown: object })[]) mount.shown = { ...mount.shown };
  });
  await expect.poll(() => refused).toContain('conversations.thread');
  const failures = await page.locator('failure-card').count();
  isEnding = false;
  drop();
  await expect.poll(() => opened).toContain('conversations.thread');
  await notice(page).waitFor({ state: 'detached' });
  expect({ failures, left: await page.locator('failure-card').count() }).toEqual({ failures: 0, left: 0 });
});

test('a program that is frozen is shown not to answer; what is sent and typed meanwhile is sent and saved once, when it answers', async () => {
  await using app = await openApp({ locale: 'en-GB' });
  app.allow(brokenConnection);
  const { page } = app;
  await openComposer(page);
  process.kill(app.pid, 'SIGSTOP');
  await field(page).pressSequentially('for the frozen');
  await notice(page).waitFor();
  await field(page).press('Enter');
  await expect.poll(() => shown(page)).toBe('');
  await field(page).press('Enter');
  await page.locator('conversations-composer .going').getByText('for the frozen').waitFor();
  await app.keep('sending-first');
  await field(page).pressSequentially('for later');
  process.kill(app.pid, 'SIGCONT');
  await notice(page).waitFor({ state: 'detached' });
  await page.waitForURL(/%22conversation%22/);
  const { rows } = await callAs<{ rows: readonly { id: string }[] }>(page, 'conversations', 'list');
  const { entries } = await callAs<{ entries: readonly { kind: string }[] }>(page, 'conversations', 'page', { conversation: rows[0]?.id });
  const sent = JSON.stringify(entries.filter(({ kind }) => kind === 'user'));
  // What was typed while the first message was on its way belongs to the conversation that it began.
  await expect.poll(() => saved(page, rows[0]?.id)).toBe('for later');
  const draft = await shown(page);
  expect({ conversations: rows.length, sent: sent.split('for the frozen').length - 1, draft, before: await saved(page) }).toEqual({
    conversations: 1,
    sent: 1,
    draft: 'for later',
    before: '',
  });
});

test('what is sent into a conversation stands there at once and says that it is on its way, and once when it has arrived; refused, it is in the field again', async () => {
  await using app = await openApp({ locale: 'en-GB' });
  app.allow(brokenConnection);
  const { page } = app;
  await openComposer(page);
  const conversation = await say(page, 'hello');
  await rested(page, conversation);
  // The composer knows it too: what is sent in a turn waits in the queue.
  const idle = page.locator('conversations-composer ui-icon-button.send');
  await idle.waitFor();
  const mine = thread(page).locator('.user', { hasText: 'for the frozen' });
  process.kill(app.pid, 'SIGSTOP');
  await field(page).pressSequentially('for the frozen');
  await field(page).press('Enter');
  await mine.getByText('Sending…').waitFor();
  await app.keep('sending');
  const isBelow = await mine.evaluate(element => {
    const { bottom } = element.getBoundingClientRect();
    return bottom <= innerHeight;
  });
  process.kill(app.pid, 'SIGCONT');
  await mine.getByText('Sending…').waitFor({ state: 'detached' });
  await rested(page, conversation);
  await idle.waitFor();
  const times = await mine.count();

  process.kill(app.pid, 'SIGSTOP');
  await field(page).pressSequentially('never accepted');
  await field(page).press('Enter');
  const other = thread(page).locator('.user', { hasText: 'never accepted' });
  await other.waitFor();
  await app.kill();
  await app.restart();
  await other.waitFor({ state: 'detached' });
  await expect.poll(() => shown(page)).toBe('never accepted');
  expect({ isBelow, times }).toEqual({ isBelow: true, times: 1 });
});

test('what was typed and sent while the program was frozen is a draft when it is killed, also in a page that was loaded again', async () => {
  await using app = await openApp({ locale: 'en-GB' });
  app.allow(brokenConnection);
  const { page } = app;
  await openComposer(page);
  await field(page).pressSequentially('saved, ');
  await expect.poll(() => saved(page)).toBe('saved, ');
  process.kill(app.pid, 'SIGSTOP');
  await field(page).pressSequentially('sent');
  await field(page).press('Enter');
  await field(page).pressSequentially('typed');
  await page.goto('about:blank');
  await app.kill();
  const { url } = await app.restart();
  await page.goto(url);
  await openComposer(page);
  await expect.poll(() => saved(page)).toBe('saved, sent\ntyped');
  const { rows } = await callAs<{ rows: readonly { id: string }[] }>(page, 'conversations', 'list');
  expect([await shown(page), rows.length]).toEqual(['saved, sent\ntyped', 0]);
});

test.each(looks)(
  'what is wrong with the connection is said in words, and a page that is not known any more has its text after one click: $locale $theme $width',
  async look => {
    await using app = await openApp({ ...look, height: 800 });
    app.allow(brokenConnection);
    const { page } = app;
    await openComposer(page);
    await knowsWay(page);
    process.kill(app.pid, 'SIGSTOP');
    await field(page).pressSequentially('my words');
    await notice(page).waitFor();
    await axeClean(page);
    await app.keep('no-answer');
    const silent = await fits(page);
    await app.kill();
    await page.locator('connection-notice .reconnecting ui-alert').waitFor();
    await app.keep('connection-lost');
    const lost = await fits(page);
    // Another profile's key, as on a machine where the profile was put back from a copy.
    rmSync(join(app.userData, 'key'));
    const { url } = await app.restart();
    const reload = notice(page).getByRole('button', { name: look.locale === 'fr-FR' ? 'Recharger' : 'Reload' });
    await reload.waitFor();
    await axeClean(page);
    await app.keep('turned-away');
    const refused = await fits(page);
    const visit = await app.context.newPage();
    await visit.goto(url);
    await visit.close();
    await reload.click();
    await expect.poll(() => shown(page)).toBe('my words');
    expect({ silent, lost, refused, saved: await saved(page) }).toEqual({ silent: true, lost: true, refused: true, saved: 'my words' });
  },
);

/** The notice is whole on the screen: no word of it is cut off. */
async function fits(page: Page): Promise<boolean> {
  return await notice(page).evaluate(alert => {
    const { left, right, top, bottom } = alert.getBoundingClientRect();
    const words = alert.shadowRoot?.querySelector('.words');
    const isWhole = words instanceof HTMLElement && words.scrollWidth <= words.clientWidth && words.scrollHeight <= words.clientHeight;
    return isWhole && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  });
}
