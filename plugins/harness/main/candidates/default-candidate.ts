import type { Candidate } from '../../contract/index.ts';

/** What holds where no other candidate is active. It changes nothing, so that everything works that works without a harness. */
export const defaultCandidate: Candidate = {
  version: 1,
  id: 'default',
  title: 'Default',
  createdAt: 0,
  prompt: { before: [], after: [] },
  bootstrap: { environmentSnapshot: false },
  discovery: 'default',
  subagents: 'default',
  permissions: { mode: 'all', tools: [] },
  hooks: { before: 'off', after: '' },
  scoring: { quality: 0.7, time: 0.15, cost: 0.15 },
};
