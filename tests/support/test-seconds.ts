/** The last recorded duration of each test file in seconds, by its path from the root. */
export type TestSeconds = Readonly<Record<string, number>>;

/** The assumed duration of a file without a record. */
const unmeasured = 5;

export function secondsOf(file: string, seconds: TestSeconds): number {
  return seconds[file] ?? unmeasured;
}

/** Longest first, so that no single worker runs a long file at the end; ties by name, so that the order is deterministic. */
export function longestFirst(files: readonly string[], seconds: TestSeconds): readonly string[] {
  return files.toSorted((a, b) => secondsOf(b, seconds) - secondsOf(a, seconds) || (a < b ? -1 : 1));
}

/** The shard of each file, counted from 1: each file goes to the shard with the shortest total so far. */
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
