import type { AppError } from '@atelier/kernel';
import Range from 'semver/classes/range.js';
import compareVersions from 'semver/functions/compare.js';
import { extensionErrors } from '../errors/extension.ts';
import { prefixOf } from '../slug.ts';
import { kernelId } from './declared.ts';

/** The facts of an extension that the plan needs. */
export interface Planned {
  readonly id: string;
  readonly version: string;
  readonly folder: string;
  readonly bundled: boolean;
  readonly engine: string;
  readonly requires: Readonly<Record<string, string>>;
  readonly optional: Readonly<Record<string, string>>;
}

export interface Refusal {
  readonly id: string;
  readonly folder: string;
  readonly error: AppError;
}

export interface Plan {
  /** The extensions that may run, each after its dependencies; always in the same order. */
  readonly order: readonly string[];
  readonly refusals: readonly Refusal[];
}

/** Decides, without touching the disk, which extensions may run and in what order; `off` are those that the person disabled. */
export function plan(found: readonly Planned[], kernel: string, off: ReadonlySet<string>): Plan {
  const refusals: Refusal[] = [];
  const standing = new Map<string, Planned>();
  const words = new Map<string, Planned>();
  for (const one of inPrecedence(found)) {
    const error = nameRefused(one, standing.get(one.id), words.get(prefixOf(one.id)));
    if (error) refusals.push(refuse(one, error));
    else standing.set(one.id, one);
    // It keeps its word while it is off, or another extension could take its names until it is on again.
    if (one.bundled || !error) words.set(prefixOf(one.id), one);
  }
  const fits = matcher();
  // Deleting the current entry while iterating over a map is safe.
  for (const one of standing.values()) {
    if (fits(kernel, one.engine)) continue;
    standing.delete(one.id);
    const { id, version, engine } = one;
    refusals.push(refuse(one, extensionErrors['extension/engine-mismatch']({ id, version, range: engine, have: kernel })));
  }
  refuseUnmet(standing, off, fits, refusals);
  for (const id of off) standing.delete(id);
  const order = inOrder(standing, fits, refusals);
  return { order, refusals };
}

/** Bundled before installed, then by folder, so that no extension can displace a plugin by taking its name. */
function inPrecedence(found: readonly Planned[]): readonly Planned[] {
  return [...found].sort((a, b) => Number(b.bundled) - Number(a.bundled) || compare(a.id, b.id) || compare(a.folder, b.folder));
}

/** Names of commands, views and links begin with the package's word: an extension with the same word could answer for the other. */
function nameRefused({ id, folder, bundled }: Planned, same: Planned | undefined, alike: Planned | undefined): AppError | undefined {
  if (id === kernelId) return extensionErrors['extension/name-reserved']({ id, folder });
  if (same) return extensionErrors['extension/duplicate-id']({ id, folder, other: same.folder });
  if (alike && !bundled) return extensionErrors['extension/word-taken']({ id, word: prefixOf(id), other: alike.id });
  return undefined;
}

function refuseUnmet(standing: Map<string, Planned>, off: ReadonlySet<string>, fits: Fits, refusals: Refusal[]): void {
  const known = new Map(standing);
  let changed = true;
  // Refusing an extension also refuses those that require it, so this repeats until nothing changes.
  while (changed) {
    changed = false;
    for (const one of standing.values()) {
      const error = unmet(one, standing, known, off, fits);
      if (!error) continue;
      standing.delete(one.id);
      if (!off.has(one.id)) refusals.push(refuse(one, error));
      changed = true;
    }
  }
}

function unmet(
  { id, version, requires }: Planned,
  standing: ReadonlyMap<string, Planned>,
  known: ReadonlyMap<string, Planned>,
  off: ReadonlySet<string>,
  fits: Fits,
): AppError | undefined {
  for (const need in requires) {
    const range = requires[need]!;
    const there = known.get(need);
    if (!there) return extensionErrors['extension/requirement-missing']({ id, version, need, range });
    if (!fits(there.version, range)) {
      return extensionErrors['extension/requirement-version']({ id, version, need, range, have: there.version });
    }
    if (off.has(need) || !standing.has(need)) return extensionErrors['extension/requirement-off']({ id, version, need });
  }
  return undefined;
}

