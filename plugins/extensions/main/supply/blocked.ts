import type { BlockEntry } from '../../contract/index.ts';
import { isNewer } from '../registry/versions.ts';

/** Why a version is blocked; undefined where no entry names it. */
export function whyBlocked(entries: readonly BlockEntry[], id: string, version: string): BlockEntry['why'] | undefined {
  return entries.find(entry => entry.id === id && names(entry, version))?.why;
}

function names({ versions, below }: BlockEntry, version: string): boolean {
  if (versions === undefined && below === undefined) return true;
  return versions?.includes(version) === true || (below !== undefined && isNewer(below, version));
}

const line = /^((?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*)(?:@(<)?(\d[\w.+-]*))?$/;
const own = {
  fr: 'vous l’avez inscrite vous-même dans les réglages.',
  en: 'you put it there yourself, in the settings.',
};

/** The person's own list: a name a line, `@scope/name`, `@scope/name@1.2.3` or `@scope/name@<1.2.3`. What is none of these is told. */
export function ownEntries(text: string): { readonly entries: readonly BlockEntry[]; readonly unread: readonly string[] } {
  const lines = text.split('\n').map(one => one.trim());
  const told = lines.filter(one => one !== '');
  const entries = told.flatMap((one): BlockEntry[] => {
    const [, id, isBelow, version] = line.exec(one) ?? [];
    if (id === undefined) return [];
    if (version === undefined) return [{ id, why: own }];
    return [{ id, why: own, ...(isBelow ? { below: version } : { versions: [version] }) }];
  });
  return { entries, unread: told.filter(one => !line.test(one)) };
}
