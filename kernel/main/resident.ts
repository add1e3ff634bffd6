import type { AppError, ExtensionBudget, ExtensionState, Isolation } from '@atelier/kernel';
import type { Spent } from './costs/budget.ts';
import type { Problem } from './manifest/contributes.ts';
import type { Found } from './manifest/manifest.ts';
import type { Scope } from './scope.ts';

/** One extension as the kernel knows it while it runs: what was found on disk and what has become of it. */
export interface Resident {
  readonly found: Found;
  state: ExtensionState;
  isolation: Isolation;
  /** Why it is refused, failed or quarantined. */
  problem: AppError | undefined;
  /** What is wrong with parts of it while the rest goes on. */
  problems: readonly Problem[];
  /** Counts what was taken in while the app runs, so that a package in the place of another can be told from it. */
  readonly taken: number;
  /** Counts its starts; what belongs to an earlier one is out of date. */
  generation: number;
  scope: Scope | undefined;
  waking: Promise<void> | undefined;
  /** Ends its process; undefined for one that shares ours. */
  stopProcess: (() => Promise<void>) | undefined;
  /** Slows its process down, or lets it run freely again. */
  slow: ((isSlow: boolean) => void) | undefined;
  /** Ends its process for what it used too much of. */
  exceed: ((over: readonly Spent[], budget: ExtensionBudget) => void) | undefined;
}

let taken = 0;

export function newResident(found: Found): Resident {
  taken += 1;
  return {
    found,
    taken,
    state: 'dormant',
    isolation: found.bundled ? 'in-process' : 'permissions',
    problem: undefined,
    problems: found.problems,
    generation: 0,
    scope: undefined,
    waking: undefined,
    stopProcess: undefined,
    slow: undefined,
    exceed: undefined,
  };
}
