import type { Difference, Package, Rights } from '../../contract/index.ts';
import type { VersionRecord } from './store.ts';

type Facts = Pick<VersionRecord, 'asks' | 'requires' | 'packages' | 'publisher' | 'scripts'>;

/** What a version has that the one before did not; for one that is new, all of it. */
export function differenceOf(next: Facts, before: Facts | undefined): Difference {
  const known = new Set(before?.packages.map(({ name }) => name));
  const packages = next.packages.filter(({ name }) => !known.has(name));
  const packageRights = next.packages.flatMap(one => {
    const earlier = before?.packages.find(({ name }) => name === one.name)?.asks ?? {};
    const rights = lackingRights(one.asks ?? {}, earlier);
    return isEmpty(rights) ? [] : [{ package: one, rights }];
  });
  const { publisher } = next;
  const from = before?.publisher;
  return {
    rights: lackingRights(next.asks, before?.asks ?? {}),
    requires: next.requires.filter(one => !before?.requires.includes(one)),
    packages: before ? packages : [],
    packageRights,
    ...(from !== undefined && publisher !== from && { publisher: { from, to: publisher ?? '?' } }),
    scripts: next.scripts.filter(one => !before?.scripts.includes(one)),
  };
}

/** Whether the person must be asked before a version takes the place of another. */
export function asksMore({ rights, requires, packages, packageRights, publisher, scripts }: Difference): boolean {
  const lists = [requires, packages, packageRights, scripts];
  return !isEmpty(rights) || lists.some(list => list.length > 0) || publisher !== undefined;
}

/** Those of `asked` that `given` does not hold. */
export function lackingRights(asked: Rights, given: Rights): Rights {
  const lacking: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(asked) as [keyof Rights, unknown][]) {
    if (Array.isArray(value)) {
      const there = new Set(((given[name] as readonly unknown[] | undefined) ?? []).map(keyOf));
      const rest = value.filter(one => !there.has(keyOf(one)));
      if (rest.length > 0) lacking[name] = rest;
    } else if (value === true && given[name] !== true) lacking[name] = true;
  }
  return lacking as Rights;
}

/** Both together. */
export function joinRights(one: Rights, other: Rights): Rights {
  const more = lackingRights(other, one);
  const all: Record<string, unknown> = { ...one };
  for (const [name, value] of Object.entries(more)) {
    const there = all[name];
    all[name] = Array.isArray(value) && Array.isArray(there) ? [...there, ...value] : value;
  }
  return all as Rights;
}

export function isEmpty(rights: Rights): boolean {
  return Object.values(rights).every(value => value === false || value === undefined || (Array.isArray(value) && value.length === 0));
}

/** The packages of an extension by name, for a list that reads the same every day. */
export function sorted(packages: readonly Package[]): Package[] {
  return packages.toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.version.localeCompare(b.version, 'en'));
}

function keyOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
