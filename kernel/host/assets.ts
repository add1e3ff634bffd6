import { readFile, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { typeOf } from './headers.ts';

/** A file that may be shown. */
export interface Asset {
  readonly bytes: Uint8Array;
  readonly type: string;
}

/** Finds what an extension's frame asks for; undefined is a 404. */
export type Assets = (slug: string, path: string) => Promise<Asset | undefined>;

/**
 * Serves the packages that `folderOf` knows and no others: the slug is looked up, never part of a path. Asked at each request,
 * so that a package that was switched off or removed is gone at once.
 */
export function assetsOf(folderOf: (slug: string) => string | undefined): Assets {
  return async (slug, path) => {
    const folder = folderOf(slug);
    const steps = safeSteps(path);
    if (folder === undefined || steps === undefined) return undefined;
    const type = typeOf(steps.at(-1) ?? '');
    if (type === undefined) return undefined;
    try {
      const root = await realpath(folder);
      // Links are followed here and judged by where they end.
      const file = await realpath(join(root, ...steps));
      if (!file.startsWith(root + sep) || hasHidden(file.slice(root.length + 1))) return undefined;
      return { bytes: await readFile(file), type: typeOf(file) ?? type };
    } catch {
      return undefined;
    }
  };
}

/** The folders and the file of a URL's path, or undefined where one of them could mean anything else. */
function safeSteps(path: string): string[] | undefined {
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return undefined;
  }
  // Nothing a second decoding, another system's separator or a stream name could turn into something else.
  if (!/^\/[\p{L}\p{N}_@ .+~()/-]+$/u.test(decoded)) return undefined;
  const steps = decoded.slice(1).split('/');
  if (steps.some(step => step === '' || step.startsWith('.') || step.endsWith('.') || step.endsWith(' '))) return undefined;
  return steps;
}

/** What lies in a package and is nobody's business: its manifest, its dependencies, and every dotfile. */
function hasHidden(inside: string): boolean {
  return inside
    .split(sep)
    .some(step => step.startsWith('.') || /^(?:package(?:-lock)?\.json|npm-shrinkwrap\.json|node_modules)$/i.test(step));
}
