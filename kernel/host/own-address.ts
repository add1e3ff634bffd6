import type { Asset } from './asset.ts';

/** In these files an author writes the addresses of other files. */
const written = /^text\/(?:html|css|javascript)\b/;

/**
 * An asset in which the written address of its own package's files, `atelier-extension://@acme/notes/a.js`, is one that every host can
 * load. Those of other packages stay as they are, and lead nowhere.
 */
export function withOwnAddresses(asset: Asset, slug: string): Asset {
  if (!written.test(asset.type)) return asset;
  const text = Buffer.from(asset.bytes).toString();
  const own = ownAddressesOf(slug).reduce((now, address) => now.replaceAll(address, '/'), text);
  return own === text ? asset : { ...asset, bytes: Buffer.from(own) };
}

/** A scope cannot be part of a URL's host, so the address has two forms: the name as it is, and its slug. */
function ownAddressesOf(slug: string): readonly string[] {
  return [`atelier-extension://${slug}/`, `atelier-extension://@${slug.replace('--', '/')}/`];
}
