/** A file or a folder that can be mentioned. */
export interface Mentionable {
  readonly path: string;
  readonly folder: boolean;
}

/** The files and folders of a folder, prepared once for many searches. */
export interface Searchable {
  readonly all: readonly Mentionable[];
  readonly plain: readonly string[];
}

export function searchable(paths: readonly string[]): Searchable {
  const folders = new Set<string>();
  for (const path of paths) {
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
      const folder = path.slice(0, at);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  const all = [...[...folders].map(path => ({ path, folder: true })), ...paths.map(path => ({ path, folder: false }))];
  return { all, plain: all.map(({ path }) => plainOf(path)) };
}

/** The paths that contain the typed letters in order; contiguous matches and matches near the start of a name come first. */
export function rankFiles(
  { all, plain }: Searchable,
  typed: string,
  limit: number,
): { readonly files: readonly Mentionable[]; readonly more: boolean } {
  const query = plainOf(typed).replace(/^\.?\//, '');
  const ranks = new Float64Array(all.length);
  const fits: number[] = [];
  for (let index = 0; index < all.length; index++) {
    const rank = rankOf(plain[index]!, query, all[index]!.folder);
    if (rank === undefined) continue;
    ranks[index] = rank;
    fits.push(index);
  }
  const best = fits.sort((a, b) => ranks[a]! - ranks[b]! || (plain[a]! < plain[b]! ? -1 : 1)).slice(0, limit);
  return { files: best.map(index => all[index]!), more: fits.length > limit };
}

/** A lower rank is better; undefined if a letter is missing. */
function rankOf(path: string, query: string, isFolder: boolean): number | undefined {
  const nameAt = path.lastIndexOf('/') + 1;
  const length = Math.min(path.length, 999) + (isFolder ? 0.5 : 0);
  if (query === '') return depthOf(path) * 1000 + length;
  const inName = path.indexOf(query, nameAt);
  if (inName === nameAt) return (path.length === nameAt + query.length ? 0 : 1000) + length;
  if (inName > nameAt) return (isLetter(path, inName - 1) ? 3000 : 2000) + length;
  const anywhere = path.indexOf(query);
  if (anywhere >= 0) return (anywhere === 0 || path[anywhere - 1] === '/' ? 4000 : 5000) + length;
  const gaps = gapsOf(path, query);
  return gaps === undefined ? undefined : 6000 + Math.min(gaps, 99) * 1000 + length;
}

/** The number of pieces into which the matched letters are split. */
function gapsOf(path: string, query: string): number | undefined {
  let at = -1;
  let gaps = 0;
  for (let letter = 0; letter < query.length; letter++) {
    const next = path.indexOf(query[letter]!, at + 1);
    if (next < 0) return undefined;
    if (next !== at + 1) gaps += 1;
    at = next;
  }
  return gaps;
}

function depthOf(path: string): number {
  let depth = 0;
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) depth += 1;
  return depth;
}

function isLetter(text: string, at: number): boolean {
  return /[\p{L}\p{N}]/u.test(text[at]!);
}

/** Without case and accents. */
function plainOf(text: string): string {
  const lower = text.toLowerCase();
  // Nearly all paths are ASCII, and normalizing a hundred thousand of them is slow.
  return /[^\p{ASCII}]/u.test(lower) ? lower.normalize('NFD').replaceAll(/\p{Mn}/gu, '') : lower;
}
