/** Compares by semver precedence. */
export function isNewer(version: string, than: string): boolean {
  return compareVersions(version, than) > 0;
}

/** Sorts versions, the newest first. */
export function latestOf(versions: readonly string[]): string[] {
  return versions.toSorted((a, b) => compareVersions(b, a));
}

export function compareVersions(a: string, b: string): number {
  const [left, right] = [parse(a), parse(b)];
  for (let at = 0; at < 3; at += 1) if (left.core[at] !== right.core[at]) return (left.core[at] ?? 0) - (right.core[at] ?? 0);
  // A prerelease is older than its release.
  if (left.pre.length === 0 || right.pre.length === 0) return right.pre.length - left.pre.length;
  for (let at = 0; at < Math.max(left.pre.length, right.pre.length); at += 1) {
    const [one, other] = [left.pre[at], right.pre[at]];
    if (one === other) continue;
    if (one === undefined || other === undefined) return one === undefined ? -1 : 1;
    const [isNumber, isOther] = [/^\d+$/.test(one), /^\d+$/.test(other)];
    if (isNumber && isOther) return Number(one) - Number(other);
    if (isNumber !== isOther) return isNumber ? -1 : 1;
    return one < other ? -1 : 1;
  }
  return 0;
}

function parse(version: string): { core: readonly number[]; pre: readonly string[] } {
  const [whole = ''] = version.split('+', 1);
  const dash = whole.indexOf('-');
  const core = (dash < 0 ? whole : whole.slice(0, dash)).split('.').map(Number);
  return { core, pre: dash < 0 ? [] : whole.slice(dash + 1).split('.') };
}
