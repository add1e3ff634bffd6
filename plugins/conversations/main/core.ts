import type { AgentService } from '@atelier/agent/contract';
import type { Log, Publisher } from '@atelier/kernel';
import type { ConversationsChannel } from '../contract/index.ts';
import type { Attachments } from './drafts/attachments.ts';
import type { Drafts } from './drafts/drafts.ts';
import type { Activity } from './live/activity.ts';
import type { Presence } from './live/presence.ts';
import type { Choices } from './records/choices.ts';
import type { ConversationRecords } from './records/conversations.ts';
import type { Lists } from './records/lists.ts';
import type { ProjectRecords } from './records/projects.ts';

export type Shape = NonNullable<(typeof ConversationsChannel)['shape']>;

/** What every part of this plugin's main side works on. */
export interface Core {
  readonly records: ConversationRecords;
  readonly projects: ProjectRecords;
  readonly lists: Lists;
  readonly choices: Choices;
  readonly drafts: Drafts;
  readonly attachments: Attachments;
  readonly activity: Activity;
  readonly presence: Presence;
  readonly agent: AgentService;
  readonly publisher: () => Publisher<Shape>;
  /** Tells windows of a row that is another now, or gone. */
  changed(conversation: string, reordered: boolean): void;
  readonly now: () => number;
  readonly log: Log;
}
