import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type GalleryLook, openGallery } from './gallery.ts';

// Screenshots of the whole gallery for review: node tests/support/gallery-review.ts <folder> [theme=dark lang=fr …]
const [folder = '.build/pictures', ...parts] = process.argv.slice(2);
const { width = '1200', height = '2400', ...look } = Object.fromEntries(parts.map(part => part.split('=', 2))) as Record<string, string>;
mkdirSync(folder, { recursive: true });
const gallery = await openGallery();
await using opened = await gallery.open(look as GalleryLook, Number(width));
const { tab, complaints } = opened;
await tab.setViewportSize({ width: Number(width), height: Number(height) });
const total = await tab.evaluate(() => document.querySelector('gallery-page')!.shadowRoot!.querySelector('main')!.scrollHeight);
for (let top = 0, page = 1; top < total; top += Number(height) - 60, page++) {
  await tab.evaluate(
    to => document.querySelector('gallery-page')!.shadowRoot!.querySelector('main')!.scrollTo({ top: to, behavior: 'instant' }),
    top,
  );
  await tab.screenshot({ path: join(folder, `${Object.values(look).join('-') || 'gallery'}-${page}.png`) });
}
process.stderr.write(`${complaints.join('\n')}\n`);
await opened[Symbol.asyncDispose]();
await gallery.close();
