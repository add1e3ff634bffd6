import type { AppError, ExtensionContext } from '@atelier/kernel';
import type { BlockEntry } from '../../contract/index.ts';
import { errors } from '../errors.ts';
import { isNewer } from '../registry/versions.ts';
import type { ListPlace } from './block-list.ts';

/** The form of the settings that says all this. */
const policyForm = 'extensions-supply';

/** What the person decided about where extensions come from. */
export interface Policy {
  readonly minimumAgeMs: number;
  readonly list: ListPlace | undefined;
  readonly own: readonly BlockEntry[];
  /** What of it cannot be followed. */
  readonly problems: readonly AppError[];
}

const dayMs = 24 * 60 * 60 * 1000;
const usualDays = 3;

/** Optional: undefined where the settings are not installed, since their package cannot be imported then either. */
export const settingsContract = () => import('@atelier/settings/contract').catch(() => undefined);

/** Reads what the person has set now. */
export async function readPolicy(ctx: ExtensionContext): Promise<Policy> {
  const settings = await settingsContract();
  return policyOf((await (settings && ctx.find(settings.Settings))?.read(ctx.id, policyForm)) ?? {});
}

/** Reads the values of the form; what is missing is as it is for somebody who never opened it. */
export function policyOf(values: Readonly<Record<string, unknown>>): Policy {
  const { minimumAge, blockList, blockListKey, blocked } = values;
  const days = typeof minimumAge === 'string' && /^\d+$/.test(minimumAge) ? Number(minimumAge) : usualDays;
  const [address, key] = [blockList, blockListKey].map(one => (typeof one === 'string' ? one.trim() : ''));
  const { entries, unread } = ownEntries(typeof blocked === 'string' ? blocked : '');
  return {
    minimumAgeMs: days * dayMs,
    list: address ? { address, key: key ?? '' } : undefined,
    own: entries,
    problems: unread.length === 0 ? [] : [errors['extensions/block-line']({ lines: unread.slice(0, 5) })],
  };
}

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
function ownEntries(text: string): { readonly entries: readonly BlockEntry[]; readonly unread: readonly string[] } {
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
