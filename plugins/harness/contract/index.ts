import { defineChannel } from '@atelier/kernel';
import type { HarnessShape } from './generated.ts';

export type {
  Attempt,
  Candidate,
  Check,
  Harness,
  HarnessShape,
  Interval,
  ListedCandidate,
  Optimizer,
  Order,
  PromptSection,
  Rating,
  Score,
  Task,
  Trial,
  TrialOrder,
} from './generated.ts';
export { validators as harnessForms } from './harness.channel.validate.js';

/** Candidates of the harness, and what the person thinks of answers. */
export const HarnessChannel = defineChannel<HarnessShape>('harness');
