import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { chromiumLack } from './support/chromium.ts';
import { openGallery } from './support/gallery.ts';
import { galleryShots, picturesFolder } from './support/gallery-shots.ts';

const lack = await chromiumLack();
const seen = '.build/pictures/gallery';
let gallery: Awaited<ReturnType<typeof openGallery>>;

beforeEach(context => context.skip(lack !== undefined, lack));
beforeAll(async () => {
  if (lack === undefined) gallery = await openGallery();
});
afterAll(() => gallery?.close());

/** How a picture differs from the committed one; undefined where nobody would see it. */
function difference(name: string, picture: Buffer): string | undefined {
  const file = join(picturesFolder, `${name}.png`);
  if (!existsSync(file)) return 'is new';
  const [before, after] = [PNG.sync.read(readFileSync(file)), PNG.sync.read(picture)];
  const { width, height } = before;
  if (width !== after.width || height !== after.height) return `was ${width} × ${height}, is ${after.width} × ${after.height}`;
  // Edges of letters are drawn a little differently from one Chromium to the next; a moved or recoloured thing is far more.
  const count = pixelmatch(before.data, after.data, undefined, width, height, { threshold: 0.12 });
  return count <= Math.max(16, width * height * 0.0001) ? undefined : `differs in ${count} pixels`;
}

test.each(['light', 'dark'] as const)('every section, and what it opens, looks as in its committed picture, in %s', async theme => {
  const changed: Record<string, string> = {};
  const shots = await galleryShots(gallery, theme);
  for (const [name, picture] of shots) {
    const change = difference(name, picture);
    if (change === undefined) continue;
    changed[name] = `${change}: see ${seen}/${name}.png, and run \`npm run gallery:pictures\` where it is meant`;
    mkdirSync(seen, { recursive: true });
    writeFileSync(join(seen, `${name}.png`), picture);
  }
  const kept = readdirSync(picturesFolder).filter(file => file.endsWith(`-${theme}.png`) && !shots.has(file.slice(0, -4)));
  expect({ changed, without: kept }).toEqual({ changed: {}, without: [] });
});
