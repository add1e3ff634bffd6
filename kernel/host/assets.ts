import { readFile, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Asset } from './asset.ts';
import { framePageOf } from './frame-page.ts';
import { typeOf } from './headers.ts';
import { withOwnAddresses } from './own-address.ts';

/** Finds the file that an extension's frame requests; undefined becomes a 404. */
export type Assets = (slug: string, path: string) => Promise<Asset | undefined>;

/** The path on each extension's origin under which the kernel's own frame files are served instead of files of the package. */
export const framePath = '/__atelier/';
const framePage = 'frame.html';

/**
 * Serves the packages that `folderOf` knows and no others: the slug is looked up, never part of a path. `folderOf` is called at
 * each request, so that a disabled or removed package is gone at once. `frame` is the folder of the shared frame files.
 */
export function assetsOf(folderOf: (slug: string) => string | undefined, frame?: string): Assets {
  return async (slug, path) => {
    const folder = folderOf(slug);
    if (folder === undefined) return undefined;
    const own = async (file: string) => {
      const asset = await readInside(folder, file);
      return asset && withOwnAddresses(asset, slug);
    };
    if (!path.startsWith(framePath)) return own(path);
    if (frame === undefined) return undefined;
    const inside = path.slice(framePath.length);
    const asset = await readInside(frame, `/${inside}`);
    return inside === framePage && asset !== undefined ? framePageOf(asset, folder, own) : asset;
  };
}

async function readInside(folder: string, path: string): Promise<Asset | undefined> {
  const steps = safeSteps(path);
  const type = typeOf(steps?.at(-1) ?? '');
  if (steps === undefined || type === undefined) return undefined;
  try {
    const root = await realpath(folder);
    // Links are followed here; their target decides.
    const file = await realpath(join(root, ...steps));
    if (!file.startsWith(root + sep) || hasHidden(file.slice(root.length + 1))) return undefined;
    return { bytes: await readFile(file), type: typeOf(file) ?? type };
  } catch {
    return undefined;
  }
}

/** The segments of a URL's path, or undefined if one of them is ambiguous. */
function safeSteps(path: string): string[] | undefined {
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return undefined;
  }
  // Refuses segments that a second decoding, another system's separator or a stream name would turn into another path.
  if (!/^\/[\p{L}\p{N}_@ .+~()/-]+$/u.test(decoded)) return undefined;
  const steps = decoded.slice(1).split('/');
  if (steps.some(step => step === '' || step.startsWith('.') || step.endsWith('.') || step.endsWith(' '))) return undefined;
  return steps;
}

/** Files of a package that are never served: its manifest, its dependencies, and every dotfile. */
function hasHidden(inside: string): boolean {
  return inside
    .split(sep)
    .some(step => step.startsWith('.') || /^(?:package(?:-lock)?\.json|npm-shrinkwrap\.json|node_modules)$/i.test(step));
}
