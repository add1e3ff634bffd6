/** A name to show for a package that gave none: `@acme/hello-panel` as "Hello panel". */
export function nameOf(id: string): string {
  const word = id.slice(id.indexOf('/') + 1).replaceAll('-', ' ');
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Its own icon, else one by what it is known to be. */
export function iconOf(kind: { readonly icon?: string | undefined; readonly bundled?: boolean; readonly channel?: boolean }): string {
  if (kind.icon !== undefined) return kind.icon;
  if (kind.channel === true) return 'radio';
  return kind.bundled === true ? 'box' : 'puzzle';
}
