/** A display name for a package without one: `@acme/hello-panel` as "Hello panel". */
export function nameOf(id: string): string {
  const word = id.slice(id.indexOf('/') + 1).replaceAll('-', ' ');
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Its own icon, or a default for its kind. */
export function iconOf(kind: { readonly icon?: string | undefined; readonly bundled?: boolean; readonly channel?: boolean }): string {
  if (kind.icon !== undefined) return kind.icon;
  if (kind.channel === true) return 'radio';
  return kind.bundled === true ? 'box' : 'puzzle';
}
