import type { ConversationsService } from '@atelier/conversations/contract';
import { type InspectionService, isAppError, type Locale } from '@atelier/kernel';
import type { Capture, CaptureHold, CaptureState, MemoryShape, Stored } from '../../contract/index.ts';
import { type InPieces, inPieces } from '../pieces.ts';
import { demandNoSecret, textsOf } from '../secrets.ts';
import type { Shown } from '../store/many.ts';
import type { Store } from '../store/store.ts';
import type { Proposals } from '../upkeep/proposals.ts';
import type { openReview } from '../upkeep/review.ts';
import type { CaptureChoices } from './choices.ts';
import { asQuotation, orders } from './orders.ts';
import type { CaptureQueue, QueuedCapture } from './queue.ts';
import { everybody, type Unheard } from './unheard.ts';

export interface CaptureParts {
  readonly queue: CaptureQueue;
  readonly unheard: Unheard;
  readonly choices: CaptureChoices;
  readonly proposals: Proposals;
  readonly review: ReturnType<typeof openReview>;
  readonly conflicts: (limit?: number) => InPieces<MemoryShape['calls']['conflicts']['result']['conflicts']>;
  readonly store: Store;
  readonly now: () => number;
  readonly inspection: InspectionService;
  readonly conversations: Pick<ConversationsService, 'describe' | 'isPrivate' | 'setPrivate'>;
  /** What all of capture waits for. */
  hold(): Promise<CaptureHold | undefined>;
  /** The queue or a choice has changed: what is due runs. */
  wake(): void;
  language(): Promise<Locale>;
  tell(event: 'captureChanged' | 'proposalsChanged'): void;
  stored(stored: Stored): void;
  /** Forgets memories as they were shown, and tells of it. */
  forget(shown: readonly Shown[]): Promise<{ readonly forgotten: number; readonly change?: string }>;
}

type Calls = MemoryShape['calls'];
type Names =
  | 'capture'
  | 'captures'
  | 'setCapture'
  | 'retryCapture'
  | 'privacy'
  | 'setPrivate'
  | 'proposals'
  | 'decideProposal'
  | 'review'
  | 'keep'
  | 'putOffReview'
  | 'conflicts';

/** Of a conversation that has not begun. */
const isDraft = (of: string): boolean => of === 'global' || of.startsWith('project:');

const usualPage = 50;
const allSteps = ['waiting', 'running', 'failed'] as const;

/** What a view may ask of capture and of what it leaves to the person. */
export function captureCalls(parts: CaptureParts): {
  readonly [K in Names]: (params: Calls[K]['params']) => Promise<Calls[K]['result']>;
} {
  const { queue, unheard, choices, proposals, review, store, conversations, tell } = parts;
  const state = async (): Promise<CaptureState> => {
    const hold = await parts.hold();
    const model = choices.model();
    const nextAt = queue.nextAt();
    return {
      paused: choices.paused(),
      untold: choices.untold(),
      ...(model !== undefined && { model }),
      perDay: choices.perDay(),
      today: choices.today(),
      ...queue.counts(),
      leftOut: choices.leftOut.counts(),
      ...(hold !== undefined && { hold }),
      ...(nextAt !== undefined && { nextAt }),
    };
  };
  const shown = async ({ conversation, step, since, dueAt, attempts, why }: QueuedCapture, locale: Locale): Promise<Capture> => {
    const title = await conversations.describe(conversation).then(
      found => found.row.title,
      () => undefined,
    );
    return {
      conversation,
      ...(title !== undefined && { title }),
      step,
      since,
      dueAt,
      attempts,
      ...(why !== undefined && { reason: { code: why.code, message: why.texts[locale] } }),
    };
  };
  return {
    capture: state,
    async captures({ states = [...allSteps], after, limit = usualPage }) {
      const locale = await parts.language();
      const { queued, next } = queue.page(states, after, limit);
      const captures = await Promise.all(queued.map(one => shown(one, locale)));
      return { captures, ...(next !== undefined && { next }) };
    },
    async setCapture(change) {
      if (change.paused === true) unheard.begin(everybody);
      if (change.paused === false) unheard.end(everybody);
      choices.change(change);
      queue.hasten(parts.now());
      parts.wake();
      tell('captureChanged');
      return await state();
    },
    async retryCapture({ conversation }) {
      const due = queue.retry(conversation);
      parts.wake();
      tell('captureChanged');
      return { due };
    },
    privacy: async ({ conversation }) => ({ private: await conversations.isPrivate(conversation) }),
    async setPrivate({ conversation, private: isPrivate }) {
      // First of all, so that a capture under way stores nothing while the switch is written.
      const waited = isPrivate && queue.remove(conversation);
      const was = await conversations.isPrivate(conversation);
      try {
        await conversations.setPrivate(conversation, isPrivate);
      } catch (error) {
        if (waited) queue.put(conversation, parts.now(), parts.now());
        throw error;
      }
      if (isPrivate !== was && !isDraft(conversation)) unheard[isPrivate ? 'begin' : 'end'](conversation);
      if (isPrivate && (queue.remove(conversation) || waited)) tell('captureChanged');
      if (isPrivate && proposals.forgetConversation(conversation)) tell('proposalsChanged');
      return { private: isPrivate };
    },
    proposals: async query => proposals.list(query),
    async decideProposal({ id, accept, ...words }) {
      const { kind, title, content } = proposals.find(id);
      let stored: Stored | undefined;
      let gone: { readonly forgotten?: number; readonly change?: string } = {};
      if (accept && kind === 'share') proposals.acceptCopy(id);
      else if (accept && kind === 'forget') {
        gone = await parts.forget(proposals.wanted(id)).catch(error => {
          if (isAppError(error) && error.code === 'memory/changed-meanwhile') proposals.askAnew(id);
          tell('proposalsChanged');
          throw error;
        });
        // Only now: what a kill cuts short is asked again.
        proposals.close(id);
      } else if (accept) {
        const said = { title: words.title ?? title, content: words.content ?? content };
        await demandNoSecret(parts.inspection, textsOf(said));
        // The person agrees that it holds, and no model follows it.
        stored = proposals.accept(id, kind === 'capture' && orders(said) ? asQuotation(said, await parts.language(), 'agreed') : words);
        parts.stored(stored);
      } else proposals.refuse(id);
      // It may have waited for this.
      parts.wake();
      tell('proposalsChanged');
      return { ...(stored !== undefined && { stored }), ...gone };
    },
    review: async () => review.review(),
    async keep({ ids }) {
      const kept = store.keep(ids);
      tell('proposalsChanged');
      return { kept: kept.length };
    },
    async putOffReview() {
      const later = review.putOff();
      tell('proposalsChanged');
      return later;
    },
    conflicts: async ({ limit }) => ({ conflicts: await inPieces(parts.conflicts(limit)) }),
  };
}
