import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openPages } from './pages.ts';

// Screenshots of the page with the real kernel, for review: node tests/support/page-screenshots.ts <folder>
const folder = process.argv[2] ?? '.build/pictures';
mkdirSync(folder, { recursive: true });
const pages = await openPages();
for (const colorScheme of ['light', 'dark'] as const) {
  for (const locale of ['en', 'fr']) {
    for (const width of [360, 1440, 1920]) {
      await using opened = await pages.openReal({ locale, width, colorScheme });
      const { tab } = opened;
      await tab.evaluate(() => document.fonts.ready);
      const name = `${colorScheme}-${locale}-${width}`;
      await tab.screenshot({ path: join(folder, `${name}.png`) });
      await tab.locator('extensions-row[data-id="@acme/mail-bridge"] .hit').click();
      await tab.mouse.move(0, 0);
      await tab.screenshot({ path: join(folder, `${name}-open.png`) });
    }
  }
}
await pages.close();
