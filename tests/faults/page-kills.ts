import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { brokenConnection, openApp } from '../e2e/app.ts';
import { field, openComposer } from '../e2e/composer-page.ts';
import { connected } from '../e2e/screen.ts';
import { callAs, demoReady, show } from '../e2e/thread.ts';
import { randomFrom } from './kill.ts';
import type { Outcome } from './rounds.ts';

/** As long as a busy machine takes for something that comes by itself. */
const patienceMs = 60_000;

interface Tab {
  readonly page: Page;
  readonly conversation: string;
  typed: string;
}

const savedOf = async (page: Page, of: string) => (await callAs<{ text: string }>(page, 'conversations', 'readDraft', { of })).text;

/** Kills the kernel of the built app while a browser with many tabs types into it, each into a conversation of its own. Afterwards every tab is back, and has all that was typed. */
export async function tabKills(rounds: number, seed: number, count = 20): Promise<Outcome> {
  const random = randomFrom(seed);
  const wrong: string[] = [];
  let acknowledged = 0;
  await using app = await openApp({ locale: 'en-GB' });
  app.allow(brokenConnection, /ERR_/);
  await connected(app.page);
  await demoReady(app.page);
  const tabs: Tab[] = [];
  for (let at = 0; at < count; at += 1) {
    const page = at === 0 ? app.page : await app.openPage();
    const { conversation } = await callAs<{ conversation: string }>(page, 'conversations', 'send', { text: `Tab ${at}.` });
    await show(page, conversation);
    await field(page).waitFor();
    // What the page needs to come back is loaded when it has nothing else to do.
    await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => /later-views/.test(name)));
    tabs.push({ page, conversation, typed: '' });
  }
  for (let round = 0; round < rounds; round += 1) {
    const typing = tabs.map(async tab => {
      const word = `w${round} `;
      tab.typed += word;
      await pause(random() * 400);
      await field(tab.page).pressSequentially(word);
    });
    await pause(random() * 1500);
    await app.kill();
    await Promise.all(typing);
    await app.restart();
    for (const [at, { page, conversation, typed }] of tabs.entries()) {
      const look = async () => ({ shown: await field(page).inputValue(), saved: await savedOf(page, conversation) });
      const found = await until(look, ({ shown, saved }) => shown === typed && saved === typed);
      if (found !== undefined) wrong.push(`tabs round ${round}, seed ${seed}: tab ${at} has ${found}, and “${typed}” was typed`);
      else acknowledged += 1;
    }
  }
  return { kind: `kernel under ${count} tabs`, kills: rounds, acknowledged, wrong };
}

/** Loads the page again and again, at any moment after something was typed into it. */
export async function reloadRounds(rounds: number, seed: number): Promise<Outcome> {
  const random = randomFrom(seed);
  const wrong: string[] = [];
  await using app = await openApp({ locale: 'en-GB' });
  app.allow(/WebSocket|ERR_/);
  const { page } = app;
  await openComposer(page);
  let typed = '';
  for (let round = 0; round < rounds; round += 1) {
    await field(page).press('Control+End');
    const word = `w${round} `;
    await field(page).pressSequentially(word);
    typed += word;
    await pause(random() ** 2 * 150);
    await page.reload();
    await field(page).waitFor();
    const found = await until(
      () => field(page).inputValue(),
      shown => shown === typed,
    );
    if (found === undefined) continue;
    wrong.push(`reload round ${round}, seed ${seed}: the field has ${found.slice(-60)}, and ${typed.slice(-60)} was typed`);
    typed = await field(page).inputValue();
  }
  const saved = await until(
    () => savedOf(page, 'global'),
    text => text === typed,
  );
  if (saved !== undefined) wrong.push(`the saved draft ends with ${saved.slice(-60)}, and the field with ${typed.slice(-60)}`);
  return { kind: 'page with typed text', kills: rounds, acknowledged: rounds, wrong };
}

/** Looks until it is as it should be; what it is instead, when it never is. */
async function until<T>(look: () => Promise<T>, isRight: (found: T) => boolean): Promise<string | undefined> {
  const end = performance.now() + patienceMs;
  const late = pause(patienceMs, { value: 'no answer', isRight: false }, { ref: false });
  for (;;) {
    const found = await Promise.race([
      look().then(
        value => ({ value, isRight: isRight(value) }),
        (error: unknown) => ({ value: String(error), isRight: false }),
      ),
      late,
    ]);
    if (found.isRight) return undefined;
    if (performance.now() > end) return JSON.stringify(found.value);
    await pause(20);
  }
}
