import semver from 'semver';

export interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  /** It comes inside the archive of another package, whose checksum covers it. */
  readonly inBundle?: boolean;
}

/** Packages and their ranges, as a `package.json` lists them. */
export type Wanted = Readonly<Record<string, string>>;

/** What is wrong with the packages that are installed: a range, no checksum, a version that must not be used. */
export function lockFaults(
  locked: Readonly<Record<string, LockedPackage>>,
  manifests: Readonly<Record<string, Wanted>>,
  denied: Readonly<Record<string, string>>,
): readonly string[] {
  const packages = Object.entries(locked).flatMap(([path, one]) => {
    const at = path.lastIndexOf('node_modules/');
    return at === -1 || one.link === true ? [] : [{ path, name: path.slice(at + 'node_modules/'.length), ...one }];
  });
  return [
    ...Object.entries(manifests).flatMap(([path, wanted]) =>
      Object.entries(wanted)
        .filter(([, range]) => semver.valid(range) === null)
        .map(([name, range]) => `${path} takes ${name} in any version of ${range}: name one`),
    ),
    ...packages
      .filter(({ integrity, inBundle }) => inBundle !== true && !integrity?.startsWith('sha512-'))
      .map(({ path }) => `${path} has no sha512 checksum in the lock file`),
    ...packages
      .filter(({ name, version }) => Object.hasOwn(denied, name) && semver.satisfies(version ?? '', denied[name] ?? '*'))
      .map(({ path, version }) => `${path} is ${version}, which must not be used`),
  ];
}
