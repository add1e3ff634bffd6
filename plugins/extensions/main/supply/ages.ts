import type { Database } from '@atelier/kernel';
import type { Packument } from '../registry/packument.ts';
import { isNewer } from '../registry/versions.ts';

/** What is known of when versions were published. */
export interface Ages {
  /** When a version came out, in milliseconds; where its registry does not say, when it was first seen here. */
  publishedAt(extension: string, version: string, date: string | undefined): number;
}

export function openAges(db: Database, now: () => number): Ages {
  const select = db.prepare<{ at: number }>('SELECT at FROM first_seen WHERE extension = ? AND version = ?');
  const insert = db.prepare('INSERT INTO first_seen (extension, version, at) VALUES (?, ?, ?)');
  return {
    publishedAt(extension, version, date) {
      const said = date === undefined ? Number.NaN : Date.parse(date);
      if (Number.isFinite(said)) return said;
      const seen = select.get(extension, version)?.at;
      if (seen !== undefined) return seen;
      insert.run(extension, version, now());
      return now();
    },
  };
}

/** Until when a version is held for being new; undefined where it is not. */
export function heldUntil(publishedAt: number, minimumAgeMs: number, now: number): number | undefined {
  const until = publishedAt + minimumAgeMs;
  return until > now ? until : undefined;
}

/**
 * The version that is meant where none is named: the newest that may be taken and is old enough; where there is none of those, the
 * newest that may be taken. Never one beyond what the author calls the latest.
 */
export function choose(
  { latest, versions }: Pick<Packument, 'latest' | 'versions'>,
  than: string | undefined,
  may: { take(version: string): boolean; wait(version: string): boolean },
): string | undefined {
  if (latest === undefined) return undefined;
  const meant = versions
    .filter(version => version === latest || (!version.includes('-') && isNewer(latest, version)))
    .filter(version => than === undefined || isNewer(version, than))
    .filter(may.take);
  return meant.find(version => !may.wait(version)) ?? meant[0];
}
