import type { Locator, Page } from 'playwright-core';
import type { openGallery } from './gallery.ts';

type Gallery = Awaited<ReturnType<typeof openGallery>>;

/** The folder of the committed screenshots. */
export const picturesFolder = 'tests/pictures/gallery';

/** Opens the elements that are not visible otherwise. */
const opened: Readonly<Record<string, (section: Locator, tab: Page) => Promise<void>>> = {
  'ui-menu': section => section.locator('ui-menu ui-button').first().click(),
  'ui-popover': section => section.locator('ui-button').first().click(),
  'ui-select': section => section.locator('ui-select').nth(2).locator('select').click(),
  'ui-dialog': section => section.locator('ui-button').first().click(),
  'ui-sheet': section => section.locator('ui-button').first().click(),
  'ui-toast': section => section.getByRole('button', { name: 'Archive' }).click(),
  'ui-tooltip': async (section, tab) => {
    await section.locator('ui-tooltip').hover();
    await tab.getByText('Spent today').waitFor();
  },
};

/** Waits until elements that render only while visible have rendered. */
async function drawn(tab: Page): Promise<void> {
  await tab.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise(resolve => requestAnimationFrame(resolve));
  });
}

/** A screenshot of every section, and of what some of them open, in one theme: by file name. */
export async function galleryShots(gallery: Gallery, theme: 'light' | 'dark'): Promise<ReadonlyMap<string, Buffer>> {
  const shots = new Map<string, Buffer>();
  await using whole = await gallery.open({ theme }, 1040);
  await whole.tab.setViewportSize({ width: 1040, height: 1500 });
  const sections = await whole.tab.locator('section[id^=ui-]').all();
  for (const section of sections) {
    const tag = (await section.getAttribute('id')) ?? '';
    await section.scrollIntoViewIfNeeded();
    await drawn(whole.tab);
    shots.set(`${tag}-${theme}`, await section.screenshot());
  }
  await using alone = await gallery.open({ theme }, 800);
  const { tab } = alone;
  await tab.setViewportSize({ width: 800, height: 360 });
  const address = new URL(tab.url());
  for (const [tag, open] of Object.entries(opened)) {
    address.searchParams.set('only', tag);
    await tab.goto(address.href);
    await tab.locator('gallery-page[data-ready]').waitFor();
    await open(tab.locator('section[id^=ui-]'), tab);
    await tab.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
    shots.set(`${tag}-open-${theme}`, await tab.screenshot());
  }
  return shots;
}
