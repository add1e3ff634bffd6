import type { Log } from '@atelier/kernel';
import type { ProvidersService } from '@atelier/providers/contract';
import type { Spending } from '../budgets/spending.ts';
import type { EngineLink } from '../engine-link.ts';
import type { ConversationEvents } from '../events.ts';
import type { OutsideSources } from '../outside/sources.ts';
import type { SessionFiles } from '../session-files.ts';
import type { UnfinishedAnswers } from './answers.ts';
import type { RuntimePreparer } from './preparation.ts';
import type { MessageQueue } from './queue.ts';
import type { RuntimeRecords } from './records.ts';
import type { Senders } from './senders.ts';

/** What holds between a conversation and those that it has begun. */
export interface FamilyServices {
  /** Throws if a conversation is another one's, and no turn runs there that may have it work. */
  demandParent(conversation: string): void;
  /** Throws if a conversation is another one's, and that one is in secure mode. */
  demandOpenParent(conversation: string): void;
  /** Throws if a conversation is another one's. */
  demandNoChild(conversation: string): void;
  /** Ends the turns of what a conversation has begun. */
  stopBelow(conversation: string): Promise<void>;
  /** Ends the turns of all that have one limit together with a conversation. */
  stopTree(conversation: string): Promise<void>;
  /** Sets secure access for what a conversation has begun. */
  secureBelow(conversation: string): Promise<void>;
}

/** What every conversation uses. */
export interface ConversationServices extends FamilyServices {
  readonly engine: EngineLink;
  readonly records: RuntimeRecords;
  readonly queue: MessageQueue;
  readonly preparer: RuntimePreparer;
  readonly spending: Spending;
  readonly events: ConversationEvents;
  readonly senders: Senders;
  readonly outside: OutsideSources;
  readonly files: SessionFiles;
  readonly answers: UnfinishedAnswers;
  readonly providers: Pick<ProvidersService, 'offererOf' | 'used'>;
  readonly log: Log;
  /** The extension that the running call is made for. */
  onBehalfOf(): string | undefined;
  /** Whether the person still lets an extension write into conversations and spend. */
  maySend(extension: string): Promise<boolean>;
  /** Throws if the agent's database can only be read, since a turn could not be recorded. */
  demandWritable(): void;
}
