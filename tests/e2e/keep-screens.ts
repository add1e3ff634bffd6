import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { App } from './app.ts';
import { firstScreens, leaveLive, liveScreens, openFirst, openLive, speakFirst } from './live-screens.ts';
import { isNarrow, leave, openScreens, type Screen, screens } from './screens.ts';
import { command } from './window.ts';
import { openWork, workScreens } from './work-screens.ts';

const folder = join(import.meta.dirname, '..', '..', '.build', 'e2e', 'screens');
const looks = ['light', 'dark'];
const languages = ['fr', 'en'];
const sizes = [
  [390, 844],
  [1024, 768],
  [1440, 900],
  [2560, 1440],
] as const;

/** Of these words, those that are given; all where none is. */
function chosen<T>(words: readonly T[], given: readonly string[], name: (word: T) => string = String): readonly T[] {
  const some = words.filter(word => given.includes(name(word)));
  return some.length === 0 ? words : some;
}

/** The commands have their names in the language that is spoken before. */
async function speakByCommand(page: Page, language: string): Promise<void> {
  const isFrench = (await page.evaluate(() => document.documentElement.lang)) === 'fr';
  await command(page, language === 'fr' ? (isFrench ? 'francais' : 'french') : isFrench ? 'anglais' : 'english');
}

/** Keeps a picture of each of these screens in both themes, both languages and four widths; words leave out the others. */
async function keepAll(
  given: readonly string[],
  all: readonly Screen[],
  open: () => Promise<App>,
  after?: (app: App) => Promise<void>,
  speak = speakByCommand,
) {
  const some = given.some(word => [...screens, ...workScreens, ...liveScreens, ...firstScreens].some(({ name }) => name === word));
  const wanted = some ? all.filter(({ name }) => given.includes(name)) : all;
  if (wanted.length === 0) return;
  await using app = await open();
  const { page } = app;
  for (const language of chosen(languages, given)) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await speak(page, language);
    await page.waitForFunction(lang => document.documentElement.lang === lang, language);
    for (const colorScheme of chosen(looks, given)) {
      await page.emulateMedia({ colorScheme: colorScheme as 'light', reducedMotion: 'reduce' });
      for (const [width, height] of chosen(sizes, given, ([wide]) => String(wide))) {
        await page.setViewportSize({ width, height });
        await after?.(app);
        for (const { name, show, narrow = false } of wanted) {
          if (narrow && !(await isNarrow(page))) continue;
          await show(page);
          await page.evaluate(() => document.fonts.ready);
          await page.screenshot({ path: join(folder, `${name}-${colorScheme}-${language}-${width}.png`), animations: 'disabled' });
          await after?.(app);
        }
      }
    }
  }
}

const given = process.argv.slice(2);
await keepAll(given, screens, openScreens, ({ page }) => leave(page));
await keepAll(given, workScreens, openWork);
await keepAll(given, liveScreens, openLive, leaveLive);
await keepAll(given, firstScreens, openFirst, undefined, speakFirst);
