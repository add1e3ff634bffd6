import { byKind, type OutsideSource } from './sources.ts';

const most = 3;

/** The names that a question says, and how many sources are left. */
export function namedSources(sources: readonly OutsideSource[]): { readonly names: readonly string[]; readonly more: number } {
  const sorted = sources.toSorted(byKind);
  const names = [...new Set(sorted.flatMap(({ name }) => (name === '' ? [] : [name])))];
  return { names: names.slice(0, most), more: Math.max(0, names.length - most) };
}

const secretFile =
  /(?:^|[/\s'"=:])(?:\.env(?:\.[\w-]+)?|\.netrc|\.npmrc|\.pypirc|\.git-credentials|id_(?:rsa|dsa|ecdsa|ed25519)|credentials(?:\.json)?|auth\.json|secrets?\.(?:json|ya?ml|toml)|[\w.-]+\.(?:pem|key|p12|pfx|kdbx))(?=$|[\s'";:|)&])|(?:^|[/\s'"])\.(?:ssh|aws|gnupg|kube|azure)\//;

/** What of the sources holds keys or passwords, as far as its name says. */
export function secretAmong(sources: readonly OutsideSource[]): string | undefined {
  return sources.find(({ name }) => secretFile.test(name))?.name;
}
