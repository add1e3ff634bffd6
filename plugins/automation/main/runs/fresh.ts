import { isDeepStrictEqual } from 'node:util';
import type { StoredRule } from '../store/rules.ts';
import type { Run } from './runner.ts';

/** A run that waited, with its rule as it is now; or why it does not begin. */
export function freshOf(run: Run, now: StoredRule | undefined): Run | 'disabled' | 'changed' {
  if (now?.draft === undefined) return 'disabled';
  const rule = { ...now, draft: now.draft };
  const { draft, version } = run.rule;
  // The person asked for what they saw, whether it is on or not.
  if (!run.isConditional) return isDeepStrictEqual(draft, rule.draft) ? { ...run, rule } : 'changed';
  // One for a single time is off from that time on, which is no new version.
  if (!rule.on && (version !== rule.version || rule.problem !== undefined)) return 'disabled';
  return isDeepStrictEqual(draft.trigger, rule.draft.trigger) ? { ...run, rule } : 'changed';
}
