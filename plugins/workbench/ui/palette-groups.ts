import type { Finding } from '../contract/index.ts';
import { type Marks, match } from './match.ts';

/** One row of the palette. */
export interface PaletteItem {
  readonly title: string;
  readonly marks: Marks;
  readonly meta?: string;
  readonly icon?: string;
  readonly state?: string;
  readonly key?: string;
  readonly end?: string;
  readonly run: () => unknown;
  /** The id, if it is a command, to list it among the recent ones. */
  readonly command?: string;
}

export interface PaletteGroup {
  readonly title: string;
  readonly items: readonly PaletteItem[];
}

export interface Candidate extends Omit<PaletteItem, 'marks'> {
  readonly title: string;
}

/** The candidates that match a query, the best first; for an empty query the first candidates. */
export function matching(candidates: readonly Candidate[], query: string, limit: number): readonly PaletteItem[] {
  if (query.trim() === '') return candidates.slice(0, limit).map(candidate => ({ ...candidate, marks: [] }));
  return candidates
    .map(candidate => ({ candidate, found: match(candidate.title, query) }))
    .filter(({ found }) => found !== undefined)
    .sort((a, b) => a.found!.rank - b.found!.rank)
    .slice(0, limit)
    .map(({ candidate, found }) => ({ ...candidate, marks: found!.marks }));
}

/** The results of a finder, with the matches of the query marked. */
export function itemsOf(findings: readonly Finding[], query: string, run: (finding: Finding) => unknown): readonly PaletteItem[] {
  return findings.map(finding => {
    const { title, meta, icon, state, end } = finding;
    return {
      title,
      marks: match(title, query)?.marks ?? [],
      ...(meta !== undefined && { meta }),
      ...(icon !== undefined && { icon }),
      ...(state !== undefined && { state }),
      ...(end !== undefined && { end }),
      run: () => run(finding),
    };
  });
}
