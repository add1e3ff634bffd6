import type { CostSample, ExtensionLogLine, ExtensionStatus } from '@atelier/kernel';
import type { Suspicion } from '../../contract/index.ts';

/** What was recorded about one extension in the last minutes. */
export interface Evidence {
  readonly status: ExtensionStatus;
  readonly samples: readonly CostSample[];
  readonly log: readonly ExtensionLogLine[];
  readonly slowed: boolean;
  /** The current time, by the clock of the log. */
  readonly now: number;
}

const recentMs = 5 * 60_000;
// A failed call may be a correct answer to invalid parameters, and slow calls are often caused by the network.
const weights = { crashes: 20, failed: 20, slowed: 10, errors: 3, failedCalls: 2, slowCalls: 1 } as const;

/** The extensions with recent problems, the most suspicious first. */
export function suspicionsOf(evidence: readonly Evidence[]): readonly Suspicion[] {
  return evidence
    .map(suspicionOf)
    .map(suspicion => ({ suspicion, weight: weightOf(suspicion) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || a.suspicion.id.localeCompare(b.suspicion.id))
    .map(({ suspicion }) => suspicion);
}

function suspicionOf({ status, samples, log, slowed, now }: Evidence): Suspicion {
  const sum = (name: 'crashes' | 'failedCalls' | 'slowCalls'): number => samples.reduce((total, sample) => total + sample[name], 0);
  return {
    id: status.id,
    crashes: sum('crashes'),
    errors: log.filter(({ level, time }) => level === 'error' && now - time < recentMs).length,
    failedCalls: sum('failedCalls'),
    slowCalls: sum('slowCalls'),
    slowed,
    failed: status.state === 'failed' || status.state === 'quarantined',
  };
}

function weightOf({ crashes, errors, failedCalls, slowCalls, slowed, failed }: Suspicion): number {
  return (
    crashes * weights.crashes +
    Math.min(errors, 20) * weights.errors +
    Math.min(failedCalls, 20) * weights.failedCalls +
    Math.min(slowCalls, 20) * weights.slowCalls +
    (slowed ? weights.slowed : 0) +
    (failed ? weights.failed : 0)
  );
}
