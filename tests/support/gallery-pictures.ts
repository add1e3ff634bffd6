import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openGallery } from './gallery.ts';
import { galleryShots, picturesFolder } from './gallery-shots.ts';

// Updates the committed screenshots of the gallery: npm run gallery:pictures. Review the changed ones before you commit them.
const folder = process.argv[2] ?? picturesFolder;
mkdirSync(folder, { recursive: true });
for (const old of readdirSync(folder)) rmSync(join(folder, old));
const gallery = await openGallery();
for (const theme of ['light', 'dark'] as const) {
  for (const [name, picture] of await galleryShots(gallery, theme)) writeFileSync(join(folder, `${name}.png`), picture);
}
await gallery.close();
