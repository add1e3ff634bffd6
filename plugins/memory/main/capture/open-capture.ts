import type { AgentService } from '@atelier/agent/contract';
import type { ConversationsService } from '@atelier/conversations/contract';
import type { ExtensionContext, InspectionService, Locale, OwnDatabase } from '@atelier/kernel';
import type { ProvidersService } from '@atelier/providers/contract';
import type { Changed, Hit, MemoryRecord } from '../../contract/index.ts';
import type { Place } from '../model/place.ts';
import type { Asking } from '../service.ts';
import { isCount, openSettings } from '../store/settings.ts';
import type { Store } from '../store/store.ts';
import { openConflicts } from '../upkeep/conflicts.ts';
import { proposeMerge } from '../upkeep/duplicates.ts';
import type { Proposals } from '../upkeep/proposals.ts';
import { openReview } from '../upkeep/review.ts';
import { type CaptureParts, captureCalls } from './calls.ts';
import { type Captured, type CapturingParts, holdOf } from './capturing.ts';
import { captureChoices } from './choices.ts';
import { type CaptureClock, startClock } from './clock.ts';
import { heardOf } from './lineage.ts';
import { openQueue } from './queue.ts';
import { everybody, openUnheard, type Span } from './unheard.ts';

/** So many topics are named in a question of capture, of what so many of its newest lines are near to. */
const [mostTopics, mostAsked, leastNear] = [12, 8, 0.12];
/** So many of the nearest memories are compared with a new one. */
const mostCompared = 5;

export interface OpenCapture {
  readonly ctx: Pick<ExtensionContext, 'signal' | 'log'>;
  readonly db: OwnDatabase;
  readonly store: Store;
  readonly proposals: Proposals;
  readonly agent: AgentService;
  readonly conversations: ConversationsService;
  readonly providers: () => ProvidersService;
  readonly inspection: InspectionService;
  placeOf(conversation: string): Promise<Place | undefined>;
  search(question: Asking): Promise<readonly Hit[]>;
  language(): Promise<Locale>;
  forget: CaptureParts['forget'];
  tell(change: Changed['change'], ids: readonly string[]): void;
  emit(event: 'captureChanged' | 'proposalsChanged'): void;
}

/** Capture and what it leaves to the person: the queue, proposals, the review, conflicts. */
export function openCapture(open: OpenCapture) {
  const { ctx, db, store, proposals, agent, conversations, inspection, tell, emit } = open;
  const now = Date.now;
  const settings = openSettings(db);
  const queue = openQueue(db);
  const choices = captureChoices(settings, now);
  const unheard = openUnheard(db, now);
  let clock: CaptureClock | undefined;
  const parts: CapturingParts = {
    ...{ db, queue, unheard, choices, store, proposals, inspection, agent, conversations, now },
    providers: open.providers,
    placeOf: open.placeOf,
    language: open.language,
    topics: async (text, project) => {
      if (choices.untold()) return [];
      const scope = project === undefined ? { scope: 'global' as const } : { project };
      // Long words of many messages are about many things: each is asked about by itself.
      const asked = text
        .split('\n')
        .filter(line => line.trim() !== '')
        .slice(-mostAsked);
      const found = await Promise.all(
        asked.map(line => open.search({ text: line.slice(0, 1000), limit: mostTopics, told: true, ...scope }).catch(() => [])),
      );
      const near = found
        .flat()
        .filter(({ words }) => words >= leastNear)
        .sort((a, b) => b.words - a.words);
      return [...new Set(near.map(({ memory }) => memory.topic))].filter(topic => topic !== '-').slice(0, mostTopics);
    },
    signal: ctx.signal,
    log: ctx.log,
  };

  const nearest = async ({ content, project }: MemoryRecord): Promise<readonly MemoryRecord[]> => {
    const scope = project === undefined ? { scope: 'global' as const } : { project };
    return (await open.search({ text: content, limit: mostCompared, ...scope })).map(({ memory }) => memory);
  };
  const came = async ({ stored, proposed }: Captured): Promise<void> => {
    const added = stored.filter(({ was }) => was === 'added').map(({ memory }) => memory);
    const changed = stored.filter(({ was }) => was !== 'added' && was !== 'kept').map(({ memory }) => memory.id);
    tell(
      'added',
      added.map(({ id }) => id),
    );
    tell('changed', [...changed, ...stored.flatMap(({ ended }) => ended)]);
    let merges = 0;
    for (const memory of added) if (await proposeMerge({ proposals, nearest }, memory)) merges += 1;
    if (proposed + merges + added.length > 0) emit('proposalsChanged');
  };
  const calls = captureCalls({
    ...{ queue, unheard, choices, proposals, store, inspection, conversations, now },
    review: openReview(db, store, settings, now),
    conflicts: openConflicts(db, now, store.keysOf),
    hold: async () => await holdOf(parts),
    wake: () => clock?.wake(),
    forget: open.forget,
    language: open.language,
    tell: emit,
    stored: ({ memory, ended, was }) => tell(was === 'added' ? 'added' : 'changed', [memory.id, ...ended]),
  });
  return {
    calls,
    isLearning: (): boolean => !choices.paused(),
    /** Whether models are told what is remembered. */
    isTelling: (): boolean => !choices.untold(),
    /** When nothing that was said in a conversation is to be remembered. */
    unheard: async (conversation: string): Promise<readonly Span[]> => (await heardOf(parts, conversation)).unheard,
    /** Begins to capture. Undefined for a database that a newer version wrote. */
    start(): CaptureClock | undefined {
      if (db.state === 'newer') return undefined;
      const sweptAt = settings.read('sweptAt', isCount);
      settings.write('sweptAt', now());
      if (choices.paused()) unheard.begin(everybody);
      clock = startClock({
        ...parts,
        sweptAt,
        recent: async limit => await conversations.recent(limit),
        came: captured => void came(captured).catch(error => ctx.log.warn(String((error as Error).message))),
        changed: () => emit('captureChanged'),
      });
      return clock;
    },
    /** The person has memories forgotten. */
    forgetting: unheard.forgetting,
    forget(conversation: string): void {
      clock?.forget(conversation);
      proposals.forgetConversation(conversation);
    },
  };
}
