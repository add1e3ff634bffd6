import type { Difference, Package, Rights } from '../../contract/index.ts';
import type { VersionRecord } from './store.ts';

type Facts = Pick<VersionRecord, 'asks' | 'requires' | 'packages' | 'publisher' | 'scripts'>;

/** What a version adds compared to the installed one; everything if none is installed. */
export function differenceOf(next: Facts, before: Facts | undefined): Difference {
  const known = new Set(before?.packages.map(({ name }) => name));
  const packages = next.packages.filter(({ name }) => !known.has(name));
  const packageRights = next.packages.flatMap(one => {
    const earlier = before?.packages.find(({ name }) => name === one.name)?.asks ?? {};
    const rights = missingRights(one.asks ?? {}, earlier);
    return isEmpty(rights) ? [] : [{ package: one, rights }];
  });
  const { publisher } = next;
  const from = before?.publisher;
  return {
    rights: missingRights(next.asks, before?.asks ?? {}),
    requires: next.requires.filter(one => !before?.requires.includes(one)),
    packages: before ? packages : [],
    packageRights,
    ...(from !== undefined && publisher !== from && { publisher: { from, to: publisher ?? '?' } }),
    scripts: next.scripts.filter(one => !before?.scripts.includes(one)),
  };
}

/** Whether the person must approve a version before it replaces the installed one. */
export function asksMore({ rights, requires, packages, packageRights, publisher, scripts }: Difference): boolean {
  const lists = [requires, packages, packageRights, scripts];
  return !isEmpty(rights) || lists.some(list => list.length > 0) || publisher !== undefined;
}

/** The rights in `asked` that are not in `given`. */
export function missingRights(asked: Rights, given: Rights): Rights {
  const missing: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(asked) as [keyof Rights, unknown][]) {
    if (Array.isArray(value)) {
      const existing = new Set(((given[name] as readonly unknown[] | undefined) ?? []).map(keyOf));
      const rest = value.filter(one => !existing.has(keyOf(one)));
      if (rest.length > 0) missing[name] = rest;
    } else if (value === true && given[name] !== true) missing[name] = true;
    else if (typeof value === 'number' && value > Number(given[name] ?? 0)) missing[name] = value;
  }
  return missing as Rights;
}

/** The union of both. */
export function joinRights(one: Rights, other: Rights): Rights {
  const more = missingRights(other, one);
  const all: Record<string, unknown> = { ...one };
  for (const [name, value] of Object.entries(more)) {
    const existing = all[name];
    all[name] = Array.isArray(value) && Array.isArray(existing) ? [...existing, ...value] : value;
  }
  return all as Rights;
}

export function isEmpty(rights: Rights): boolean {
  return Object.values(rights).every(value => value === false || value === undefined || (Array.isArray(value) && value.length === 0));
}

/** Sorts packages by name and version, for a stable list. */
export function sortedPackages(packages: readonly Package[]): Package[] {
  return packages.toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.version.localeCompare(b.version, 'en'));
}

function keyOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
