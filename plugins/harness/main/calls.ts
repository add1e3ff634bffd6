import type { ConversationsService } from '@atelier/conversations/contract';
import type { Handlers } from '@atelier/kernel';
import type { HarnessChannel } from '../contract/index.ts';
import { type Candidates, isFixed } from './candidates/candidates.ts';
import type { OptimizerRuns } from './evaluation/optimizer.ts';
import type { Trials } from './evaluation/trials.ts';
import type { Ratings } from './feedback/ratings.ts';
import type { Recording } from './feedback/recording.ts';

type Calls = Handlers<NonNullable<(typeof HarnessChannel)['shape']>>;

export interface CallParts {
  readonly candidates: Candidates;
  readonly optimizer: OptimizerRuns;
  readonly trials: Trials;
  readonly ratings: Ratings;
  readonly recording: Recording;
  readonly conversations: Pick<ConversationsService, 'describe'>;
  readonly now: () => number;
  readonly changed: () => void;
}

/** The calls of the channel `harness` about candidates and ratings. */
export function harnessCalls({ candidates, optimizer, trials, ratings, recording, conversations, now, changed }: CallParts): Calls {
  return {
    async list() {
      const [all, active, problems] = [await candidates.all(), await candidates.active(), await candidates.problems()];
      return {
        candidates: all.map(candidate => ({ candidate, ...ratings.thumbsOf(candidate.id), isFixed: isFixed(candidate.id) })),
        active: active.id,
        records: recording.isOn,
        problems: problems.map(error => ({ code: error.code, fr: error.in('fr'), en: error.in('en') })),
      };
    },
    async save(candidate) {
      await candidates.save(candidate);
      changed();
      return null;
    },
    async remove({ id }) {
      await candidates.remove(id);
      changed();
      return null;
    },
    async activate({ id }) {
      await candidates.activate(id);
      changed();
      return null;
    },
    async setRecording({ on }) {
      recording.set(on);
      changed();
      return null;
    },
    async rate({ conversation, entry, thumb, word }) {
      if (thumb === 'none') ratings.takeBack(conversation, entry);
      else {
        const { harnessCandidate } = await conversations.describe(conversation);
        ratings.rate({
          ...{ conversation, entry, thumb, at: now() },
          ...(word !== undefined && { word: word.trim() }),
          ...(harnessCandidate !== undefined && { candidate: harnessCandidate }),
        });
      }
      changed();
      return null;
    },
    async optimize(order) {
      optimizer.start(order);
      return null;
    },
    async stopOptimizer() {
      optimizer.stop();
      return null;
    },
    async undoPromotion() {
      await optimizer.undo();
      return null;
    },
    async tryOwn(order) {
      await trials.start(order);
      return null;
    },
    async stopTrial() {
      trials.stop();
      return null;
    },
    trial: async () => trials.state,
    optimizer: async () => optimizer.state,
    ratings: async ({ conversation }) => ratings.of(conversation),
  };
}
