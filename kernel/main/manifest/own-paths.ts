import { slugOf } from '../slug.ts';

/** No manifest is nested as deeply, and what reads one calls itself for each level. */
export const mostLevels = 64;

/** Whether a value is nested at most so deeply; looked at from the outside to the inside, without a call for each level. */
export function isShallow(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; depth <= mostLevels; depth += 1) {
    level = level.flatMap(one => (typeof one === 'object' && one !== null ? Object.values(one) : []));
    if (level.length === 0) return true;
  }
  return false;
}

/** A manifest in which each written address of the package's own files, `atelier-extension://@acme/notes/a.html`, is their path. */
export function withOwnPaths(manifest: unknown): unknown {
  const { name, atelier } = Object(manifest) as { readonly name?: unknown; readonly atelier?: unknown };
  if (typeof name !== 'string' || typeof atelier !== 'object' || atelier === null) return manifest;
  return { ...(manifest as object), atelier: pathsIn(atelier, [`atelier-extension://${name}/`, `atelier-extension://${slugOf(name)}/`]) };
}

function pathsIn(value: unknown, own: readonly string[]): unknown {
  if (typeof value === 'string') {
    const address = own.find(one => value.startsWith(one));
    return address === undefined ? value : `./${value.slice(address.length)}`;
  }
  if (Array.isArray(value)) return value.map(one => pathsIn(one, own));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, pathsIn(one, own)]));
}
