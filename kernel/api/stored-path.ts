/**
 * A path as it is kept in a database or a file: one inside `folder` relative to it, beginning with `./`, so that a copy of the folder
 * means its own files. Any other path stays as it is.
 */
export function toStoredPath(folder: string, path: string): string {
  const separator = folder.includes('\\') ? '\\' : '/';
  if (path === folder) return './';
  const start = folder.endsWith(separator) ? folder : folder + separator;
  return path.startsWith(start) ? `./${path.slice(start.length).replaceAll(separator, '/')}` : path;
}

/** The path that `toStoredPath` was given, in the folder as it is called now. A stored path that leads out of the folder is refused. */
export function fromStoredPath(folder: string, stored: string): string {
  if (!stored.startsWith('./')) return stored;
  const separator = folder.includes('\\') ? '\\' : '/';
  const parts = stored.slice(2).split('/');
  if (parts.includes('..')) throw new Error(`a stored path leads out of its folder: ${stored}`);
  const start = folder.endsWith(separator) ? folder.slice(0, -1) : folder;
  return [start, ...parts.filter(part => part !== '')].join(separator);
}
