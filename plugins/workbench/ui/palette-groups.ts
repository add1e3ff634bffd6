import type { Finding } from '../contract/index.ts';
import { type Marks, match } from './match.ts';

/** One line of the palette. */
export interface PaletteItem {
  readonly title: string;
  readonly marks: Marks;
  readonly meta?: string;
  readonly icon?: string;
  readonly state?: string;
  readonly key?: string;
  readonly end?: string;
  readonly run: () => unknown;
  /** Of a command, so that it is remembered. */
  readonly command?: string;
}

export interface PaletteGroup {
  readonly title: string;
  readonly items: readonly PaletteItem[];
}

/** Something that may be found by its title. */
export interface Candidate extends Omit<PaletteItem, 'marks'> {
  readonly title: string;
}

/** The candidates that fit what was typed, the best first, at most so many. */
export function fitting(candidates: readonly Candidate[], typed: string, most: number): readonly PaletteItem[] {
  if (typed.trim() === '') return candidates.slice(0, most).map(candidate => ({ ...candidate, marks: [] }));
  return candidates
    .map(candidate => ({ candidate, found: match(candidate.title, typed) }))
    .filter(({ found }) => found !== undefined)
    .sort((a, b) => a.found!.rank - b.found!.rank)
    .slice(0, most)
    .map(({ candidate, found }) => ({ ...candidate, marks: found!.marks }));
}

/** What a finder found, with what was typed marked in it. */
export function found(findings: readonly Finding[], typed: string, run: (finding: Finding) => unknown): readonly PaletteItem[] {
  return findings.map(finding => {
    const { title, meta, icon, state, end } = finding;
    return {
      title,
      marks: match(title, typed)?.marks ?? [],
      ...(meta !== undefined && { meta }),
      ...(icon !== undefined && { icon }),
      ...(state !== undefined && { state }),
      ...(end !== undefined && { end }),
      run: () => run(finding),
    };
  });
}
