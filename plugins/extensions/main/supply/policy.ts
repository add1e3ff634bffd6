import type { AppError } from '@atelier/kernel';
import type { BlockEntry } from '../../contract/index.ts';
import { errors } from '../errors.ts';
import type { ListPlace } from './block-list.ts';
import { ownEntries } from './blocked.ts';

/** The form of the settings that says all this. */
export const policyForm = 'extensions-supply';

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
