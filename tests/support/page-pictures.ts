import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openPages } from './pages.ts';

// Pictures of the page for a person to look at: node tests/support/page-pictures.ts <folder>
const folder = process.argv[2] ?? '.build/pictures';
mkdirSync(folder, { recursive: true });
const pages = await openPages();
for (const [name, locale, width, colorScheme] of [
  ['light', 'en', 1280, 'light'],
  ['dark', 'fr', 1280, 'dark'],
  ['narrow-light', 'fr', 360, 'light'],
  ['narrow-dark', 'en', 360, 'dark'],
] as const) {
  const { tab, close } = await pages.open(locale, { width, colorScheme });
  await tab.getByText('Telegram bridge').click();
  await tab.getByText('Screenshot notes').click();
  await tab.mouse.move(0, 0);
  await tab.screenshot({ path: join(folder, `${name}.png`) });
  await close();
}
await pages.close();