/** Kahn's algorithm, ties by id. What remains is in a cycle, or depends on one. */
function inOrder(standing: ReadonlyMap<string, Planned>, fits: Fits, refusals: Refusal[]): readonly string[] {
  const both = edges(standing, one => [
    ...Object.keys(one.requires),
    ...Object.keys(one.optional).filter(id => usable(standing, one, id, fits)),
  ]);
  const sorted = kahn([...standing.keys()], both);
  if (sorted.left.length === 0) return sorted.order;
  // An optional dependency must never disable an extension: in a cycle only required dependencies count.
  const required = edges(standing, one => Object.keys(one.requires));
  const strict = kahn([...standing.keys()], required);
  for (const id of strict.left) {
    const one = standing.get(id)!;
    const path = cycle(id, required, new Set(strict.left));
    const error = path
      ? extensionErrors['extension/cycle']({ id, version: one.version, path: path.join(' → ') })
      : extensionErrors['extension/requirement-off']({
          id,
          version: one.version,
          need: [...required.get(id)!].find(need => strict.left.includes(need))!,
        });
    refusals.push(refuse(one, error));
  }
  return strict.order;
}

function usable(standing: ReadonlyMap<string, Planned>, one: Planned, id: string, fits: Fits): boolean {
  const there = standing.get(id);
  return there !== undefined && fits(there.version, one.optional[id]!);
}

type Edges = ReadonlyMap<string, ReadonlySet<string>>;

const none: ReadonlySet<string> = new Set();

function edges(standing: ReadonlyMap<string, Planned>, needs: (one: Planned) => readonly string[]): Edges {
  const all = new Map<string, ReadonlySet<string>>();
  for (const [id, one] of standing) {
    const there = needs(one).filter(need => standing.has(need) && need !== id);
    all.set(id, there.length === 0 ? none : new Set(there));
  }
  return all;
}

function kahn(ids: readonly string[], needs: Edges): { order: readonly string[]; left: readonly string[] } {
  const waiting = new Map(ids.map(id => [id, needs.get(id)!.size]));
  const dependents = new Map<string, string[]>();
  for (const [id, set] of needs) {
    for (const need of set) {
      const those = dependents.get(need);
      if (those) those.push(id);
      else dependents.set(need, [id]);
    }
  }
  const order: string[] = [];
  let free = ids.filter(id => waiting.get(id) === 0).sort(compare);
  while (free.length > 0) {
    const next: string[] = [];
    for (const id of free) {
      order.push(id);
      for (const dependent of dependents.get(id) ?? []) {
        const left = waiting.get(dependent)! - 1;
        waiting.set(dependent, left);
        if (left === 0) next.push(dependent);
      }
    }
    free = next.sort(compare);
  }
  const done = new Set(order);
  return { order, left: ids.filter(id => !done.has(id)).sort(compare) };
}

function cycle(start: string, needs: Edges, within: ReadonlySet<string>): readonly string[] | undefined {
  const queue: string[][] = [[start]];
  const seen = new Set<string>();
  for (let path = queue.shift(); path; path = queue.shift()) {
    for (const need of needs.get(path.at(-1)!) ?? []) {
      if (need === start) return [...path, start];
      if (!within.has(need) || seen.has(need)) continue;
      seen.add(need);
      queue.push([...path, need]);
    }
  }
  return undefined;
}

type Fits = (version: string, range: string) => boolean;

/** Many extensions have the same range for the same few versions, so results are cached. */
function matcher(): Fits {
  const ranges = new Map<string, { readonly range: Range; readonly answers: Map<string, boolean> }>();
  return (version, text) => {
    let known = ranges.get(text);
    if (!known) {
      // Without includePrerelease 1.1.0-dev.3 would not fit ^1.0.0, and every development build would switch everything off.
      known = { range: rangeOf(text), answers: new Map() };
      ranges.set(text, known);
    }
    let answer = known.answers.get(version);
    if (answer === undefined) {
      answer = known.range.test(version);
      known.answers.set(version, answer);
    }
    return answer;
  };
}

/** An invalid range matches nothing, as in npm. */
function rangeOf(text: string): Range {
  try {
    return new Range(text, { includePrerelease: true });
  } catch {
    return new Range('<0.0.0-0');
  }
}

function refuse(one: Planned, error: AppError): Refusal {
  return { id: one.id, folder: one.folder, error };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** True if one version of the program is older than another; an invalid version is older than all. */
export function isOlder(version: string, than: string): boolean {
  try {
    return compareVersions(version, than) < 0;
  } catch {
    return false;
  }
}
