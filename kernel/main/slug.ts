/**
 * `@acme/notes` as a host label and a file name: `acme--notes`. Reversible, because the manifest schema refuses a name
 * with two hyphens in a row.
 */
export function slugOf(id: string): string {
  return id.startsWith('@') ? id.slice(1).replace('/', '--') : id;
}

/** The id a slug was made from. */
export function idOf(slug: string): string {
  const at = slug.indexOf('--');
  return at < 0 ? slug : `@${slug.slice(0, at)}/${slug.slice(at + 2)}`;
}

/** The package's word, with which the names of its commands, views and elements begin: `notes` of `@acme/notes`. */
export function prefixOf(id: string): string {
  return id.slice(id.indexOf('/') + 1);
}
