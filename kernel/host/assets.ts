import { readFile, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { framePageOf } from './frame-page.ts';
import { typeOf } from './headers.ts';

/** A file that may be shown. */
export interface Asset {
  readonly bytes: Uint8Array;
  readonly type: string;
  /** The one inline script of a page of ours, as a policy names it. */
  readonly inline?: string;
}

/** Finds what an extension's frame asks for; undefined is a 404. */
export type Assets = (slug: string, path: string) => Promise<Asset | undefined>;

/** Where each extension's origin shows what we put into its frame, instead of what lies in its package. */
export const framePath = '/__atelier/';
const framePage = 'frame.html';

/**
 * Serves the packages that `folderOf` knows and no others: the slug is looked up, never part of a path. Asked at each request,
 * so that a package that was switched off or removed is gone at once. `frame` is the folder of what every frame is made of.
 */
export function assetsOf(folderOf: (slug: string) => string | undefined, frame?: string): Assets {
  return async (slug, path) => {
    const folder = folderOf(slug);
    if (folder === undefined) return undefined;
    if (!path.startsWith(framePath)) return readInside(folder, path);
    if (frame === undefined) return undefined;
    const inside = path.slice(framePath.length);
    const asset = await readInside(frame, `/${inside}`);
    return inside === framePage && asset !== undefined ? framePageOf(asset, folder, file => readInside(folder, file)) : asset;
  };
}

async function readInside(folder: string, path: string): Promise<Asset | undefined> {
  const steps = safeSteps(path);
  const type = typeOf(steps?.at(-1) ?? '');
  if (steps === undefined || type === undefined) return undefined;
  try {
    const root = await realpath(folder);
    // Links are followed here and judged by where they end.
    const file = await realpath(join(root, ...steps));
    if (!file.startsWith(root + sep) || hasHidden(file.slice(root.length + 1))) return undefined;
    return { bytes: await readFile(file), type: typeOf(file) ?? type };
  } catch {
    return undefined;
  }
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
