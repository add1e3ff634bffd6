import type { Asset } from './assets.ts';

const place = '<!--first-->';

/** The page with what it would otherwise have to ask for before it can draw, as data that no browser runs. */
export function withFirst(page: Asset, first: unknown, language: string | undefined): Asset {
  if (first === undefined) return page;
  // The one character that could end the element early.
  const data = JSON.stringify(first).replaceAll('<', '\\u003c');
  const text = Buffer.from(page.bytes)
    .toString('utf8')
    .replace(/<html lang="[a-z]+"/, whole => (language === undefined ? whole : `<html lang="${language}"`));
  return { ...page, bytes: Buffer.from(text.replace(place, () => `<script type="application/json" id="first">${data}</script>`)) };
}
