import type { Asset } from './asset.ts';

const scheme = 'atelier-extension://';
/** In these files an author writes the addresses of other files. */
const written = /^text\/(?:html|css|javascript)\b/;

/**
 * An asset in which the written address of its own package's files, `atelier-extension://@acme/notes/a.js`, is one that every host can
 * load. Those of other packages stay as they are, and lead nowhere.
 */
export function withOwnAddresses(asset: Asset, slug: string): Asset {
  const bytes = Buffer.from(asset.bytes.buffer, asset.bytes.byteOffset, asset.bytes.byteLength);
  // Nearly no file has one, and every view loads many.
  if (!written.test(asset.type) || !bytes.includes(scheme)) return asset;
  const text = bytes.toString();
  const own = ownAddressesOf(slug).reduce((now, address) => now.replaceAll(address, '/'), text);
  return own === text ? asset : { ...asset, bytes: Buffer.from(own) };
}

/** A scope cannot be part of a URL's host, so the address has two forms: the name as it is, and its slug. */
function ownAddressesOf(slug: string): readonly string[] {
  return [`${scheme}${slug}/`, `${scheme}@${slug.replace('--', '/')}/`];
}
