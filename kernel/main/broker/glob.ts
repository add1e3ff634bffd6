/**
 * Whether a path with `/` between its names fits a glob: `*` stands for any part of a name, `?` for one character of it, `**` for any
 * number of names, at the end for at least one. No wildcard stands for a dot at the beginning of a name. Everything else stands for
 * itself.
 *
 * Wildcards are tried from left to right and only the last one again, so that the work grows with the length of the path and no
 * glob, however it is written, can block the kernel.
 */
export function fitsGlob(path: string, glob: string): boolean {
  const names = path.split('/').filter(name => name !== '');
  const wanted = glob.split('/').filter(part => part !== '');
  return fits(
    names,
    wanted.at(-1) === '**' ? [...wanted, '*'] : wanted,
    part => part === '**',
    name => !name.startsWith('.'),
    fitsName,
  );
}

function fitsName(name: string, wanted: string): boolean {
  if (name.startsWith('.') && !wanted.startsWith('.')) return false;
  return fits(
    [...name],
    [...wanted],
    sign => sign === '*',
    () => true,
    (sign, one) => one === sign || one === '?',
  );
}

/** Whether the parts fit the wanted ones, of which some stand for any number of those that `may` follow. */
function fits(
  parts: readonly string[],
  wanted: readonly string[],
  isAny: (wanted: string) => boolean,
  may: (part: string) => boolean,
  same: (part: string, wanted: string) => boolean,
): boolean {
  let [at, next] = [0, 0];
  let [anyFrom, anyAt] = [-1, -1];
  while (at < parts.length) {
    const part = parts[at] ?? '';
    const one = wanted[next];
    if (one !== undefined && isAny(one)) {
      anyFrom = next;
      anyAt = at;
      next += 1;
    } else if (one !== undefined && same(part, one)) {
      at += 1;
      next += 1;
    } else {
      const taken = anyFrom < 0 ? undefined : parts[anyAt];
      if (taken === undefined || !may(taken)) return false;
      anyAt += 1;
      at = anyAt;
      next = anyFrom + 1;
    }
  }
  return wanted.slice(next).every(isAny);
}
