/** A name to show for a package that gave none: `@acme/hello-panel` as "Hello panel". */
export function nameOf(id: string): string {
  const word = id.slice(id.indexOf('/') + 1).replaceAll('-', ' ');
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** An icon for an extension by what it is known to be. */
export function iconOf(kind: { readonly bundled?: boolean; readonly channel?: boolean }): string {
  if (kind.channel === true) return 'radio';
  return kind.bundled === true ? 'box' : 'puzzle';
}
