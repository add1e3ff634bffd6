import { defineChannel, defineHook, definePoint, defineToken } from '@atelier/kernel';
import type {
  Changed,
  Correction,
  Draft,
  Hit,
  ListQuery,
  Memory as MemoryRecord,
  MemoryShape,
  MemorySource,
  Page,
  Question,
  Selection,
  Stats,
  Stored,
  Used,
} from './generated.ts';

export type {
  Capture,
  CaptureHold,
  CaptureState,
  CaptureStep,
  Changed,
  Conflict,
  Correction,
  Draft,
  Edit,
  Format,
  Hit,
  Imported,
  Kind,
  LeftOut,
  LeftOutReason,
  ListQuery,
  Memory as MemoryRecord,
  MemoryShape,
  MemorySource,
  Origin,
  Page,
  Preview,
  Privacy,
  Proposal,
  ProposalKind,
  Provenance,
  Question,
  Reason,
  Review,
  Scope,
  Selection,
  SourceFound,
  SourceItem,
  SourceState,
  Stats,
  Status,
  Stored,
  ToldBySource,
  Used,
} from './generated.ts';

/** The rights that this plugin defines; their sentences are in its manifest. */
export const rights = { read: '@atelier/memory:read', write: '@atelier/memory:write' } as const;

/** What Atelier remembers, for views. */
export const MemoryChannel = defineChannel<MemoryShape>('memory');

/** Further places where memories are searched. */
export const MemorySources = definePoint<MemorySource>('@atelier/memory:sources@1');

/** Memories were added, changed, forgotten or restored. */
export const memoryChanged = defineHook.notify<Changed>('@atelier/memory:memoryChanged@1');

/** What Atelier remembers, for other plugins. */
export interface MemoryService {
  /** The memories nearest to a text, the best first; any text is a valid question. */
  search(question: Question): Promise<readonly Hit[]>;
  /** Memories, the newest first, a page at a time. */
  list(query: ListQuery): Promise<Page>;
  /** One memory, whatever became of it. */
  get(id: string): Promise<MemoryRecord>;
  /**
   * Stores a memory, as written by an extension and not as said by the person, whatever its source says. One of the same kind and topic takes
   * the place of the older one, but never of what the person wrote: then it waits for them. The answer has the words that were sent. The id
   * is empty where the memory was there already and is not the extension's own, and `ended` names only what it stored.
   */
  upsert(draft: Draft): Promise<Stored>;
  /** The old words end at a moment, everywhere, and the new ones hold from then on; those that the person wrote only if they agree. */
  correct(correction: Correction): Promise<Stored>;
  /**
   * Forgets memories; they are not captured again. An extension forgets ten an hour, each by its id with nothing else set, and only what it
   * stored and nobody else wrote, confirmed or did not let it forget; all else waits for the person, and the call is refused with
   * `memory/forget-asked`, whether something fits or not.
   */
  forget(selection: Selection): Promise<{ readonly forgotten: number; readonly change?: string }>;
  /** Notes that memories were of use, which makes them rank higher. */
  markUsed(ids: readonly string[]): Promise<void>;
  /** What was remembered for an answer, the most fitting first. */
  explain(conversation: string, message: string): Promise<readonly Used[]>;
  /** How many memories there are. */
  stats(): Promise<Stats>;
  /** The key of the repository that a folder belongs to. */
  projectKey(folder: string): Promise<string>;
}

export const Memory = defineToken<MemoryService>('@atelier/memory:Memory@1', {
  search: { rights: [rights.read] },
  list: { rights: [rights.read] },
  get: { rights: [rights.read] },
  upsert: { rights: [rights.write] },
  correct: { rights: [rights.write] },
  forget: { rights: [rights.write] },
  markUsed: { rights: [rights.write] },
  explain: { rights: [rights.read] },
  stats: { rights: [rights.read] },
  projectKey: 'bundled',
});
