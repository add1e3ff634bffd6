/** How many seconds each test file took when that was last recorded, by its path from the root. */
export type TestSeconds = Readonly<Record<string, number>>;

/** What a file is taken to need that nobody has measured yet. */
const unmeasured = 5;

export function secondsOf(file: string, seconds: TestSeconds): number {
  return seconds[file] ?? unmeasured;
}

/** The longest first, so that no worker is left alone with a long file at the end; equals by name, so that the order is one. */
export function longestFirst(files: readonly string[], seconds: TestSeconds): readonly string[] {
  return files.toSorted((a, b) => secondsOf(b, seconds) - secondsOf(a, seconds) || (a < b ? -1 : 1));
}

/** Which part of a shared run each file belongs to: each file to the part that has the least to do so far. Parts count from 1. */
export function partsOf(files: readonly string[], seconds: TestSeconds, count: number): ReadonlyMap<string, number> {
  const loads = new Array<number>(count).fill(0);
  return new Map(
    longestFirst(files, seconds).map(file => {
      const part = loads.indexOf(Math.min(...loads));
      loads[part] = (loads[part] ?? 0) + secondsOf(file, seconds);
      return [file, part + 1];
    }),
  );
}
