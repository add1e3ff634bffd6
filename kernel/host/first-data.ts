import type { Asset } from './asset.ts';

const place = '<!--first-->';

/** Embeds in the page the data that it would otherwise have to request before its first render, in an element that never runs. */
export function withFirst(page: Asset, first: unknown, language: string | undefined): Asset {
  if (first === undefined) return page;
  // The one character that could end the element early.
  const data = JSON.stringify(first).replaceAll('<', '\\u003c');
  const text = Buffer.from(page.bytes)
    .toString('utf8')
    .replace(/<html lang="[a-z]+"/, whole => (language === undefined ? whole : `<html lang="${language}"`));
  return { ...page, bytes: Buffer.from(text.replace(place, () => `<script type="application/json" id="first">${data}</script>`)) };
}
