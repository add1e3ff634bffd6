import type { AppError, ExtensionContext } from '@atelier/kernel';
import type { BlockEntry } from '../../contract/index.ts';
import { errors } from '../errors.ts';
import { isNewer } from '../registry/versions.ts';
import type { BlockListSource } from './block-list.ts';

/** The settings section of the policy. */
const policyForm = 'extensions-supply';

/** The person's settings about the origin of extensions. */
export interface Policy {
  readonly minimumAgeMs: number;
  readonly list: BlockListSource | undefined;
  readonly own: readonly BlockEntry[];
  /** Errors in the settings. */
  readonly problems: readonly AppError[];
}

const dayMs = 24 * 60 * 60 * 1000;
const defaultDays = 3;

/** Undefined if the optional settings plugin is not installed: then its package cannot be imported. */
export const settingsContract = () => import('@atelier/settings/contract').catch(() => undefined);

/** Reads the current settings. */
export async function readPolicy(ctx: ExtensionContext): Promise<Policy> {
  const settings = await settingsContract();
  return policyOf((await (settings && ctx.find(settings.Settings))?.read(ctx.id, policyForm)) ?? {});
}

/** Parses the values of the form; missing values get their defaults. */
export function policyOf(values: Readonly<Record<string, unknown>>): Policy {
  const { minimumAge, blockList, blockListKey, blocked } = values;
  const days = typeof minimumAge === 'string' && /^\d+$/.test(minimumAge) ? Number(minimumAge) : defaultDays;
  const [address, key] = [blockList, blockListKey].map(one => (typeof one === 'string' ? one.trim() : ''));
  const { entries, unread } = ownEntries(typeof blocked === 'string' ? blocked : '');
  return {
    minimumAgeMs: days * dayMs,
    list: address ? { address, key: key ?? '' } : undefined,
    own: entries,
    problems: unread.length === 0 ? [] : [errors['extensions/block-line']({ lines: unread.slice(0, 5) })],
  };
}

/** Why a version is blocked; undefined if no entry matches it. */
export function whyBlocked(entries: readonly BlockEntry[], id: string, version: string): BlockEntry['why'] | undefined {
  return entries.find(entry => entry.id === id && matches(entry, version))?.why;
}

function matches({ versions, below }: BlockEntry, version: string): boolean {
  if (versions === undefined && below === undefined) return true;
  return versions?.includes(version) === true || (below !== undefined && isNewer(below, version));
}

const linePattern = /^((?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*)(?:@(<)?(\d[\w.+-]*))?$/;
const ownReason = {
  fr: 'vous l’avez inscrite vous-même dans les réglages.',
  en: 'you put it there yourself, in the settings.',
};

/** Parses the person's own list, one entry per line: `@scope/name`, `@scope/name@1.2.3` or `@scope/name@<1.2.3`. */
function ownEntries(text: string): { readonly entries: readonly BlockEntry[]; readonly unread: readonly string[] } {
  const lines = text
    .split('\n')
    .map(one => one.trim())
    .filter(one => one !== '');
  const entries = lines.flatMap((one): BlockEntry[] => {
    const [, id, isBelow, version] = linePattern.exec(one) ?? [];
    if (id === undefined) return [];
    if (version === undefined) return [{ id, why: ownReason }];
    return [{ id, why: ownReason, ...(isBelow ? { below: version } : { versions: [version] }) }];
  });
  return { entries, unread: lines.filter(one => !linePattern.test(one)) };
}
